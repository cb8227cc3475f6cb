//! A position in a pattern, and the errors reported from there.

use std::ops::Range;

use super::{RegexError, RegexErrorKind};

/// A position in the pattern.
pub(super) struct Cursor<'p> {
    text: &'p str,
    at: usize,
}

impl<'p> Cursor<'p> {
    pub(super) fn new(text: &'p str) -> Self {
        Self { text, at: 0 }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn end(&self) -> usize {
        self.text.len()
    }

    pub(super) fn rest(&self) -> &'p str {
        self.text.get(self.at..).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let char = self.peek()?;
        self.at += char.len_utf8();
        Some(char)
    }

    pub(super) fn skip(&mut self, bytes: usize) {
        self.at = self.at.saturating_add(bytes).min(self.text.len());
    }

    pub(super) fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.skip(token.len());
        }
        found
    }

    pub(super) fn error_in(&self, kind: RegexErrorKind, span: Range<usize>) -> RegexError {
        RegexError::new(kind, self.text, span)
    }

    /// Creates an error about the text from `start` to the cursor.
    pub(super) fn error_from(&self, kind: RegexErrorKind, start: usize) -> RegexError {
        self.error_in(kind, start..self.at)
    }
}
