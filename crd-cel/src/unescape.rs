//! Computes the values of string and bytes literals.

use std::borrow::Cow;

use crate::bytes::prefix_len;
use crate::mistake::BadLiteral;

/// The meaning of a backslash in a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StringStyle {
    /// `'…'`: a backslash begins an escape sequence.
    Escaped,
    /// `r'…'`: a backslash stands for itself.
    Raw,
}

/// Returns the start and end of the text between the quotes of a literal, and its style. `literal` includes prefixes.
pub(crate) fn inner(literal: &str) -> (usize, usize, StringStyle) {
    let bytes = literal.as_bytes();
    let prefix = prefix_len(bytes, u8::is_ascii_alphabetic);
    let (prefix_bytes, quoted) = bytes.split_at_checked(prefix).unwrap_or((bytes, &[]));
    // Either `r` or `br`.
    let style = match prefix_bytes.last() {
        Some(b'r' | b'R') => StringStyle::Raw,
        _ => StringStyle::Escaped,
    };
    let long = quoted.len() >= 6 && (quoted.starts_with(b"'''") || quoted.starts_with(b"\"\"\""));
    let quotes = if long { 3 } else { 1 };
    (prefix + quotes, literal.len().saturating_sub(quotes), style)
}

/// Replaces all line ends by `\n`.
fn normalize(text: &str) -> Cow<'_, str> {
    if !text.as_bytes().contains(&b'\r') {
        return Cow::Borrowed(text);
    }
    let mut normal = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((line, after)) = rest.split_once('\r') {
        normal.push_str(line);
        normal.push('\n');
        rest = after.strip_prefix('\n').unwrap_or(after);
    }
    normal.push_str(rest);
    Cow::Owned(normal)
}

/// Returns the value of a string literal from its inner text.
pub(crate) fn string(inner: &str, style: StringStyle) -> Result<String, BadLiteral> {
    let inner = normalize(inner);
    if style == StringStyle::Raw {
        return Ok(inner.into_owned());
    }
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner.as_ref();
    while let Some((plain, escape)) = rest.split_once('\\') {
        out.push_str(plain);
        let (value, tail) = escaped(escape)?;
        out.push(match value {
            Escaped::Char(c) => c,
            Escaped::Byte(b) => char::from(b),
            Escaped::Code(code) => char::from_u32(code).ok_or(BadLiteral::CodePoint)?,
        });
        rest = tail;
    }
    out.push_str(rest);
    Ok(out)
}

/// Returns the value of a bytes literal from its inner text.
pub(crate) fn bytes(inner: &str, style: StringStyle) -> Result<Vec<u8>, BadLiteral> {
    let inner = normalize(inner);
    if style == StringStyle::Raw {
        return Ok(inner.into_owned().into_bytes());
    }
    let mut out = Vec::with_capacity(inner.len());
    let mut rest = inner.as_ref();
    while let Some((plain, escape)) = rest.split_once('\\') {
        out.extend_from_slice(plain.as_bytes());
        let (value, tail) = escaped(escape)?;
        match value {
            Escaped::Char(c) => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Escaped::Byte(b) => out.push(b),
            Escaped::Code(_) => return Err(BadLiteral::Escape),
        }
        rest = tail;
    }
    out.extend_from_slice(rest.as_bytes());
    Ok(out)
}

enum Escaped {
    /// `\n`
    Char(char),
    /// `\x41`, `\101`: a byte in bytes, a code point in strings.
    Byte(u8),
    /// `\u0041`
    Code(u32),
}

/// Reads the escape sequence after a backslash, and returns it with the rest of the text.
fn escaped(text: &str) -> Result<(Escaped, &str), BadLiteral> {
    let code = |from: usize, to: usize, radix: u32| {
        let digits = text.get(from..to).unwrap_or_default();
        u32::try_from(u64::from_str_radix(digits, radix).ok()?).ok()
    };
    let hex = |digits: usize| match code(1, 1 + digits, 16) {
        Some(code) => Ok((Escaped::Code(code), text.get(1 + digits..).unwrap_or_default())),
        None => Err(BadLiteral::Escape),
    };
    let byte = |code: Option<u32>, length: usize| {
        let byte = Escaped::Byte(u8::try_from(code?).ok()?);
        Some((byte, text.get(length..).unwrap_or_default()))
    };
    let simple = |c: char| Ok((Escaped::Char(c), text.get(1..).unwrap_or_default()));
    match text.bytes().next().unwrap_or(0) {
        b'a' => simple('\x07'),
        b'b' => simple('\x08'),
        b'f' => simple('\x0c'),
        b'n' => simple('\n'),
        b'r' => simple('\r'),
        b't' => simple('\t'),
        b'v' => simple('\x0b'),
        c @ (b'\\' | b'\'' | b'"' | b'`' | b'?') => simple(char::from(c)),
        b'x' | b'X' => byte(code(1, 3, 16), 3).ok_or(BadLiteral::Escape),
        b'u' => hex(4),
        b'U' => hex(8),
        b'0'..=b'3' => byte(code(0, 3, 8), 3).ok_or(BadLiteral::OctalEscape),
        _ => Err(BadLiteral::Escape),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(literal: &str, expected: Result<&str, BadLiteral>) {
        let (start, end, style) = inner(literal);
        let found = string(literal.get(start..end).unwrap(), style);
        assert_eq!(found.as_deref().map_err(|e| *e), expected, "{literal}");
    }

    fn check_bytes(literal: &str, expected: Result<&[u8], BadLiteral>) {
        let (start, end, style) = inner(literal);
        let found = bytes(literal.get(start..end).unwrap(), style);
        assert_eq!(found.as_deref().map_err(|e| *e), expected, "{literal}");
    }

    #[test]
    fn values() {
        check(r"'a\tb\x41\u00e9\U0001F600\101'", Ok("a\tbA\u{e9}\u{1F600}A"));
        check(r"r'\d'", Ok(r"\d"));
        check("'''a\r\nb'''", Ok("a\nb"));
        check("''", Ok(""));
        check(r"'\xff'", Ok("\u{ff}"));
        check(r"'\ud800'", Err(BadLiteral::CodePoint));
        check_bytes(r"b'\xff\377é\n'", Ok(b"\xff\xff\xc3\xa9\n"));
        check_bytes(r"b'\u0041'", Err(BadLiteral::Escape));
        check_bytes(r"br'\x'", Ok(br"\x"));
    }
}
