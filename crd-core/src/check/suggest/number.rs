//! Numbers that are written as texts: with a percent sign, a unit, a decimal comma, or separators of thousands.

use super::duration;
use crate::go::quantity::billionths;
use crate::server::decode::JsonType;
#[cfg(feature = "eval")]
use crate::yaml::tree::Node;

/// Returns the advice for a percentage where the schema of a number only allows fractions.
#[cfg(feature = "eval")]
pub(in crate::check) fn fraction(text: &str, schema: &Node) -> Option<String> {
    let percent: f64 = text.trim().strip_suffix('%')?.trim().parse().ok()?;
    let maximum = schema.get("maximum")?.to_json().as_f64()?;
    (percent > maximum && percent / 100.0 <= maximum)
        .then(|| format!("write the fraction: `{}`", percent / 100.0))
}

/// Returns what to write instead of a text that stands for the number of a field.
pub(super) fn of_text(text: &str, name: &str, expected: JsonType) -> Option<String> {
    let text = text.trim();
    if text.starts_with("${") || text.starts_with("$(") {
        return Some(format!("`{text}` is a placeholder: replace it by a number first"));
    }
    let is_grouped = |separator| {
        let mut groups = text.split(separator);
        let is_digits = |group: &str| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit());
        groups
            .next()
            .is_some_and(|first| is_digits(first) && first.len() < 4)
            && text.contains(separator)
            && groups.all(|group| is_digits(group) && group.len() == 3)
    };
    if let Some(separator) = [',', '_', ' ', '\'']
        .into_iter()
        .find(|separator| is_grouped(*separator))
        && (expected == JsonType::Integer || text.matches(separator).count() > 1)
    {
        return Some(format!(
            "write it without separators: `{}`",
            text.replace(separator, "")
        ));
    }
    if expected == JsonType::Number
        && let Some((whole, part)) = text.split_once(',')
        && [whole, part].iter().all(|digits| digits.parse::<u32>().is_ok())
    {
        return Some(format!("write a decimal point: `{whole}.{part}`"));
    }
    let time = duration::milliseconds(text);
    if let (Some(time), Some((unit, length))) = (time, duration::unit_of_field(name))
        && time % length == 0
    {
        return Some(format!("write it in {unit}: `{}`", time / length));
    }
    let end = text.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+'))?;
    let (number, unit) = text.split_at(end);
    if time.is_some() && unit.contains(|c: char| c.is_ascii_digit()) {
        return Some("write only a number, in the unit of the field".to_owned());
    }
    number.parse::<f64>().ok().filter(|_| unit != "%")?;
    let unit = unit.trim();
    let is_word = !unit.is_empty() && unit.len() <= LONGEST_UNIT && unit.chars().all(is_of_unit);
    if !is_word {
        return None;
    }
    if unit.chars().all(|c| c == 'O' || c == 'o') {
        let digits = "0".repeat(unit.len());
        return Some(format!("write zeros instead of letters: `{number}{digits}`"));
    }
    if let Some(whole) = of_quantity(number, unit) {
        return Some(format!("write the number: `{whole}`"));
    }
    let what = match expected {
        JsonType::Integer if number.parse::<i64>().is_err() => "whole number",
        _ => "number",
    };
    Some(format!(
        "write only a {what}, in the unit of the field, without `{unit}`"
    ))
}

/// Returns the whole number that a quantity with a suffix of thousands stands for: 5000 for `5k`, and for `5K`.
fn of_quantity(number: &str, suffix: &str) -> Option<i64> {
    const BILLION: i128 = 1_000_000_000;
    let suffix = if suffix == "K" { "k" } else { suffix };
    let value = billionths(&format!("{number}{suffix}"))?;
    i64::try_from(value / BILLION)
        .ok()
        .filter(|_| value % BILLION == 0)
}

/// Whether a character may be a part of a unit: `°C`, `m/s`, `€`.
fn is_of_unit(c: char) -> bool {
    c.is_alphabetic() || "/°²³€$£".contains(c)
}

/// Maximum number of bytes of a unit.
const LONGEST_UNIT: usize = 12;
