//! Writes values: as a text, or as a text with its tokens, which then need not be parsed.

use super::scan::{Problem, Scan};
use super::text::write_string;
use super::{ESCAPED, Json, Token, narrow};
use crate::values::ValueWriter;

/// The target to which values are written.
pub(crate) trait Sink {
    /// Reserves capacity for a number of bytes.
    fn reserve(&mut self, bytes: usize);

    /// Writes a comma or a colon.
    fn separator(&mut self, separator: &'static str);

    /// Writes a string with quotes and escapes.
    fn string(&mut self, text: &str);

    /// Writes the name of a member and its colon, after the separator, which may be empty.
    fn name(&mut self, separator: &'static str, name: &str) {
        self.separator(separator);
        self.string(name);
        self.separator(":");
    }

    /// Writes a value that is already JSON, without surrounding whitespace.
    fn json(&mut self, json: &str);

    /// Writes a value of a document unchanged.
    fn copy(&mut self, value: Json<'_>);

    /// Writes the members of an object or elements of a list without the brackets around them.
    fn copy_inner(&mut self, value: Json<'_>);

    /// Starts an object or a list with its bracket.
    fn open(&mut self, bracket: &'static str) -> Opened;

    /// Closes an object or list with its bracket.
    fn close(&mut self, opened: Opened, bracket: &'static str);
}

/// An object or list that is being written.
#[derive(Clone, Copy)]
pub(crate) struct Opened {
    token: usize,
}

impl Sink for String {
    fn reserve(&mut self, bytes: usize) {
        String::reserve(self, bytes);
    }

    fn separator(&mut self, separator: &'static str) {
        self.push_str(separator);
    }

    fn string(&mut self, text: &str) {
        write_string(self, text);
    }

    fn json(&mut self, json: &str) {
        self.push_str(json);
    }

    fn copy(&mut self, value: Json<'_>) {
        self.push_str(value.raw());
    }

    fn copy_inner(&mut self, value: Json<'_>) {
        self.push_str(inner(value.raw()));
    }

    fn open(&mut self, bracket: &'static str) -> Opened {
        self.push_str(bracket);
        Opened { token: 0 }
    }

    fn close(&mut self, _: Opened, bracket: &'static str) {
        self.push_str(bracket);
    }
}

/// Returns the text between the brackets of an object or list.
fn inner(raw: &str) -> &str {
    raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default()
}

/// A text with its tokens. It may contain several values.
#[derive(Clone, Debug, Default)]
pub(crate) struct Written {
    text: String,
    tokens: Vec<Token>,
    /// The error of a value that was written as JSON but could not be parsed; it is missing in the text.
    problem: Option<Problem>,
}

/// A length to which the output can be truncated.
#[derive(Clone, Copy)]
pub(crate) struct Length {
    pub(crate) bytes: usize,
    tokens: usize,
}

/// Usual minimum length of a name or value with the separators after it.
const BYTES_OF_A_TOKEN: usize = 6;

impl Written {
    pub(crate) fn with_capacity(bytes: usize) -> Written {
        Written {
            text: String::with_capacity(bytes),
            tokens: Vec::with_capacity(bytes / BYTES_OF_A_TOKEN),
            problem: None,
        }
    }

    /// Removes everything, and keeps the capacity.
    pub(crate) fn clear(&mut self) {
        self.text.clear();
        self.tokens.clear();
        self.problem = None;
    }

    /// Parses a text.
    pub(crate) fn read(text: &str) -> Result<Written, Problem> {
        let mut written = Written::with_capacity(text.len());
        written.add(text)?;
        Ok(written)
    }

    /// Parses a text and adds its value. Returns the index of the value's token.
    pub(crate) fn add(&mut self, text: &str) -> Result<usize, Problem> {
        self.add_with(|all| all.push_str(text))
    }

    /// Like [`add`](Self::add), for a text that a function writes.
    pub(crate) fn add_with(&mut self, write: impl FnOnce(&mut String)) -> Result<usize, Problem> {
        let (start, first) = (self.text.len(), self.tokens.len());
        write(&mut self.text);
        match Scan::from(&self.text, start, &mut self.tokens).run() {
            Some(problem) => {
                self.text.truncate(start);
                self.tokens.truncate(first);
                Err(problem)
            }
            None => Ok(first),
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the first error of a value that was written as JSON but is not JSON.
    pub(crate) fn problem(&self) -> Option<&Problem> {
        self.problem.as_ref()
    }

    /// Returns the first value.
    pub(crate) fn root(&self) -> Json<'_> {
        Json::new(&self.text, &self.tokens)
    }

    /// Returns the value of the token with an index.
    pub(crate) fn value(&self, token: usize) -> Json<'_> {
        Json::new(&self.text, self.tokens.get(token..).unwrap_or_default())
    }

    pub(crate) fn length(&self) -> Length {
        Length {
            bytes: self.text.len(),
            tokens: self.tokens.len(),
        }
    }

    /// Truncates the output to a length.
    pub(crate) fn cut(&mut self, length: Length) {
        self.text.truncate(length.bytes);
        self.tokens.truncate(length.tokens);
    }

    /// Whether parsing the text results in these tokens.
    #[cfg(test)]
    pub(crate) fn is_as_read(&self) -> bool {
        Written::read(&self.text).is_ok_and(|read| read.tokens == self.tokens)
    }

    /// Adds tokens of another text.
    fn shift(&mut self, tokens: &[Token], by: u32) {
        self.tokens.extend(tokens.iter().map(|token| Token {
            start: token.start.wrapping_add(by),
            end: token.end.wrapping_add(by),
            size: token.size,
        }));
    }

    fn push(&mut self, start: usize, escaped: u32) {
        self.tokens.push(Token {
            start: narrow(start),
            end: narrow(self.text.len()),
            size: 1 | escaped,
        });
    }
}

impl ValueWriter for Written {
    type Opened = Opened;
    type Length = Length;

    fn separator(&mut self, separator: &'static str) {
        Sink::separator(self, separator);
    }

    fn string(&mut self, text: &str) {
        Sink::string(self, text);
    }

    fn json(&mut self, json: &str) {
        Sink::json(self, json);
    }

    fn open(&mut self, bracket: &'static str) -> Opened {
        Sink::open(self, bracket)
    }

    fn close(&mut self, opened: Opened, bracket: &'static str) {
        Sink::close(self, opened, bracket);
    }

    fn length(&self) -> Length {
        Written::length(self)
    }

    fn cut(&mut self, length: Length) {
        Written::cut(self, length);
    }

    fn text(&self) -> &str {
        Written::text(self)
    }
}

impl Sink for Written {
    fn reserve(&mut self, bytes: usize) {
        self.text.reserve(bytes);
        self.tokens.reserve(bytes / BYTES_OF_A_TOKEN);
    }

    fn separator(&mut self, separator: &'static str) {
        self.text.push_str(separator);
    }

    fn string(&mut self, text: &str) {
        let start = self.text.len();
        write_string(&mut self.text, text);
        let is_plain = self.text.len() == start + text.len() + 2;
        self.push(start, if is_plain { 0 } else { ESCAPED });
    }

    fn name(&mut self, separator: &'static str, name: &str) {
        self.text.reserve(separator.len() + name.len() + 3);
        self.text.push_str(separator);
        Sink::string(self, name);
        self.text.push(':');
    }

    fn json(&mut self, json: &str) {
        let start = self.text.len();
        match json.bytes().next() {
            Some(b'{' | b'[') => {
                if let Err(problem) = self.add(json) {
                    self.problem.get_or_insert(problem);
                }
            }
            Some(b'"') => {
                self.text.push_str(json);
                let is_plain = !json.as_bytes().contains(&b'\\');
                self.push(start, if is_plain { 0 } else { ESCAPED });
            }
            _ => {
                self.text.push_str(json);
                self.push(start, 0);
            }
        }
    }

    fn copy(&mut self, value: Json<'_>) {
        let start = self.text.len();
        self.text.push_str(value.raw());
        match value.tokens() {
            // It is null.
            [] => self.push(start, 0),
            tokens @ [first, ..] => self.shift(tokens, narrow(start).wrapping_sub(first.start)),
        }
    }

    fn copy_inner(&mut self, value: Json<'_>) {
        let start = self.text.len();
        self.text.push_str(inner(value.raw()));
        if let [first, tokens @ ..] = value.tokens() {
            self.shift(tokens, narrow(start).wrapping_sub(first.start + 1));
        }
    }

    fn open(&mut self, bracket: &'static str) -> Opened {
        let token = self.tokens.len();
        let start = self.text.len();
        self.text.push_str(bracket);
        self.push(start, 0);
        Opened { token }
    }

    fn close(&mut self, opened: Opened, bracket: &'static str) {
        self.text.push_str(bracket);
        let size = narrow(self.tokens.len() - opened.token) & !ESCAPED;
        if let Some(token) = self.tokens.get_mut(opened.token) {
            token.end = narrow(self.text.len());
            token.size = size;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Sink as _, Written};

    #[test]
    fn tokens_are_those_that_reading_gives() {
        let source = r#"{"a":[1,"\n",{}],"b":{"c":null}}"#;
        let read = Written::read(source).unwrap();
        let mut written = Written::with_capacity(0);
        let list = written.open("[");
        written.copy(read.root());
        for json in ["1", "\"a\"", "\"\\u0041\"", r#"[{"x":[]}]"#] {
            written.separator(",");
            written.json(json);
        }
        for text in ["", "a\"b", "é"] {
            written.separator(",");
            written.string(text);
        }
        let length = written.length();
        written.string("cut off");
        written.cut(length);
        written.separator(",");
        written.copy(read.root().get("a").unwrap());
        written.separator(",");
        written.copy_inner(read.root().get("a").unwrap());
        written.close(list, "]");
        assert!(written.is_as_read(), "{written:?}");
        assert_eq!(written.root().elements().count(), 12);
    }

    #[test]
    fn several_values() {
        let mut all = Written::default();
        let first = all.add(r#"{"a":1}"#).unwrap();
        assert!(all.add("[1,").is_err());
        assert!(all.problem().is_none());
        let second = all.add("[true]").unwrap();
        assert_eq!(all.value(first).raw(), r#"{"a":1}"#);
        assert_eq!(all.value(second).raw(), "[true]");
        assert_eq!(all.value(second).elements().count(), 1);
    }

    #[test]
    fn what_is_no_json_is_a_problem_until_all_is_removed() {
        let mut written = Written::default();
        written.json("[1,");
        assert_eq!(written.problem().unwrap().offset, 3);
        written.clear();
        written.json("[1]");
        assert!(written.problem().is_none());
    }
}
