//! Go's `encoding/base64` with padding.

const PAD: u8 = b'=';

/// The characters for the digits 62 and 63.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alphabet {
    /// `base64.StdEncoding`: `+` and `/`.
    Standard,
    /// `base64.URLEncoding`: `-` and `_`.
    Url,
}

/// Encodes bytes as `StdEncoding.EncodeToString` does.
pub fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for position in 0..4 {
            let digit = DIGITS[(group >> (18 - 6 * position)) as usize & 63];
            out.push(char::from(if position <= chunk.len() { digit } else { PAD }));
        }
    }
    out
}

/// Decodes a text as `DecodeString` does, which skips line ends. The error is the number in Go's
/// `CorruptInputError`: the byte offset of the invalid input.
///
/// ```
/// use crd_cel::go::base64::{Alphabet, decode};
///
/// assert_eq!(decode("Zm8=", Alphabet::Standard), Ok(b"fo".to_vec()));
/// assert_eq!(decode("Zm8*", Alphabet::Standard), Err(3));
/// ```
pub fn decode(text: &str, alphabet: Alphabet) -> Result<Vec<u8>, usize> {
    let text = text.as_bytes();
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
            if let Some(digit) = digit(*byte, alphabet) {
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
            if digits == 2 {
                at = after_line_ends(text, at);
                match text.get(at) {
                    None => return Err(text.len()),
                    Some(&PAD) => at += 1,
                    Some(_) => return Err(at - 1),
                }
            }
            at = after_line_ends(text, at);
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

fn is_line_end(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b'\n' | b'\r'))
}

fn after_line_ends(text: &[u8], mut at: usize) -> usize {
    while is_line_end(text.get(at)) {
        at += 1;
    }
    at
}

fn digit(byte: u8, alphabet: Alphabet) -> Option<u32> {
    let value = match (byte, alphabet) {
        (b'A'..=b'Z', _) => byte - b'A',
        (b'a'..=b'z', _) => byte - b'a' + 26,
        (b'0'..=b'9', _) => byte - b'0' + 52,
        (b'+', Alphabet::Standard) | (b'-', Alphabet::Url) => 62,
        (b'/', Alphabet::Standard) | (b'_', Alphabet::Url) => 63,
        _ => return None,
    };
    Some(value.into())
}

#[cfg(test)]
mod tests {
    use super::{Alphabet, decode, encode};

    #[test]
    fn round_trip_and_refusals() {
        for (plain, coded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(encode(plain.as_bytes()), coded);
            assert_eq!(decode(coded, Alphabet::Standard).as_deref(), Ok(plain.as_bytes()));
        }
        for (bad, at) in [
            ("Zg", 0),
            ("Zg=", 3),
            ("Z===", 1),
            ("Zg==Zg==", 4),
            ("Zm9*", 3),
            ("-_8=", 0),
        ] {
            assert_eq!(decode(bad, Alphabet::Standard), Err(at), "{bad}");
        }
        assert_eq!(decode("-_8=", Alphabet::Url), Ok(vec![0xfb, 0xff]));
    }
}
