//! Parses a text into tokens.

use std::fmt;

use super::text::plain_length;
use super::{ESCAPED, Token, narrow};

/// The maximum depth, which is that of the API server.
const DEEPEST: usize = 10_000;

/// Usual minimum length of a name or value with the separators after it.
const BYTES_OF_A_TOKEN: usize = 10;

/// Instead of the index of an enclosing token: there is none.
const OUTERMOST: u32 = u32::MAX;

/// The error of a text that is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The byte at which the text is no longer JSON.
    pub(crate) offset: usize,
    pub(crate) what: &'static str,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.what, self.offset)
    }
}

/// Returns the tokens of a text. If there is a problem, they are those before it, and open objects and lists end there.
pub(crate) fn scan(text: &str) -> (Vec<Token>, Option<Problem>) {
    let mut tokens = Vec::with_capacity(text.len() / BYTES_OF_A_TOKEN + 4);
    let problem = Scan::from(text, 0, &mut tokens).run();
    (tokens, problem)
}

/// State of parsing one value.
pub(super) struct Scan<'a> {
    scanner: Scanner<'a>,
}

impl<'a> Scan<'a> {
    /// Starts parsing at a position of a text. The tokens are added to the given ones.
    pub(super) fn from(text: &'a str, at: usize, tokens: &'a mut Vec<Token>) -> Self {
        let scanner = Scanner {
            bytes: text.as_bytes(),
            at,
            tokens,
            open: None,
            depth: 0,
        };
        Scan { scanner }
    }

    /// Parses the value. If there is a problem, open objects and lists end there.
    pub(super) fn run(self) -> Option<Problem> {
        let mut scanner = self.scanner;
        if u32::try_from(scanner.bytes.len()).is_err() {
            return Some(Problem {
                offset: 0,
                what: "the text is longer than 4 GiB",
            });
        }
        let problem = scanner.run().err();
        let end = scanner.at.min(scanner.bytes.len());
        while let Some(open) = scanner.open {
            scanner.close(open, end);
        }
        problem
    }
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    tokens: &'a mut Vec<Token>,
    /// The innermost open object or list. Until it is closed, the size of its token is the index of the enclosing one.
    open: Option<Open>,
    /// Number of open objects and lists.
    depth: usize,
}

#[derive(Clone, Copy)]
struct Open {
    token: usize,
    is_object: bool,
}

