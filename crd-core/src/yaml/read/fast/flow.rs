//! Lists and objects in flow style, on one line and with plain words.

use super::scalars::Lines;
use super::{FastReader, MAX_KEY};
use crate::yaml::read::scalar;
use crate::yaml::tree::{Entry, InternedText, Node, Span, Value};

impl FastReader<'_> {
    pub(super) fn flow(&mut self, depth: usize) -> Option<Node> {
        let depth = depth.checked_sub(1)?;
        let start = self.at;
        let value = if self.peek() == b'[' {
            Value::Sequence(self.flow_items(depth)?)
        } else {
            let entries = self.flow_entries(depth)?;
            self.object(entries)
        };
        Some(Node {
            span: self.span(start, self.at),
            value,
        })
    }

    fn flow_items(&mut self, depth: usize) -> Option<Vec<Node>> {
        let mut items = Vec::new();
        self.at += 1;
        self.skip_spaces();
        if self.take(b']') {
            return Some(items);
        }
        loop {
            items.push(self.flow_value(depth)?);
            if !self.flow_goes_on(b']')? {
                return Some(items);
            }
        }
    }

    fn flow_entries(&mut self, depth: usize) -> Option<Vec<Entry>> {
        let mut entries = Vec::new();
        self.at += 1;
        self.skip_spaces();
        if self.take(b'}') {
            return Some(entries);
        }
        loop {
            let (key, key_span) = self.flow_key()?;
            self.skip_spaces();
            let value = self.flow_value(depth)?;
            entries.push(Entry { key, key_span, value });
            if !self.flow_goes_on(b'}')? {
                return Some(entries);
            }
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    /// Checks whether another member follows.
    fn flow_goes_on(&mut self, end: u8) -> Option<bool> {
        self.skip_spaces();
        if self.take(end) {
            return Some(false);
        }
        let goes_on = self.take(b',');
        self.skip_spaces();
        goes_on.then_some(true)
    }

    fn flow_value(&mut self, depth: usize) -> Option<Node> {
        let start = self.at;
        let value = match self.peek() {
            b'[' | b'{' => return self.flow(depth),
            b'"' | b'\'' => Value::String(self.quoted(Lines::One)?),
            _ => scalar::resolve(self.word()?).into_value().ok()?,
        };
        Some(Node {
            span: self.span(start, self.at),
            value,
        })
    }

    fn flow_key(&mut self) -> Option<(InternedText, Span)> {
        let start = self.at;
        let key = match self.peek() {
            b'"' | b'\'' => self.quoted(Lines::One)?,
            _ => scalar::resolve(self.word()?).into_key().ok()?,
        };
        let span = self.span(start, self.at);
        let is_key = self.take(b':') && self.peek() == b' ' && self.at - start < MAX_KEY;
        is_key.then_some((key, span))
    }

    /// Reads plain text that has only one interpretation.
    fn word(&mut self) -> Option<&str> {
        let start = self.at;
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'/');
        let first = self.at + usize::from(self.peek() == b'-');
        if !is_word(self.byte(first)) {
            return None;
        }
        self.at += self.distance(|byte| !is_word(byte) && byte != b'-');
        self.text.get(start..self.at)
    }
}
