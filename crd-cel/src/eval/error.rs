//! Errors at run time: error values of CEL, and reasons to stop an evaluation.

use std::borrow::Cow;
use std::fmt;
use std::rc::Rc;

/// An error value: it propagates through the expression until `&&`, `||` or an aggregate absorbs it.
///
/// `Display` is the text that the API server reports.
#[derive(Clone, Debug)]
pub struct EvalError(ErrorText);

#[derive(Clone, Debug)]
enum ErrorText {
    Fixed(&'static str),
    Shared(Rc<str>),
}

impl EvalError {
    /// Creates an error with the server's text.
    pub fn new(text: impl Into<Cow<'static, str>>) -> Self {
        Self(match text.into() {
            Cow::Borrowed(text) => ErrorText::Fixed(text),
            Cow::Owned(text) => ErrorText::Shared(text.into()),
        })
    }

    /// Returns the server's text.
    pub fn text(&self) -> &str {
        match &self.0 {
            ErrorText::Fixed(text) => text,
            ErrorText::Shared(text) => text,
        }
    }

    /// Checks whether this is the error of a variable without a value, such as `oldSelf` on creation.
    pub(super) fn is_missing_variable(&self) -> bool {
        self.text().starts_with("no such attribute(s): ")
    }
}

impl PartialEq for EvalError {
    fn eq(&self, other: &Self) -> bool {
        self.text() == other.text()
    }
}

impl Eq for EvalError {}

impl fmt::Display for EvalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl std::error::Error for EvalError {}

/// The reason why an expression stopped before it had a value. Nothing absorbs these.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AbortReason {
    /// The cost exceeded the limit.
    CostLimit,
    /// The server's own cost tracking fails on such values; contains its text.
    Internal(String),
    /// A text over 64 MiB or a list over 4,194,304 elements. The server has no such limit; it runs out of memory later.
    TooLarge,
}

/// The most bytes that a computed text may have.
pub(super) const MAX_TEXT: usize = 64 << 20;
/// The most elements that a computed list may have.
pub(super) const MAX_ITEMS: usize = 4 << 20;

impl fmt::Display for AbortReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AbortReason::CostLimit => f.write_str("operation cancelled: actual cost limit exceeded"),
            AbortReason::Internal(text) => write!(f, "internal error: {text}"),
            AbortReason::TooLarge => f.write_str("a computed value is too large"),
        }
    }
}

impl std::error::Error for AbortReason {}
