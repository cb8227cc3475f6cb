//! Escapes for one code point, inside and outside of classes.

use super::RegexErrorKind;
use super::cursor::Cursor;

const LAST_CODE_POINT: u32 = 0x0010_FFFF;

/// Parses the escape at the cursor, which is at a backslash, and returns its code point.
pub(super) fn escape(cursor: &mut Cursor<'_>) -> Result<u32, super::RegexError> {
    let start = cursor.at();
    cursor.bump();
    let Some(char) = cursor.bump() else {
        return Err(cursor.error_in(RegexErrorKind::TrailingBackslash, cursor.at()..cursor.at()));
    };
    let code_point = match char {
        // A single non-zero digit would be a back reference.
        '1'..='7' if !matches!(cursor.peek(), Some('0'..='7')) => None,
        '0'..='7' => Some(octal(cursor, u32::from(char) - u32::from('0'))),
        'x' => hexadecimal(cursor),
        'a' => Some(0x07),
        'f' => Some(0x0C),
        'n' => Some(0x0A),
        'r' => Some(0x0D),
        't' => Some(0x09),
        'v' => Some(0x0B),
        _ if char.is_ascii() && !char.is_ascii_alphanumeric() => Some(u32::from(char)),
        _ => None,
    };
    code_point.ok_or_else(|| cursor.error_from(RegexErrorKind::InvalidEscape, start))
}

fn octal(cursor: &mut Cursor<'_>, first: u32) -> u32 {
    let mut value = first;
    for _ in 0..2 {
        let Some(digit) = cursor.peek().and_then(|char| char.to_digit(8)) else {
            break;
        };
        cursor.bump();
        value = value * 8 + digit;
    }
    value
}

/// Parses two digits, or any number of them in braces. Text consumed before a mistake is part of the error.
fn hexadecimal(cursor: &mut Cursor<'_>) -> Option<u32> {
    let first = cursor.bump()?;
    if first != '{' {
        let second = cursor.bump()?;
        return Some(first.to_digit(16)? * 16 + second.to_digit(16)?);
    }
    let mut value = None;
    loop {
        let char = cursor.bump()?;
        if char == '}' {
            return value;
        }
        let next = value.unwrap_or(0) * 16 + char.to_digit(16)?;
        if next > LAST_CODE_POINT {
            return None;
        }
        value = Some(next);
    }
}
