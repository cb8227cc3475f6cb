//! Texts of files, with lines, columns and excerpts.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crd_core::yaml::tree::Span;
use crd_core::yaml::{LineIndex, Position};

/// A text and the starts of its lines.
#[derive(Debug)]
pub(crate) struct SourceText {
    /// The path that findings show.
    pub(crate) path: PathBuf,
    /// The text.
    pub(crate) text: String,
    /// The byte offsets at which lines start; most files have no findings and never need them.
    starts: OnceLock<Vec<u32>>,
    /// Cached result of `shown`.
    shown: OnceLock<String>,
}

impl SourceText {
    pub(crate) fn new(path: PathBuf, text: String) -> Self {
        SourceText {
            path,
            text,
            starts: OnceLock::new(),
            shown: OnceLock::new(),
        }
    }

    fn lines(&self) -> LineIndex<'_> {
        let text = self.text.as_bytes();
        let starts = self.starts.get_or_init(|| LineIndex::new(text).into_starts());
        LineIndex::of_starts(text, starts)
    }

    /// Returns the position of a byte; a byte inside a character counts as the character.
    pub(crate) fn position(&self, byte: u32) -> Position {
        self.lines().position(byte)
    }

    /// Returns the text of a line, counted from 1, without its line break.
    pub(crate) fn line(&self, line: u32) -> Cow<'_, str> {
        self.lines().line(line)
    }

    /// Returns the byte offset of a line.
    pub(crate) fn line_start(&self, line: u32) -> usize {
        self.lines().start(line)
    }

    /// Cuts a span to the rest of its first line, without trailing whitespace.
    pub(crate) fn on_first_line(&self, span: Span) -> Span {
        let Position { line, .. } = self.position(span.start);
        let line_end = self.line_start(line) + self.line(line).trim_end().len();
        let end = span.end.min(u32::try_from(line_end).unwrap_or(u32::MAX));
        Span {
            start: span.start,
            end: end.max(span.start),
        }
    }

    /// Returns `path:line:column` of a span, or the path alone.
    pub(crate) fn place(&self, span: Option<Span>) -> String {
        let shown = self.shown();
        let start = span.map(|span| self.position(span.start));
        start.map_or_else(
            || shown.to_owned(),
            |at| format!("{shown}:{}:{}", at.line, at.column),
        )
    }

    /// Returns the path as findings show it.
    pub(crate) fn shown(&self) -> &str {
        self.shown.get_or_init(|| shown(&self.path))
    }
}

/// Formats a path with forward slashes, as given.
pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_and_characters() {
        let source = SourceText::new("x".into(), "a: é\r\nbc: d\n".to_owned());
        for (byte, line, column) in [(0, 1, 1), (3, 1, 4), (4, 1, 4), (7, 2, 1), (11, 2, 5), (99, 3, 1)] {
            assert_eq!(source.position(byte), Position { line, column }, "{byte}");
        }
        assert_eq!(source.line(1), "a: é");
        assert_eq!(source.line(2), "bc: d");
        assert_eq!(
            source.on_first_line(Span { start: 0, end: 12 }),
            Span { start: 0, end: 5 }
        );
    }
}
