//! A quick road for the plain part of YAML that nearly every manifest is written in. It makes the tree that
//! the parser's events make, place by place, or says nothing: anchors, tags, odd indentation, whatever
//! could be an error, are left to the parser. What the parser then refuses may still be plain to Go.

mod block;
mod flow;
mod scalars;
#[cfg(test)]
mod tests;

use memchr::memchr;

use super::members;
use super::scan::Census;
use super::tree::{Entry, Node, Span, Value};

/// Deeper documents are left to the parser; so the recursion is bounded.
const MAX_DEPTH: usize = 64;

/// The longest key on the quick road; the parser looks for the colon in the first 1024 characters.
const MAX_KEY: usize = 1000;

/// How far in the lines of a quoted scalar stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quoted {
    /// Further than what the scalar stands in, as YAML has it.
    Indented,
    /// Anywhere, as Go has it.
    Anywhere,
}

/// Reads the document of a text without control characters that stands at `base` in its file, and the
/// places of its comments. None says nothing about the text.
pub(super) fn read(
    text: &str,
    base: u32,
    census: &Census,
    max_depth: usize,
    quoted: Quoted,
) -> Option<(Node, Vec<Span>)> {
    if max_depth < MAX_DEPTH || census.odd_blanks {
        return None;
    }
    let mut reader = Reader {
        text,
        base,
        tabs: census.tabs,
        quoted,
        at: 0,
        level: 0,
        comments: Vec::new(),
        entries: Vec::new(),
        items: Vec::new(),
        buffer: String::new(),
    };
    if text.starts_with("---") {
        reader.at = 3;
        reader.finish_line()?;
    } else {
        reader.skip_lines()?;
    }
    if reader.level == 0 {
        return None;
    }
    let root = reader.collection(MAX_DEPTH)?;
    (reader.level == 0).then_some((root, reader.comments))
}

struct Reader<'a> {
    text: &'a str,
    base: u32,
    /// Whether there are tabs anywhere; where there are none nobody has to look for them.
    tabs: bool,
    quoted: Quoted,
    at: usize,
    /// One more than the column of the line's text, once a line is reached; 0 at the end.
    level: usize,
    comments: Vec<Span>,
    /// The members of all objects that are not finished, and the items of all such lists.
    entries: Vec<Entry>,
    items: Vec<Node>,
    /// Where text is put together that does not stand in one piece.
    buffer: String,
}

