//! Reads JSON with positions. kubectl passes a document that starts with `{` to a JSON reader, for which a
//! number is an integer only if it is written as one.

use super::error::{ReadError, ReadErrorKind};
use super::members::mapping;
use super::scalar::shorten;
use crate::yaml::tree::{Entry, InternedText, Node, Span, Value};

/// Reads one value from `start` on, and returns it with its end. Positions count from the beginning of `text`.
pub(super) fn read_value(text: &str, start: usize, max_depth: usize) -> Result<(Node, usize), ReadError> {
    let mut reader = JsonReader { text, at: start };
    reader.skip_blanks();
    let node = reader.value(max_depth)?;
    Ok((node, reader.at))
}

struct JsonReader<'a> {
    text: &'a str,
    at: usize,
}

impl JsonReader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn span_from(&self, start: usize) -> Span {
        Span::new(start, self.at)
    }

    fn error<T>(&self, message: String) -> Result<T, ReadError> {
        let end = self
            .text
            .get(self.at..)
            .and_then(|rest| rest.chars().next())
            .map_or(0, char::len_utf8);
        Err(ReadError {
            kind: ReadErrorKind::Syntax,
            message,
            span: Span::new(self.at, self.at + end),
        })
    }

    fn unexpected<T>(&self, wanted: &str) -> Result<T, ReadError> {
        match self.text.get(self.at..).and_then(|rest| rest.chars().next()) {
            Some(c) => self.error(format!(
                "not JSON: expected {wanted}, not `{}`",
                c.escape_default()
            )),
            None => self.error(format!("not JSON: the file ends where {wanted} is expected")),
        }
    }

    fn value(&mut self, depth_left: usize) -> Result<Node, ReadError> {
        let start = self.at;
        let value = match self.peek() {
            Some(b'{' | b'[') if depth_left == 0 => {
                return Err(ReadError::too_deep(Span::new(self.at, self.at + 1)));
            }
            Some(b'{') => self.object(depth_left - 1)?,
            Some(b'[') => self.array(depth_left - 1)?,
            Some(b'"') => Value::String(self.string()?),
            Some(b'-' | b'0'..=b'9') => self.number()?,
            _ if self.word("true") => Value::Bool(true),
            _ if self.word("false") => Value::Bool(false),
            _ if self.word("null") => Value::Null,
            _ => return self.unexpected("a value"),
        };
        Ok(Node {
            span: self.span_from(start),
            value,
        })
    }

    fn word(&mut self, word: &str) -> bool {
        let found = self
            .text
            .get(self.at..)
            .is_some_and(|rest| rest.starts_with(word));
        if found {
            self.at += word.len();
        }
        found
    }

    fn array(&mut self, depth_left: usize) -> Result<Value, ReadError> {
        let mut items = Vec::new();
        self.at += 1;
        self.skip_blanks();
        if self.take(b']') {
            return Ok(Value::Sequence(items));
        }
        loop {
            self.skip_blanks();
            items.push(self.value(depth_left)?);
            self.skip_blanks();
            if self.take(b']') {
                return Ok(Value::Sequence(items));
            }
            if !self.take(b',') {
                return self.unexpected("`,` or `]`");
            }
        }
    }

    fn object(&mut self, depth_left: usize) -> Result<Value, ReadError> {
        let mut entries = Vec::new();
        self.at += 1;
        self.skip_blanks();
        if self.take(b'}') {
            return Ok(Value::Mapping(mapping(entries, &[])));
        }
        loop {
            self.skip_blanks();
            if self.peek() != Some(b'"') {
                return self.unexpected("a key in double quotes");
            }
            let start = self.at;
            let key = self.string()?;
            let key_span = self.span_from(start);
            self.skip_blanks();
            if !self.take(b':') {
                return self.unexpected("`:`");
            }
            self.skip_blanks();
            let value = self.value(depth_left)?;
            entries.push(Entry { key, key_span, value });
            self.skip_blanks();
            if self.take(b'}') {
                return Ok(Value::Mapping(mapping(entries, &[])));
            }
            if !self.take(b',') {
                return self.unexpected("`,` or `}`");
            }
        }
    }

    fn number(&mut self) -> Result<Value, ReadError> {
        let start = self.at;
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        let mut whole = true;
        if self.take(b'.') {
            whole = false;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            whole = false;
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        let text = self.text.get(start..self.at).unwrap_or_default();
        if let (true, Ok(int)) = (whole, text.parse()) {
            return Ok(Value::Int(int));
        }
        match text.parse::<f64>() {
            Ok(float) if float.is_finite() => Ok(Value::Float(float)),
            _ => Err(ReadError {
                kind: ReadErrorKind::Value,
                message: format!("`{}` is too large for a number; quote it", shorten(text)),
                span: self.span_from(start),
            }),
        }
    }

    fn digits(&mut self) -> Result<(), ReadError> {
        let start = self.at;
        while let Some(b'0'..=b'9') = self.peek() {
            self.at += 1;
        }
        if self.at == start {
            self.unexpected("a digit")
        } else {
            Ok(())
        }
    }

    /// Reads a string from its opening quote through its closing one.
    fn string(&mut self) -> Result<InternedText, ReadError> {
        let open = self.at;
        self.at += 1;
        let mut out = String::new();
        loop {
            let start = self.at;
            while self
                .peek()
                .is_some_and(|byte| byte >= b' ' && byte != b'"' && byte != b'\\')
            {
                self.at += 1;
            }
            let run = self.text.get(start..self.at).unwrap_or_default();
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    if out.is_empty() {
                        return Ok(run.into());
                    }
                    out.push_str(run);
                    return Ok(out.into());
                }
                Some(b'\\') => {
                    out.push_str(run);
                    self.at += 1;
                    out.push(self.escape()?);
                }
                Some(_) => {
                    return self.unexpected("no control character in a string; write it as `\\u…`, or `\"`");
                }
                None => {
                    return Err(ReadError {
                        kind: ReadErrorKind::Syntax,
                        message: "not JSON: this string has no closing `\"`".to_owned(),
                        span: Span::new(open, open + 1),
                    });
                }
            }
        }
    }

    fn escape(&mut self) -> Result<char, ReadError> {
        let c = match self.peek() {
            Some(c @ (b'"' | b'\\' | b'/')) => char::from(c),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.unicode_escape();
            }
            _ => return self.unexpected("an escape such as `\\n` or `\\u0041`"),
        };
        self.at += 1;
        Ok(c)
    }

    /// Reads the digits after `\u`, with the second half of a surrogate pair. A lone half is replaced, as in Go.
    fn unicode_escape(&mut self) -> Result<char, ReadError> {
        let unit = self.hex4()?;
        if !(0xd800..0xdc00).contains(&unit) {
            return Ok(char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        let back = self.at;
        if self.word("\\u") {
            let low = self.hex4()?;
            if (0xdc00..0xe000).contains(&low) {
                let c = 0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                return Ok(char::from_u32(c).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
        }
        self.at = back;
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn hex4(&mut self) -> Result<u32, ReadError> {
        let digits = self.text.get(self.at..self.at + 4).unwrap_or_default();
        if digits.len() != 4 || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return self.unexpected("four hexadecimal digits");
        }
        self.at += 4;
        Ok(u32::from_str_radix(digits, 16).unwrap_or(0))
    }
}
