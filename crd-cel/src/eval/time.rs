//! Dates, times and durations as the formats of the schema write them.

use super::value::Value;
use crate::go::calendar::{day_of_date, days_in_month};
use crate::go::{Timestamp, parse_duration};

/// `format: date`.
pub(super) fn date<'a>(text: &str) -> Value<'a> {
    let bytes = text.as_bytes();
    match read_date(bytes) {
        Some((days, [])) => Value::Timestamp(Timestamp {
            seconds: days * 86_400,
            nanos: 0,
            offset: 0,
        }),
        _ => Value::error(format!("Invalid date formatted string {text:?}")),
    }
}

/// `format: date-time`: RFC 3339 and the other layouts that the server tries, with or without a zone. An empty text
/// is the epoch.
pub(super) fn date_time<'a>(text: &str) -> Value<'a> {
    if text.is_empty() {
        return Value::Timestamp(Timestamp {
            seconds: 0,
            nanos: 0,
            offset: 0,
        });
    }
    if let Some(timestamp) = read_date_time(text.as_bytes()) {
        return Value::Timestamp(timestamp);
    }
    let rest = text.get(10..).unwrap_or_default();
    Value::error(format!(
        "Invalid date-time formatted string \"{text}\", parsing time \"{text}\" as \"2006-01-02T15:04:05Z07:00\": cannot parse \"{rest}\" as \"T\""
    ))
}

fn number(text: &[u8], count: usize) -> Option<(i64, &[u8])> {
    let (digits, rest) = text.split_at_checked(count)?;
    let mut value = 0;
    for digit in digits {
        value = value * 10 + i64::from(digit.is_ascii_digit().then(|| digit - b'0')?);
    }
    Some((value, rest))
}

/// Days since 1970 and what follows the date.
fn read_date(text: &[u8]) -> Option<(i64, &[u8])> {
    let (year, rest) = number(text, 4)?;
    let (month, rest) = number(rest.strip_prefix(b"-")?, 2)?;
    let (day, rest) = number(rest.strip_prefix(b"-")?, 2)?;
    let exists = (1..=12).contains(&month) && day >= 1 && day <= days_in_month(year, month);
    exists.then(|| (day_of_date(year, month, day), rest))
}

fn read_date_time(text: &[u8]) -> Option<Timestamp> {
    let (days, rest) = read_date(text)?;
    let (separator, rest) = rest.split_first()?;
    if !matches!(separator, b'T' | b' ') {
        return None;
    }
    let (hour, rest) = number(rest, 2)?;
    let (minute, rest) = number(rest.strip_prefix(b":")?, 2)?;
    let (second, rest) = match rest.strip_prefix(b":") {
        Some(rest) => number(rest, 2)?,
        None => (0, rest),
    };
    let (nanos, rest) = fraction(rest);
    let offset = match rest {
        [] | [b'Z'] => 0,
        [sign @ (b'+' | b'-'), zone @ ..] => {
            let (hours, rest) = number(zone, 2)?;
            let (minutes, rest) = number(rest.strip_prefix(b":").unwrap_or(rest), 2)?;
            if !rest.is_empty() || hours > 24 || minutes > 60 {
                return None;
            }
            let seconds = (hours * 60 + minutes) * 60;
            if *sign == b'-' { -seconds } else { seconds }
        }
        _ => return None,
    };
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset;
    Some(Timestamp {
        seconds,
        nanos,
        offset,
    })
}

/// The nanoseconds of a fraction and what follows it.
fn fraction(text: &[u8]) -> (u32, &[u8]) {
    let Some(digits) = text.strip_prefix(b".").or_else(|| text.strip_prefix(b",")) else {
        return (0, text);
    };
    let count = digits.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if count == 0 {
        return (0, text);
    }
    let mut nanos = 0;
    for place in 0..9 {
        let digit = digits
            .get(place)
            .filter(|_| place < count)
            .map_or(0, |byte| byte - b'0');
        nanos = nanos * 10 + u32::from(digit);
    }
    (nanos, digits.get(count..).unwrap_or_default())
}

/// `format: duration`: Go's syntax, or numbers with names of units such as `1 day` and `2w`.
pub(super) fn lenient_duration<'a>(text: &str) -> Value<'a> {
    let nanos = parse_duration(text).ok().or_else(|| words(text));
    match nanos {
        Some(nanos) => Value::Duration(nanos),
        None => Value::error(format!("Invalid duration formatted string \"{text}\"")),
    }
}

/// The nanoseconds of `1 day 2 hours`.
fn words(text: &str) -> Option<i64> {
    let mut total: i64 = 0;
    let mut rest = text.trim();
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = rest.split_at_checked(digits)?;
        let after = after.trim_start();
        let letters = after.find(|c: char| !c.is_alphabetic()).unwrap_or(after.len());
        let (unit, after) = after.split_at_checked(letters)?;
        let part = number.parse::<i64>().ok()?.checked_mul(unit_nanos(unit)?)?;
        total = total.checked_add(part)?;
        rest = after.trim_start();
    }
    Some(total)
}

fn unit_nanos(unit: &str) -> Option<i64> {
    const SECOND: i64 = 1_000_000_000;
    let nanos = match unit {
        "ns" | "nano" | "nanos" | "nanosecond" | "nanoseconds" => 1,
        "us" | "µs" | "micro" | "micros" | "microsecond" | "microseconds" => 1_000,
        "ms" | "milli" | "millis" | "millisecond" | "milliseconds" => 1_000_000,
        "s" | "sec" | "secs" | "second" | "seconds" => SECOND,
        "m" | "min" | "mins" | "minute" | "minutes" => 60 * SECOND,
        "h" | "hr" | "hrs" | "hour" | "hours" => 3_600 * SECOND,
        "d" | "day" | "days" => 86_400 * SECOND,
        "w" | "wk" | "wks" | "week" | "weeks" => 604_800 * SECOND,
        _ => return None,
    };
    Some(nanos)
}
