//! Dates, times and durations: `strfmt.Date`, `strfmt.DateTime`, `strfmt.Duration`.

use super::code::is_space;
use crate::go::calendar::days_in_month;
use crate::go::parse_duration;

/// `YYYY-MM-DD`, a day of the calendar.
pub(super) fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() != 10 || bytes.get(4) != Some(&b'-') || bytes.get(7) != Some(&b'-') {
        return false;
    }
    let (Some(year), Some(month), Some(day)) = (number(text, 0, 4), number(text, 5, 7), number(text, 8, 10))
    else {
        return false;
    };
    (1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day)
}

/// A date, `t`, a time of day, an optional fraction after any one character, and a zone. What follows a
/// second `t` is never looked at.
pub(super) fn is_date_time(text: &str) -> bool {
    let lower: String = text.chars().map(lower).collect();
    let mut parts = lower.split('t');
    let (Some(date), Some(time)) = (parts.next(), parts.next()) else {
        return false;
    };
    if !is_date(date) || time.get(2..3) != Some(":") || time.get(5..6) != Some(":") {
        return false;
    }
    let (Some(hour), Some(minute), Some(second), Some(mut rest)) = (
        number(time, 0, 2),
        number(time, 3, 5),
        number(time, 6, 8),
        time.get(8..),
    ) else {
        return false;
    };
    if hour > 23 || minute > 59 || second > 59 {
        return false;
    }
    if is_zone(rest) {
        return true;
    }
    let mut chars = rest.chars();
    if chars.next().is_none_or(|c| c == '\n') {
        return false;
    }
    rest = chars.as_str();
    let zone = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    zone.len() < rest.len() && is_zone(zone)
}

/// What Go's `time.ParseDuration` reads, or any text with a number and a unit of time in it.
pub(super) fn is_duration(text: &str) -> bool {
    parse_duration(text).is_ok() || has_quantity_of_time(text)
}

/// Every number before a word must fit 64 bits, and one of the words must be a unit of time.
fn has_quantity_of_time(text: &str) -> bool {
    let mut found = false;
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let number_and_more = rest.get(start..).unwrap_or_default();
        let after_digits = number_and_more.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = number_and_more.len() - after_digits.len();
        let word_and_more = after_digits.trim_start_matches(is_space);
        let after_word = word_and_more.trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == 'µ');
        let word = word_and_more
            .get(..word_and_more.len() - after_word.len())
            .unwrap_or_default();
        if word.is_empty() {
            rest = after_digits;
            continue;
        }
        if number_and_more
            .get(..digits)
            .is_none_or(|number| number.parse::<i64>().is_err())
        {
            return false;
        }
        found |= is_unit_of_time(&word.to_ascii_lowercase());
        rest = after_word;
    }
    found
}

fn is_unit_of_time(word: &str) -> bool {
    const SHORT: [&str; 11] = ["ns", "us", "µs", "ms", "s", "m", "h", "hr", "d", "w", "wk"];
    const LONG: [&str; 8] = ["nano", "micro", "milli", "sec", "min", "hour", "day", "week"];
    SHORT.contains(&word) || LONG.iter().any(|stem| word.starts_with(stem))
}

/// Simple lower case, one character for one, as Go's `unicode.ToLower`.
fn lower(c: char) -> char {
    c.to_lowercase().next().unwrap_or(c)
}

fn is_zone(text: &str) -> bool {
    if text == "z" {
        return true;
    }
    let bytes = text.as_bytes();
    bytes.len() == 6
        && matches!(bytes.first(), Some(b'+' | b'-'))
        && bytes.get(3) == Some(&b':')
        && number(text, 1, 3).is_some()
        && number(text, 4, 6).is_some()
}

/// The digits from `start` to `end` as a number.
fn number(text: &str, start: usize, end: usize) -> Option<i64> {
    let digits = text.get(start..end)?;
    digits
        .bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| digits.parse().ok())
        .flatten()
}
