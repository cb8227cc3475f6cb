//! Checks texts against the formats of `k8s.io/kube-openapi/pkg/validation/strfmt`.

use super::calendar::days_in_month;
use super::unicode::to_lower;

/// Checks for `YYYY-MM-DD`, a day of the calendar.
pub fn is_date(text: &str) -> bool {
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

/// Checks for a date, `t`, a time of day, an optional fraction after any one character, and a zone. Text
/// after a second `t` is ignored.
pub fn is_date_time(text: &str) -> bool {
    let lower = to_lower(text);
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

/// Checks for standard base64 with padding, at least one group.
pub fn is_base64(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.is_empty() || !bytes.len().is_multiple_of(4) {
        return false;
    }
    let padding = bytes.iter().rev().take(2).take_while(|b| **b == b'=').count();
    bytes
        .iter()
        .take(bytes.len() - padding)
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/'))
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

/// Parses the digits from `start` to `end` as a number.
fn number(text: &str, start: usize, end: usize) -> Option<i64> {
    let digits = text.get(start..end)?;
    digits
        .bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| digits.parse().ok())
        .flatten()
}
