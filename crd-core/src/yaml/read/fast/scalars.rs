//! Reads plain and quoted scalars, as values and as keys.
//!
//! ```text
//! a: some text            "some text"
//!   over two lines        folded: "some text over two lines"
//! b: 'it''s'              "it's"
//! c: "tab\t, \u00e9"      "tab\t, é"
//! d: 0x10                 the number 16: `scalar::resolve` decides the type of plain text
//! ```

use memchr::memchr3;

use super::{FastReader, MAX_KEY};
use crate::yaml::read::scalar::{self, Scalar};
use crate::yaml::tree::{InternedText, Node, Span, Value};

/// The contents of a scalar after the end of a line.
enum Next {
    /// More text at this position, after `empty_lines` empty lines.
    Text { at: usize, empty_lines: usize },
    /// No more text of the scalar.
    Other,
}

/// The number of lines that a quoted scalar may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lines {
    /// One, for a key.
    One,
    /// Any number.
    Any,
}

impl FastReader<'_> {
    /// Reads a value that is not a block list or block object. `parent` is the level of the list or object around it.
    pub(super) fn scalar(&mut self, parent: usize, depth: usize) -> Option<Node> {
        let start = self.at;
        match self.peek() {
            b'|' | b'>' => self.block_scalar(parent),
            b'"' | b'\'' => {
                let value = Value::String(self.quoted(Lines::Any)?);
                let span = self.span(start, self.at);
                self.finish_line()?;
                Some(Node { span, value })
            }
            b'[' | b'{' => {
                let node = self.flow(depth)?;
                self.finish_line()?;
                Some(node)
            }
            _ => self.plain(parent),
        }
    }

    /// Checks whether plain text may start here.
    fn at_plain(&self) -> bool {
        match self.peek() {
            b'-' => !matches!(self.byte(self.at + 1), b' ' | b'\t' | b'\n' | 0),
            b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"'
            | b'%' | b'@' | b'`' | b'?' | b':' | b' ' | b'\t' | b'\n' | 0 => false,
            _ => true,
        }
    }

    fn plain(&mut self, parent: usize) -> Option<Node> {
        if !self.at_plain() {
            return None;
        }
        let start = self.at;
        let mut end = self.plain_line()?;
        let first = self.text.get(start..end)?;
        if self.peek() != b'\n' {
            return self.resolved(start, end, None);
        }
        let mut next = self.next_line(parent)?;
        if !matches!(next, Next::Text { .. }) {
            return self.resolved(start, end, None);
        }
        let mut text = std::mem::take(&mut self.buffer);
        text.clear();
        text.push_str(first);
        while let Next::Text { at, empty_lines } = next {
            if self.byte(at) == b'#' {
                break;
            }
            fold(&mut text, empty_lines);
            self.at = at;
            end = self.plain_line()?;
            text.push_str(self.text.get(at..end)?);
            if self.peek() != b'\n' {
                break;
            }
            next = self.next_line(parent)?;
        }
        let node = self.resolved(start, end, Some(&text));
        self.buffer = text;
        node
    }

    /// Returns the value of the plain scalar from `start` to `end`; `folded` is its text if it has several
    /// lines. Advances to the next text.
    fn resolved(&mut self, start: usize, end: usize, folded: Option<&str>) -> Option<Node> {
        let text = match folded {
            Some(text) => text,
            None => self.text.get(start..end)?,
        };
        let value = scalar::resolve(text).into_value().ok()?;
        let span = self.span(start, end);
        self.finish_line()?;
        Some(Node { span, value })
    }

    /// Advances to the end of a line of plain text, or to its comment. Returns the end of the text.
    fn plain_line(&mut self) -> Option<usize> {
        let start = self.at;
        loop {
            self.skip_plain();
            match self.peek() {
                b'\n' | 0 => break,
                b'#' if self.byte(self.at - 1) == b' ' => break,
                b':' if self.blank_at(self.at + 1) => return None,
                _ => self.at += 1,
            }
        }
        let line = self.text.get(start..self.at)?;
        let has_tabs = self.tabs && line.contains('\t');
        (!has_tabs).then(|| start + trimmed(line))
    }

    /// Advances to the next character that could end plain text.
    fn skip_plain(&mut self) {
        let rest = self.rest();
        self.at += memchr3(b'\n', b':', b'#', rest).unwrap_or(rest.len());
    }

    /// Finds more text of the same scalar after the end of a line. `None` means that the parser must decide.
    fn next_line(&self, parent: usize) -> Option<Next> {
        let mut at = self.at + 1;
        let mut empty_lines = 0;
        loop {
            let line = at;
            at = self.behind_spaces(line);
            match self.byte(at) {
                b'\n' => {
                    empty_lines += 1;
                    at += 1;
                }
                b'\t' => return None,
                0 => return Some(Next::Other),
                _ if at - line < parent => return Some(Next::Other),
                _ => return Some(Next::Text { at, empty_lines }),
            }
        }
    }

    /// Returns the position where a quoted scalar continues after the end of a line, at any column, and the
    /// number of empty lines before it.
    fn next_quoted_line(&self, lines: Lines) -> Option<(usize, usize)> {
        if lines == Lines::One {
            return None;
        }
        let Next::Text { at, empty_lines } = self.next_line(0)? else {
            return None;
        };
        let is_marker = self.byte(at - 1) == b'\n' && self.marker_at(at);
        (!is_marker).then_some((at, empty_lines))
    }

    /// Reads a quoted scalar.
    pub(super) fn quoted(&mut self, lines: Lines) -> Option<InternedText> {
        let quote = self.peek();
        self.at += 1;
        let mut from = self.at;
        let mut text = std::mem::take(&mut self.buffer);
        text.clear();
        // Spaces before the end of a line are dropped, unless they are escaped: the text up to here is kept.
        let mut escaped = 0;
        let mut whole = true;
        loop {
            let rest = self.rest();
            self.at += memchr3(b'\n', b'\\', quote, rest).unwrap_or(rest.len());
            let part = self.text.get(from..self.at)?;
            if self.tabs && part.contains('\t') {
                return None;
            }
            let next = self.byte(self.at + 1);
            match self.peek() {
                b'\\' if quote == b'\'' => {
                    self.at += 1;
                    continue;
                }
                byte if byte == quote && !(quote == b'\'' && next == quote) => {
                    self.at += 1;
                    let quoted = if whole {
                        part.into()
                    } else {
                        text.push_str(part);
                        text.as_str().into()
                    };
                    self.buffer = text;
                    return Some(quoted);
                }
                b'\'' => {
                    text.push_str(part);
                    text.push('\'');
                    self.at += 2;
                }
                b'\\' => {
                    text.push_str(part);
                    self.escape(&mut text, lines)?;
                    escaped = text.len();
                }
                b'\n' => {
                    text.push_str(part);
                    let kept = trimmed(&text).max(escaped);
                    text.truncate(kept);
                    let (at, empty_lines) = self.next_quoted_line(lines)?;
                    fold(&mut text, empty_lines);
                    escaped = text.len();
                    self.at = at;
                }
                _ => return None,
            }
            whole = false;
            from = self.at;
        }
    }

    fn escape(&mut self, text: &mut String, lines: Lines) -> Option<()> {
        let plain = match self.byte(self.at + 1) {
            byte @ (b'"' | b'\\' | b' ') => char::from(byte),
            b'n' => '\n',
            b't' => '\t',
            b'u' => {
                let digits = self.text.get(self.at + 2..self.at + 6)?;
                if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    return None;
                }
                let code = u32::from_str_radix(digits, 16).ok()?;
                text.push(char::from_u32(code).filter(|c| *c >= ' ')?);
                self.at += 6;
                return Some(());
            }
            b'\n' => {
                self.at += 1;
                let (at, 0) = self.next_quoted_line(lines)? else {
                    return None;
                };
                self.at = at;
                return Some(());
            }
            _ => return None,
        };
        text.push(plain);
        self.at += 2;
        Some(())
    }

    /// Checks whether a key starts here.
    pub(super) fn at_key(&self) -> bool {
        let line = self
            .text
            .get(self.at..)
            .and_then(|rest| rest.as_bytes().split(|byte| *byte == b'\n').next())
            .unwrap_or_default();
        let mut bytes = line.iter().enumerate().skip(1);
        let colon = match line.first() {
            Some(b'[' | b'{') => return false,
            Some(quote @ (b'"' | b'\'')) => loop {
                let Some((at, byte)) = bytes.next() else {
                    return false;
                };
                if *byte == b'\\' && *quote == b'"' {
                    bytes.next();
                } else if byte == quote {
                    if *quote == b'\'' && line.get(at + 1) == Some(&b'\'') {
                        bytes.next();
                    } else {
                        break at + 1;
                    }
                }
            },
            _ => return bytes.any(|(at, byte)| *byte == b':' && self.blank_at(self.at + at + 1)),
        };
        line.get(colon) == Some(&b':')
    }

    /// Reads a key up to its colon.
    pub(super) fn key(&mut self) -> Option<(InternedText, Span)> {
        let start = self.at;
        if matches!(self.peek(), b'"' | b'\'') {
            let key = self.quoted(Lines::One)?;
            let span = self.span(start, self.at);
            let is_key = self.peek() == b':' && self.blank_at(self.at + 1) && self.at - start < MAX_KEY;
            return is_key.then_some((key, span));
        }
        if !self.at_plain() {
            return None;
        }
        loop {
            self.skip_plain();
            match self.peek() {
                b':' if self.blank_at(self.at + 1) => break,
                b'#' if self.byte(self.at - 1) == b' ' => return None,
                b':' | b'#' => self.at += 1,
                _ => return None,
            }
        }
        let text = self.text.get(start..self.at)?;
        let has_tabs = self.tabs && text.contains('\t');
        if text == "<<" || self.byte(self.at - 1) == b' ' || text.len() > MAX_KEY || has_tabs {
            return None;
        }
        let key = scalar::resolve(text);
        // Typographic quotes are a part of the name.
        self.has_odd_names |= matches!(key, Scalar::Bool(_)) || text.as_bytes().first() == Some(&0xE2);
        let key = key.into_key().ok()?;
        Some((key, self.span(start, self.at)))
    }
}

/// Returns the length of a line without trailing spaces.
pub(super) fn trimmed(line: &str) -> usize {
    line.bytes()
        .rposition(|byte| byte != b' ')
        .map_or(0, |last| last + 1)
}

/// Folds line ends: one becomes a space, and of several the first is dropped.
fn fold(text: &mut String, empty_lines: usize) {
    if empty_lines == 0 {
        text.push(' ');
    }
    for _ in 0..empty_lines {
        text.push('\n');
    }
}
