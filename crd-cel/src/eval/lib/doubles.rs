//! Doubles in `format`: `%f` and `%e` in the locale `en_US`.

use super::FormatRefusal;
use crate::eval::value::Value;

/// Returns the double for `%f` and `%e`, which also accept the names of values that are not finite.
fn double(value: &Value<'_>, type_: &str, clause: &str) -> Result<f64, FormatRefusal> {
    let found = match value {
        // The sign of a zero is not printed.
        Value::Double(value) => Some(*value + 0.0),
        Value::String(text) => match text.as_str() {
            "NaN" => Some(f64::NAN),
            "Infinity" => Some(f64::INFINITY),
            "-Infinity" => Some(f64::NEG_INFINITY),
            _ => None,
        },
        _ => None,
    };
    found.ok_or_else(|| format!("{clause} clause can only be used on doubles, was given {type_}").into())
}

fn unfinished(value: f64) -> Option<&'static str> {
    if value.is_nan() {
        Some("NaN")
    } else if value == f64::INFINITY {
        Some("∞")
    } else if value == f64::NEG_INFINITY {
        Some("-∞")
    } else {
        None
    }
}

/// The server's output for a number above [`LARGEST`] in a clause, which it cannot parse.
const UNREAD: &str = "%!(NOVERB)";
/// The largest number in a clause.
const LARGEST: i64 = 10_000_009;

/// Formats a double with `precision` digits after the point, without groups. Go stores the minimum number of
/// digits in 8 bits and the maximum in 16 bits with a sign; a negative maximum limits nothing, and the double
/// has as many digits as it needs.
fn with_digits(value: f64, precision: i64) -> String {
    /// An upper bound of the digits after the point that a double can have.
    const MOST: i64 = 1100;
    let least = usize::try_from(precision.rem_euclid(256)).unwrap_or_default();
    let most = (precision + 32_768).rem_euclid(65_536) - 32_768;
    let mut text = match usize::try_from(most.min(MOST)) {
        Ok(digits) => format!("{value:.digits$}"),
        Err(_) => format!("{value}"),
    };
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let length = whole.len() + 1 + fraction.trim_end_matches('0').len().max(least);
    if least == 0 && length == whole.len() + 1 {
        return whole.to_owned();
    }
    if fraction.is_empty() {
        text.push('.');
    }
    let missing = length.saturating_sub(text.len());
    text.truncate(length);
    text.extend(std::iter::repeat_n('0', missing));
    text
}

/// Formats a double with groups of three digits.
pub(super) fn fixed(value: &Value<'_>, type_: &str, precision: i64) -> Result<String, FormatRefusal> {
    let value = double(value, type_, "fixed-point")?;
    if precision > LARGEST {
        return Ok(UNREAD.to_owned());
    }
    if let Some(text) = unfinished(value) {
        return Ok(text.into());
    }
    let plain = with_digits(value, precision);
    let (sign, unsigned) = plain.strip_prefix('-').map_or(("", &*plain), |rest| ("-", rest));
    let (whole, fraction) = unsigned
        .split_once('.')
        .map_or((unsigned, None), |(w, f)| (w, Some(f)));
    let mut out = String::from(sign);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    Ok(out)
}

/// The first server without narrow spaces around the sign of an exponent.
const CLOSE_POWERS: u8 = 33;

/// Formats a double in scientific notation, padded on the left to a width, which Go stores in 16 bits.
pub(super) fn scientific(
    value: &Value<'_>,
    type_: &str,
    width: i64,
    server: u8,
) -> Result<String, FormatRefusal> {
    let value = double(value, type_, "scientific")?;
    if width > LARGEST {
        return Ok(UNREAD.to_owned());
    }
    let text = unfinished(value).map_or_else(|| power(value, server), str::to_owned);
    let width = usize::try_from(width.rem_euclid(65_536)).unwrap_or_default();
    Ok(format!("{text:>width$}"))
}

fn power(value: f64, server: u8) -> String {
    let text = format!("{value:.6e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = exponent
        .strip_prefix('-')
        .map_or(("", exponent), |digits| ("⁻", digits));
    let times = if server < CLOSE_POWERS {
        "\u{202f}×\u{202f}"
    } else {
        "×"
    };
    let mut out = format!("{mantissa}{times}10{sign}");
    if digits.len() < 2 {
        out.push('⁰');
    }
    for digit in digits.chars() {
        out.push(match digit {
            '1' => '¹',
            '2' => '²',
            '3' => '³',
            '4' => '⁴',
            '5' => '⁵',
            '6' => '⁶',
            '7' => '⁷',
            '8' => '⁸',
            '9' => '⁹',
            _ => '⁰',
        });
    }
    out
}
