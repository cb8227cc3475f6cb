//! The encodings that kubectl reads besides UTF-8: UTF-16 with a byte order mark, which some tools on Windows write.

/// Converts the text of a file to UTF-8, as kubectl does: a file that begins with a byte order mark of UTF-16
/// is UTF-16, in either byte order. Any other file is returned unchanged.
///
/// Incomplete characters become U+FFFD, as in kubectl.
///
/// ```
/// let utf_16 = b"\xff\xfea\0:\0 \0\xe9\0".to_vec();
/// assert_eq!(crd_core::yaml::to_utf8(utf_16), "a: é".as_bytes());
/// assert_eq!(crd_core::yaml::to_utf8(b"a: b".to_vec()), b"a: b");
/// ```
pub fn to_utf8(source: Vec<u8>) -> Vec<u8> {
    let unit = match source.first_chunk() {
        Some([0xff, 0xfe]) => u16::from_le_bytes,
        Some([0xfe, 0xff]) => u16::from_be_bytes,
        _ => return source,
    };
    let (pairs, half) = source.as_chunks::<2>();
    let decoded = char::decode_utf16(pairs.iter().skip(1).map(|pair| unit(*pair)));
    let mut text: String = decoded
        .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect();
    if !half.is_empty() {
        text.push(char::REPLACEMENT_CHARACTER);
    }
    text.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_16_is_read_in_both_byte_orders() {
        let text = "a: é\u{1f600}\r\n";
        let units: Vec<u16> = text.encode_utf16().collect();
        let little = units.iter().flat_map(|unit| unit.to_le_bytes());
        let big = units.iter().flat_map(|unit| unit.to_be_bytes());
        let little: Vec<u8> = b"\xff\xfe".iter().copied().chain(little).collect();
        let big: Vec<u8> = b"\xfe\xff".iter().copied().chain(big).collect();
        assert_eq!(to_utf8(little), text.as_bytes());
        assert_eq!(to_utf8(big), text.as_bytes());
    }

    #[test]
    fn half_characters_are_replaced() {
        assert_eq!(
            to_utf8(b"\xff\xfea\0\x00\xd8b\0c".to_vec()),
            "a\u{fffd}b\u{fffd}".as_bytes()
        );
    }

    #[test]
    fn other_files_stay_as_they_are() {
        for source in [&b""[..], b"a", b"\xff", b"\xef\xbb\xbfa: b", b"a\xff\xfe"] {
            assert_eq!(to_utf8(source.to_vec()), source);
        }
    }
}
