//! Strings with and without escapes.

use std::borrow::Cow;

/// Returns the text of a string that [`scan`](super::scan) has parsed. Half of a surrogate pair becomes U+FFFD, as in Go.
pub(crate) fn unescape(raw: &str) -> Cow<'_, str> {
    let inner = raw
        .strip_prefix('"')
        .map_or(raw, |rest| rest.strip_suffix('"').unwrap_or(rest));
    let first = plain_length(inner.as_bytes());
    if first == inner.len() {
        return Cow::Borrowed(inner);
    }
    let mut text = String::with_capacity(inner.len());
    unescape_inner(inner, first, &mut text);
    Cow::Owned(text)
}

/// Appends the text of a string that [`scan`](super::scan) has parsed to another.
pub(crate) fn unescape_to(raw: &str, text: &mut String) {
    let inner = raw
        .strip_prefix('"')
        .map_or(raw, |rest| rest.strip_suffix('"').unwrap_or(rest));
    unescape_inner(inner, plain_length(inner.as_bytes()), text);
}

/// Appends the text of the inner part of a string. `plain` is the length of the leading plain characters.
fn unescape_inner(inner: &str, plain: usize, text: &mut String) {
    let mut rest = inner;
    let mut plain = plain;
    while let Some((before, after)) = rest.split_at_checked(plain) {
        text.push_str(before);
        if let [b'\\', escape @ (b'"' | b'\\' | b'/'), ..] = after.as_bytes() {
            text.push(char::from(*escape));
            rest = after.get(2..).unwrap_or_default();
            plain = plain_length(rest.as_bytes());
            continue;
        }
        let mut characters = after.chars();
        // Only a backslash ends a run of plain characters in a parsed string.
        if characters.next().is_none() {
            break;
        }
        let escape = characters.next().unwrap_or('\\');
        rest = characters.as_str();
        text.push(match escape {
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let (code, after) = code_unit(rest);
                rest = after;
                match (char::from_u32(code), low_surrogate(code, rest)) {
                    (Some(character), _) => character,
                    (None, Some((character, after))) => {
                        rest = after;
                        character
                    }
                    (None, None) => char::REPLACEMENT_CHARACTER,
                }
            }
            other => other,
        });
        plain = plain_length(rest.as_bytes());
    }
}

/// Parses four hexadecimal digits; returns the rest too.
fn code_unit(text: &str) -> (u32, &str) {
    let (digits, rest) = text.split_at_checked(4).unwrap_or((text, ""));
    (u32::from_str_radix(digits, 16).unwrap_or(0xFFFD), rest)
}

/// Returns the character of a surrogate pair whose second half is at the start of `rest`.
fn low_surrogate(high: u32, rest: &str) -> Option<(char, &str)> {
    let (low, after) = code_unit(rest.strip_prefix("\\u")?);
    if !(0xD800..0xDC00).contains(&high) || !(0xDC00..0xE000).contains(&low) {
        return None;
    }
    let character = char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00))?;
    Some((character, after))
}

/// Number of bytes before the first byte that ends a run of plain characters in a string: a quote, a backslash or a control
/// character.
pub(super) fn plain_length(bytes: &[u8]) -> usize {
    let mut at = 0;
    let mut rest = bytes;
    while let Some((eight, after)) = rest.split_first_chunk::<8>() {
        let ends = ends(u64::from_le_bytes(*eight));
        if ends != 0 {
            return at + (ends.trailing_zeros() / 8) as usize;
        }
        at += 8;
        rest = after;
    }
    let is_end = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1f);
    at + rest.iter().position(is_end).unwrap_or(rest.len())
}

