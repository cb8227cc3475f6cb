//! The lexer: it splits the text of an expression into tokens.

use crate::ast::Span;
use crate::unescape::StringStyle;

/// The kinds of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tok {
    End,
    /// Bytes with which no token begins, or an unterminated string.
    Bad,
    Ident,
    /// `` `name` ``
    Quoted,
    Int,
    Uint,
    Double,
    String,
    Bytes,
    True,
    False,
    Null,
    In,
    Eq,
    NotEq,
    Less,
    LessEq,
    Greater,
    GreaterEq,
    And,
    Or,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    OpenParen,
    CloseParen,
    Dot,
    Comma,
    Minus,
    Not,
    Question,
    Colon,
    Plus,
    Star,
    Slash,
    Percent,
}

/// Returns the comments of an expression, and its string literals.
///
/// ```
/// let (comments, texts) = crd_cel::comments_and_texts("'//' // a\n// b");
/// assert_eq!((comments[1].range(), texts[0].range()), (10..14, 0..4));
/// ```
pub fn comments_and_texts(source: &str) -> (Vec<Span>, Vec<Span>) {
    let mut lexer = Lexer::new(source);
    let (mut comments, mut texts) = (Vec::new(), Vec::new());
    let mut end = 0;
    loop {
        let token = lexer.next();
        add_comments(source, end, token.span.start as usize, &mut comments);
        match token.tok {
            Tok::End => return (comments, texts),
            Tok::String => texts.push(token.span),
            _ => {}
        }
        end = token.span.end as usize;
    }
}

/// Adds the comments between two tokens.
pub(crate) fn add_comments(source: &str, start: usize, end: usize, comments: &mut Vec<Span>) {
    let mut at = start;
    while let Some(between) = source.get(at..end)
        && let Some(found) = between.find("//")
    {
        let from = at + found;
        let rest = source.get(from..end).unwrap_or_default();
        at = from + rest.find('\n').unwrap_or(rest.len());
        comments.push(Span::new(from, at));
    }
}

/// One token and its place in the source.
#[derive(Clone, Copy)]
pub(crate) struct Token {
    pub(crate) tok: Tok,
    pub(crate) span: Span,
}

/// Splits a text into tokens, one at a time, by longest match as in cel-go's grammar.
pub(crate) struct Lexer<'s> {
    source: &'s [u8],
    at: usize,
}

impl<'s> Lexer<'s> {
    pub(crate) fn new(source: &'s str) -> Self {
        Self {
            source: source.as_bytes(),
            at: 0,
        }
    }

    /// Continues at a byte offset after a bad token.
    #[cfg(any(feature = "syntax-errors", feature = "editor"))]
    pub(crate) fn resume(&mut self, at: usize) {
        self.at = at;
    }

    fn byte(&self, at: usize) -> u8 {
        self.source.get(at).copied().unwrap_or(0)
    }

    /// Returns the offset of the first byte at or after `at` that is not in a class.
    fn skip(&self, mut at: usize, class: fn(u8) -> bool) -> usize {
        while at < self.source.len() && class(self.byte(at)) {
            at += 1;
        }
        at
    }

    fn skip_blank(&mut self) {
        loop {
            self.at = self.skip(self.at, |b| matches!(b, b' ' | b'\t' | b'\r' | b'\n' | b'\x0c'));
            if self.byte(self.at) != b'/' || self.byte(self.at + 1) != b'/' {
                return;
            }
            self.at = self.skip(self.at, |b| b != b'\n');
        }
    }

    /// Returns the next token. After the last one, and after a bad one, always [`Tok::End`].
    pub(crate) fn next(&mut self) -> Token {
        self.skip_blank();
        let start = self.at;
        let first = self.byte(start);
        let (tok, end) = match first {
            _ if start >= self.source.len() => (Tok::End, start),
            b'A'..=b'Z' | b'a'..=b'z' | b'_' => self.word(start),
            b'0'..=b'9' => self.number(start),
            b'.' if self.byte(start + 1).is_ascii_digit() => self.number(start),
            b'"' | b'\'' => match self.string(start, StringStyle::Escaped) {
                Ok(end) => (Tok::String, end),
                Err(end) => (Tok::Bad, end),
            },
            b'`' => self.quoted(start),
            _ => self.symbol(start, first),
        };
        self.at = if tok == Tok::Bad { self.source.len() } else { end };
        Token {
            tok,
            span: Span::new(start, end),
        }
    }

