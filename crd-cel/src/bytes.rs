//! Prefixes of a byte class, without iterator adapters.

/// Returns the number of leading bytes that belong to a class.
pub(crate) fn prefix_len(text: &[u8], class: fn(&u8) -> bool) -> usize {
    let mut length = 0;
    while text.get(length).is_some_and(class) {
        length += 1;
    }
    length
}

/// Checks whether all bytes of a text belong to a class.
pub(crate) fn is_all(text: &[u8], class: fn(&u8) -> bool) -> bool {
    prefix_len(text, class) == text.len()
}

#[cfg(test)]
mod tests {
    use super::{is_all, prefix_len};

    #[test]
    fn a_class_reaches_up_to_the_first_other_byte() {
        for (text, expected) in [("", 0), ("12", 2), ("1a2", 1), ("a1", 0)] {
            assert_eq!(
                prefix_len(text.as_bytes(), u8::is_ascii_digit),
                expected,
                "{text}"
            );
            assert_eq!(
                is_all(text.as_bytes(), u8::is_ascii_digit),
                expected == text.len(),
                "{text}"
            );
        }
    }
}
