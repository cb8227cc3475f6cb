//! Edits of validation rules: on every write, on updates, and on both.

use crd_gen_tests::rng::Rng;
use serde_json::{Map, Value, json};

use crate::fuzz::conditions::{condition, is_plain};

const KEYWORD: &str = "x-kubernetes-validations";

/// Adds, changes or removes a rule of a schema with these fields.
pub(super) fn edit(schema: &mut Map<String, Value>, fields: &[String], rng: &mut Rng) {
    let made = rule(schema, fields, rng);
    match schema.get_mut(KEYWORD).and_then(Value::as_array_mut) {
        None => drop(schema.insert(KEYWORD.to_owned(), json!([made]))),
        Some(rules) => {
            let place = rng.below(rules.len());
            match (rng.below(8), rules.get_mut(place).filter(|rule| rule.is_object())) {
                (0, _) => drop(schema.remove(KEYWORD)),
                (1, Some(other)) => *other = made,
                (2, Some(other)) => other["message"] = json!("other words"),
                (3, Some(other)) => {
                    let reasons = ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired"];
                    other["reason"] = json!(reasons[rng.below(3)]);
                }
                (4..=6, Some(other)) => tweak(other, rng),
                _ => rules.push(made),
            }
        }
    }
}

/// Changes a part of a rule: a constant, an operator, the elements of a list, or an alternative or a condition is added.
pub(super) fn tweak(rule: &mut Value, rng: &mut Rng) {
    let Some(text) = rule["rule"].as_str() else { return };
    let changed = match rng.below(6) {
        0 | 1 => with_other_number(text, rng),
        2 | 3 => with_other_list(text, rng),
        4 => with_other_operator(text, rng),
        _ => None,
    };
    let changed = changed.unwrap_or_else(|| {
        let condition = pick(&["self == self", "1 > 2", "!(1 < 2)"], rng);
        match rng.below(3) {
            0 => format!("({text}) || {condition}"),
            1 => format!("({text}) && {condition}"),
            _ => format!("!({text})"),
        }
    });
    rule["rule"] = changed.into();
}

/// Returns the text with another whole number in the place of one that stands alone.
fn with_other_number(text: &str, rng: &mut Rng) -> Option<String> {
    let bytes = text.as_bytes();
    let is_part = |place: usize| {
        bytes
            .get(place)
            .is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'\''))
    };
    let places: Vec<usize> = (0..bytes.len())
        .filter(|&place| bytes[place].is_ascii_digit() && !is_part(place + 1))
        .filter(|&place| place == 0 || !is_part(place - 1))
        .collect();
    let place = *rng.pick(&places)?;
    let number = i32::from(bytes[place] - b'0') + [-2, -1, 1, 2][rng.below(4)];
    Some(format!("{}{number}{}", &text[..place], &text[place + 1..]))
}

/// Returns the text with one element more or less in a list.
fn with_other_list(text: &str, rng: &mut Rng) -> Option<String> {
    let opening: Vec<usize> = text.match_indices("in [").map(|(place, _)| place + 4).collect();
    let start = *rng.pick(&opening)?;
    let end = start + text[start..].find(']')?;
    let mut elements: Vec<&str> = text[start..end].split(", ").collect();
    let added = if elements.first()?.starts_with('\'') {
        ["'a'", "'b'", "'c'", "''"][rng.below(4)]
    } else {
        ["0", "1", "3", "7"][rng.below(4)]
    };
    let place = rng.below(elements.len());
    match rng.below(3) {
        0 if elements.len() > 1 => drop(elements.remove(place)),
        1 => elements[place] = added,
        _ => elements.insert(place, added),
    }
    Some(format!(
        "{}{}{}",
        &text[..start],
        elements.join(", "),
        &text[end..]
    ))
}

fn with_other_operator(text: &str, rng: &mut Rng) -> Option<String> {
    const OPERATORS: [&str; 10] = [
        " < ", " <= ", " > ", " >= ", " == ", " != ", " && ", " || ", ".all(", ".exists(",
    ];
    let mut places: Vec<(usize, &str)> = Vec::new();
    for operator in OPERATORS {
        places.extend(text.match_indices(operator));
    }
    let (place, operator) = *rng.pick(&places)?;
    let other = match operator {
        " && " => " || ",
        " || " => " && ",
        ".all(" => ".exists(",
        ".exists(" => ".all(",
        _ => OPERATORS[rng.below(6)],
    };
    Some(format!(
        "{}{other}{}",
        &text[..place],
        &text[place + operator.len()..]
    ))
}

fn rule(schema: &Map<String, Value>, fields: &[String], rng: &mut Rng) -> Value {
    if rng.one_in(2)
        && let Some(text) = condition(schema, "self", 3, rng)
    {
        return json!({"rule": text});
    }
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default();
    let fields: Vec<&String> = fields.iter().filter(|name| is_plain(name)).collect();
    let text = match (kind, rng.pick(&fields)) {
        _ if rng.one_in(4) => return of_update(rng),
        ("integer", _) => pick(
            &[
                "self > 2",
                "self < 5",
                "self % 2 == 0",
                "self != 3",
                "self >= oldSelf",
            ],
            rng,
        ),
        ("number", _) => pick(&["self > 2.0", "self < 5.5", "self >= oldSelf"], rng),
        ("string", _) => pick(
            &[
                "self != 'a'",
                "self.startsWith('a')",
                "self.size() < 4",
                "self.contains('b')",
                "self.matches('^[a-c]*$')",
            ],
            rng,
        ),
        ("boolean", _) => pick(&["self", "!self", "!oldSelf || self"], rng),
        ("array", _) => pick(
            &[
                "self.size() < 3",
                "self.size() != 1",
                "self.size() >= oldSelf.size()",
            ],
            rng,
        ),
        ("object", Some(name)) => {
            let other = rng.pick(&fields).unwrap_or(name);
            let texts = [
                format!("has(self.{name})"),
                format!("!has(self.{name})"),
                format!("has(self.{name}) == has(self.{other})"),
                format!("!has(self.{name}) || has(self.{other})"),
                format!("!has(oldSelf.{name}) || has(self.{name})"),
                format!(
                    "has(self.{name}) == has(oldSelf.{name}) && (!has(self.{name}) || self.{name} == oldSelf.{name})"
                ),
                format!("!has(self.{name}) || self.{name} == oldSelf.{name}"),
                format!("!has(self.{name}) || !has(self.{other}) || self.{name} == self.{other}"),
            ];
            texts[rng.below(texts.len())].clone()
        }
        ("object", None) => pick(
            &[
                "self.size() < 3",
                "self.all(key, key != 'a')",
                "self.size() >= oldSelf.size()",
            ],
            rng,
        ),
        _ => return of_update(rng),
    };
    let mut rule = json!({"rule": text});
    if rng.one_in(4) {
        rule["message"] = json!("no");
    }
    rule
}

/// Generates a rule for any type.
fn of_update(rng: &mut Rng) -> Value {
    match rng.below(3) {
        0 => json!({"rule": "self == oldSelf"}),
        1 => json!({"rule": "oldSelf.hasValue()", "optionalOldSelf": true}),
        _ => json!({"rule": "!oldSelf.hasValue() || self == oldSelf.value()", "optionalOldSelf": true}),
    }
}

fn pick(texts: &[&str], rng: &mut Rng) -> String {
    rng.pick(texts).copied().unwrap_or("true").to_owned()
}