    fn symbol(&self, start: usize, first: u8) -> (Tok, usize) {
        let second = self.byte(start + 1);
        let (tok, len) = match (first, second) {
            (b'=', b'=') => (Tok::Eq, 2),
            (b'!', b'=') => (Tok::NotEq, 2),
            (b'<', b'=') => (Tok::LessEq, 2),
            (b'>', b'=') => (Tok::GreaterEq, 2),
            (b'&', b'&') => (Tok::And, 2),
            (b'|', b'|') => (Tok::Or, 2),
            (b'<', _) => (Tok::Less, 1),
            (b'>', _) => (Tok::Greater, 1),
            (b'!', _) => (Tok::Not, 1),
            (b'[', _) => (Tok::OpenBracket, 1),
            (b']', _) => (Tok::CloseBracket, 1),
            (b'{', _) => (Tok::OpenBrace, 1),
            (b'}', _) => (Tok::CloseBrace, 1),
            (b'(', _) => (Tok::OpenParen, 1),
            (b')', _) => (Tok::CloseParen, 1),
            (b'.', _) => (Tok::Dot, 1),
            (b',', _) => (Tok::Comma, 1),
            (b'-', _) => (Tok::Minus, 1),
            (b'?', _) => (Tok::Question, 1),
            (b':', _) => (Tok::Colon, 1),
            (b'+', _) => (Tok::Plus, 1),
            (b'*', _) => (Tok::Star, 1),
            (b'/', _) => (Tok::Slash, 1),
            (b'%', _) => (Tok::Percent, 1),
            (b'=' | b'&' | b'|', _) => return (Tok::Bad, self.after_char(start + 1)),
            _ => return (Tok::Bad, self.after_char(start)),
        };
        (tok, start + len)
    }

    /// Returns the offset after the character at `at`.
    fn after_char(&self, at: usize) -> usize {
        self.skip((at + 1).min(self.source.len()), |b| b & 0xC0 == 0x80)
    }

    fn word(&self, start: usize) -> (Tok, usize) {
        if let Some((tok, end)) = self.prefixed_string(start) {
            return (tok, end);
        }
        let end = self.skip(start, |b| b.is_ascii_alphanumeric() || b == b'_');
        let tok = match self.source.get(start..end) {
            Some(b"in") => Tok::In,
            Some(b"true") => Tok::True,
            Some(b"false") => Tok::False,
            Some(b"null") => Tok::Null,
            _ => Tok::Ident,
        };
        (tok, end)
    }

    /// Reads `r'…'`, `b'…'` or `br'…'`; anything else is an identifier.
    fn prefixed_string(&self, start: usize) -> Option<(Tok, usize)> {
        let mut at = start;
        let bytes = matches!(self.byte(at), b'b' | b'B');
        at += usize::from(bytes);
        let raw = matches!(self.byte(at), b'r' | b'R');
        at += usize::from(raw);
        let style = if raw {
            StringStyle::Raw
        } else {
            StringStyle::Escaped
        };
        if !matches!(self.byte(at), b'"' | b'\'') || at == start {
            return None;
        }
        let end = self.string(at, style).ok()?;
        Some((if bytes { Tok::Bytes } else { Tok::String }, end))
    }

    /// Reads a string from its opening quote and returns its end offset. `Err` is the offset after the invalid byte.
    fn string(&self, start: usize, style: StringStyle) -> Result<usize, usize> {
        let quote = self.byte(start);
        if self.byte(start + 1) == quote && self.byte(start + 2) == quote {
            let mut at = start + 3;
            while at < self.source.len() {
                match self.byte(at) {
                    b if b == quote && self.byte(at + 1) == quote && self.byte(at + 2) == quote => {
                        return Ok(at + 3);
                    }
                    b'\\' if style == StringStyle::Escaped => match self.escape(at) {
                        Ok(end) => at = end,
                        Err(_) => break,
                    },
                    _ => at += 1,
                }
            }
            // Not a long string but the empty string.
            return Ok(start + 2);
        }
        let mut at = start + 1;
        loop {
            match self.byte(at) {
                _ if at >= self.source.len() => return Err(at),
                b if b == quote => return Ok(at + 1),
                b'\n' | b'\r' => return Err(at + 1),
                b'\\' if style == StringStyle::Escaped => {
                    at = self.escape(at)?;
                }
                _ => at += 1,
            }
        }
    }

