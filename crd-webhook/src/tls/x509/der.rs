//! Encodes DER.

/// Encodes a value with its tag and length.
pub(super) fn value(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut out = vec![tag];
    let length = content.len();
    if length < 0x80 {
        out.push(u8::try_from(length).unwrap_or(0x7f));
    } else {
        let digits = length.to_be_bytes();
        let used = digits.iter().position(|digit| *digit != 0).unwrap_or(0);
        let digits = digits.get(used..).unwrap_or_default();
        out.push(0x80 | u8::try_from(digits.len()).unwrap_or(0));
        out.extend_from_slice(digits);
    }
    out.extend_from_slice(content);
    out
}

pub(super) fn sequence<const N: usize>(parts: [&[u8]; N]) -> Vec<u8> {
    value(0x30, &parts.concat())
}

/// Encodes an object identifier, given as its encoded content.
pub(super) fn oid(content: &[u8]) -> Vec<u8> {
    value(0x06, content)
}

/// Encodes a bit string of whole bytes.
pub(super) fn bit_string(content: &[u8]) -> Vec<u8> {
    value(0x03, &[&[0], content].concat())
}
