//! The call of one constant check, reported at the tokens that it is about.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

use crate::hygiene::stable_span;

/// `require(check::…)` with the span of the given tokens.
pub(super) fn require(on: impl ToTokens, call: &TokenStream) -> TokenStream {
    let span = on
        .to_token_stream()
        .into_iter()
        .next()
        .map_or_else(stable_span, |token: TokenTree| token.span());
    quote_spanned!(span=> __crd::check::require(__crd::check::#call))
}
