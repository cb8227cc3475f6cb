//! What to write instead of other keys and values in a file of cases.

use crd_core::yaml::tree::Node;

use super::KIND;

/// Other names of keys of test files, each with ours; of several rows, the first whose key is possible applies.
const OTHER_KEYS: [(&str, &str); 16] = [
    ("basis", "base"),
    ("baseline", "base"),
    ("object", "base"),
    ("object", "create"),
    ("crd", "crds"),
    ("tests", "cases"),
    ("test", "name"),
    ("apply", "create"),
    ("new", "update"),
    ("patch", "update"),
    ("error", "expect"),
    ("message", "text"),
    ("msg", "text"),
    ("reason", "text"),
    ("detail", "text"),
    ("path", "field"),
];

/// Returns the key that was probably meant by an unknown one.
pub(super) fn meant<'k>(unknown: &str, known: &[&'k str]) -> Option<&'k str> {
    let other = OTHER_KEYS
        .iter()
        .filter(|(other, _)| *other == unknown)
        .find_map(|(_, ours)| known.iter().find(|known| *known == ours));
    other
        .copied()
        .or_else(|| crd_core::nearest(unknown, known.iter().copied()))
}

/// Whether a value is of the kind that a key takes.
pub(super) fn takes(key: &str, value: &Node) -> bool {
    let text = value.as_str();
    match key {
        "kind" => text == Some(KIND),
        "crds" => value.as_sequence().is_some() || text.is_some(),
        "cases" | "rejected" => value.as_sequence().is_some(),
        "fieldValidation" => matches!(text, Some("Strict" | "Warn" | "Ignore")),
        "name" => text.is_some(),
        "field" => text.is_some_and(is_path),
        // The server's name of a reason, such as `FieldValueInvalid`, is in no message.
        "text" => text.is_some_and(|text| !text.starts_with("FieldValue")),
        "base" | "create" | "old" | "update" | "status" => text.is_some() || value.as_mapping().is_some(),
        _ => true,
    }
}

/// Whether a text is the path of a field and not a message.
fn is_path(text: &str) -> bool {
    let first = text.split(['.', '[']).next().unwrap_or_default();
    let is_of_path = |letter: char| letter.is_ascii_alphanumeric() || ".[]_-/".contains(letter);
    !text.ends_with('.')
        && text.chars().all(is_of_path)
        && (first.len() < text.len() || ["spec", "status", "metadata"].contains(&text))
}

/// Returns the members of an expected error that is written as the server prints it: `spec.replicas: Required value`.
pub(super) fn expected_error(text: &str) -> String {
    match text.split_once(": ") {
        _ if is_path(text) => format!("field: {text}"),
        Some((path, rest)) if is_path(path) => format!("field: {path}, text: {}", quoted_if_needed(rest)),
        _ => format!("text: {}", quoted_if_needed(text)),
    }
}

/// Returns the line that is meant by one with an expectation behind `expect:`, which is no YAML: `expect: rejected: true`.
pub(super) fn unnested_expectation(line: &str) -> Option<String> {
    let (_, value) = line.split_once("expect: ")?;
    let (answer, value) = value.split_once(':')?;
    match (answer.trim(), value.trim()) {
        ("rejected", "false") | ("accepted", "" | "true") => Some("expect: accepted".to_owned()),
        ("rejected", list) if list.starts_with('[') && list.ends_with(']') => {
            Some(format!("expect: {{rejected: {list}}}"))
        }
        ("accepted", "false") | ("rejected", "" | "true") => Some("expect: rejected".to_owned()),
        ("rejected", text) => Some(format!("expect: {{rejected: [{{{}}}]}}", expected_error(text))),
        _ => None,
    }
}

/// Writes a text as a value of YAML in one line.
fn quoted_if_needed(text: &str) -> String {
    let is_plain = text
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || " .-/()".contains(letter));
    if is_plain && text.starts_with(|first: char| first.is_ascii_alphabetic()) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "''"))
    }
}
