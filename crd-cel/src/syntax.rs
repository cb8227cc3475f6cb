//! Checks the syntax of names, labels and string formats in Kubernetes. `names` returns the server's error texts.

/// The string formats that schemas may use, spelled with their usual dashes.
pub const STRING_FORMATS: &[&str] = &[
    "bsonobjectid",
    "byte",
    "cidr",
    "creditcard",
    "date",
    "date-time",
    "duration",
    "email",
    "hexcolor",
    "hostname",
    "ipv4",
    "ipv6",
    "isbn",
    "isbn10",
    "isbn13",
    "k8s-long-name",
    "k8s-short-name",
    "mac",
    "password",
    "rgbcolor",
    "ssn",
    "uri",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
];

/// Checks whether a string format is known; dashes are ignored.
pub fn is_string_format(format: &str) -> bool {
    let plain = format.replace('-', "");
    STRING_FORMATS.iter().any(|known| known.replace('-', "") == plain)
}

/// Checks whether `text` is a DNS-1035 label: at most 63 lower-case letters, digits and dashes, a letter first.
pub fn is_dns1035_label(text: &str) -> bool {
    text.len() <= 63 && is_dns1123_part(text) && text.starts_with(|c: char| c.is_ascii_lowercase())
}

/// Checks whether `text` is an RFC 1123 subdomain.
pub fn is_dns1123_subdomain(text: &str) -> bool {
    text.len() <= 253 && text.split('.').all(is_dns1123_part)
}

/// Checks whether `text` is the key of a label or an annotation: a name, after an optional subdomain and `/`.
pub fn is_label_key(text: &str) -> bool {
    let name = match text.split_once('/') {
        Some((domain, name)) if is_dns1123_subdomain(domain) => name,
        Some(_) => return false,
        None => text,
    };
    is_label_text(name) && name.len() <= 63
}

/// Checks whether `text` is the value of a label.
pub fn is_label_value(text: &str) -> bool {
    text.is_empty() || (text.len() <= 63 && is_label_text(text))
}

/// Checks for lower-case letters, digits and dashes, without a dash at either end.
pub(crate) fn is_dns1123_part(text: &str) -> bool {
    let plain = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    let bytes = text.as_bytes();
    bytes.first().is_some_and(plain)
        && bytes.last().is_some_and(plain)
        && bytes.iter().all(|b| plain(b) || *b == b'-')
}

/// Checks for letters, digits, `-`, `_` and `.`, with a letter or digit at both ends.
pub(crate) fn is_label_text(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
        && bytes
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.'))
}

#[cfg(test)]
mod tests {
    use super::{is_dns1035_label, is_label_key, is_string_format};

    #[test]
    fn names() {
        for (name, valid) in [
            ("v1", true),
            ("1v", false),
            ("a-b", true),
            ("a-", false),
            ("A", false),
            ("", false),
        ] {
            assert_eq!(is_dns1035_label(name), valid, "{name}");
        }
        for (key, valid) in [
            ("a", true),
            ("a.b/C_d", true),
            ("/a", false),
            ("a/b/c", false),
            ("a/", false),
        ] {
            assert_eq!(is_label_key(key), valid, "{key}");
        }
        assert!(
            is_string_format("k8s-long-name") && is_string_format("datetime") && !is_string_format("int32")
        );
    }
}
