//! Reads the block style of nearly all manifests, in one pass over the bytes.
//!
//! ```text
//! kind: A                 read here
//! list: [1, two]          read here
//! text: "a\tb"            read here
//! base: &a {x: 1}         an anchor: `None`, and the parser reads the document
//! ```
//!
//! The tree and its spans are the same as those that `builder` creates, which a test checks. Anchors, tags, unusual
//! indentation and everything that could be an error return `None`, so errors are reported by the builder alone.
//!
//! This reader exists for speed: `crd-gen check` on the corpus of real CRDs takes 0.22 s of processor time
//! with it and 0.56 s without it.

mod block;
mod flow;
mod scalars;
#[cfg(test)]
mod tests;

use memchr::memchr;

use super::builder::Built;
use super::census::Census;
use super::members;
use crate::yaml::tree::{Entry, Node, Span, Value};

/// The maximum nesting depth of this reader. It bounds the recursion; the builder reads deeper documents.
const MAX_DEPTH: usize = 64;

/// The maximum length of a key for this reader. The colon must come within 1024 characters.
const MAX_KEY: usize = 1000;

/// Reads a document and the spans of its comments. `base` is the position of `text` in its file. `text` has no control
/// characters. `None` means that the builder must read the document.
pub(super) fn read(text: &str, base: u32, census: &Census, max_depth: usize) -> Option<Built> {
    if max_depth < MAX_DEPTH || census.odd_blanks {
        return None;
    }
    let mut reader = FastReader {
        text,
        base,
        tabs: census.tabs,
        at: 0,
        level: 0,
        comments: Vec::new(),
        entries: Vec::new(),
        items: Vec::new(),
        buffer: String::new(),
        has_odd_names: false,
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
    (reader.level == 0).then_some(Built {
        root: Some(root),
        comments: reader.comments,
        has_odd_names: reader.has_odd_names,
        ..Built::default()
    })
}

struct FastReader<'a> {
    text: &'a str,
    base: u32,
    /// Whether the text contains tabs; if not, scalars are not searched for them.
    tabs: bool,
    at: usize,
    /// The one-based column of the first text of the current line; 0 at the end of the text.
    level: usize,
    comments: Vec<Span>,
    /// The members of all unfinished objects, the innermost last.
    entries: Vec<Entry>,
    /// The items of all unfinished lists, the innermost last.
    items: Vec<Node>,
    /// A buffer for scalars with escapes or several lines while they are decoded.
    buffer: String,
    /// [`Document::has_odd_names`](crate::yaml::Document::has_odd_names).
    has_odd_names: bool,
}

impl FastReader<'_> {
    /// Returns the byte at a position; 0 after the end.
    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn peek(&self) -> u8 {
        self.byte(self.at)
    }

    fn blank_at(&self, at: usize) -> bool {
        matches!(self.byte(at), b' ' | b'\n' | 0)
    }

    /// Checks whether an item of a block list starts here.
    fn at_dash(&self) -> bool {
        self.peek() == b'-' && self.blank_at(self.at + 1)
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(start, end).shifted(self.base)
    }

    fn skip_spaces(&mut self) {
        // Most often there is no space, or one.
        self.at += usize::from(self.peek() == b' ');
        if self.peek() == b' ' {
            self.at = self.behind_spaces(self.at);
        }
    }

    /// Returns the first position from `at` on without a space. Eight spaces are skipped in one step.
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

    /// Checks whether a line starts with `---` or `...`, which starts or ends a document.
    fn marker_at(&self, line: usize) -> bool {
        let bytes = [line, line + 1, line + 2].map(|at| self.byte(at));
        bytes == *b"---" || bytes == *b"..."
    }

    /// Returns the bytes from here on.
    fn rest(&self) -> &[u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    /// Advances to the end of the line.
    fn skip_line(&mut self) {
        self.at += memchr(b'\n', self.rest()).unwrap_or(self.rest().len());
    }

    /// Returns the number of bytes before the next byte that is `wanted`, or before the end.
    fn distance(&self, wanted: impl Fn(u8) -> bool) -> usize {
        let rest = self.rest();
        rest.iter().position(|byte| wanted(*byte)).unwrap_or(rest.len())
    }

    fn comment(&mut self) {
        let start = self.at;
        self.skip_line();
        self.comments.push(self.span(start, self.at));
    }

    /// Advances from the end of a value to the next text.
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

    /// Advances from the start of a line to the next text.
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

    /// Reads the block list or block object that starts here.
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
                // Null without text is left to the builder.
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
            value: self.object(entries),
        })
    }

    /// Returns an object of these members.
    fn object(&mut self, entries: Vec<Entry>) -> Value {
        let mapping = members::mapping(entries, &[]);
        self.has_odd_names |= !mapping.duplicates().is_empty();
        Value::Mapping(mapping)
    }

    /// Reads the value of a member, from the colon on.
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
            // A value without text is null, at the position of the colon.
            Some(Node {
                span: self.span(colon, colon),
                value: Value::Null,
            })
        }
    }

    /// Reads a list whose dashes have the column of the key. Its span starts with its first item.
    fn sequence_of_member(&mut self, level: usize, depth: usize) -> Option<Node> {
        let mut node = self.sequence(level, depth)?;
        node.span.start = node.as_sequence()?.first()?.span.start;
        Some(node)
    }
}
