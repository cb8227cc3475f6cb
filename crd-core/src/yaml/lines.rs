//! Converts byte offsets to lines and columns.

use std::borrow::Cow;

/// The positions at which the lines of a source start.
#[derive(Clone, Debug)]
pub struct LineIndex<'a> {
    source: &'a [u8],
    starts: Cow<'a, [u32]>,
}

/// A line and a column, both one-based; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl<'a> LineIndex<'a> {
    /// Finds the lines of `source`. Sources of more than 4 GiB are indexed up to there.
    pub fn new(source: &'a [u8]) -> Self {
        // Counting is cheap, and a list that grows needs several times the memory.
        let mut starts = Vec::with_capacity(memchr::memchr_iter(b'\n', source).count() + 1);
        starts.push(0);
        let ends = memchr::memchr_iter(b'\n', source);
        starts.extend(ends.filter_map(|at| u32::try_from(at + 1).ok()));
        LineIndex {
            source,
            starts: starts.into(),
        }
    }

    /// Creates an index from the starts of the lines of `source`, which [`into_starts`](Self::into_starts) returned.
    pub fn of_starts(source: &'a [u8], starts: &'a [u32]) -> Self {
        LineIndex {
            source,
            starts: starts.into(),
        }
    }

    /// Returns the byte offsets at which the lines start.
    pub fn into_starts(self) -> Vec<u32> {
        self.starts.into_owned()
    }

    /// Returns the position of the character at or around `offset`. Past the end it is the end.
    pub fn position(&self, offset: u32) -> Position {
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or(0) as usize;
        // Bytes of the form 10xxxxxx continue a character.
        let continues = |at: usize| self.source.get(at).is_some_and(|byte| byte & 0xc0 == 0x80);
        let mut end = (offset as usize).min(self.source.len());
        while end > start && continues(end) {
            end -= 1;
        }
        let before = self.source.get(start..end).unwrap_or_default();
        let column = before.iter().filter(|byte| **byte & 0xc0 != 0x80).count() + 1;
        Position {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            column: u32::try_from(column).unwrap_or(u32::MAX),
        }
    }

    /// Returns the number of lines; an empty source has one.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Always returns false: an empty source has one line.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Returns the offset at which a one-based line starts; the end of the source for lines that it does not have.
    pub fn start(&self, line: u32) -> usize {
        let start = self.starts.get((line as usize).saturating_sub(1));
        start.map_or(self.source.len(), |start| *start as usize)
    }

    /// Returns the text of a one-based line, without its line end. Bytes that are not UTF-8 are replaced.
    pub fn line(&self, line: u32) -> Cow<'a, str> {
        let start = self.start(line);
        let end = self.start(line.max(1).saturating_add(1));
        let text = self.source.get(start..end).unwrap_or_default();
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        String::from_utf8_lossy(text.strip_suffix(b"\r").unwrap_or(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions() {
        let index = LineIndex::new("aé\nb\r\n\nc".as_bytes());
        let at = |offset| {
            let Position { line, column } = index.position(offset);
            (line, column)
        };
        assert_eq!(
            [0, 1, 2, 3, 4, 5, 7, 8, 9, 99].map(at),
            [
                (1, 1),
                (1, 2),
                (1, 2),
                (1, 3),
                (2, 1),
                (2, 2),
                (3, 1),
                (4, 1),
                (4, 2),
                (4, 2)
            ]
        );
        assert_eq!(
            [1, 2, 3, 4, 5].map(|line| index.line(line)),
            ["aé", "b", "", "c", ""]
        );
        assert_eq!(LineIndex::new(b"").position(0), Position { line: 1, column: 1 });
    }
}