    /// Returns the offset after the escape sequence at `at`. `Err` is the offset after the invalid character.
    fn escape(&self, at: usize) -> Result<usize, usize> {
        let all = |from: usize, count: usize, class: fn(u8) -> bool| {
            let end = self.skip(from, class).min(from + count);
            if end == from + count {
                Ok(end)
            } else {
                Err(self.after_char(end))
            }
        };
        let hexadecimal: fn(u8) -> bool = |b| b.is_ascii_hexdigit();
        match self.byte(at + 1) {
            b'a' | b'b' | b'f' | b'n' | b'r' | b't' | b'v' | b'"' | b'\'' | b'\\' | b'?' | b'`' => Ok(at + 2),
            b'x' | b'X' => all(at + 2, 2, hexadecimal),
            b'u' => all(at + 2, 4, hexadecimal),
            b'U' => all(at + 2, 8, hexadecimal),
            b'0'..=b'3' => all(at + 2, 2, |b| matches!(b, b'0'..=b'7')),
            _ => Err(self.after_char(at + 1)),
        }
    }

    fn number(&self, start: usize) -> (Tok, usize) {
        let digit = |b: u8| b.is_ascii_digit();
        if self.byte(start) == b'0'
            && self.byte(start + 1) == b'x'
            && self.byte(start + 2).is_ascii_hexdigit()
        {
            let end = self.skip(start + 2, |b| b.is_ascii_hexdigit());
            return self.maybe_unsigned(end);
        }
        let whole = self.skip(start, digit);
        let mut end = whole;
        if self.byte(end) == b'.' && self.byte(end + 1).is_ascii_digit() {
            end = self.skip(end + 1, digit);
        }
        if matches!(self.byte(end), b'e' | b'E') {
            let sign = usize::from(matches!(self.byte(end + 1), b'+' | b'-'));
            let exponent = end + 1 + sign;
            if self.byte(exponent).is_ascii_digit() {
                end = self.skip(exponent, digit);
            }
        }
        if end > whole {
            (Tok::Double, end)
        } else {
            self.maybe_unsigned(whole)
        }
    }

    fn maybe_unsigned(&self, end: usize) -> (Tok, usize) {
        if matches!(self.byte(end), b'u' | b'U') {
            (Tok::Uint, end + 1)
        } else {
            (Tok::Int, end)
        }
    }

    fn quoted(&self, start: usize) -> (Tok, usize) {
        let end = self.skip(start + 1, |b| {
            b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'-' | b'/' | b' ')
        });
        if end > start + 1 && self.byte(end) == b'`' {
            (Tok::Quoted, end + 1)
        } else {
            (Tok::Bad, self.after_char(end).min(self.source.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, expected: &[(Tok, &str)]) {
        let mut lexer = Lexer::new(source);
        let mut found = Vec::new();
        loop {
            let token = lexer.next();
            if token.tok == Tok::End {
                break;
            }
            found.push((token.tok, source.get(token.span.range()).unwrap()));
        }
        assert_eq!(found, expected, "{source:?}");
    }

    #[test]
    fn tokens() {
        use Tok::*;
        check(
            "a.?b // note\n[0x1Fu]",
            &[
                (Ident, "a"),
                (Dot, "."),
                (Question, "?"),
                (Ident, "b"),
                (OpenBracket, "["),
                (Uint, "0x1Fu"),
                (CloseBracket, "]"),
            ],
        );
        check(
            "1.5e-3 1.e5 .5 0x 1e",
            &[
                (Double, "1.5e-3"),
                (Int, "1"),
                (Dot, "."),
                (Ident, "e5"),
                (Double, ".5"),
                (Int, "0"),
                (Ident, "x"),
                (Int, "1"),
                (Ident, "e"),
            ],
        );
        check(
            r"'a\'b' r'\d' br'x' rb '' ''''''",
            &[
                (String, r"'a\'b'"),
                (String, r"r'\d'"),
                (Bytes, "br'x'"),
                (Ident, "rb"),
                (String, "''"),
                (String, "''''''"),
            ],
        );
        check(
            "'''a'\n''' '''x",
            &[(String, "'''a'\n'''"), (String, "''"), (Bad, "'x")],
        );
        check(r"'\d'", &[(Bad, r"'\d")]);
        check("r'x", &[(Ident, "r"), (Bad, "'x")]);
        check("a & b", &[(Ident, "a"), (Bad, "& ")]);
        check("`a-b` `a", &[(Quoted, "`a-b`"), (Bad, "`a")]);
        check("é", &[(Bad, "é")]);
        check(
            "inn in truet true",
            &[(Ident, "inn"), (In, "in"), (Ident, "truet"), (True, "true")],
        );
    }
}
