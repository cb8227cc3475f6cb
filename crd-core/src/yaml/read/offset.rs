//! Maps a position in a decoded scalar back to the source, for carets below CEL rules.
//!
//! ```text
//! rule: 'self.a == ''b'''       the `b` is byte 11 of the decoded text `self.a == 'b'`
//!                    ^          and byte 19 of the source
//! ```
//!
//! The scalar may be plain, quoted or a block. It is decoded a second time, counting bytes, since positions are only
//! needed for errors and readers that kept them would be slower for all documents.

use crate::yaml::tree::Span;

/// Returns the position in `source` of the character at byte `offset` of a decoded scalar. `span` is the span
/// of the scalar. An offset at or after the end of the text gives the end of the last character.
pub fn source_offset(source: &str, span: Span, offset: usize) -> u32 {
    let walk = OffsetDecoder::run(source, span, offset, None);
    u32::try_from(walk.found.unwrap_or(walk.last)).unwrap_or(u32::MAX)
}

/// Returns the position in `source` of each byte of a decoded scalar, and of its end; bytes of one character
/// have the same position.
pub fn source_offsets(source: &str, span: Span) -> Vec<u32> {
    let walk = OffsetDecoder::run(source, span, usize::MAX, Some(Vec::new()));
    let mut offsets = walk.all.unwrap_or_default();
    offsets.push(u32::try_from(walk.last).unwrap_or(u32::MAX));
    offsets
}

/// The style of a block scalar.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BlockStyle {
    /// `|`
    Literal,
    /// `>`
    Folded,
}

/// Decodes a well-formed scalar, counting bytes instead of collecting them.
struct OffsetDecoder<'a> {
    source: &'a str,
    at: usize,
    end: usize,
    wanted: usize,
    decoded: usize,
    found: Option<usize>,
    /// End offset of the last character of the text.
    last: usize,
    /// The position of each byte so far, if all are requested.
    all: Option<Vec<u32>>,
}

impl<'a> OffsetDecoder<'a> {
    fn run(source: &'a str, span: Span, wanted: usize, all: Option<Vec<u32>>) -> Self {
        let mut walk = OffsetDecoder {
            source,
            at: span.start as usize,
            end: (span.end as usize).min(source.len()),
            wanted,
            decoded: 0,
            found: None,
            last: span.start as usize,
            all,
        };
        match walk.peek() {
            Some('"') => walk.quoted('"'),
            Some('\'') => walk.quoted('\''),
            Some('|') => walk.block(BlockStyle::Literal),
            Some('>') => walk.block(BlockStyle::Folded),
            _ => walk.flow_text(None),
        }
        walk
    }

