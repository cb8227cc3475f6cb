//! The tokens of a YAML text, as Go's reader finds them (`scannerc.go` of `go.yaml.in/yaml/v2`, a port of libyaml).
//!
//! ```text
//! a: [b]     ->  BlockMappingStart, Key, Scalar "a", Value, FlowSequenceStart, Scalar "b", FlowSequenceEnd, BlockEnd
//! ```
//!
//! Whether a scalar is a key is known only at the colon after it. Until then it is a *simple key*: its token
//! waits in the queue, and at the colon the token `Key` is inserted before it. Where Go departs from YAML
//! 1.2, so does this scanner: the verdict on a document is kubectl's. Columns are counted in bytes, because
//! only blanks and indicators precede the columns that are compared.

mod scalars;
mod tags;

use std::borrow::Cow;
use std::collections::VecDeque;

use super::error::{ReadError, ReadErrorKind};
use crate::yaml::tree::Span;

/// The maximum distance of a colon from the start of its key, in characters.
const LONGEST_KEY: usize = 1024;

/// A token with its position in the file.
#[derive(Debug)]
pub(super) struct Token<'a> {
    pub(super) kind: TokenKind<'a>,
    pub(super) span: Span,
}

#[derive(Debug, PartialEq)]
pub(super) enum TokenKind<'a> {
    StreamEnd,
    /// `%YAML 1.1`: the two numbers.
    VersionDirective(u8, u8),
    /// `%TAG !x! prefix`
    TagDirective {
        handle: &'a str,
        prefix: String,
    },
    DocumentStart,
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias(&'a str),
    Anchor(&'a str),
    /// A tag; without a handle it is complete.
    Tag {
        handle: &'a str,
        suffix: String,
    },
    Scalar(Cow<'a, str>, ScalarStyle),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScalarStyle {
    Plain,
    Quoted,
    Block,
}

/// The possible start of a key whose colon has not been found yet; one for each level of brackets.
#[derive(Clone, Copy, Default)]
struct SimpleKey {
    is_possible: bool,
    /// Whether a missing colon is an error.
    is_required: bool,
    /// Number of its token.
    number: usize,
    at: usize,
    line: usize,
    column: usize,
}

pub(super) struct Scanner<'a> {
    text: &'a str,
    base: u32,
    at: usize,
    line: usize,
    line_start: usize,
    /// Number of open brackets.
    flow_level: usize,
    /// The column of the innermost block, plus one; 0 outside of all blocks.
    indent: usize,
    indents: Vec<usize>,
    tokens: VecDeque<Token<'a>>,
    /// Number of tokens taken.
    taken: usize,
    /// Whether the first token of the queue may be taken.
    is_ready: bool,
    simple_key_allowed: bool,
    simple_keys: Vec<SimpleKey>,
    /// The tokens that wait for a colon, by number, with the level of their key.
    waiting: VecDeque<(usize, usize)>,
    pub(super) comments: Vec<Span>,
    /// The offset of the text in quotes that is being read.
    pub(super) open_quote: Option<usize>,
}

impl<'a> Scanner<'a> {
    /// Creates a scanner of the text that starts at `base` in its file and has no control characters.
    pub(super) fn new(text: &'a str, base: u32) -> Self {
        Scanner {
            text,
            base,
            at: 0,
            line: 0,
            line_start: 0,
            flow_level: 0,
            indent: 0,
            indents: Vec::new(),
            tokens: VecDeque::new(),
            taken: 0,
            is_ready: false,
            simple_key_allowed: true,
            simple_keys: vec![SimpleKey::default()],
            waiting: VecDeque::new(),
            comments: Vec::new(),
            open_quote: None,
        }
    }

    /// Returns the position up to which the text has been read.
    pub(super) fn place(&self) -> u32 {
        self.span(self.at, self.at).start
    }

    /// Returns the next token without taking it.
    pub(super) fn peek(&mut self) -> Result<&Token<'a>, ReadError> {
        while !self.is_ready {
            self.is_ready = !self.tokens.is_empty() && !self.first_waits()?;
            if !self.is_ready {
                self.fetch()?;
            }
        }
        let end = self.span(self.at, self.at);
        if self.tokens.is_empty() {
            self.push(TokenKind::StreamEnd, end);
        }
        self.tokens
            .front()
            .ok_or_else(|| Self::error(end, "the text ends here"))
    }

    /// Takes the next token.
    pub(super) fn take(&mut self) -> Result<Token<'a>, ReadError> {
        self.peek()?;
        self.is_ready = false;
        self.taken += 1;
        let end = self.span(self.at, self.at);
        let end = || Token {
            kind: TokenKind::StreamEnd,
            span: end,
        };
        Ok(self.tokens.pop_front().unwrap_or_else(end))
    }

    /// Checks whether a colon may still make the first token a key.
    fn first_waits(&mut self) -> Result<bool, ReadError> {
        while self
            .waiting
            .front()
            .is_some_and(|(number, _)| *number < self.taken)
        {
            self.waiting.pop_front();
        }
        match self.waiting.front() {
            Some((number, level)) if *number == self.taken => self.key_is_possible(*level),
            _ => Ok(false),
        }
    }

    /// Checks whether the key of a level may still end here: on its line, and not too far from its start.
    fn key_is_possible(&mut self, level: usize) -> Result<bool, ReadError> {
        let Some(key) = self.simple_keys.get_mut(level).filter(|key| key.is_possible) else {
            return Ok(false);
        };
        let is_far = || {
            let between = self.text.get(key.at..self.at).unwrap_or_default();
            between.len() > LONGEST_KEY && between.chars().count() > LONGEST_KEY
        };
        if key.line == self.line && !is_far() {
            return Ok(true);
        }
        key.is_possible = false;
        let key = *key;
        if key.is_required {
            return Err(self.no_colon(key));
        }
        Ok(false)
    }

    /// Returns the message for a `:` at a place without a key.
    fn why_no_value(&self) -> String {
        let before = self.text.get(..self.at).unwrap_or_default();
        let mut lines = before.lines().rev().map(str::trim).skip(1);
        let above = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
        if above.is_some_and(|line| line.len() > 1 && line.bytes().all(|byte| byte == b'-')) {
            return "a `:` is not allowed here, because the line above is a text; to separate documents, write `---` there"
                .to_owned();
        }
        match above.and_then(|line| Some((line, line.split_once(':')?))) {
            Some((line, (key, value)))
                if !value.starts_with(' ') && !value.is_empty() && !key.contains(' ') =>
            {
                format!(
                    "a `:` is not allowed here, because `{line}` on the line above is one text; write a space after `{key}:`"
                )
            }
            _ => {
                "a `:` is not allowed here; quote the text, or put the mapping on a separate line".to_owned()
            }
        }
    }

    fn no_colon(&self, key: SimpleKey) -> ReadError {
        let place = self.span(key.at, key.at);
        let line = self
            .text
            .get(key.at..)
            .and_then(|rest| rest.lines().next())
            .unwrap_or_default();
        match line.split_once(':') {
            _ if ["<<<<<<< ", "=======", ">>>>>>> "]
                .iter()
                .any(|mark| line.starts_with(mark)) =>
            {
                Self::error(
                    place,
                    "this line is of a conflict in Git; keep one side, and remove the marks",
                )
            }
            _ if line.len() > 1 && line.trim_end().bytes().all(|byte| byte == b'-') => {
                Self::error(place, "this line is not `key: value`; `---` separates documents")
            }
            _ if line.starts_with("//") => {
                Self::error(place, "this line is not `key: value`; a comment begins with `#`")
            }
            Some((name, value))
                if !name.is_empty() && !value.is_empty() && !name.contains([' ', '"', '\'', '#']) =>
            {
                let message = format!("this line is not `key: value`; write a space after `{name}:`");
                Self::error(place, &message)
            }
            _ => Self::error(
                place,
                "this line is not `key: value`; add the `:`, or correct the indentation",
            ),
        }
    }

    pub(super) fn error(span: Span, message: &str) -> ReadError {
        ReadError {
            kind: ReadErrorKind::Syntax,
            message: message.to_owned(),
            span,
        }
    }

    /// Creates an error at the next character.
    fn error_here(&self, message: &str) -> ReadError {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        Self::error(self.span(self.at, self.at + length), message)
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(start, end).shifted(self.base)
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Returns the byte `ahead` bytes after the current one; 0 after the end.
    fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.at + ahead).copied().unwrap_or(0)
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.text.len()
    }

    fn column(&self) -> usize {
        self.at - self.line_start
    }

    /// Returns the length of the line end `ahead` bytes after the current one, without the `\n` of `\r\n`; 0 if there is
    /// none.
    fn break_length(&self, ahead: usize) -> usize {
        match self.byte(ahead) {
            b'\r' | b'\n' => 1,
            0xc2 if self.byte(ahead + 1) == 0x85 => 2,
            0xe2 if self.byte(ahead + 1) == 0x80 && matches!(self.byte(ahead + 2), 0xa8 | 0xa9) => 3,
            _ => 0,
        }
    }

    fn is_blank(&self, ahead: usize) -> bool {
        matches!(self.byte(ahead), b' ' | b'\t')
    }

    /// Checks whether there is a blank, a line end or the end of the text `ahead` bytes after the current one.
    fn is_blank_or_end(&self, ahead: usize) -> bool {
        matches!(self.byte(ahead), b' ' | b'\t' | 0) || self.break_length(ahead) > 0
    }

    /// Checks whether the line starts with `---` or `...` and a blank.
    fn is_marker(&self) -> bool {
        let first = self.byte(0);
        self.at == self.line_start
            && matches!(first, b'-' | b'.')
            && self.byte(1) == first
            && self.byte(2) == first
            && self.is_blank_or_end(3)
    }

    fn skip_blanks(&mut self) {
        while self.is_blank(0) {
            self.at += 1;
        }
    }

    /// Advances to the end of the line.
    fn skip_text(&mut self) {
        while !self.is_at_end() && self.break_length(0) == 0 {
            self.at += 1;
        }
    }

    fn comment(&mut self) {
        if self.byte(0) == b'#' {
            let start = self.at;
            self.skip_text();
            self.comments.push(self.span(start, self.at));
        }
    }

    /// Advances to the start of the next line. Returns the character for the line end in a text.
    fn line_end(&mut self) -> char {
        let next = self.rest().chars().next();
        let c = next
            .filter(|c| matches!(c, '\u{2028}' | '\u{2029}'))
            .unwrap_or('\n');
        let is_pair = self.byte(0) == b'\r' && self.byte(1) == b'\n';
        self.at += if is_pair { 2 } else { self.break_length(0) };
        self.line += 1;
        self.line_start = self.at;
        c
    }

    fn skip_to_next_token(&mut self) {
        loop {
            while self.byte(0) == b' '
                || self.byte(0) == b'\t' && (self.flow_level > 0 || !self.simple_key_allowed)
            {
                self.at += 1;
            }
            self.comment();
            if self.break_length(0) == 0 {
                return;
            }
            self.line_end();
            if self.flow_level == 0 {
                self.simple_key_allowed = true;
            }
        }
    }

    /// Adds the next token, and the tokens for blocks that its indentation opens or closes, to the queue.
    fn fetch(&mut self) -> Result<(), ReadError> {
        self.skip_to_next_token();
        self.close_blocks(self.column() + 1);
        if self.is_at_end() {
            self.close_blocks(0);
            self.drop_key()?;
            self.simple_key_allowed = false;
            // No key can end after the end of the text.
            self.line += 1;
            let end = self.span(self.at, self.at);
            self.push(TokenKind::StreamEnd, end);
            return Ok(());
        }
        if self.column() == 0 && (self.byte(0) == b'%' || self.is_marker()) {
            self.close_blocks(0);
            self.drop_key()?;
            self.simple_key_allowed = false;
            match self.byte(0) {
                b'%' => return self.directive(),
                b'-' => self.indicator(TokenKind::DocumentStart, 3),
                _ => self.indicator(TokenKind::DocumentEnd, 3),
            }
            return Ok(());
        }
        let in_flow = self.flow_level > 0;
        match self.byte(0) {
            b'[' => self.open_flow(TokenKind::FlowSequenceStart),
            b'{' => self.open_flow(TokenKind::FlowMappingStart),
            b']' => self.close_flow(TokenKind::FlowSequenceEnd),
            b'}' => self.close_flow(TokenKind::FlowMappingEnd),
            b',' => {
                self.drop_key()?;
                self.simple_key_allowed = true;
                self.indicator(TokenKind::FlowEntry, 1);
                Ok(())
            }
            b'-' if self.is_blank_or_end(1) => self.block_entry(),
            b'?' if in_flow || self.is_blank_or_end(1) => self.explicit_key(),
            b':' if in_flow || self.is_blank_or_end(1) => self.value(),
            b'*' | b'&' => {
                self.save_key()?;
                self.simple_key_allowed = false;
                self.anchor()
            }
            b'!' => {
                self.save_key()?;
                self.simple_key_allowed = false;
                self.tag()
            }
            b'|' | b'>' if !in_flow => {
                self.drop_key()?;
                self.simple_key_allowed = true;
                self.block_scalar()
            }
            b'\'' | b'"' => {
                self.save_key()?;
                self.simple_key_allowed = false;
                self.quoted_scalar()
            }
            byte if self.starts_plain(byte) => {
                self.save_key()?;
                self.simple_key_allowed = false;
                self.plain_scalar()
            }
            b'\t' => {
                self.skip_blanks();
                Err(self.error_here("a tab cannot indent YAML; use spaces"))
            }
            byte => {
                let message = format!("`{}` cannot start a value; quote the text", char::from(byte));
                Err(self.error_here(&message))
            }
        }
    }

    fn starts_plain(&self, byte: u8) -> bool {
        match byte {
            b'-' => !self.is_blank(1),
            b'?' | b':' => self.flow_level == 0 && !self.is_blank_or_end(1),
            b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|' | b'>' | b'\'' | b'"'
            | b'%' | b'@' | b'`' => false,
            _ => !self.is_blank_or_end(0),
        }
    }

    fn push(&mut self, kind: TokenKind<'a>, span: Span) {
        self.tokens.push_back(Token { kind, span });
    }

    /// Inserts a token before the one with a number. Go appends it if that token is taken already.
    fn insert(&mut self, number: usize, kind: TokenKind<'a>, at: usize) {
        let token = Token {
            kind,
            span: self.span(at, at),
        };
        let position = number.checked_sub(self.taken).unwrap_or(self.tokens.len());
        self.tokens.insert(position.min(self.tokens.len()), token);
    }

    /// Adds a token of `length` bytes.
    fn indicator(&mut self, kind: TokenKind<'a>, length: usize) {
        let start = self.at;
        self.at += length;
        let span = self.span(start, self.at);
        self.push(kind, span);
    }

    fn next_number(&self) -> usize {
        self.taken + self.tokens.len()
    }

    /// Records that a key may start here.
    fn save_key(&mut self) -> Result<(), ReadError> {
        if !self.simple_key_allowed {
            return Ok(());
        }
        self.drop_key()?;
        let key = SimpleKey {
            is_possible: true,
            is_required: self.flow_level == 0 && self.indent == self.column() + 1,
            number: self.next_number(),
            at: self.at,
            line: self.line,
            column: self.column(),
        };
        if let Some(last) = self.simple_keys.last_mut() {
            *last = key;
        }
        self.waiting.push_back((key.number, self.simple_keys.len() - 1));
        Ok(())
    }

    /// Discards a possible key.
    fn drop_key(&mut self) -> Result<(), ReadError> {
        let Some(key) = self.simple_keys.last_mut().filter(|key| key.is_possible) else {
            return Ok(());
        };
        key.is_possible = false;
        let key = *key;
        if key.is_required {
            return Err(self.no_colon(key));
        }
        self.stop_waiting(key.number);
        Ok(())
    }

    fn stop_waiting(&mut self, number: usize) {
        self.waiting.retain(|(waiting, _)| *waiting != number);
    }

    /// Opens a block at a column, before the token with a number, unless a block has that column already.
    fn open_block(&mut self, column: usize, number: usize, kind: TokenKind<'a>, at: usize) {
        if self.flow_level == 0 && self.indent < column + 1 {
            self.indents.push(self.indent);
            self.indent = column + 1;
            self.insert(number, kind, at);
        }
    }

    /// Closes the blocks that are indented more.
    fn close_blocks(&mut self, indent: usize) {
        while self.flow_level == 0 && self.indent > indent {
            self.indent = self.indents.pop().unwrap_or(0);
            let here = self.span(self.at, self.at);
            self.push(TokenKind::BlockEnd, here);
        }
    }

    fn open_flow(&mut self, kind: TokenKind<'a>) -> Result<(), ReadError> {
        self.save_key()?;
        self.simple_keys.push(SimpleKey {
            number: self.next_number(),
            ..SimpleKey::default()
        });
        self.flow_level += 1;
        self.simple_key_allowed = true;
        self.indicator(kind, 1);
        Ok(())
    }

    fn close_flow(&mut self, kind: TokenKind<'a>) -> Result<(), ReadError> {
        self.drop_key()?;
        if self.flow_level > 0 {
            self.flow_level -= 1;
            // In Go an empty pair of brackets takes over the key of its surroundings, and so is no key itself.
            if let Some(key) = self.simple_keys.pop() {
                self.stop_waiting(key.number);
            }
        }
        self.simple_key_allowed = false;
        self.indicator(kind, 1);
        Ok(())
    }

    fn block_entry(&mut self) -> Result<(), ReadError> {
        if self.flow_level == 0 {
            if !self.simple_key_allowed {
                return Err(self.error_here("a list cannot start here; put it on a separate line"));
            }
            self.open_block(
                self.column(),
                self.next_number(),
                TokenKind::BlockSequenceStart,
                self.at,
            );
        }
        self.drop_key()?;
        self.simple_key_allowed = true;
        self.indicator(TokenKind::BlockEntry, 1);
        Ok(())
    }

    fn explicit_key(&mut self) -> Result<(), ReadError> {
        if self.flow_level == 0 {
            if !self.simple_key_allowed {
                return Err(self.error_here("a `?` is not allowed here; quote the text"));
            }
            self.open_block(
                self.column(),
                self.next_number(),
                TokenKind::BlockMappingStart,
                self.at,
            );
        }
        self.drop_key()?;
        self.simple_key_allowed = self.flow_level == 0;
        self.indicator(TokenKind::Key, 1);
        Ok(())
    }

    fn value(&mut self) -> Result<(), ReadError> {
        let level = self.simple_keys.len() - 1;
        if self.key_is_possible(level)?
            && let Some(key) = self.simple_keys.get_mut(level)
        {
            key.is_possible = false;
            let key = *key;
            self.insert(key.number, TokenKind::Key, key.at);
            self.open_block(key.column, key.number, TokenKind::BlockMappingStart, key.at);
            self.stop_waiting(key.number);
            self.simple_key_allowed = false;
        } else {
            if self.flow_level == 0 {
                if !self.simple_key_allowed {
                    return Err(self.error_here(&self.why_no_value()));
                }
                self.open_block(
                    self.column(),
                    self.next_number(),
                    TokenKind::BlockMappingStart,
                    self.at,
                );
            }
            self.simple_key_allowed = self.flow_level == 0;
        }
        self.indicator(TokenKind::Value, 1);
        Ok(())
    }
}
