//! The place at which the parser of a document stops, and changes of the text after which it goes further.

use super::lines::{Line, lines};
use super::{Options, ReadError, ReadErrorKind, builder};
use crate::yaml::tree::Span;

/// Maximum number of bytes of a document that is parsed again.
const LARGEST: usize = 1 << 20;

/// A document, its lines, and the index of the one at which the parser stops.
pub(super) struct Stop<'a> {
    pub(super) text: &'a str,
    pub(super) lines: &'a [Line<'a>],
    pub(super) last: usize,
    pub(super) at: usize,
}

/// A change of a document after which the parser goes further.
#[derive(Clone, Debug)]
pub(crate) struct Repair {
    /// The place of the mistake.
    pub(crate) span: Span,
    /// What is wrong, and what to write.
    pub(crate) message: String,
    /// The changed text.
    pub(crate) text: String,
    /// What else may be meant, if mistakes are left in the changed text.
    pub(crate) alternative: Option<&'static str>,
}

/// The repairs of a document.
pub(crate) struct Repairs {
    /// The offset of the document in its file.
    pub(crate) start: u32,
    /// Those that explain the error, the likeliest first.
    pub(crate) likely: Vec<Repair>,
    /// Those that must be compared with others.
    pub(crate) unlikely: Vec<Repair>,
}

impl Repair {
    /// Returns the error with the place and the words of the repair, in a file in which the document has an offset.
    pub(crate) fn into_error(self, base: u32) -> ReadError {
        ReadError {
            kind: ReadErrorKind::Syntax,
            message: self.message,
            span: self.span.shifted(base),
        }
    }
}

/// Finds the place of a syntax error in a document. `line` is the number of its first line, and `base` its offset.
pub(super) fn at_error<R>(
    text: &str,
    base: u32,
    line: usize,
    error: &ReadError,
    explain: impl FnOnce(&Stop<'_>) -> Option<R>,
) -> Option<R> {
    if error.kind != ReadErrorKind::Syntax || text.len() > LARGEST {
        return None;
    }
    let at = error.span.start.checked_sub(base)? as usize;
    let lines = lines(text, line);
    explain(&Stop {
        text,
        last: lines.iter().rposition(|line| line.start <= at)?,
        lines: &lines,
        at,
    })
}

impl<'a> Stop<'a> {
    /// Returns the line at which the parser stops, and the one above.
    pub(super) fn near(&self) -> impl Iterator<Item = &'a Line<'a>> {
        let near = self.lines.get(self.last.saturating_sub(1)..=self.last);
        near.unwrap_or_default().iter().rev()
    }

    /// Returns the last line and the one above.
    pub(super) fn two(&self) -> Option<(&'a Line<'a>, &'a Line<'a>)> {
        Some((
            self.lines.get(self.last.checked_sub(1)?)?,
            self.lines.get(self.last)?,
        ))
    }

    /// Returns the lines above or below a line that have its column or are indented deeper.
    pub(super) fn above(&self, line: &Line<'_>) -> impl Iterator<Item = &'a Line<'a>> {
        let (start, indent) = (line.start, line.indent);
        let above = self.lines.iter().rev().skip_while(move |one| one.start >= start);
        above.take_while(move |one| one.indent >= indent)
    }

    pub(super) fn below(&self, line: &Line<'_>) -> impl Iterator<Item = &'a Line<'a>> {
        let (start, indent) = (line.start, line.indent);
        let below = self.lines.iter().skip_while(move |one| one.start <= start);
        below.take_while(move |one| one.indent >= indent)
    }

    /// Returns the text with other bytes at a position if it has no syntax error up to the line after the last one.
    pub(super) fn repaired(&self, at: usize, removed: usize, added: &str) -> Option<String> {
        let text = [self.text.get(..at)?, added, self.text.get(at + removed..)?].concat();
        let built = builder::build(&text, 0, &Options::default());
        let next = self.lines.get(self.last + 1);
        let next = (next.map_or(self.text.len(), |line| line.start) + added.len()).saturating_sub(removed);
        let is_syntax = |error: &&ReadError| error.kind == ReadErrorKind::Syntax;
        let first = built.errors.iter().find(is_syntax);
        let is_further = first.is_none_or(|error| error.span.start as usize >= next);
        (built.ignored_from.is_none() && is_further).then_some(text)
    }

    /// Returns the repair that replaces bytes, with its place and words, if the parser goes further after it.
    pub(super) fn repair(
        &self,
        at: usize,
        removed: usize,
        added: &str,
        words: impl FnOnce() -> (Span, String),
    ) -> Option<Repair> {
        let text = self.repaired(at, removed, added)?;
        let (span, message) = words();
        Some(Repair {
            span,
            message,
            text,
            alternative: None,
        })
    }
}