    fn rest(&self) -> &str {
        self.source.get(self.at..self.end).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Counts a character of `length` bytes decoded from `from..self.at`.
    fn emit(&mut self, length: usize, from: usize) {
        if self.found.is_none() && self.wanted < self.decoded + length {
            self.found = Some(from);
        }
        if let Some(all) = &mut self.all {
            let place = u32::try_from(from).unwrap_or(u32::MAX);
            all.resize(all.len() + length, place);
        }
        self.decoded += length;
        self.last = self.at;
    }

    fn quoted(&mut self, quote: char) {
        self.at += 1;
        if self
            .source
            .get(self.at..self.end)
            .is_some_and(|rest| rest.ends_with(quote))
        {
            self.end -= 1;
        }
        self.last = self.at;
        self.flow_text(Some(quote));
    }

    /// Decodes plain or quoted text: lines are folded, and quotes have their escapes.
    fn flow_text(&mut self, quote: Option<char>) {
        while let Some(c) = self.peek() {
            let from = self.at;
            match c {
                ' ' | '\t' | '\n' | '\r' => self.blanks(),
                '\'' if quote == Some('\'') => {
                    self.at += 2;
                    self.emit(1, from);
                }
                '\\' if quote == Some('"') => self.escape(),
                c => {
                    self.at += c.len_utf8();
                    self.emit(c.len_utf8(), from);
                }
            }
            if self.found.is_some() {
                return;
            }
        }
    }

    /// Skips white space: each character counts within a line, and line ends are folded.
    fn blanks(&mut self) {
        let start = self.at;
        let run = self.rest();
        let length = run.len() - run.trim_start_matches([' ', '\t', '\n', '\r']).len();
        let breaks = run.get(..length).map_or(0, |blanks| blanks.matches('\n').count());
        if breaks == 0 {
            for _ in 0..length {
                let from = self.at;
                self.at += 1;
                self.emit(1, from);
            }
            return;
        }
        self.at = start + length;
        for _ in 0..breaks.saturating_sub(1).max(1) {
            self.emit(1, start);
        }
    }

    fn escape(&mut self) {
        let from = self.at;
        self.at += 1;
        let Some(c) = self.peek() else { return };
        self.at += c.len_utf8();
        let digits = match c {
            'x' => 2,
            'u' => 4,
            'U' => 8,
            '\n' | '\r' => return self.escaped_break(from),
            'N' | '_' => return self.emit(2, from),
            'L' | 'P' => return self.emit(3, from),
            _ => return self.emit(1, from),
        };
        let mut code = self.hex(digits);
        // JSON writes a character beyond the basic multilingual plane as two escapes.
        if (0xd800..0xdc00).contains(&code) && self.rest().starts_with("\\u") {
            let back = self.at;
            self.at += 2;
            let low = self.hex(4);
            if (0xdc00..0xe000).contains(&low) {
                code = 0x1_0000;
            } else {
                self.at = back;
            }
        }
        self.emit(char::from_u32(code).map_or(3, char::len_utf8), from);
    }

    /// Decodes a line end after a backslash, which joins the lines; empty lines after it count.
    fn escaped_break(&mut self, from: usize) {
        let run = self.rest();
        let length = run.len() - run.trim_start_matches([' ', '\t', '\n', '\r']).len();
        let blanks = run.get(..length).unwrap_or_default();
        let carriage = self
            .source
            .get(..self.at)
            .is_some_and(|before| before.ends_with('\r'));
        let breaks = blanks.matches('\n').count().saturating_sub(usize::from(carriage));
        self.at += length;
        for _ in 0..breaks {
            self.emit(1, from);
        }
    }

    fn hex(&mut self, digits: usize) -> u32 {
        let code = self
            .rest()
            .get(..digits)
            .and_then(|text| u32::from_str_radix(text, 16).ok());
        self.at += digits;
        code.unwrap_or(0xfffd)
    }

    /// Decodes a literal or folded block, starting at its header.
    fn block(&mut self, style: BlockStyle) {
        let header_at = self.at;
        let header = self.rest().lines().next().unwrap_or_default().len();
        let indicators = || self.rest().chars().skip(1).take(2);
        let digit = indicators().find_map(|c| c.to_digit(10));
        // How many of the line ends after the text belong to it: all, none, or one.
        let kept = match indicators().find(|c| ['+', '-'].contains(c)) {
            Some('+') => usize::MAX,
            Some(_) => 0,
            None => 1,
        };
        // Empty lines after the text belong to it if they are kept, and are not part of the span.
        let after = self.source.get(self.end..).unwrap_or_default();
        self.end += after.len() - after.trim_start_matches(['\r', '\n']).len();
        self.at += header;
        self.last = self.at;
        self.skip_line_end();
        let indent = match digit {
            Some(digit) => parent_indent(self.source, header_at) + digit as usize,
            None => self.rest().lines().find_map(text_indent).unwrap_or(0),
        };
        // State from the previous lines: line ends that may fold, whether there was text, and whether it was more indented.
        let (mut pending, mut text_before, mut more_before) = (Vec::new(), false, false);
        while self.at < self.end && self.found.is_none() {
            let line = self.rest().lines().next().unwrap_or_default().len();
            let text = self.at + indent.min(self.rest().bytes().take_while(|byte| *byte == b' ').count());
            let line_end = self.at + line;
            if text < line_end {
                let more = self
                    .source
                    .get(text..)
                    .is_some_and(|text| text.starts_with([' ', '\t']));
                // If several line ends fold, the first one does not count.
                let folds = style == BlockStyle::Folded && text_before && !more_before && !more;
                let first = usize::from(folds && pending.len() > 1);
                self.line_ends(pending.get(first..).unwrap_or_default());
                pending.clear();
                self.at = text;
                while self.at < line_end {
                    let from = self.at;
                    let length = self.peek().map_or(1, char::len_utf8);
                    self.at += length;
                    self.emit(length, from);
                }
                (text_before, more_before) = (true, more);
            }
            self.at = line_end;
            pending.push(line_end);
            self.skip_line_end();
        }
        pending.truncate(kept);
        self.line_ends(&pending);
    }

    /// Counts line ends as one byte each; a single one that folds becomes a space.
    fn line_ends(&mut self, ends: &[usize]) {
        let back = self.at;
        for end in ends {
            self.at = *end;
            self.emit(1, *end);
        }
        self.at = back;
    }

    fn skip_line_end(&mut self) {
        if self.rest().starts_with('\r') {
            self.at += 1;
        }
        if self.rest().starts_with('\n') {
            self.at += 1;
        }
    }
}

/// Returns the indentation of a line that has text.
fn text_indent(line: &str) -> Option<usize> {
    let text = line.trim_start_matches(' ');
    (!text.trim_end_matches('\r').is_empty()).then(|| line.len() - text.len())
}

/// Returns the column from which the indentation indicator of a block counts: that of the key, or of the last dash.
fn parent_indent(source: &str, header: usize) -> usize {
    let before = source.get(..header).unwrap_or_default();
    let line = before
        .get(before.rfind('\n').map_or(0, |end| end + 1)..)
        .unwrap_or_default();
    let mut column = line.len() - line.trim_start_matches(' ').len();
    let mut dash = column;
    while line
        .get(column..)
        .is_some_and(|rest| rest.starts_with("- ") || rest.starts_with("? "))
    {
        dash = column;
        column += 1;
        column += line
            .get(column..)
            .map_or(0, |rest| rest.len() - rest.trim_start_matches(' ').len());
    }
    if column == line.len() { dash } else { column }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{Options, read};

    /// Returns the characters of the value of `a`, and the source characters to which they map.
    fn places(source: &str) -> (String, String) {
        let read = read(source.as_bytes(), Options::default());
        assert_eq!(read.errors, [], "{source:?}");
        let node = read.documents[0].root.get("a").unwrap();
        let text = node.as_str().unwrap();
        let found = text
            .char_indices()
            .map(|(at, _)| {
                let place = source_offset(source, node.span, at) as usize;
                source[place..].chars().next().unwrap_or('$')
            })
            .collect();
        let all = source_offsets(source, node.span);
        assert_eq!(all.len(), text.len() + 1, "{source:?}");
        for (at, _) in text.char_indices() {
            assert_eq!(all[at], source_offset(source, node.span, at), "{source:?}");
        }
        (text.to_owned(), found)
    }

    /// Checks the mapping: `expected` contains the source character for each character of the text.
    fn check(source: &str, expected: &str) {
        assert_eq!(places(source).1, expected, "{source:?}");
    }

    #[test]
    fn flow_styles() {
        check("a: self.x > 1 # no\n", "self.x > 1");
        check("a: b c\n  d\n\n  é\n", "b c\nd\né");
        check("a: 'it''s é'\n", "it's é");
        check("a: 'b  \n  c'\n", "b c");
        check("a: \"b\\n\\u00e9\\\"\\\\c\"\n", "b\\\\\\\\c");
        check("a: \"b\\\n  c\\\n\n  d\"\n", "bc\\d");
        check("a: \"b \\\n  c\"\n", "b c");
        check("{\"a\": \"\\ud83d\\ude00x\\/y\"}\n", "\\x\\y");
        check("- a\n".replace("- a", "a: 'b'").as_str(), "b");
    }

    #[test]
    fn blocks() {
        check("a: |\n  b\n   c\n\n  d\ne: 1\n", "b\n c\n\nd\n");
        check("x:\n  y:\n    z: 1\na: |2-\n   b\n  c\n", " b\nc");
        check("a: >\n  b\n  c\n\n  d\n   e\n  f\n", "b\nc\nd\n e\nf\n");
        check("a: >-\n\n  b\n\n\n  c\n", "\nb\n\nc");
        check("a: |\n  b\n\n\ne: 1\n", "b\n");
        check("a: !!str |+ # |\r\n  b\r\n  c\r\n\r\n", "b\rc\r\r");
        check("a: # |\n  |\n  b\n", "b\n");
    }

    #[test]
    fn past_the_end() {
        let source = "a: \"bc\" # d\n";
        assert_eq!(source_offset(source, Span::new(3, 7), 2), 6);
        assert_eq!(source_offset(source, Span::new(3, 7), 99), 6);
        assert_eq!(source_offset("", Span::new(3, 7), 0), 3);
    }
}
