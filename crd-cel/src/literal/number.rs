//! Go's `strconv` for the numbers and booleans CEL converts.

/// `strconv.ParseUint(text, 10, 64)`, which takes no sign.
pub(super) fn parse_uint(text: &str) -> Option<u64> {
    if text.starts_with('+') {
        None
    } else {
        text.parse().ok()
    }
}

/// `strconv.ParseBool`.
pub(super) fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

/// `strconv.ParseFloat(text, 64)`: decimal, hexadecimal with a binary exponent, infinities and `NaN`, with
/// underscores between digits. What is too large for a finite value is an error.
pub(super) fn parse_float(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    match unsigned.to_ascii_lowercase().as_str() {
        "inf" | "infinity" => return text.parse().ok(),
        "nan" => return (unsigned.len() == text.len()).then_some(f64::NAN),
        _ => {}
    }
    if text.contains('_') {
        if !underscores_are_between_digits(unsigned) {
            return None;
        }
        return parse_float(&text.replace('_', ""));
    }
    let value: f64 = match unsigned
        .strip_prefix("0x")
        .or_else(|| unsigned.strip_prefix("0X"))
    {
        Some(hexadecimal) => parse_hexadecimal(hexadecimal)? * if text.starts_with('-') { -1.0 } else { 1.0 },
        None => text.parse().ok()?,
    };
    value.is_finite().then_some(value)
}

fn underscores_are_between_digits(text: &str) -> bool {
    let hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    let is_digit = |byte: u8| {
        if hexadecimal {
            byte.is_ascii_hexdigit()
        } else {
            byte.is_ascii_digit()
        }
    };
    // A base prefix counts as a digit.
    let text = if hexadecimal {
        text.replacen(['x', 'X'], "0", 1)
    } else {
        text.to_owned()
    };
    let bytes = text.as_bytes();
    let at = |index: Option<usize>| index.and_then(|index| bytes.get(index)).copied();
    bytes.iter().enumerate().all(|(index, byte)| {
        *byte != b'_'
            || at(index.checked_sub(1)).is_some_and(is_digit) && at(Some(index + 1)).is_some_and(is_digit)
    })
}

/// Digits, at most one point among them, and an exponent of two, which may not be left out.
fn parse_hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut value = 0.0;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // An exponent of more digits leads to zero or infinity just the same.
    let exponent: i32 = exponent.parse().unwrap_or(if exponent.starts_with('-') {
        i32::MIN / 2
    } else {
        i32::MAX / 2
    });
    let shift = i32::try_from(fraction.len()).ok()?.checked_mul(4)?;
    Some(value * 2f64.powi(exponent.saturating_sub(shift)))
}

/// `fmt.Sprintf("%g", value)`.
pub(super) fn format_float(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    let scientific = format!("{value:e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        return value.to_string();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}
