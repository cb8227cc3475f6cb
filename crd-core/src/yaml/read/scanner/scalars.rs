//! Plain, quoted and block scalars.

use std::borrow::Cow;

use super::{ScalarStyle, Scanner, TokenKind};
use crate::yaml::read::ReadError;

/// The ends of lines between two parts of a scalar.
#[derive(Default)]
struct LineEnds {
    /// The first one, which becomes a space if no other follows.
    first: Option<char>,
    others: String,
}

impl LineEnds {
    fn add(&mut self, end: char) {
        if self.first.is_none() {
            self.first = Some(end);
        } else {
            self.others.push(end);
        }
    }

    /// Writes the line ends as they appear in the text, and clears them.
    fn fold_into(&mut self, text: &mut String) {
        match self.first.take() {
            Some('\n') if self.others.is_empty() => text.push(' '),
            Some('\n') | None => {}
            Some(other) => text.push(other),
        }
        text.push_str(&self.others);
        self.others.clear();
    }
}

/// The treatment of the line ends after the text of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomping {
    /// One is kept.
    Clip,
    /// None is kept.
    Strip,
    /// All are kept.
    Keep,
}

impl<'a> Scanner<'a> {
    fn push_scalar(&mut self, text: Cow<'a, str>, style: ScalarStyle, start: usize, end: usize) {
        let span = self.span(start, end);
        self.push(TokenKind::Scalar(text, style), span);
    }

    fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or_default()
    }

    fn skip_char(&mut self) {
        self.at += self.rest().chars().next().map_or(1, char::len_utf8);
    }

    pub(super) fn plain_scalar(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        // The text up to the line that starts at `from`, unless that is the first line.
        let mut folded: Option<String> = None;
        let (mut from, mut end) = (start, start);
        let mut line_ends = LineEnds::default();
        while !self.is_marker() && self.byte(0) != b'#' {
            while !self.ends_word() {
                if line_ends.first.is_some() {
                    let text = folded.get_or_insert_default();
                    text.push_str(self.slice(from, end));
                    line_ends.fold_into(text);
                    from = self.at;
                }
                self.skip_char();
                end = self.at;
            }
            if !self.is_blank(0) && self.break_length(0) == 0 {
                break;
            }
            while self.is_blank(0) || self.break_length(0) > 0 {
                if !self.is_blank(0) {
                    let line_end = self.line_end();
                    line_ends.add(line_end);
                } else if line_ends.first.is_some() && self.column() < self.indent && self.byte(0) == b'\t' {
                    self.skip_blanks();
                    return Err(self.error_here("a tab cannot indent YAML; use spaces"));
                } else {
                    self.at += 1;
                }
            }
            if self.flow_level == 0 && self.column() < self.indent {
                break;
            }
        }
        if line_ends.first.is_some() {
            self.simple_key_allowed = true;
        }
        let last = self.slice(from, end);
        let text = match folded {
            None => Cow::Borrowed(last),
            Some(mut text) => {
                text.push_str(last);
                Cow::Owned(text)
            }
        };
        self.push_scalar(text, ScalarStyle::Plain, start, end);
        Ok(())
    }

    /// Checks whether plain text is interrupted here.
    fn ends_word(&self) -> bool {
        match self.byte(0) {
            b':' => self.is_blank_or_end(1),
            b',' | b'?' | b'[' | b']' | b'{' | b'}' => self.flow_level > 0,
            _ => self.is_blank_or_end(0),
        }
    }

    pub(super) fn quoted_scalar(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        self.open_quote = Some(start);
        let quote = self.byte(0);
        self.at += 1;
        // The text up to `from`, if it differs from the source.
        let mut decoded: Option<String> = None;
        let mut from = self.at;
        let mut line_ends = LineEnds::default();
        loop {
            if self.is_marker() || self.is_at_end() {
                let place = self.span(start, start + 1);
                return Err(Self::error(place, "this quote is never closed; close it"));
            }
            let mut on_new_line = false;
            while !self.is_blank_or_end(0) && !on_new_line {
                let (byte, next) = (self.byte(0), self.byte(1));
                if byte == quote && !(quote == b'\'' && next == quote) {
                    break;
                }
                if byte == quote || byte == b'\\' && quote == b'"' {
                    let before = self.slice(from, self.at);
                    let text = decoded.get_or_insert_default();
                    text.push_str(before);
                    if byte == quote {
                        text.push('\'');
                        self.at += 2;
                    } else if self.break_length(1) > 0 {
                        self.at += 1;
                        self.line_end();
                        on_new_line = true;
                    } else {
                        let c = self.escape()?;
                        text.push(c);
                    }
                    from = self.at;
                } else {
                    self.skip_char();
                }
            }
            if self.byte(0) == quote {
                break;
            }
            let end = self.at;
            let mut is_folded = on_new_line;
            while self.is_blank(0) || self.break_length(0) > 0 {
                if self.is_blank(0) {
                    self.at += 1;
                    continue;
                }
                if !is_folded {
                    let line = self.slice(from, end);
                    decoded.get_or_insert_default().push_str(line);
                }
                let line_end = self.line_end();
                if on_new_line {
                    line_ends.others.push(line_end);
                } else {
                    line_ends.add(line_end);
                }
                is_folded = true;
            }
            if is_folded {
                line_ends.fold_into(decoded.get_or_insert_default());
                from = self.at;
            }
        }
        let last = self.slice(from, self.at);
        self.at += 1;
        let text = match decoded {
            None => Cow::Borrowed(last),
            Some(mut text) => {
                text.push_str(last);
                Cow::Owned(text)
            }
        };
        self.open_quote = None;
        self.push_scalar(text, ScalarStyle::Quoted, start, self.at);
        Ok(())
    }

    /// Decodes an escape. Go supports only those of YAML 1.1.
    fn escape(&mut self) -> Result<char, ReadError> {
        let digits = match self.byte(1) {
            b'x' => 2,
            b'u' => 4,
            b'U' => 8,
            _ => 0,
        };
        let c = match self.byte(1) {
            b'0' => Some('\0'),
            b'a' => Some('\u{7}'),
            b'b' => Some('\u{8}'),
            b't' | b'\t' => Some('\t'),
            b'n' => Some('\n'),
            b'v' => Some('\u{b}'),
            b'f' => Some('\u{c}'),
            b'r' => Some('\r'),
            b'e' => Some('\u{1b}'),
            byte @ (b' ' | b'"' | b'\'' | b'\\') => Some(char::from(byte)),
            b'N' => Some('\u{85}'),
            b'_' => Some('\u{a0}'),
            b'L' => Some('\u{2028}'),
            b'P' => Some('\u{2029}'),
            _ => None,
        };
        let code = self.slice(self.at + 2, self.at + 2 + digits);
        let is_hex = digits > 0 && code.bytes().all(|byte| byte.is_ascii_hexdigit());
        let code = is_hex.then(|| u32::from_str_radix(code, 16).ok()).flatten();
        let message = match code {
            Some(0xd800..0xe000) => {
                "kubectl does not support surrogate pairs; write the character, or `\\U` with eight digits"
            }
            None if self.byte(1) == b'/' => "kubectl does not support the escape `\\/`; write `/`",
            _ => "this is not a valid escape in YAML; double the `\\`, or use single quotes",
        };
        match c.or_else(|| char::from_u32(code?)) {
            Some(c) => {
                self.at += 2 + digits;
                Ok(c)
            }
            None => {
                let escaped = self.rest().chars().nth(1).map_or(0, char::len_utf8);
                let place = self.span(self.at, self.at + 1 + escaped);
                Err(Self::error(place, message))
            }
        }
    }

    pub(super) fn block_scalar(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        let is_literal = self.byte(0) == b'|';
        self.at += 1;
        let mut chomping = Chomping::Clip;
        let mut indent = 0;
        self.chomping(&mut chomping);
        if self.byte(0).is_ascii_digit() {
            let digit = usize::from(self.byte(0) - b'0');
            if digit == 0 {
                return Err(self.error_here("a block must be indented by at least 1; correct the number"));
            }
            indent = self.indent.saturating_sub(1) + digit;
            self.at += 1;
            if chomping == Chomping::Clip {
                self.chomping(&mut chomping);
            }
        }
        self.skip_blanks();
        self.comment();
        if !self.is_at_end() && self.break_length(0) == 0 {
            return Err(self.error_here("the text of a block must start on the next line; move it there"));
        }
        if !self.is_at_end() {
            self.line_end();
        }
        let (mut text, mut blank_lines) = (String::new(), String::new());
        self.blank_lines(&mut indent, &mut blank_lines)?;
        let mut line_end = None;
        let mut was_blank = false;
        while self.column() == indent && !self.is_at_end() {
            let is_blank = self.is_blank(0);
            if !is_literal && !was_blank && !is_blank && line_end == Some('\n') {
                if blank_lines.is_empty() {
                    text.push(' ');
                }
            } else {
                text.extend(line_end);
            }
            text.push_str(&blank_lines);
            blank_lines.clear();
            was_blank = is_blank;
            let from = self.at;
            self.skip_text();
            text.push_str(self.slice(from, self.at));
            line_end = None;
            if !self.is_at_end() {
                line_end = Some(self.line_end());
            }
            self.blank_lines(&mut indent, &mut blank_lines)?;
        }
        if chomping != Chomping::Strip {
            text.extend(line_end);
        }
        if chomping == Chomping::Keep {
            text.push_str(&blank_lines);
        }
        let written = self.slice(start, self.at);
        let end = start + written.trim_end_matches(['\n', '\r', ' ']).len();
        self.push_scalar(Cow::Owned(text), ScalarStyle::Block, start, end);
        Ok(())
    }

    fn chomping(&mut self, chomping: &mut Chomping) {
        *chomping = match self.byte(0) {
            b'+' => Chomping::Keep,
            b'-' => Chomping::Strip,
            _ => return,
        };
        self.at += 1;
    }

    /// Skips indentation and lines without text. The first line with text determines the indentation of the
    /// block, if `indent` is 0.
    fn blank_lines(&mut self, indent: &mut usize, lines: &mut String) -> Result<(), ReadError> {
        let mut longest = 0;
        loop {
            while (*indent == 0 || self.column() < *indent) && self.byte(0) == b' ' {
                self.at += 1;
            }
            longest = longest.max(self.column());
            if (*indent == 0 || self.column() < *indent) && self.byte(0) == b'\t' {
                return Err(self.error_here("a tab cannot indent YAML; use spaces"));
            }
            if self.break_length(0) == 0 {
                break;
            }
            let line_end = self.line_end();
            lines.push(line_end);
        }
        if *indent == 0 {
            *indent = longest.max(self.indent).max(1);
        }
        Ok(())
    }
}
