//! Changes values so that they satisfy simple rules of their own nodes.
//!
//! ```text
//! string(self).startsWith('BEGIN'), string(self).endsWith('END')      "BEGINEND", in base64 if the format is `byte`
//! 'role' in self && self['role'] == 'master'                          {role: master}
//! isURL(self) && url(self).getScheme() == 'https'                     "https://example.com"
//! ```
//!
//! The values are validated afterwards like all others.

use serde_json::{Map, Value};

use crate::go::base64;
use crate::model::structural::{Structural, StructuralShape};
use crate::values::{ValueOptions, Values};

/// Changes values of a schema so that they satisfy rules of their nodes. The recursion depth is that of the schema.
pub(crate) fn oblige(values: &mut Values, schema: &Structural, value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some(asked) = asked_text(schema) {
                *text = asked;
            }
        }
        Value::Number(_) if matches!(schema.shape, StructuralShape::IntOrString { .. }) => {
            if let Some(asked) = asked_text(schema) {
                *value = asked.into();
            }
        }
        Value::Array(elements) => {
            if let Some(items) = schema.items() {
                for element in elements {
                    oblige(values, items, element);
                }
            }
        }
        Value::Object(members) => {
            if let Some(of_values) = schema.additional_schema() {
                for rule in &schema.rules {
                    add_asked(values, of_values, &rule.rule, members);
                }
            }
            for (name, member) in members {
                if let Some(below) = schema.property(name).or_else(|| schema.additional_schema()) {
                    oblige(values, below, member);
                }
            }
        }
        _ => {}
    }
}

/// Returns a text with the start and the end that rules require.
fn asked_text(schema: &Structural) -> Option<String> {
    let asked = |function: &str| {
        let mut found = schema.rules.iter().flat_map(|rule| {
            let places = rule
                .rule
                .match_indices(function)
                .map(|(at, _)| at + function.len());
            places.filter_map(|at| literal(rule.rule.get(at..)?))
        });
        // A string literal with escapes is skipped.
        found.find(|text| !text.contains('\\'))
    };
    let text = match (asked("(self).startsWith("), asked("(self).endsWith(")) {
        (None, None) => return text_of_kind(schema),
        (start, end) => format!("{}{}", start.unwrap_or_default(), end.unwrap_or_default()),
    };
    Some(if *schema.validation.format == *"byte" {
        base64::encode(text.as_bytes())
    } else {
        text
    })
}

/// Returns a text of the kind that a rule reads it as, which is as long as it has to be if texts of the kind can have any length.
fn text_of_kind(schema: &Structural) -> Option<String> {
    const KINDS: [(&str, &str); 6] = [
        ("isURL(self)", "https://example.com"),
        ("url(self)", "https://example.com"),
        ("isIP(self)", "10.0.0.1"),
        ("isCIDR(self)", "10.0.0.0/8"),
        ("quantity(self)", "1"),
        ("isQuantity(self)", "1"),
    ];
    let is_read_as = |function: &str| schema.rules.iter().any(|rule| rule.rule.contains(function));
    let (_, text) = KINDS.iter().find(|(function, _)| is_read_as(function))?;
    let mut text = (*text).to_owned();
    let least = schema
        .validation
        .min_length
        .and_then(|least| usize::try_from(least).ok());
    if let Some(missing @ 1..) = least.map(|least| least.saturating_sub(text.len()))
        && text.starts_with("https:")
    {
        text.push('/');
        text.extend(std::iter::repeat_n('a', missing - 1));
    }
    Some(text)
}

/// Adds the member of a map that a rule requires.
fn add_asked(values: &mut Values, of_values: &Structural, rule: &str, members: &mut Map<String, Value>) {
    let rule = rule.trim_start_matches(['(', ' ']);
    let Some(name) = literal(rule) else { return };
    let Some(rest) = rule.get(name.len() + 2..) else {
        return;
    };
    if !rest.trim_start().starts_with("in self") || members.contains_key(name) {
        return;
    }
    let quoted = rule.get(..name.len() + 2).unwrap_or_default();
    let compared = rest
        .split_once(&format!("self[{quoted}] == "))
        .and_then(|(_, compared)| literal(compared));
    let value = compared.map_or_else(|| values.value(of_values, ValueOptions::READABLE), Value::from);
    members.insert(name.to_owned(), value);
}

/// Returns the string literal at the start of an expression.
fn literal(expression: &str) -> Option<&str> {
    let quote = expression.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    expression.get(1..)?.split(quote).next()
}
