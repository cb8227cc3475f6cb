//! Errors accumulate here; nothing stops at the first.

use std::cell::RefCell;
use std::fmt::Display;
use std::thread;

use quote::ToTokens;

use crate::codes::Code;

/// Collects the errors of one expansion and refuses to be forgotten.
pub(crate) struct Context {
    /// `None` once [`Context::finish`] has been called.
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Context {
    pub(crate) fn new() -> Self {
        Context {
            errors: RefCell::new(Some(Vec::new())),
        }
    }

    /// Reports a mistake on the tokens it sits on.
    pub(crate) fn error(&self, tokens: impl ToTokens, code: Code, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, format!("{message} [{code}]")));
    }

    /// Takes over an error of syn, such as a malformed attribute.
    pub(crate) fn syntax(&self, code: Code, error: &syn::Error) {
        for part in error {
            self.push(syn::Error::new(part.span(), format!("{part} [{code}]")));
        }
    }

    /// How many errors there are so far.
    pub(crate) fn count(&self) -> usize {
        self.errors.borrow().as_ref().map_or(0, Vec::len)
    }

    /// All errors as `compile_error!` items; nothing when there are none.
    pub(crate) fn finish(self) -> proc_macro2::TokenStream {
        self.errors
            .borrow_mut()
            .take()
            .into_iter()
            .flatten()
            .map(|error| error.to_compile_error())
            .collect()
    }

    fn push(&self, error: syn::Error) {
        if let Some(errors) = self.errors.borrow_mut().as_mut() {
            errors.push(error);
        }
    }
}

impl Drop for Context {
    #[expect(
        clippy::panic,
        reason = "a forgotten context loses errors silently; this is a bug of the macro"
    )]
    fn drop(&mut self) {
        if !thread::panicking() && self.errors.borrow().is_some() {
            panic!("the errors of this expansion were never reported");
        }
    }
}
