//! `encoding/base64` with `StdEncoding`: how Kubernetes writes byte strings.

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// `EncodeToString`, with padding.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let group = byte(0) << 16 | byte(1) << 8 | byte(2);
        for position in 0..4 {
            let symbol = ALPHABET[(group >> (18 - 6 * position)) as usize & 63];
            out.push(if position <= chunk.len() {
                char::from(symbol)
            } else {
                '='
            });
        }
    }
    out
}

/// `DecodeString`: padding is required, `\r` and `\n` are skipped.
#[cfg_attr(not(feature = "check"), expect(dead_code, reason = "only reading decodes"))]
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let symbols: Vec<u8> = text
        .bytes()
        .filter(|byte| !matches!(byte, b'\r' | b'\n'))
        .collect();
    if !symbols.len().is_multiple_of(4) {
        return None;
    }
    let mut out = Vec::with_capacity(symbols.len() / 4 * 3);
    let groups = symbols.len() / 4;
    for (at, group) in symbols.chunks(4).enumerate() {
        let padding = group.iter().rev().take_while(|byte| **byte == b'=').count();
        if padding > 2 || (padding > 0 && at + 1 != groups) {
            return None;
        }
        let mut bits = 0u32;
        for (position, symbol) in group.iter().enumerate() {
            let value = if position >= 4 - padding {
                0
            } else {
                ALPHABET.iter().position(|a| a == symbol)?
            };
            bits = bits << 6 | u32::try_from(value).ok()?;
        }
        out.extend(bits.to_be_bytes().iter().skip(1).take(3 - padding));
    }
    Some(out)
}

/// The number in Go's `CorruptInputError`: where the decoder stops in a text that is not base64. Line ends are skipped
/// but counted.
#[cfg(feature = "check")]
pub(crate) fn corrupt_byte(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut in_quantum = 0;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'\r' | b'\n' => {}
            b'=' => return bad_padding(bytes, at, in_quantum),
            b'+' | b'/' => in_quantum = (in_quantum + 1) % 4,
            byte if byte.is_ascii_alphanumeric() => in_quantum = (in_quantum + 1) % 4,
            _ => return at,
        }
    }
    bytes.len() - in_quantum
}

/// Where the decoder stops if the first padding is at `at`, after `in_quantum` symbols of its quantum.
#[cfg(feature = "check")]
fn bad_padding(bytes: &[u8], at: usize, in_quantum: usize) -> usize {
    let after_line_ends = |from: usize| {
        let rest = bytes.get(from..).unwrap_or_default();
        from + rest
            .iter()
            .take_while(|byte| matches!(byte, b'\r' | b'\n'))
            .count()
    };
    if in_quantum < 2 {
        return at;
    }
    let mut next = after_line_ends(at + 1);
    if in_quantum == 2 {
        match bytes.get(next) {
            None => return next,
            Some(b'=') => next = after_line_ends(next + 1),
            Some(_) => return next - 1,
        }
    }
    next
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(decode(coded).as_deref(), Some(plain.as_bytes()));
        }
        for bad in ["Zg", "Zg=", "Z===", "Zg==Zg==", "Zm9*"] {
            assert_eq!(decode(bad), None, "{bad}");
        }
    }
}
