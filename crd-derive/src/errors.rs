//! Collects the errors of one expansion. Parsing and checking continue after an error.

use std::cell::{Cell, RefCell};
use std::fmt::Arguments;
use std::ops::Range;
use std::thread;

use proc_macro2::{Span, TokenTree};
use quote::ToTokens;

use crate::codes::Code;
use crate::spanned::Spanned;

/// Reports an error: `report!(cx, tokens => CODE, "…")`, or `report!(cx, text, range => CODE, "…")` for a part of a string literal.
macro_rules! report {
    ($cx:expr, $on:expr => $code:ident, $($message:tt)+) => {
        $cx.error(&$on, $crate::codes::$code, format_args!($($message)+))
    };
    ($cx:expr, $text:expr, $range:expr => $code:ident, $($message:tt)+) => {
        $cx.error_in(&$text, $range, $crate::codes::$code, format_args!($($message)+))
    };
}
pub(crate) use report;

/// The errors of one expansion. Dropping it without [`Errors::finish`] panics, since the errors would be lost.
pub(crate) struct Errors {
    /// `None` once [`Errors::finish`] has been called.
    reported: RefCell<Option<Vec<syn::Error>>>,
    /// The number of errors of rules.
    of_rules: Cell<usize>,
    /// Whether serde's derives reject the type, too.
    fails_in_serde: Cell<bool>,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Errors {
            reported: RefCell::new(Some(Vec::new())),
            of_rules: Cell::new(0),
            fails_in_serde: Cell::new(false),
        }
    }

    /// Ignores errors, for attributes that another derive on the same item parses and reports.
    pub(crate) fn silent() -> Self {
        Errors {
            reported: RefCell::new(None),
            of_rules: Cell::new(0),
            fails_in_serde: Cell::new(false),
        }
    }

    /// Reports an error on tokens.
    pub(crate) fn error(&self, tokens: &dyn ToTokens, code: Code, message: Arguments<'_>) {
        self.push(syn::Error::new_spanned(tokens, format!("{message} [{code}]")));
    }

    /// Reports an error in a string literal: on the bytes `range` of its value where the compiler has spans for them
    /// (nightly), otherwise on the literal, with the line and carets in the message.
    pub(crate) fn error_in(
        &self,
        text: &Spanned<String>,
        range: Range<usize>,
        code: Code,
        message: Arguments<'_>,
    ) {
        if let Some(span) = span_inside(text, range.clone()) {
            self.push(syn::Error::new(span, format!("{message} [{code}]")));
        } else {
            let excerpt = excerpt(&text.value, range);
            self.push(syn::Error::new_spanned(
                text,
                format!("{message} [{code}]{excerpt}"),
            ));
        }
    }

    /// Reports an error of syn, such as a malformed attribute.
    pub(crate) fn syntax(&self, code: Code, error: &syn::Error) {
        for part in error {
            self.push(syn::Error::new_spanned(
                part.to_compile_error(),
                format!("{part} [{code}]"),
            ));
        }
    }

    /// Number of errors so far.
    pub(crate) fn count(&self) -> usize {
        self.reported.borrow().as_ref().map_or(0, Vec::len)
    }

    /// Runs checks of rules, whose errors concern nothing else. Returns nothing if there are errors.
    pub(crate) fn in_rules<T: Default>(&self, check: impl FnOnce() -> T) -> T {
        let (before, of_rules) = (self.count(), self.of_rules.get());
        let found = check();
        let errors = self.count() - before;
        self.of_rules.set(of_rules + errors);
        if errors == 0 { found } else { T::default() }
    }

    /// Whether nothing was reported so far.
    pub(crate) fn is_clean(&self) -> bool {
        self.count() == 0
    }

    /// Whether nothing was reported so far, except for errors of rules.
    pub(crate) fn has_only_errors_of_rules(&self) -> bool {
        self.count() == self.of_rules.get()
    }

    /// Says that serde's derives reject what was just reported, so that they implement nothing.
    pub(crate) fn serde_rejects_it_too(&self) {
        self.fails_in_serde.set(true);
    }

    /// Whether serde's derives reject the type and implement nothing.
    pub(crate) fn fails_in_serde(&self) -> bool {
        self.fails_in_serde.get()
    }

    /// Returns all errors as `compile_error!` items; no tokens if there are no errors.
    pub(crate) fn finish(self) -> proc_macro2::TokenStream {
        self.reported
            .borrow_mut()
            .take()
            .into_iter()
            .flatten()
            .map(|error| error.to_compile_error())
            .collect()
    }

    fn push(&self, error: syn::Error) {
        if let Some(errors) = self.reported.borrow_mut().as_mut() {
            errors.push(error);
        }
    }
}

/// Returns the span of some bytes of a string literal's value, if the literal has no escapes.
fn span_inside(text: &Spanned<String>, range: Range<usize>) -> Option<Span> {
    let Some(TokenTree::Literal(literal)) = text.tokens.clone().into_iter().next() else {
        return None;
    };
    let source = literal.to_string();
    let start = source.find('"')? + 1;
    let has_no_escapes = source.get(start..start + text.value.len()) == Some(text.value.as_str());
    let range = start + range.start..start + range.end.max(range.start + 1);
    if has_no_escapes {
        literal.subspan(range)
    } else {
        None
    }
}

/// Returns the line of a text that contains `range`, with carets below it.
fn excerpt(text: &str, range: Range<usize>) -> String {
    let start = range.start.min(text.len());
    let from = text
        .get(..start)
        .and_then(|before| before.rfind('\n'))
        .map_or(0, |at| at + 1);
    let line = text
        .get(from..)
        .and_then(|rest| rest.lines().next())
        .unwrap_or_default();
    let (Some(before), Some(marked)) = (
        text.get(from..start),
        text.get(start..range.end.min(from + line.len()).max(start)),
    ) else {
        return String::new();
    };
    let carets = "^".repeat(marked.chars().count().max(1));
    format!("\n  {line}\n  {}{carets}", " ".repeat(before.chars().count()))
}

impl Drop for Errors {
    fn drop(&mut self) {
        let forgotten = self.reported.borrow().is_some();
        assert!(
            thread::panicking() || !forgotten,
            "the errors of this expansion were never reported; this is a bug of the macro"
        );
    }
}
