//! Source texts: lines, columns, and pieces to show.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use crd_core::yaml::tree::Span;

/// A text and where its lines begin.
pub(crate) struct Source {
    /// How findings name it.
    pub(crate) path: PathBuf,
    /// The text.
    pub(crate) text: String,
    /// Where lines begin; most files have no findings and never need it.
    lines: OnceLock<Vec<u32>>,
}

/// A place as people count: lines and columns from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineColumn {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Source {
    pub(crate) fn new(path: PathBuf, text: String) -> Self {
        Source {
            path,
            text,
            lines: OnceLock::new(),
        }
    }

    fn lines(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let breaks = self.text.match_indices('\n');
            std::iter::once(0)
                .chain(breaks.filter_map(|(at, _)| u32::try_from(at + 1).ok()))
                .collect()
        })
    }

    /// Where a byte is; a byte inside a character counts as the character.
    pub(crate) fn position(&self, byte: u32) -> LineColumn {
        let line = self.lines().partition_point(|start| *start <= byte).max(1);
        let start = self.lines().get(line - 1).copied().unwrap_or_default() as usize;
        let mut end = (byte as usize).min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = self.text.get(start..end).unwrap_or_default();
        LineColumn {
            line,
            column: before.chars().count() + 1,
        }
    }

    /// The text of a line, counted from 1, without its line break.
    pub(crate) fn line(&self, line: usize) -> &str {
        let start = self
            .lines()
            .get(line.saturating_sub(1))
            .copied()
            .unwrap_or_default() as usize;
        let end = self
            .lines()
            .get(line)
            .map_or(self.text.len(), |next| *next as usize);
        self.text
            .get(start..end)
            .unwrap_or_default()
            .trim_end_matches(['\n', '\r'])
    }

    /// The byte a line begins at.
    pub(crate) fn line_start(&self, line: usize) -> usize {
        self.lines()
            .get(line.saturating_sub(1))
            .copied()
            .unwrap_or_default() as usize
    }

    /// A span no longer than the rest of its first line, without trailing blanks.
    pub(crate) fn on_first_line(&self, span: Span) -> Span {
        let LineColumn { line, .. } = self.position(span.start);
        let line_end = self.line_start(line) + self.line(line).trim_end().len();
        let end = span.end.min(u32::try_from(line_end).unwrap_or(u32::MAX));
        Span {
            start: span.start,
            end: end.max(span.start),
        }
    }

    /// The path as findings show it.
    pub(crate) fn shown(&self) -> String {
        shown(&self.path)
    }
}

/// A path with forward slashes, as given.
pub(crate) fn shown(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_and_characters() {
        let source = Source::new("x".into(), "a: é\r\nbc: d\n".to_owned());
        for (byte, line, column) in [(0, 1, 1), (3, 1, 4), (4, 1, 4), (7, 2, 1), (11, 2, 5), (99, 3, 1)] {
            assert_eq!(source.position(byte), LineColumn { line, column }, "{byte}");
        }
        assert_eq!(source.line(1), "a: é");
        assert_eq!(source.line(2), "bc: d");
        assert_eq!(
            source.on_first_line(Span { start: 0, end: 12 }),
            Span { start: 0, end: 5 }
        );
    }
}
