//! Patterns, each with a text that matches and one that does not.

use crd_cel::regex::Matcher;
use serde_json::Value;

use super::ReferencePattern;
use crate::model::structural::Structural;
use crate::values::{ValueOptions, Values};

/// Texts of which most patterns reject at least one, starting with those that users assume to be valid.
const REFUSED: &[&str] = &[
    "Example",
    "example_1",
    "-example",
    "a b",
    "example.com/",
    "1.5x",
    "!",
    "",
];

/// Returns the pattern of a node.
pub(super) fn pattern_of(node: &Structural, values: &mut Values) -> Option<ReferencePattern> {
    let pattern = &node.validation.pattern;
    if pattern.is_empty() {
        return None;
    }
    let compiled = Matcher::new(pattern).ok();
    let is_match = |text: &str| compiled.as_ref().is_some_and(|compiled| compiled.is_match(text));
    values.reseed(0);
    let made = match values.value(node, ValueOptions::READABLE) {
        Value::String(text) => Some(text),
        _ => None,
    };
    let fails = REFUSED.iter().find(|text| compiled.is_some() && !is_match(text));
    Some(ReferencePattern {
        pattern: pattern.to_string(),
        fits: made.filter(|text| is_match(text)),
        fails: fails.map(|text| (*text).to_owned()),
    })
}
