//! Go's `strconv` for numbers and booleans.

use crate::bytes::is_all;

/// Parses an unsigned integer as `strconv.ParseUint(text, 10, 64)` does, which accepts no sign.
pub fn parse_uint(text: &str) -> Option<u64> {
    if text.starts_with('+') {
        None
    } else {
        text.parse().ok()
    }
}

/// Parses a boolean as `strconv.ParseBool` does: `1`, `t`, `T`, `true`, `True`, `TRUE` and their opposites.
pub fn parse_bool(text: &str) -> Option<bool> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Some(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Some(false),
        _ => None,
    }
}

/// Parses a number as `strconv.ParseFloat(text, 64)` does: decimal, hexadecimal with a binary exponent, infinities
/// and `NaN`, with underscores between digits. A number that is too large for a finite value is an error.
pub fn parse_float(text: &str) -> Option<f64> {
    let (negative, unsigned) = signed(text);
    let lower = unsigned.to_ascii_lowercase();
    match lower.as_str() {
        "inf" | "infinity" => return text.parse().ok(),
        "nan" => return (unsigned.len() == text.len()).then_some(f64::NAN),
        _ => {}
    }
    if text.as_bytes().contains(&b'_') {
        if !underscores_are_between_digits(&lower) {
            return None;
        }
        let (mut plain, mut rest) = (String::new(), text);
        while let Some((head, tail)) = rest.split_once('_') {
            plain.push_str(head);
            rest = tail;
        }
        plain.push_str(rest);
        return parse_float(&plain);
    }
    let value: f64 = match lower.strip_prefix("0x") {
        Some(hexadecimal) => parse_hexadecimal(hexadecimal)? * if negative { -1.0 } else { 1.0 },
        None => text.parse().ok()?,
    };
    value.is_finite().then_some(value)
}

/// Returns whether a number is negative, and the number without its sign.
fn signed(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(unsigned) => (true, unsigned),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

fn underscores_are_between_digits(text: &str) -> bool {
    let bytes = text.as_bytes();
    let hexadecimal = text.starts_with("0x");
    let is_digit = |at: usize| match bytes.get(at) {
        // The base prefix counts as a digit.
        Some(byte) if hexadecimal => at == 1 || byte.is_ascii_hexdigit(),
        Some(byte) => byte.is_ascii_digit(),
        None => false,
    };
    for (at, byte) in bytes.iter().enumerate() {
        if *byte == b'_' && !(at > 0 && is_digit(at - 1) && is_digit(at + 1)) {
            return false;
        }
    }
    true
}

/// Parses lower-case digits, with at most one point, and a mandatory exponent of two.
fn parse_hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = text.split_once('p')?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut value = 0.0;
    for digits in &[whole, fraction] {
        for digit in digits.chars() {
            value = value * 16.0 + f64::from(digit.to_digit(16)?);
        }
    }
    let (negative, digits) = signed(exponent);
    if digits.is_empty() || !is_all(digits.as_bytes(), u8::is_ascii_digit) {
        return None;
    }
    // A larger exponent also leads to zero or infinity.
    let exponent = digits.parse::<u64>().unwrap_or(u64::MAX).min(1 << 30);
    let exponent = i32::try_from(exponent).ok()?;
    let exponent = if negative { -exponent } else { exponent };
    let shift = i32::try_from(fraction.len()).ok()?.checked_mul(4)?;
    Some(value * 2f64.powi(exponent.saturating_sub(shift)))
}

/// Formats a number as `fmt.Sprintf("%g", value)` does: with an exponent below 1e-4 and from 1e6 on.
pub fn format_float(value: f64) -> String {
    if value.is_nan() {
        return "NaN".to_owned();
    }
    if value.is_infinite() {
        return if value > 0.0 { "+Inf" } else { "-Inf" }.to_owned();
    }
    let scientific = shortest(value);
    let Some((mantissa, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    let exponent: i64 = exponent.parse().unwrap_or(0);
    if (-4..6).contains(&exponent) {
        return value.to_string();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}e{sign}{:02}", exponent.abs())
}

/// Returns the shortest decimal that parses to this double. If two are equally close, the last digit is even, as in Go.
fn shortest(value: f64) -> String {
    let up = format!("{value:e}");
    let Some((mantissa, exponent)) = up.split_once('e') else {
        return up;
    };
    let is_odd = mantissa.ends_with(['1', '3', '5', '7', '9']);
    let places = mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    if !is_odd || places < 14 {
        return up;
    }
    let mut down = mantissa.to_owned();
    let last = down.pop().and_then(|last| last.to_digit(10)).unwrap_or(1) - 1;
    down.push(char::from_digit(last, 10).unwrap_or('0'));
    // The exact value lies halfway between the text below and the next one.
    let exact = format!("{value:.40e}");
    let digits = exact.split_once('e').map_or(&*exact, |(digits, _)| digits);
    let is_tie = digits
        .strip_prefix(&*down)
        .and_then(|rest| rest.strip_prefix('5'))
        .is_some_and(|rest| rest.bytes().all(|digit| digit == b'0'));
    let down = format!("{down}e{exponent}");
    if is_tie && down.parse() == Ok(value) {
        down
    } else {
        up
    }
}