impl Scanner<'_> {
    fn run(&mut self) -> Result<(), Problem> {
        self.value()?;
        while let Some(open) = self.open {
            self.space();
            match (self.peek(), open.is_object) {
                (Some(b'}'), true) | (Some(b']'), false) => {
                    self.at += 1;
                    self.close(open, self.at);
                }
                (Some(b','), _) if self.tokens.len() > open.token + 1 => {
                    self.at += 1;
                    self.space();
                    self.element(open)?;
                }
                (Some(_), _) if self.tokens.len() == open.token + 1 => self.element(open)?,
                (Some(_), true) => return Err(self.problem("`,` or `}` is missing")),
                (Some(_), false) => return Err(self.problem("`,` or `]` is missing")),
                (None, _) => return Err(self.problem("the text ends too early")),
            }
        }
        self.space();
        if self.at < self.bytes.len() {
            return Err(self.problem("there is text after the value"));
        }
        Ok(())
    }

    /// Parses a member of an object, or an element of a list.
    fn element(&mut self, open: Open) -> Result<(), Problem> {
        if open.is_object {
            if self.peek() != Some(b'"') {
                return Err(self.problem("the name of a field is missing"));
            }
            self.string()?;
            self.space();
            if self.peek() != Some(b':') {
                return Err(self.problem("`:` is missing"));
            }
            self.at += 1;
        }
        self.value()
    }

    /// Parses a whole scalar, or the start of an object or list.
    fn value(&mut self) -> Result<(), Problem> {
        self.space();
        match self.peek() {
            Some(b'"') => self.string(),
            Some(first @ (b'{' | b'[')) => {
                if self.depth >= DEEPEST {
                    return Err(self.problem("objects and lists are nested deeper than 10,000 levels"));
                }
                let around = self.open.map_or(OUTERMOST, |open| narrow(open.token));
                self.open = Some(Open {
                    token: self.tokens.len(),
                    is_object: first == b'{',
                });
                self.depth += 1;
                self.tokens.push(Token {
                    start: narrow(self.at),
                    end: 0,
                    size: around,
                });
                self.at += 1;
                Ok(())
            }
            Some(b't') => self.word(b"true"),
            Some(b'f') => self.word(b"false"),
            Some(b'n') => self.word(b"null"),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(_) => Err(self.problem("expected a value")),
            None => Err(self.problem("the text ends too early")),
        }
    }

    fn word(&mut self, word: &[u8]) -> Result<(), Problem> {
        let start = self.at;
        if !self.bytes.get(start..).is_some_and(|rest| rest.starts_with(word)) {
            return Err(self.problem("expected a value"));
        }
        self.at += word.len();
        self.push(start);
        Ok(())
    }

    fn number(&mut self) -> Result<(), Problem> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        self.push(start);
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Problem> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start {
            return Err(self.problem("a digit is missing"));
        }
        Ok(())
    }

    #[inline]
    fn string(&mut self) -> Result<(), Problem> {
        let start = self.at;
        let rest = self.bytes.get(start + 1..).unwrap_or_default();
        let plain = plain_length(rest);
        if rest.get(plain) == Some(&b'"') {
            self.at = start + plain + 2;
            self.push(start);
            return Ok(());
        }
        self.string_with_escapes()
    }

    fn string_with_escapes(&mut self) -> Result<(), Problem> {
        let start = self.at;
        self.at += 1;
        let mut escaped = 0;
        loop {
            let rest = self.bytes.get(self.at..).unwrap_or_default();
            self.at += plain_length(rest);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    self.push(start);
                    if let Some(token) = self.tokens.last_mut() {
                        token.size |= escaped;
                    }
                    return Ok(());
                }
                Some(b'\\') => {
                    escaped = ESCAPED;
                    self.at += 1;
                    self.escape()?;
                }
                Some(_) => return Err(self.problem("a control character in a string")),
                None => return Err(self.problem("the text ends inside a string")),
            }
        }
    }

    /// Parses the part of an escape after the backslash.
    fn escape(&mut self) -> Result<(), Problem> {
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
            Some(b'u') => {
                self.at += 1;
                for _ in 0..4 {
                    if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                        return Err(self.problem("`\\u` needs four hexadecimal digits"));
                    }
                    self.at += 1;
                }
            }
            _ => return Err(self.problem("unknown escape")),
        }
        Ok(())
    }

    #[inline]
    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            self.at += 1;
        }
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Adds the token of the value that was just parsed.
    #[inline]
    fn push(&mut self, start: usize) {
        self.tokens.push(Token {
            start: narrow(start),
            end: narrow(self.at),
            size: 1,
        });
    }

    /// Closes the innermost object or list.
    fn close(&mut self, open: Open, end: usize) {
        let size = narrow(self.tokens.len() - open.token) & !ESCAPED;
        let mut around = OUTERMOST;
        if let Some(token) = self.tokens.get_mut(open.token) {
            around = token.size;
            token.end = narrow(end);
            token.size = size;
        }
        self.depth -= 1;
        let token = self.tokens.get(around as usize);
        self.open = token.map(|token| Open {
            token: around as usize,
            is_object: self.bytes.get(token.start as usize) == Some(&b'{'),
        });
    }

    fn problem(&self, what: &'static str) -> Problem {
        Problem {
            offset: self.at,
            what,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::scan;

    fn problem(text: &str) -> Option<String> {
        scan(text).1.map(|problem| problem.to_string())
    }

    #[test]
    fn json_is_read() {
        for text in [
            "null",
            " [ ] ",
            "{}",
            r#"{"a":[1,-2.5e+3,0,"\u00e9\n",true,false,null],"b":{"c":{}}}"#,
            "\t[1 , 2]\r\n",
        ] {
            assert_eq!(problem(text), None, "{text}");
        }
    }

    #[test]
    fn anything_else_is_not() {
        for (text, expected) in [
            ("", "the text ends too early at byte 0"),
            ("{", "the text ends too early at byte 1"),
            ("[1", "the text ends too early at byte 2"),
            ("[1,]", "expected a value at byte 3"),
            ("[,1]", "expected a value at byte 1"),
            ("{,}", "the name of a field is missing at byte 1"),
            (r#"{"a":1,}"#, "the name of a field is missing at byte 7"),
            (r#"{"a" 1}"#, "`:` is missing at byte 5"),
            (r#"{"a":1 "b":2}"#, "`,` or `}` is missing at byte 7"),
            ("[1 2]", "`,` or `]` is missing at byte 3"),
            ("01", "there is text after the value at byte 1"),
            ("1.", "a digit is missing at byte 2"),
            ("-", "a digit is missing at byte 1"),
            ("+1", "expected a value at byte 0"),
            ("nul", "expected a value at byte 0"),
            (r#""\x""#, "unknown escape at byte 2"),
            (r#""\u12g4""#, "`\\u` needs four hexadecimal digits at byte 5"),
            ("\"a", "the text ends inside a string at byte 2"),
            ("\"\n\"", "a control character in a string at byte 1"),
            ("{} {}", "there is text after the value at byte 3"),
            ("[}", "expected a value at byte 1"),
        ] {
            assert_eq!(problem(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn depth_is_bounded_without_recursion() {
        assert_eq!(
            problem(&format!("{}{}", "[".repeat(10_000), "]".repeat(10_000))),
            None
        );
        assert!(problem(&"[".repeat(1_000_000)).is_some_and(|problem| problem.contains("10,000")));
    }
}
