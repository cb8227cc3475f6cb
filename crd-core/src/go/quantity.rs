//! `resource.ParseQuantity`: checks whether texts are quantities.

use super::duration::after_number;

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

/// Returns the value of a quantity in billionths, rounded away from 0 like `Quantity.ScaledValue`; `None` if the text is not a quantity
/// or the value is too large.
pub(crate) fn billionths(text: &str) -> Option<i128> {
    if !is_quantity(text) {
        return None;
    }
    let (is_negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let end = rest
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(rest.len());
    let (number, suffix) = rest.split_at_checked(end)?;
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let mut value = format!("0{whole}{fraction}").parse::<i128>().ok()?;
    let mut exponent = 9 - i32::try_from(fraction.len()).ok()?;
    match suffix.as_bytes() {
        [] => {}
        [b'e' | b'E', ..] if suffix.len() > 1 => exponent += suffix.get(1..)?.parse::<i32>().ok()?,
        [unit, b'i'] => {
            let steps = b"KMGTPE".iter().position(|other| other == unit)?;
            value = value.checked_mul(1_i128.checked_shl(10 * (u32::try_from(steps).ok()? + 1))?)?;
        }
        [unit] => {
            let steps = b"num?kMGTPE".iter().position(|other| other == unit)?;
            exponent += 3 * (i32::try_from(steps).ok()? - 3);
        }
        _ => return None,
    }
    let factor = 10_i128.checked_pow(exponent.unsigned_abs())?;
    let value = if exponent < 0 {
        value.checked_add(factor - 1)? / factor
    } else {
        value.checked_mul(factor)?
    };
    Some(if is_negative { -value } else { value })
}
