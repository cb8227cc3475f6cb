//! Go's `base64.URLEncoding`, which is how the server reads `format: byte` for expressions.

use super::value::Value;

const PAD: u8 = b'=';

/// The bytes of a padded URL-safe base64 text; line ends are passed over.
pub(super) fn decode<'a>(text: &str) -> Value<'a> {
    match bytes(text) {
        Ok(bytes) => Value::Bytes(bytes.into()),
        Err(at) => Value::error(format!(
            "Invalid byte formatted string {text}: illegal base64 data at input byte {at}"
        )),
    }
}

/// The bytes, or the place of the first that is wrong.
fn bytes(text: &str) -> Result<Vec<u8>, usize> {
    let digits: Vec<(usize, u8)> = text
        .bytes()
        .enumerate()
        .filter(|(_, byte)| !b"\r\n".contains(byte))
        .collect();
    let mut out = Vec::with_capacity(digits.len() / 4 * 3);
    let mut groups = digits.chunks(4).peekable();
    while let Some(group) = groups.next() {
        let padding = group.iter().rev().take_while(|(_, byte)| *byte == PAD).count();
        let mut value: u32 = 0;
        for (at, byte) in group.iter().take(4_usize.saturating_sub(padding)) {
            value = value << 6 | digit(*byte).ok_or(*at)?;
        }
        if group.len() < 4 {
            return Err(text.len());
        }
        if padding > 2 || padding > 0 && groups.peek().is_some() {
            return Err(group.get(4 - padding).map_or(0, |(at, _)| *at));
        }
        value <<= 6 * padding;
        let [_, a, b, c] = value.to_be_bytes();
        out.extend([a, b, c].iter().take(3 - padding));
    }
    Ok(out)
}

fn digit(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'-' => 62,
        b'_' => 63,
        _ => return None,
    };
    Some(value.into())
}