impl Reader<'_> {
    /// The byte at a place, 0 behind the end.
    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn peek(&self) -> u8 {
        self.byte(self.at)
    }

    fn blank_at(&self, at: usize) -> bool {
        matches!(self.byte(at), b' ' | b'\n' | 0)
    }

    /// Whether an item of a block list starts here.
    fn at_dash(&self) -> bool {
        self.peek() == b'-' && self.blank_at(self.at + 1)
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(start, end).shifted(self.base)
    }

    fn skip_spaces(&mut self) {
        self.at = self.behind_spaces(self.at);
    }

    /// The first place from `at` on that is no blank, eight of which are skipped in one step.
    fn behind_spaces(&self, mut at: usize) -> usize {
        const EIGHT: u64 = u64::from_ne_bytes([b' '; 8]);
        while let Some(word) = self.text.as_bytes().get(at..).and_then(<[u8]>::first_chunk) {
            let differing = u64::from_le_bytes(*word) ^ EIGHT;
            if differing != 0 {
                return at + differing.trailing_zeros() as usize / 8;
            }
            at += 8;
        }
        while self.byte(at) == b' ' {
            at += 1;
        }
        at
    }

    /// Whether a line that starts here may be the start or the end of a document.
    fn marker_at(&self, line: usize) -> bool {
        let bytes = [line, line + 1, line + 2].map(|at| self.byte(at));
        bytes == *b"---" || bytes == *b"..."
    }

    /// The bytes from here on.
    fn rest(&self) -> &[u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// Goes to the end of the line.
    fn skip_line(&mut self) {
        self.at += memchr(b'\n', self.rest()).unwrap_or(self.rest().len());
    }

    /// How many bytes there are from here up to one that is looked for, or to the end.
    fn distance(&self, wanted: impl Fn(u8) -> bool) -> usize {
        let rest = self.rest();
        rest.iter().position(|byte| wanted(*byte)).unwrap_or(rest.len())
    }

    fn comment(&mut self) {
        let start = self.at;
        self.skip_line();
        self.comments.push(self.span(start, self.at));
    }

    /// From the end of a value to the next text.
    fn finish_line(&mut self) -> Option<()> {
        self.skip_spaces();
        match self.peek() {
            b'#' if self.at > 0 && self.byte(self.at - 1) == b' ' => self.comment(),
            b'\n' | 0 => {}
            _ => return None,
        }
        self.at += usize::from(self.peek() == b'\n');
        self.skip_lines()
    }

    /// From the start of a line to the next text.
    fn skip_lines(&mut self) -> Option<()> {
        loop {
            let line = self.at;
            self.skip_spaces();
            match self.peek() {
                b'\n' => {}
                b'#' => self.comment(),
                b'\t' => return None,
                0 => {
                    self.level = 0;
                    return Some(());
                }
                _ => {
                    self.level = self.at - line + 1;
                    let ends = self.at == line
                        && matches!(self.peek(), b'-' | b'.')
                        && self
                            .rest()
                            .first_chunk()
                            .is_some_and(|first| matches!(first, b"---" | b"..."));
                    return (!ends).then_some(());
                }
            }
            self.at += usize::from(self.peek() == b'\n');
        }
    }

    /// The block list or the block object that starts the line.
    fn collection(&mut self, depth: usize) -> Option<Node> {
        if self.at_dash() {
            self.sequence(self.level, depth)
        } else {
            self.mapping(self.level, depth)
        }
    }

    fn sequence(&mut self, level: usize, depth: usize) -> Option<Node> {
        let depth = depth.checked_sub(1)?;
        let start = self.at;
        let base = self.items.len();
        loop {
            let item = self.item(level, depth)?;
            self.items.push(item);
            if self.level != level || !self.at_dash() {
                break;
            }
        }
        let items = self.items.split_off(base);
        let end = items.last()?.span.end;
        Some(Node {
            span: Span {
                start: self.span(start, start).start,
                end,
            },
            value: Value::Sequence(items),
        })
    }

    fn item(&mut self, level: usize, depth: usize) -> Option<Node> {
        let dash = self.at;
        self.at += 1;
        self.skip_spaces();
        let inner = level + self.at - dash;
        match self.peek() {
            b'\n' | b'#' | 0 => {
                self.finish_line()?;
                // The place of an item that is not written depends on what follows.
                (self.level > level).then(|| self.collection(depth))?
            }
            b'-' if self.at_dash() => self.sequence(inner, depth),
            _ if self.at_key() => self.mapping(inner, depth),
            _ => self.scalar(level, depth),
        }
    }

    fn mapping(&mut self, level: usize, depth: usize) -> Option<Node> {
        let depth = depth.checked_sub(1)?;
        let start = self.at;
        let base = self.entries.len();
        loop {
            let (key, key_span) = self.key()?;
            let value = self.member(level, depth)?;
            self.entries.push(Entry { key, key_span, value });
            if self.level < level {
                break;
            }
            if self.level > level {
                return None;
            }
        }
        let entries = self.entries.split_off(base);
        let last = entries.last()?;
        let end = last.value.span.end.max(last.key_span.end);
        Some(Node {
            span: Span {
                start: self.span(start, start).start,
                end,
            },
            value: Value::Mapping(members::mapping(entries, &[])),
        })
    }

    /// The value of a member, from the colon on.
    fn member(&mut self, level: usize, depth: usize) -> Option<Node> {
        let colon = self.at;
        self.at += 1;
        self.skip_spaces();
        if !matches!(self.peek(), b'\n' | b'#' | 0) {
            return self.scalar(level, depth);
        }
        self.finish_line()?;
        if self.level > level {
            self.collection(depth)
        } else if self.level == level && self.at_dash() {
            self.sequence_of_member(level, depth)
        } else {
            // What is not written has a place nevertheless.
            Some(Node {
                span: self.span(colon, colon),
                value: Value::Null,
            })
        }
    }

    /// A list whose dashes stand below the key: the parser has it start with its first item.
    fn sequence_of_member(&mut self, level: usize, depth: usize) -> Option<Node> {
        let mut node = self.sequence(level, depth)?;
        let first = node.as_sequence()?.first()?;
        let before = Span {
            start: node.span.start - self.base,
            end: first.span.start - self.base,
        };
        if before.slice(self.text)?.contains('\n') {
            return None;
        }
        node.span.start = first.span.start;
        Some(node)
    }
}
