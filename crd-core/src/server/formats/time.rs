//! Dates, times and durations as Go reads them.

use super::code::is_space;

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
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return false,
    };
    (1..=days).contains(&day)
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
    is_go_duration(text) || has_quantity_of_time(text)
}

/// Signed 64-bit nanoseconds in Go's notation, such as `1h15m30.918s`.
fn is_go_duration(text: &str) -> bool {
    let (negative, mut rest) = match text.as_bytes().first() {
        Some(b'-') => (true, text.get(1..).unwrap_or_default()),
        Some(b'+') => (false, text.get(1..).unwrap_or_default()),
        _ => (false, text),
    };
    if rest == "0" {
        return true;
    }
    if rest.is_empty() {
        return false;
    }
    let mut total: u64 = 0;
    while !rest.is_empty() {
        let Some((nanoseconds, after)) = go_term(rest) else {
            return false;
        };
        rest = after;
        total = match total.checked_add(nanoseconds) {
            Some(sum) if sum <= 1 << 63 => sum,
            _ => return false,
        };
    }
    negative || total < 1 << 63
}

/// One number with its unit: how many nanoseconds, and the text after it.
fn go_term(text: &str) -> Option<(u64, &str)> {
    let after_whole = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let whole_digits = text.get(..text.len() - after_whole.len())?;
    let whole: u64 = match whole_digits {
        "" => 0,
        // A leading part may not go past 2^63, however many zeros it starts with.
        digits => digits.parse().ok().filter(|value| *value <= 1 << 63)?,
    };
    let (fraction_digits, after_number) = match after_whole.strip_prefix('.') {
        Some(after_dot) => {
            let rest = after_dot.trim_start_matches(|c: char| c.is_ascii_digit());
            (after_dot.get(..after_dot.len() - rest.len())?, rest)
        }
        None => ("", after_whole),
    };
    if whole_digits.is_empty() && fraction_digits.is_empty() {
        return None;
    }
    let unit_end = after_number
        .find(|c: char| c == '.' || c.is_ascii_digit())
        .unwrap_or(after_number.len());
    let (unit, rest) = after_number.split_at_checked(unit_end)?;
    let scale: u64 = match unit {
        "ns" => 1,
        "us" | "µs" | "μs" => 1_000,
        "ms" => 1_000_000,
        "s" => 1_000_000_000,
        "m" => 60 * 1_000_000_000,
        "h" => 3600 * 1_000_000_000,
        _ => return None,
    };
    if whole > (1 << 63) / scale {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a fraction of at most one hour in nanoseconds"
    )]
    let part = (format!("0.{fraction_digits}").parse::<f64>().unwrap_or(0.0) * scale as f64) as u64;
    let nanoseconds = whole.checked_mul(scale)?.checked_add(part)?;
    (nanoseconds <= 1 << 63).then_some((nanoseconds, rest))
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
fn number(text: &str, start: usize, end: usize) -> Option<u32> {
    let digits = text.get(start..end)?;
    digits
        .bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| digits.parse().ok())
        .flatten()
}
