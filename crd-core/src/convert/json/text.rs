//! Strings with and without escapes.

use std::borrow::Cow;

/// The text of a string that [`scan`](super::scan) has read. Half of a surrogate pair becomes U+FFFD, as in Go.
pub(crate) fn unescape(raw: &str) -> Cow<'_, str> {
    let inner = raw
        .strip_prefix('"')
        .map_or(raw, |rest| rest.strip_suffix('"').unwrap_or(rest));
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let mut characters = after.chars();
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
    }
    text.push_str(rest);
    Cow::Owned(text)
}

/// Four hexadecimal digits, and what follows them.
fn code_unit(text: &str) -> (u32, &str) {
    let (digits, rest) = text.split_at_checked(4).unwrap_or((text, ""));
    (u32::from_str_radix(digits, 16).unwrap_or(0xFFFD), rest)
}

/// The character of a surrogate pair, whose second half is at the start of `rest`.
fn low_surrogate(high: u32, rest: &str) -> Option<(char, &str)> {
    let (low, after) = code_unit(rest.strip_prefix("\\u")?);
    if !(0xD800..0xDC00).contains(&high) || !(0xDC00..0xE000).contains(&low) {
        return None;
    }
    let character = char::from_u32(0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00))?;
    Some((character, after))
}

/// A set of bytes.
pub(super) struct Bytes([bool; 256]);

impl Bytes {
    pub(super) fn contains(&self, byte: u8) -> bool {
        self.0.get(usize::from(byte)).copied().unwrap_or(false)
    }
}

/// What ends a run of plain characters in a string: quotes, backslashes, control characters.
pub(super) const ENDS: Bytes = {
    let mut ends = [false; 256];
    let (controls, _) = ends.split_at_mut(0x20);
    let mut at = 0;
    while at < controls.len() {
        controls[at] = true;
        at += 1;
    }
    ends[b'"' as usize] = true;
    ends[b'\\' as usize] = true;
    Bytes(ends)
};

/// Writes a string with quotes and escapes.
pub(crate) fn write_string(out: &mut String, text: &str) {
    out.push('"');
    if !text.bytes().any(|byte| ENDS.contains(byte)) {
        out.push_str(text);
        out.push('"');
        return;
    }
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0..=0x1f => "",
            _ => continue,
        };
        out.push_str(text.get(start..at).unwrap_or_default());
        if escape.is_empty() {
            out.push_str(&format!("\\u{byte:04x}"));
        } else {
            out.push_str(escape);
        }
        start = at + 1;
    }
    out.push_str(text.get(start..).unwrap_or_default());
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::{unescape, write_string};

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
}
