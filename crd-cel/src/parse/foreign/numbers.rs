//! Numbers of other languages: percentages, decimal commas, separators, units.

use super::{is_closed, is_part_of_name, split_name};
use crate::ast::Span;
use crate::go::{parse_duration, quantity};
use crate::mistake::SyntaxError;

/// Recognizes a percentage: `50%` where no divisor follows.
pub(super) fn percentage(before: &str, after: &str) -> Option<(SyntaxError, Span)> {
    let number = before.trim_end().strip_suffix('%')?;
    let start = number
        .rfind(|c: char| !c.is_ascii_digit() && c != '.')
        .map_or(0, |at| at + 1);
    let shown = number.get(start..).filter(|shown| !shown.is_empty())?;
    let ends = after.is_empty() || after.starts_with([')', ']', ',', '&', '|', '?', ':']);
    let error = SyntaxError::BadToken {
        text: "%".to_owned(),
        help: Some(format!(
            "`%` is the remainder of a division; write the number alone: `{shown}`"
        )),
    };
    ends.then(|| (error, Span::new(number.len(), number.len() + 1)))
}

/// Recognizes a comma in place of the decimal point: `5,5`.
pub(super) fn of_decimal(before: &str, after: &str) -> Option<String> {
    let decimals = after.strip_prefix(',')?;
    let end = decimals
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(decimals.len());
    let (_, whole) = split_name(before);
    let is_number = !whole.is_empty() && whole.bytes().all(|digit| digit.is_ascii_digit());
    let decimals = decimals.get(..end).filter(|decimals| !decimals.is_empty())?;
    let is_decimal = is_number && is_closed(before) && !is_number_in_groups(before, after);
    is_decimal.then(|| format!("a fraction begins with a point: `{whole}.{decimals}`"))
}

/// Recognizes a number with a unit or suffix: `1k`, `30s`, `10L`.
pub(super) fn of_number(before: &str, after: &str) -> Option<String> {
    let (outside, digits) = split_name(before);
    let unit = after.get(..after.find(|c| !is_part_of_name(c)).unwrap_or(after.len()))?;
    if !unit.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    if digits.starts_with("0x") || digits.starts_with("0X") {
        return Some("hexadecimal digits are `0` to `9` and `a` to `f`".to_owned());
    }
    let is_binary = digits == "0" && unit.starts_with(['b', 'o', 'B', 'O']);
    if is_binary || digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let whole = outside.strip_suffix('.').map(|outside| split_name(outside).1);
    let number = whole.map_or_else(|| digits.to_owned(), |whole| format!("{whole}.{digits}"));
    if before.contains("quantity(") {
        return Some(format!("write `quantity('{number}{unit}')`"));
    }
    if let Some(suffix) = suffix_of(unit) {
        let quantity = format!("{number}{suffix}");
        return Some(match quantity::whole(&quantity) {
            Some(value) => format!("write `{value}`; a quantity is `quantity('{quantity}')`"),
            None => format!("write `quantity('{quantity}')`"),
        });
    }
    let hours = match unit {
        "d" => Some(24),
        "w" => Some(7 * 24),
        _ => None,
    };
    if let Some(hours) = hours.and_then(|hours: u64| hours.checked_mul(number.parse().ok()?)) {
        return Some(format!("write `duration('{hours}h')`"));
    }
    let duration = format!("{number}{unit}");
    Some(match parse_duration(&duration) {
        Ok(_) => format!("a number has no unit; a duration is `duration('{duration}')`"),
        Err(_) => format!("write the number without `{unit}`: `{number}`"),
    })
}

/// Recognizes what other languages write directly behind digits: separators, prefixes, units.
pub(super) fn of_digits(before: &str, after: &str) -> Option<&'static str> {
    if !before.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    Some(match after.chars().next()? {
        '_' => "write numbers without `_`",
        'b' | 'o' | 'B' | 'O' if before.ends_with('0') => "write numbers as `255` or `0xff`",
        _ => return None,
    })
}

/// Whether a comma is between the digits of a number: `1,000`.
pub(super) fn is_number_in_groups(before: &str, after: &str) -> bool {
    let (_, number) = split_name(before);
    let digits = after.get(1..).unwrap_or_default();
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    matches!(number.len(), 1..=3) && number.bytes().all(|digit| digit.is_ascii_digit()) && count == 3
}

/// Returns the suffix of quantities that a unit stands for, as it is spelled there: `k` for `K`, and `Mi` for `mi`.
fn suffix_of(unit: &str) -> Option<String> {
    let (letter, binary) = match unit.strip_suffix('i') {
        Some(letter) => (letter, "i"),
        None => (unit, ""),
    };
    let spelled = match letter {
        // Minutes.
        "m" if binary.is_empty() => return None,
        "k" | "K" if binary.is_empty() => "k".to_owned(),
        _ => letter.to_ascii_uppercase(),
    };
    let suffix = format!("{spelled}{binary}");
    quantity::whole(&format!("1{suffix}")).map(|_| suffix)
}

/// Whether a text ends with a number and dots: `1..`.
pub(super) fn is_range(before: &str, after: &str) -> bool {
    let (_, number) = split_name(before.trim_end_matches('.'));
    (before.ends_with('.') || after.starts_with(".."))
        && !number.is_empty()
        && number.bytes().all(|digit| digit.is_ascii_digit())
}

/// Whether a number follows an operator of one character.
pub(super) fn is_before_number(after: &str) -> bool {
    let next = after.get(1..).unwrap_or_default().trim_start();
    next.starts_with(|c: char| c.is_ascii_digit())
}
