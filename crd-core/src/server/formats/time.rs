//! Durations: `strfmt.Duration`.

use super::code::is_space;
use crate::go::parse_duration;

/// Checks for a text that Go's `time.ParseDuration` accepts, or any text that contains a number and a unit of time.
pub(super) fn is_duration(text: &str) -> bool {
    parse_duration(text).is_ok() || has_quantity_of_time(text)
}

/// Checks that every number before a word fits in 64 bits, and that one of the words is a unit of time.
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
