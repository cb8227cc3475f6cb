//! Generated code that the compiler keeps from one build to the next.
//!
//! A token made by a macro carries its expansion, whose identity is where in the file the macro was called. An
//! edit further up moves that place, and then all generated code below is checked and evaluated again although
//! it is the same. Tokens with the context of the item itself are as stable as code written by hand, which is
//! compared by its place within the item; with that, adding a field to one type costs nothing in those below it.
//!
//! So every token that the expansion makes is made here: with [`code!`] in place of `quote!`, and with
//! [`text`], [`number`], [`word`] and [`truth`] for values.

use std::cell::Cell;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use syn::{Data, DeriveInput, Fields};

thread_local! {
    static PLACE: Cell<Option<Place>> = const { Cell::new(None) };
}

#[derive(Clone, Copy)]
struct Place {
    here: Span,
    end: Span,
}

/// `quote!` with the context of the item.
macro_rules! code {
    ($($tokens:tt)*) => { ::quote::quote_spanned!($crate::ground::here()=> $($tokens)*) };
}
pub(crate) use code;

/// While this lives, code is made in the context of one item.
#[must_use]
pub(crate) struct Ground;

impl Ground {
    pub(crate) fn of(item: &DeriveInput) -> Ground {
        let context = item.ident.span();
        // Without a compiler there are no contexts, only places; tests look for the item's.
        let here = if cfg!(test) {
            context
        } else {
            Span::call_site().resolved_at(context)
        };
        let end = end_of(item);
        PLACE.set(Some(Place { here, end }));
        Ground
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        PLACE.set(None);
    }
}

/// Where generated tokens say they are: at the macro's call, in the context of the item.
pub(crate) fn here() -> Span {
    PLACE.get().map_or_else(Span::call_site, |place| place.here)
}

/// `;` at the end of generated items: what they span must hold all that is in it, the user's tokens too.
pub(crate) fn end() -> TokenStream {
    let end = PLACE.get().map_or_else(Span::call_site, |place| place.end);
    quote::quote_spanned!(end=> ;)
}

/// A string literal.
pub(crate) fn text(value: impl AsRef<str>) -> Literal {
    number(Literal::string(value.as_ref()))
}

/// A literal.
pub(crate) fn number(mut value: Literal) -> Literal {
    value.set_span(here());
    value
}

/// A name or keyword.
pub(crate) fn word(name: impl AsRef<str>) -> Ident {
    Ident::new(name.as_ref(), here())
}

/// `true` or `false`.
pub(crate) fn truth(value: bool) -> Ident {
    word(if value { "true" } else { "false" })
}

/// The last token of an item.
fn end_of(item: &DeriveInput) -> Span {
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
