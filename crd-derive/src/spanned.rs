//! Values with the tokens they were parsed from.

use proc_macro2::TokenStream;
use quote::ToTokens;

/// A value with the tokens it came from.
#[derive(Clone)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) tokens: TokenStream,
}

impl<T> Spanned<T> {
    pub(crate) fn new(value: T, tokens: &impl ToTokens) -> Self {
        Spanned {
            value,
            tokens: tokens.to_token_stream(),
        }
    }
}

impl<T> ToTokens for Spanned<T> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(self.tokens.clone());
    }
}
