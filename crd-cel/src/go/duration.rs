//! Go's `time.ParseDuration` and `time.Duration.String`.

use std::fmt;

use crate::bytes::prefix_len;

/// A text is not a duration, or it exceeds ±2⁶³ nanoseconds (about 292 years).
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

/// Parses a duration such as `1h30m`, `-1.5s` or `0` to nanoseconds, as `time.ParseDuration` does: a sign, and
/// numbers each with a unit of `ns`, `us`, `µs`, `ms`, `s`, `m`, `h`. Fractions of a nanosecond are cut off.
///
/// ```
/// use crd_cel::go::parse_duration;
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

/// Parses a number and its unit; returns the nanoseconds and the rest of the text.
fn leading_part(text: &str) -> Result<(u64, &str), DurationError> {
    let (whole, rest) = leading_digits(text);
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(rest) => leading_digits(rest),
        None => ("", rest),
    };
    if whole.is_empty() && fraction.is_empty() {
        return Err(DurationError);
    }
    let unit_length = prefix_len(rest.as_bytes(), |byte| *byte != b'.' && !byte.is_ascii_digit());
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

/// Parses the digits after the point; digits that do not fit in 63 bits are ignored.
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
    let length = prefix_len(text.as_bytes(), u8::is_ascii_digit);
    text.split_at_checked(length).unwrap_or((text, ""))
}

/// Formats nanoseconds as `time.Duration.String` does.
///
/// ```
/// use crd_cel::go::format_duration;
///
/// assert_eq!(format_duration(5_400_000_000_000), "1h30m0s");
/// assert_eq!(format_duration(-1_500_000), "-1.5ms");
/// assert_eq!(format_duration(0), "0s");
/// ```
pub fn format_duration(nanos: i64) -> String {
    let mut out = String::new();
    if nanos < 0 {
        out.push('-');
    }
    let nanos = nanos.unsigned_abs();
    match nanos {
        0 => out.push_str("0s"),
        1..1_000 => out.push_str(&format!("{nanos}ns")),
        1_000..1_000_000 => push_decimal(&mut out, nanos, 1_000, "\u{b5}s"),
        1_000_000..1_000_000_000 => push_decimal(&mut out, nanos, 1_000_000, "ms"),
        _ => {
            let (minutes, rest) = (nanos / 60_000_000_000, nanos % 60_000_000_000);
            if minutes >= 60 {
                out.push_str(&format!("{}h", minutes / 60));
            }
            if minutes > 0 {
                out.push_str(&format!("{}m", minutes % 60));
            }
            push_decimal(&mut out, rest, 1_000_000_000, "s");
        }
    }
    out
}

/// Appends a value in units of `scale`, a power of ten, without trailing zeros: `1.5ms`.
fn push_decimal(out: &mut String, value: u64, scale: u64, unit: &str) {
    out.push_str(&(value / scale).to_string());
    let (mut fraction, mut place) = (value % scale, scale / 10);
    if fraction > 0 {
        out.push('.');
    }
    while fraction > 0 {
        out.push_str(&(fraction / place).to_string());
        fraction %= place;
        place /= 10;
    }
    out.push_str(unit);
}
