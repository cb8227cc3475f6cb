//! Spans of generated tokens that do not move when other code in the file changes.
//!
//! ```text
//! struct A { … }     <- a line is added here
//! #[derive(Schema)]
//! struct B { … }     <- with spans of the macro call, rustc checks and evaluates the expansion for B again;
//!                       with the spans made here, it takes the result of the previous build
//! ```
//!
//! A token that a macro creates with [`Span::call_site`] carries the identity of its expansion, and that identity
//! includes the position of the macro call in the file. An edit further up moves the position, so the incremental
//! compiler treats all generated code below the edit as new. A token with the hygiene context of the item under the
//! derive is as stable as hand-written code, which rustc compares by its position within the item.
//!
//! Every token of an expansion is therefore made here: with [`quote_stable!`] instead of `quote!`, and with
//! [`lit_str`], [`lit_num`] and [`ident`] for values. `tests/stable_spans.rs` finds tokens that are not.

use std::cell::Cell;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use syn::{Data, DeriveInput, Fields};

thread_local! {
    // Code is quoted in dozens of small functions; passing the span to each of them would hide what they do.
    static SPANS: Cell<Option<ItemSpans>> = const { Cell::new(None) };
}

#[derive(Clone, Copy)]
struct ItemSpans {
    /// The position of the macro call, in the context of the item.
    call: Span,
    /// The last token of the item.
    last: Span,
}

/// `quote!` with the hygiene context of the item under the derive.
macro_rules! quote_stable {
    ($($tokens:tt)*) => { ::quote::quote_spanned!($crate::hygiene::stable_span()=> $($tokens)*) };
}
pub(crate) use quote_stable;

/// Sets the item whose context generated tokens get, until it is dropped.
#[must_use]
pub(crate) struct StableSpans;

impl StableSpans {
    pub(crate) fn of(item: &DeriveInput) -> StableSpans {
        let context = item.ident.span();
        // Outside of the compiler there are no contexts, only positions; the unit test looks for the item's position.
        let call = if cfg!(test) {
            context
        } else {
            Span::call_site().resolved_at(context)
        };
        let last = last_token(item);
        SPANS.set(Some(ItemSpans { call, last }));
        StableSpans
    }
}

impl Drop for StableSpans {
    fn drop(&mut self) {
        SPANS.set(None);
    }
}

/// Returns the span of generated tokens: the position of the macro call, in the context of the item.
pub(crate) fn stable_span() -> Span {
    SPANS.get().map_or_else(Span::call_site, |spans| spans.call)
}

/// Returns the `;` that ends a generated item, with the span of the item's last token.
///
/// rustc compares tokens by their position within the item only where the span of the item, which goes from its
/// first token to its last, contains them all, the user's tokens too.
pub(crate) fn closing_semicolon() -> TokenStream {
    let last = SPANS.get().map_or_else(Span::call_site, |spans| spans.last);
    quote::quote_spanned!(last=> ;)
}

/// Returns a string literal.
pub(crate) fn lit_str(value: impl AsRef<str>) -> Literal {
    lit_num(Literal::string(value.as_ref()))
}

/// Returns a number literal.
pub(crate) fn lit_num(mut value: Literal) -> Literal {
    value.set_span(stable_span());
    value
}

/// Returns a name or keyword.
pub(crate) fn ident(name: impl AsRef<str>) -> Ident {
    Ident::new(name.as_ref(), stable_span())
}

/// Returns the last token of an item.
fn last_token(item: &DeriveInput) -> Span {
    let (braces, semicolon) = match &item.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => (Some(fields.brace_token), None),
            _ => (None, data.semi_token),
        },
        Data::Enum(data) => (Some(data.brace_token), None),
        Data::Union(data) => (Some(data.fields.brace_token), None),
    };
    match (braces, semicolon) {
        (Some(braces), _) => braces.span.close(),
        (None, Some(semicolon)) => semicolon.span,
        (None, None) => item.ident.span(),
    }
}
