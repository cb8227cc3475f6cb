//! `resource.ParseQuantity`: checks whether texts are quantities.

/// The pattern of a quantity: a signed decimal number with a decimal, binary or exponent suffix.
pub(crate) const PATTERN: &str = r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$";

/// Checks whether a text is a quantity. The compiler evaluates it for defaults.
pub(crate) const fn is_quantity(text: &str) -> bool {
    let Some(suffix) = after_number(after_sign(text.as_bytes())) else {
        return false;
    };
    match suffix {
        []
        | [b'n' | b'u' | b'm' | b'k' | b'M' | b'G' | b'T' | b'P' | b'E']
        | [b'K' | b'M' | b'G' | b'T' | b'P' | b'E', b'i'] => true,
        [b'e' | b'E', exponent @ ..] => matches!(after_number(after_sign(exponent)), Some([])),
        _ => false,
    }
}

const fn after_sign(text: &[u8]) -> &[u8] {
    match text {
        [b'+' | b'-', rest @ ..] | rest => rest,
    }
}

/// Returns the rest of a text after a number: `1`, `1.`, `1.5` or `.5`.
const fn after_number(text: &[u8]) -> Option<&[u8]> {
    let mut rest = text;
    let mut has_digits = false;
    let mut has_point = false;
    loop {
        rest = match rest {
            [b'0'..=b'9', tail @ ..] => {
                has_digits = true;
                tail
            }
            [b'.', tail @ ..] if !has_point => {
                has_point = true;
                tail
            }
            _ => break,
        };
    }
    if has_digits { Some(rest) } else { None }
}
