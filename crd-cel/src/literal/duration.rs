//! Go's `time.ParseDuration`.

use std::fmt;

use crate::leading::leading;

/// Text that is not a duration, or one beyond ±2⁶³ nanoseconds (about 292 years).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DurationError;

impl fmt::Display for DurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a duration such as `1h30m`, `1.5s` or `-300ms`")
    }
}

impl std::error::Error for DurationError {}

/// 2⁶³: the largest magnitude, which only a negative duration may have.
const LIMIT: u64 = 1 << 63;

/// The nanoseconds of a duration such as `1h30m`, `-1.5s` or `0`.
///
/// ```
/// use crd_cel::literal::parse_duration;
///
/// assert_eq!(parse_duration("1h30m"), Ok(5_400_000_000_000));
/// assert!(parse_duration("1d").is_err());
/// ```
pub fn parse_duration(text: &str) -> Result<i64, DurationError> {
    let (negative, mut rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if rest == "0" {
        return Ok(0);
    }
    if rest.is_empty() {
        return Err(DurationError);
    }
    let mut total: u64 = 0;
    while !rest.is_empty() {
        let (part, after) = leading_part(rest)?;
        total = total
            .checked_add(part)
            .filter(|total| *total <= LIMIT)
            .ok_or(DurationError)?;
        rest = after;
    }
    if negative {
        0i64.checked_sub_unsigned(total).ok_or(DurationError)
    } else {
        i64::try_from(total).map_err(|_| DurationError)
    }
}

/// A number and its unit, in nanoseconds, and what follows them.
fn leading_part(text: &str) -> Result<(u64, &str), DurationError> {
    let (whole, rest) = leading_digits(text);
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => leading_digits(rest),
        None => ("", rest),
    };
    if whole.is_empty() && fraction.is_empty() {
        return Err(DurationError);
    }
    let unit_length = leading(rest.as_bytes(), |byte| *byte != b'.' && !byte.is_ascii_digit());
    let (unit, rest) = rest.split_at_checked(unit_length).ok_or(DurationError)?;
    let unit: u64 = match unit {
        "ns" => 1,
        "us" | "\u{b5}s" | "\u{3bc}s" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => return Err(DurationError),
    };
    let whole: u64 = if whole.is_empty() {
        0
    } else {
        whole.parse().map_err(|_| DurationError)?
    };
    let whole = whole
        .checked_mul(unit)
        .filter(|part| *part <= LIMIT)
        .ok_or(DurationError)?;
    let part = whole
        .checked_add(fraction_of(fraction, unit))
        .filter(|part| *part <= LIMIT);
    Ok((part.ok_or(DurationError)?, rest))
}

/// The digits behind the point; those beyond what 63 bits hold do not count.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "Go computes the fraction in floating point, and it is below one unit"
)]
fn fraction_of(digits: &str, unit: u64) -> u64 {
    let mut value: u64 = 0;
    let mut scale = 1.0;
    for digit in digits.bytes() {
        let next = value
            .checked_mul(10)
            .and_then(|value| value.checked_add(u64::from(digit - b'0')));
        match next {
            Some(next) if next < LIMIT => value = next,
            _ => break,
        }
        scale *= 10.0;
    }
    (value as f64 * (unit as f64 / scale)) as u64
}

fn leading_digits(text: &str) -> (&str, &str) {
    let length = leading(text.as_bytes(), u8::is_ascii_digit);
    text.split_at_checked(length).unwrap_or((text, ""))
}
