//! Dates, times and durations in the formats of the schema.
//!
//! A text that cannot be parsed gives the error of Go's `time.Parse` for the last layout that the server tries.

use super::value::Value;
use crate::go::calendar::{day_of_date, days_in_month};
use crate::go::{Timestamp, parse_duration};

const DATE: &str = "2006-01-02";
const LOCAL_TIME: &str = "2006-01-02T15:04:05";

/// Parses `format: date`.
pub(super) fn date<'a>(text: &str) -> Value<'a> {
    match read(text, DATE) {
        Ok((timestamp, "")) => Value::Timestamp(timestamp),
        Ok((_, rest)) => invalid("date", text, &extra(text, rest)),
        Err(error) => invalid("date", text, &error),
    }
}

/// Parses `format: date-time`: RFC 3339 with any fraction, or the same without a zone. An empty text is the epoch.
pub(super) fn date_time<'a>(text: &str) -> Value<'a> {
    if text.is_empty() {
        return Value::Timestamp(Timestamp {
            seconds: 0,
            nanos: 0,
            offset: 0,
        });
    }
    match read(text, LOCAL_TIME) {
        Ok((local, rest)) => match zone(rest.as_bytes()) {
            Some(offset) => Value::Timestamp(Timestamp {
                seconds: local.seconds - offset,
                nanos: local.nanos,
                offset,
            }),
            None => invalid("date-time", text, &extra(text, rest)),
        },
        Err(error) => invalid("date-time", text, &error),
    }
}

fn invalid<'a>(format: &str, text: &str, error: &str) -> Value<'a> {
    Value::error(format!("Invalid {format} formatted string {text}: {error}"))
}

fn extra(text: &str, rest: &str) -> String {
    format!("parsing time {}: extra text: {}", quoted(text), quoted(rest))
}

/// Returns the offset of a zone in seconds; no zone means UTC.
fn zone(text: &[u8]) -> Option<i64> {
    match text {
        [] | [b'Z'] => Some(0),
        [sign @ (b'+' | b'-'), a, b, b':', c, d] => {
            let hours = two_digits(*a, *b).filter(|hours| *hours <= 24)?;
            let minutes = two_digits(*c, *d).filter(|minutes| *minutes <= 60)?;
            let seconds = (hours * 60 + minutes) * 60;
            Some(if *sign == b'-' { -seconds } else { seconds })
        }
        _ => None,
    }
}

fn two_digits(tens: u8, ones: u8) -> Option<i64> {
    let both = tens.is_ascii_digit() && ones.is_ascii_digit();
    both.then(|| i64::from(tens - b'0') * 10 + i64::from(ones - b'0'))
}

/// Parses the beginning of a text by a layout like Go's `time.Parse`: returns the time and the rest, or Go's error.
fn read<'t>(text: &'t str, layout: &str) -> Result<(Timestamp, &'t str), String> {
    let parsing = || format!("parsing time {}", quoted(text));
    let cannot = |rest: &str, element: &str| {
        format!(
            "{} as \"{layout}\": cannot parse {} as \"{element}\"",
            parsing(),
            quoted(rest)
        )
    };
    let mut rest = text;
    // Year, month, day, hour, minute, second.
    let mut parts = [0_i64; 6];
    let elements = [
        ("2006", "", "year", 0..=9999),
        ("01", "-", "month", 1..=12),
        ("02", "-", "day", 0..=99),
        ("15", "T", "hour", 0..=23),
        ("04", ":", "minute", 0..=59),
        ("05", ":", "second", 0..=59),
    ];
    let count = if layout == DATE { 3 } else { 6 };
    for ((element, prefix, name, range), part) in elements.iter().zip(&mut parts).take(count) {
        rest = rest.strip_prefix(prefix).ok_or_else(|| cannot(rest, prefix))?;
        let digits = rest
            .bytes()
            .take(element.len())
            .take_while(u8::is_ascii_digit)
            .count();
        // One digit is enough for an hour.
        let wanted = if *name == "hour" && digits == 1 {
            1
        } else {
            element.len()
        };
        let number = rest.get(..wanted).filter(|_| digits >= wanted);
        let number = number.and_then(|number| number.parse::<i64>().ok());
        let after = rest.get(wanted..).unwrap_or_default();
        let Some(number) = number else {
            return Err(cannot(rest, element));
        };
        if !range.contains(&number) {
            return Err(format!("{}: {name} out of range", parsing()));
        }
        *part = number;
        rest = after;
    }
    let [year, month, day, hour, minute, second] = parts;
    let mut nanos = 0;
    if count == 6 {
        (nanos, rest) = fraction(rest);
    }
    if rest.is_empty() || count == 6 {
        let exists = day >= 1 && day <= days_in_month(year, month);
        if !exists && (rest.is_empty() || zone(rest.as_bytes()).is_some()) {
            // The layout without a zone reports the zone before the day.
            if !rest.is_empty() {
                return Err(extra(text, rest));
            }
            return Err(format!("{}: day out of range", parsing()));
        }
    }
    let timestamp = Timestamp {
        seconds: day_of_date(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second,
        nanos,
        offset: 0,
    };
    Ok((timestamp, rest))
}

/// Quotes a text like Go's package `time`.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        if c < ' ' || !c.is_ascii() {
            let mut buffer = [0; 4];
            for byte in c.encode_utf8(&mut buffer).bytes() {
                out.push_str(&format!("\\x{byte:02x}"));
            }
        } else {
            if matches!(c, '"' | '\\') {
                out.push('\\');
            }
            out.push(c);
        }
    }
    out.push('"');
    out
}

