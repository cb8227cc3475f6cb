//! Values as the rules of their own nodes ask for them, where these say it plainly.
//!
//! ```text
//! string(self).startsWith('BEGIN'), string(self).endsWith('END')      "BEGINEND", in base64 where the format is `byte`
//! 'role' in self && self['role'] == 'master'                          {role: master}
//! ```
//!
//! Whether they are admitted is judged as for all others.

use serde_json::{Map, Value};

use crate::go::base64;
use crate::model::structural::Structural;
use crate::values::{Manner, Values};

/// Changes values of a schema to what the rules of their nodes ask for. The depth is that of the schema.
pub(super) fn oblige(values: &mut Values, schema: &Structural, value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some(asked) = asked_text(schema) {
                *text = asked;
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

/// The text that begins and ends as rules ask.
fn asked_text(schema: &Structural) -> Option<String> {
    let asked = |function: &str| {
        let mut found = schema.rules.iter().flat_map(|rule| {
            let places = rule
                .rule
                .match_indices(function)
                .map(|(at, _)| at + function.len());
            places.filter_map(|at| literal(rule.rule.get(at..)?))
        });
        // One with an escape stands beside one without.
        found.find(|text| !text.contains('\\'))
    };
    let text = match (asked("(self).startsWith("), asked("(self).endsWith(")) {
        (None, None) => return None,
        (start, end) => format!("{}{}", start.unwrap_or_default(), end.unwrap_or_default()),
    };
    Some(if *schema.validation.format == *"byte" {
        base64::encode(text.as_bytes())
    } else {
        text
    })
}

/// Adds the member of a map for which a rule asks.
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
    let value = compared.map_or_else(|| values.value(of_values, Manner::READABLE), Value::from);
    members.insert(name.to_owned(), value);
}

/// The text in quotes with which an expression begins.
fn literal(expression: &str) -> Option<&str> {
    let quote = expression.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
    expression.get(1..)?.split(quote).next()
}
