//! Generates the call of one constant check, with the span of the tokens that it checks.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

use crate::hygiene::stable_span;

/// Generates `require(check::…)` with the span of the given tokens.
pub(super) fn call_at(on: &dyn ToTokens, call: &TokenStream) -> TokenStream {
    let mut tokens = on
        .to_token_stream()
        .into_iter()
        .map(|token: TokenTree| token.span());
    let first = tokens.next().unwrap_or_else(stable_span);
    let last = tokens.last().unwrap_or(first);
    let mut require = quote_spanned!(first=> __crd::check::require);
    let mut arguments = Group::new(
        Delimiter::Parenthesis,
        quote_spanned!(first=> __crd::check::#call),
    );
    arguments.set_span(last);
    require.extend([TokenTree::Group(arguments)]);
    require
}

/// Generates `require(check::…)` for a call that is given as the tokens after `=>`.
macro_rules! require {
    ($on:expr => $($call:tt)*) => {
        $crate::expand::require::call_at(&$on, &$crate::hygiene::quote_stable!($($call)*))
    };
}
pub(super) use require;
