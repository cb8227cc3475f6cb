//! Go's `base64.URLEncoding`, which is how the server reads `format: byte` for expressions.

use super::value::Value;

const PAD: u8 = b'=';

/// The bytes of a padded URL-safe base64 text; line ends are passed over.
pub(super) fn decode<'a>(text: &str) -> Value<'a> {
    match bytes(text.as_bytes()) {
        Ok(bytes) => Value::Bytes(bytes.into()),
        Err(at) => Value::error(format!(
            "Invalid byte formatted string {text}: illegal base64 data at input byte {at}"
        )),
    }
}

fn is_line_end(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b'\n' | b'\r'))
}

/// The bytes, or the place that Go finds wrong.
fn bytes(text: &[u8]) -> Result<Vec<u8>, usize> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let mut at = 0;
    loop {
        // Four digits, the last of which may be padding.
        let mut value: u32 = 0;
        let mut digits = 0;
        while digits < 4 {
            let Some(byte) = text.get(at) else {
                return if digits == 0 { Ok(out) } else { Err(at - digits) };
            };
            at += 1;
            if let Some(digit) = digit(*byte) {
                value = value << 6 | digit;
                digits += 1;
                continue;
            }
            if is_line_end(Some(byte)) {
                continue;
            }
            if *byte != PAD || digits < 2 {
                return Err(at - 1);
            }
            let skip = |mut at: usize| {
                while is_line_end(text.get(at)) {
                    at += 1;
                }
                at
            };
            if digits == 2 {
                at = skip(at);
                match text.get(at) {
                    None => return Err(text.len()),
                    Some(&PAD) => at += 1,
                    Some(_) => return Err(at - 1),
                }
            }
            at = skip(at);
            if at < text.len() {
                return Err(at);
            }
            break;
        }
        value <<= 6 * (4 - digits);
        let [_, a, b, c] = value.to_be_bytes();
        out.extend([a, b, c].iter().take(digits - 1));
    }
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
