//! YAML, JSON and strings without their quotes in `crd-gen.toml`: what to write instead.

use std::ops::Range;

use super::lines::{header_of, key_before};
use super::written::is_valid;

/// Returns the place, the message and what to write for YAML or JSON in a file of TOML.
pub(super) fn of_other_syntax(
    text: &str,
    message: &str,
    at: &Range<usize>,
) -> Option<(Range<usize>, &'static str, String)> {
    if message.starts_with("string values must be quoted") {
        let value = text.get(at.clone())?;
        if value.is_empty() {
            let hint = "write it in quotes, or remove the line".to_owned();
            return Some((at.clone(), "the value is missing", hint));
        }
        // Editors write typographic quotes.
        let quoted = format!(
            "\"{}\"",
            value.trim_matches(['“', '”', '„', '‟', '‘', '’', '«', '»'])
        );
        let before = text.get(..at.start)?;
        let header = header_of(before).unwrap_or_default();
        let is_boolean = |key| {
            !is_valid(header, &format!("{key} = {quoted}")) && is_valid(header, &format!("{key} = true"))
        };
        if let Some(meant) = boolean_meant_by(value).filter(|_| key_before(before).is_some_and(is_boolean)) {
            let message = "this must be `true` or `false`";
            return Some((at.clone(), message, format!("write `{meant}`")));
        }
        return Some((
            at.clone(),
            "a string must be in quotes",
            format!("write `{quoted}`"),
        ));
    }
    let start = text.get(..at.start)?.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(start..)?.lines().next()?;
    if line.trim_start().starts_with('{') {
        let hint = "write `key = value` on lines of their own, without these braces";
        let brace = start + line.find('{')?;
        return Some((brace..brace + 1, "this file is TOML, not JSON", hint.to_owned()));
    }
    if line.trim_start().starts_with("//") {
        let slashes = start + line.find("//")?;
        let hint = "a comment begins with `#`".to_owned();
        return Some((slashes..slashes + 2, "this line is not TOML", hint));
    }
    if let Some(quote) = open_quote_at(text.get(..at.start)?, message) {
        let hint = "write the quote at the end of the string".to_owned();
        return Some((quote..quote + 1, "this quote is not closed", hint));
    }
    if message.starts_with("missing comma between array elements")
        && let Some(bracket) = open_list(text, at.start)
    {
        let hint = "write `]` at the end of the list".to_owned();
        return Some((bracket..bracket + 1, "this list is not closed", hint));
    }
    if message.starts_with("unclosed array")
        && let Some(quote) = open_quote(text.get(..at.start)?)
    {
        let hint = "write the quote at the end of the string".to_owned();
        return Some((quote..quote + 1, "this quote is not closed", hint));
    }
    let (key, value) = line.split_once(':')?;
    let is_key = |letter: char| letter.is_ascii_alphanumeric() || "-_\" ".contains(letter);
    if !message.starts_with("key with no value") || !key.chars().all(is_key) {
        return None;
    }
    let colon = start + key.len();
    let key = key.trim();
    let below = text.get(start..)?.lines().nth(1).unwrap_or_default();
    let hint = match value.trim() {
        "" if below.trim_start().starts_with('-') => format!("write a list: `{key} = […]`"),
        "" => format!("write `[{key}]`, and `=` between its keys and values"),
        _ => "write `=`".to_owned(),
    };
    Some((colon..colon + 1, "this file is TOML, not YAML", hint))
}

/// Returns the place of the first quote of the last line, if the number of its quotes is odd.
fn open_quote(text: &str) -> Option<usize> {
    let start = text.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(start..)?;
    let mut quotes = line.match_indices('"');
    let (last, _) = quotes.next_back()?;
    quotes.count().is_multiple_of(2).then_some(start + last)
}

/// Returns the place of the first quote of the last line, if the parser misses the other one.
fn open_quote_at(before: &str, message: &str) -> Option<usize> {
    let is_string = ["invalid basic string", "invalid literal string"];
    let quote = message.strip_suffix('`')?.chars().next_back()?;
    let is_open = is_string.iter().any(|known| message.starts_with(known)) && matches!(quote, '"' | '\'');
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let line = before.get(start..).filter(|_| is_open)?;
    (line.matches(quote).count() == 1).then_some(start + line.find(quote)?)
}

/// Returns the place of the bracket of a list that goes on to a line which starts a table or has a key.
fn open_list(text: &str, at: usize) -> Option<usize> {
    let before = text.get(..at)?;
    let next = text.get(at..)?.lines().next()?.trim();
    let is_key = |(key, _): (&str, &str)| {
        key.trim()
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
    };
    let is_next = next.starts_with('[') && next.ends_with(']') || next.split_once('=').is_some_and(is_key);
    let is_own_line = before.rsplit('\n').next()?.trim().is_empty();
    let line = before.rfind('=').filter(|_| is_next && is_own_line)?;
    Some(line + before.get(line..)?.find('[')?)
}

/// Returns the boolean that a value of another type stands for, such as `"yes"` or `1`.
pub(super) fn boolean_meant_by(value: &str) -> Option<bool> {
    match &*value.to_ascii_lowercase() {
        "true" | "yes" | "y" | "on" | "1" | "enabled" => Some(true),
        "false" | "no" | "n" | "off" | "0" | "disabled" | "none" => Some(false),
        _ => None,
    }
}
