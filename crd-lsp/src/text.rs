//! The text of a document, and positions in the encoding of the client.

use gen_lsp_types::{Position, PositionEncodingKind, Range, TextDocumentContentChangeEvent};

use crd_core::yaml::tree::Span;

/// The unit of character offsets in positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, which every client supports.
    #[default]
    Utf16,
    /// Unicode code points.
    Utf32,
}

impl Encoding {
    /// Returns the encoding with a name that clients offer.
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "utf-8" => Some(Encoding::Utf8),
            "utf-16" => Some(Encoding::Utf16),
            "utf-32" => Some(Encoding::Utf32),
            _ => None,
        }
    }

    /// Returns the name of the encoding in the protocol.
    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn width(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// A text with the starts of its lines. Lines end with `\n`, `\r\n` or `\r`, as in the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DocumentText {
    content: String,
    starts: Vec<u32>,
    encoding: Encoding,
}

impl DocumentText {
    /// Creates a text with the position encoding of a client.
    pub(crate) fn new(content: String, encoding: Encoding) -> Self {
        let mut text = DocumentText {
            content,
            starts: Vec::new(),
            encoding,
        };
        text.find_lines();
        text
    }

    /// Creates another text with the same position encoding.
    pub(crate) fn like(&self, content: String) -> Self {
        DocumentText::new(content, self.encoding)
    }

    /// Returns the text as a string.
    pub(crate) fn as_str(&self) -> &str {
        &self.content
    }

    fn find_lines(&mut self) {
        let bytes = self.content.as_bytes();
        self.starts.clear();
        self.starts.push(0);
        for end in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            let is_pair = bytes.get(end) == Some(&b'\r') && bytes.get(end + 1) == Some(&b'\n');
            if !is_pair && let Ok(start) = u32::try_from(end + 1) {
                self.starts.push(start);
            }
        }
    }

    /// Returns the byte range of a line, without its end.
    pub(crate) fn line(&self, line: usize) -> std::ops::Range<usize> {
        let start = self.line_start(line);
        let end = self.line_start(line + 1);
        let content = self.content.get(start..end).unwrap_or_default();
        start..start + content.trim_end_matches(['\n', '\r']).len()
    }

    fn line_start(&self, line: usize) -> usize {
        let start = self.starts.get(line);
        start.map_or(self.content.len(), |start| *start as usize)
    }

    /// Returns the line of a byte offset.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        self.starts
            .partition_point(|start| *start as usize <= offset)
            .saturating_sub(1)
    }

    /// Returns the byte offset of a position. A position after the end of a line is moved to its end, and a position inside of a
    /// character to its start.
    pub(crate) fn offset(&self, position: Position) -> usize {
        let line = self.line(position.line as usize);
        let mut left = position.character as usize;
        let mut at = line.start;
        for c in self.content.get(line.clone()).unwrap_or_default().chars() {
            let width = self.encoding.width(c);
            if left < width {
                break;
            }
            left -= width;
            at += c.len_utf8();
        }
        at
    }

    /// Returns the position of a byte offset. An offset after the end is moved to the end.
    pub(crate) fn position(&self, offset: usize) -> Position {
        let mut offset = offset.min(self.content.len());
        while !self.content.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_of(offset);
        let before = self
            .content
            .get(self.line_start(line)..offset)
            .unwrap_or_default();
        let characters: usize = before.chars().map(|c| self.encoding.width(c)).sum();
        Position {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            character: u32::try_from(characters).unwrap_or(u32::MAX),
        }
    }

    /// Converts a byte range to a range of positions.
    pub(crate) fn range(&self, bytes: std::ops::Range<usize>) -> Range {
        Range {
            start: self.position(bytes.start),
            end: self.position(bytes.end),
        }
    }

    /// Converts a span to a range of positions.
    pub(crate) fn range_of(&self, span: Span) -> Range {
        self.range(span.start as usize..span.end as usize)
    }

    /// Converts a range of positions to a byte range.
    pub(crate) fn bytes(&self, range: Range) -> std::ops::Range<usize> {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        start.min(end)..start.max(end)
    }

    /// Applies the changes of a client in order.
    pub(crate) fn change(&mut self, changes: &[TextDocumentContentChangeEvent]) {
        for change in changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    self.content.replace_range(self.bytes(part.range), &part.text);
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    self.content.clone_from(&whole.text);
                }
            }
            self.find_lines();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn positions_count_in_the_encoding_of_the_client() {
        for (encoding, character) in [(Encoding::Utf8, 6), (Encoding::Utf16, 3), (Encoding::Utf32, 2)] {
            let text = DocumentText::new("a\r\né😀b\n".to_owned(), encoding);
            let b = text.as_str().find('b').unwrap();
            assert_eq!(text.position(b), position(1, character), "{encoding:?}");
            assert_eq!(text.offset(position(1, character)), b, "{encoding:?}");
        }
    }

    #[test]
    fn positions_outside_of_the_text_are_its_nearest() {
        let text = DocumentText::new("ab\r\ncd\re\n".to_owned(), Encoding::Utf16);
        for (at, offset) in [((0, 9), 2), ((1, 1), 5), ((2, 0), 7), ((3, 0), 9), ((9, 9), 9)] {
            assert_eq!(text.offset(position(at.0, at.1)), offset, "{at:?}");
        }
        assert_eq!(text.position(99), position(3, 0));
    }

    #[test]
    fn changes_are_made_in_order() {
        let mut text = DocumentText::new("a: 1\nb: 2\n".to_owned(), Encoding::Utf16);
        let change = |start: (u32, u32), end: (u32, u32), new: &str| {
            serde_json::from_value(serde_json::json!({
                "range": {"start": {"line": start.0, "character": start.1}, "end": {"line": end.0, "character": end.1}},
                "text": new,
            }))
            .unwrap()
        };
        text.change(&[
            change((1, 0), (1, 1), "ü"),
            change((1, 1), (1, 1), "😀"),
            change((1, 3), (2, 0), ""),
        ]);
        assert_eq!(text.as_str(), "a: 1\nü😀");
        assert_eq!(text.starts.len(), 2);
    }
}