/// Whether a string needs no escapes.
pub(crate) fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let mut rest = bytes;
    while let Some((eight, after)) = rest.split_first_chunk::<8>() {
        if ends(u64::from_le_bytes(*eight)) != 0 {
            return false;
        }
        rest = after;
    }
    match (
        bytes.last_chunk::<8>(),
        rest.first_chunk::<4>(),
        rest.last_chunk::<4>(),
    ) {
        _ if rest.is_empty() => true,
        // Bytes may be checked twice.
        (Some(last), ..) => ends(u64::from_le_bytes(*last)) == 0,
        (None, Some(first), Some(last)) => {
            let word = u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last));
            ends(word) == 0
        }
        _ => rest.iter().all(|byte| !matches!(byte, b'"' | b'\\' | 0..=0x1f)),
    }
}

/// Returns a word in which the top bit of the first byte that ends a run of plain characters is set; it may also be set in later
/// bytes.
#[inline]
const fn ends(word: u64) -> u64 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const TOPS: u64 = 0x8080_8080_8080_8080;
    /// Sets the top bit of the first byte below a limit of at most 0x80, and possibly of later bytes.
    const fn below(word: u64, limit: u8) -> u64 {
        word.wrapping_sub(ONES * limit as u64) & !word & TOPS
    }
    below(word ^ (ONES * 0x22), 1) | below(word ^ (ONES * 0x5c), 1) | below(word, 0x20)
}

/// Writes a string with quotes and escapes.
pub(crate) fn write_string(out: &mut String, text: &str) {
    out.reserve(text.len() + 2);
    out.push('"');
    if is_plain(text) {
        out.push_str(text);
    } else {
        write_inner(out, text);
    }
    out.push('"');
}

/// Writes a string with escapes, but without quotes.
pub(crate) fn write_inner(out: &mut String, text: &str) {
    let mut rest = text;
    loop {
        let plain = plain_length(rest.as_bytes());
        if plain == rest.len() {
            out.push_str(rest);
            return;
        }
        let Some((before, after)) = rest.split_at_checked(plain) else {
            return;
        };
        out.push_str(before);
        let Some(byte) = after.bytes().next() else { return };
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            _ => out.push_str(&format!("\\u{byte:04x}")),
        }
        rest = after.get(1..).unwrap_or_default();
    }
}

#[cfg(test)]
mod tests {
    use super::{is_plain, plain_length, unescape, write_string};

    #[test]
    fn strings_without_escapes() {
        for (raw, text) in [
            (r#""""#, ""),
            (r#""a""#, "a"),
            (r#""a\n\"\\\/\u00e9z""#, "a\n\"\\/éz"),
            (r#""\ud83d\ude00!""#, "😀!"),
            (r#""\ud83dx\ude00""#, "\u{fffd}x\u{fffd}"),
            (r#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
        ] {
            assert_eq!(unescape(raw), text, "{raw}");
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for text in ["", "a\"b\\c", "\u{0}\u{1f}\n\r\t\u{8}", "é😀\u{2028}"] {
            let mut raw = String::new();
            write_string(&mut raw, text);
            assert_eq!(unescape(&raw), text);
            assert_eq!(serde_json::from_str::<String>(&raw).unwrap(), text);
        }
    }

    #[test]
    fn runs_of_plain_characters() {
        for end in ["\"", "\\", "\0", "\n", "\u{1f}"] {
            for before in 0..20 {
                let text = format!(
                    "{}{end}é\"",
                    " é~\u{7f}abcdefghijklmnopqrstuvwxyz"
                        .chars()
                        .take(before)
                        .collect::<String>()
                );
                let length = text.find(['"', '\\', '\0', '\n', '\u{1f}']);
                assert_eq!(Some(plain_length(text.as_bytes())), length, "{text:?}");
                assert!(!is_plain(&text), "{text:?}");
                assert!(
                    length.is_some_and(|length| is_plain(text.split_at(length).0)),
                    "{text:?}"
                );
            }
        }
        assert_eq!(
            plain_length(&[0xff, 0x80, 0x20, b'!', b'#', b'[', b']', 0x7f, b'a']),
            9
        );
    }
}
