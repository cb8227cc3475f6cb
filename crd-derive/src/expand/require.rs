//! Generates the call of one constant check, with the span of the tokens that it checks.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

use crate::hygiene::stable_span;

/// Generates `require(check::…)` with the span of the given tokens.
pub(super) fn call_at(on: &dyn ToTokens, call: &TokenStream) -> TokenStream {
    let span = on
        .to_token_stream()
        .into_iter()
        .next()
        .map_or_else(stable_span, |token: TokenTree| token.span());
    quote_spanned!(span=> __crd::check::require(__crd::check::#call))
}

/// Generates `require(check::…)` for a call that is given as the tokens after `=>`.
macro_rules! require {
    ($on:expr => $($call:tt)*) => {
        $crate::expand::require::call_at(&$on, &$crate::hygiene::quote_stable!($($call)*))
    };
}
pub(super) use require;
