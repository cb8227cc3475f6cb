//! Edits of validation rules: on every write, on updates, and on both.

use crd_gen_tests::rng::Rng;
use serde_json::{Map, Value, json};

/// Adds, changes or removes a rule of a schema with these fields.
pub(super) fn edit(schema: &mut Map<String, Value>, fields: &[String], rng: &mut Rng) {
    const KEYWORD: &str = "x-kubernetes-validations";
    let made = rule(schema, fields, rng);
    match schema.get_mut(KEYWORD).and_then(Value::as_array_mut) {
        None => drop(schema.insert(KEYWORD.to_owned(), json!([made]))),
        Some(rules) => {
            let place = rng.below(rules.len());
            match (rng.below(5), rules.get_mut(place)) {
                (0, _) => drop(schema.remove(KEYWORD)),
                (1, Some(other)) => *other = made,
                (2, Some(other)) => other["message"] = json!("other words"),
                (3, Some(other)) => {
                    let reasons = ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired"];
                    other["reason"] = json!(reasons[rng.below(3)]);
                }
                _ => rules.push(made),
            }
        }
    }
}

fn rule(schema: &Map<String, Value>, fields: &[String], rng: &mut Rng) -> Value {
    let kind = schema.get("type").and_then(Value::as_str).unwrap_or_default();
    let fields: Vec<&String> = fields
        .iter()
        .filter(|name| name.bytes().all(|c| c.is_ascii_alphabetic()) && !is_reserved(name))
        .collect();
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

fn is_reserved(name: &str) -> bool {
    matches!(
        name,
        "true"
            | "false"
            | "null"
            | "in"
            | "as"
            | "break"
            | "const"
            | "continue"
            | "else"
            | "for"
            | "function"
            | "if"
            | "import"
            | "let"
            | "loop"
            | "package"
            | "namespace"
            | "return"
            | "var"
            | "void"
            | "while"
    )
}