/// Returns the nanoseconds of a fraction and the rest of the text.
fn fraction(text: &str) -> (u32, &str) {
    let Some(digits) = text.strip_prefix(['.', ',']) else {
        return (0, text);
    };
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    if count == 0 {
        return (0, text);
    }
    let mut nanos = 0;
    let mut bytes = digits.bytes().take(count);
    for _ in 0..9 {
        nanos = nanos * 10 + bytes.next().map_or(0, |byte| u32::from(byte - b'0'));
    }
    (nanos, digits.get(count..).unwrap_or_default())
}

/// Parses `format: duration`: Go's syntax, or all numbers followed by the name of a unit in the text, such as `1 day` and `2w`.
pub(super) fn lenient_duration<'a>(text: &str) -> Value<'a> {
    if let Ok(nanos) = parse_duration(text) {
        return Value::Duration(nanos);
    }
    match words(text) {
        Ok(nanos) => Value::Duration(nanos),
        Err(error) => Value::error(format!("Invalid duration {text}: {error}")),
    }
}

/// Returns the nanoseconds of `1 day 2 hours`: the sum of all matches of `(\d+)\s*([A-Za-zµ]+)`.
fn words(text: &str) -> Result<i64, String> {
    let mut total: Option<i64> = None;
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        rest = rest.get(start..).unwrap_or_default();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = rest.split_at_checked(digits).unwrap_or((rest, ""));
        let unit = after.trim_start_matches(['\t', '\n', '\u{c}', '\r', ' ']);
        let letters = unit
            .find(|c: char| !c.is_ascii_alphabetic() && c != 'µ')
            .unwrap_or(unit.len());
        let (unit, behind) = unit.split_at_checked(letters).unwrap_or((unit, ""));
        if unit.is_empty() {
            rest = after;
            continue;
        }
        rest = behind;
        let Ok(number) = number.parse::<i64>() else {
            return Err(format!("strconv.Atoi: parsing \"{number}\": value out of range"));
        };
        if let Some(nanos) = unit_nanos(&unit.to_lowercase()) {
            total = Some(total.unwrap_or(0).wrapping_add(number.wrapping_mul(nanos)));
        }
    }
    total.ok_or_else(|| format!("unable to parse {text} as duration"))
}

/// Returns the length of a unit: one of its short names, or a word that begins with its long one.
fn unit_nanos(unit: &str) -> Option<i64> {
    const SECOND: i64 = 1_000_000_000;
    let units: [(&[&str], &str, i64); 8] = [
        (&["ns"], "nano", 1),
        (&["us", "µs"], "micro", 1_000),
        (&["ms"], "milli", 1_000_000),
        (&["s"], "sec", SECOND),
        (&["m"], "min", 60 * SECOND),
        (&["h", "hr"], "hour", 3_600 * SECOND),
        (&["d"], "day", 86_400 * SECOND),
        (&["w", "wk"], "week", 604_800 * SECOND),
    ];
    let found = units
        .iter()
        .find(|(short, long, _)| short.contains(&unit) || unit.starts_with(long));
    found.map(|(_, _, nanos)| *nanos)
}
