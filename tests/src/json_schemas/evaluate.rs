//! Evaluates JSON Schemas, with the keywords that ours and those of the common script use.

use std::cell::RefCell;
use std::collections::HashMap;

use regex::Regex;
use serde_json::{Map, Value};

/// Evaluates values, and caches compiled patterns.
///
/// Formats are ignored, since validators differ in them. `exclusiveMinimum` may be a boolean, as in draft 4, because kubeconform
/// interprets it so.
#[derive(Debug, Default)]
pub struct Evaluator {
    patterns: RefCell<HashMap<String, Option<Regex>>>,
}

impl Evaluator {
    /// Whether a value is valid.
    pub fn is_valid(&self, schema: &Value, value: &Value) -> bool {
        match schema {
            Value::Bool(valid) => *valid,
            Value::Object(schema) => self.is_valid_for(schema, value),
            _ => true,
        }
    }

    fn is_valid_for(&self, schema: &Map<String, Value>, value: &Value) -> bool {
        let holds = |(keyword, argument): (&String, &Value)| self.holds(schema, keyword, argument, value);
        schema.iter().all(holds)
    }

    fn holds(&self, schema: &Map<String, Value>, keyword: &str, argument: &Value, value: &Value) -> bool {
        let list = |argument: &'_ Value| argument.as_array().cloned().unwrap_or_default();
        let valid = |inner: &Value| self.is_valid(inner, value);
        match keyword {
            "type" => match argument {
                Value::Array(types) => types.iter().any(|name| is_of(value, name)),
                name => is_of(value, name),
            },
            "enum" => list(argument).iter().any(|other| is_same(other, value)),
            "const" => is_same(argument, value),
            "allOf" => list(argument).iter().all(valid),
            "anyOf" => list(argument).iter().any(valid),
            "oneOf" => list(argument).iter().filter(|inner| valid(inner)).count() == 1,
            "not" => !valid(argument),
            "if" => {
                let branch = if valid(argument) { "then" } else { "else" };
                schema.get(branch).is_none_or(valid)
            }
            _ => match value {
                Value::Number(number) => {
                    holds_of_number(schema, keyword, argument, number.as_f64().unwrap_or(f64::NAN))
                }
                Value::String(text) => self.holds_of_text(keyword, argument, text),
                Value::Array(elements) => self.holds_of_list(keyword, argument, elements),
                Value::Object(members) => self.holds_of_object(schema, keyword, argument, members),
                _ => true,
            },
        }
    }

    fn holds_of_text(&self, keyword: &str, argument: &Value, text: &str) -> bool {
        let count = text.chars().count() as u64;
        match keyword {
            "minLength" => argument.as_u64().is_none_or(|least| count >= least),
            "maxLength" => argument.as_u64().is_none_or(|most| count <= most),
            "pattern" => {
                let pattern = argument.as_str().unwrap_or_default();
                let mut patterns = self.patterns.borrow_mut();
                let compiled = patterns
                    .entry(pattern.to_owned())
                    .or_insert_with(|| Regex::new(pattern).ok());
                compiled.as_ref().is_none_or(|compiled| compiled.is_match(text))
            }
            _ => true,
        }
    }

    fn holds_of_list(&self, keyword: &str, argument: &Value, elements: &[Value]) -> bool {
        let count = elements.len() as u64;
        match keyword {
            "minItems" => argument.as_u64().is_none_or(|least| count >= least),
            "maxItems" => argument.as_u64().is_none_or(|most| count <= most),
            "items" => elements.iter().all(|element| self.is_valid(argument, element)),
            "uniqueItems" if argument == true => {
                let is_new = |(at, element): (usize, &Value)| {
                    !elements.iter().take(at).any(|other| is_same(other, element))
                };
                elements.iter().enumerate().all(is_new)
            }
            _ => true,
        }
    }

    fn holds_of_object(
        &self,
        schema: &Map<String, Value>,
        keyword: &str,
        argument: &Value,
        members: &Map<String, Value>,
    ) -> bool {
        let count = members.len() as u64;
        let valid =
            |inner: Option<&Value>, value: &Value| inner.is_none_or(|inner| self.is_valid(inner, value));
        match keyword {
            "minProperties" => argument.as_u64().is_none_or(|least| count >= least),
            "maxProperties" => argument.as_u64().is_none_or(|most| count <= most),
            "required" => {
                let names = argument.as_array().into_iter().flatten();
                names
                    .filter_map(Value::as_str)
                    .all(|name| members.contains_key(name))
            }
            "properties" => members
                .iter()
                .all(|(name, value)| valid(argument.get(name), value)),
            "additionalProperties" => {
                let is_known = |name: &str| {
                    schema
                        .get("properties")
                        .is_some_and(|known| known.get(name).is_some())
                };
                members
                    .iter()
                    .all(|(name, value)| is_known(name) || self.is_valid(argument, value))
            }
            _ => true,
        }
    }
}

fn holds_of_number(schema: &Map<String, Value>, keyword: &str, argument: &Value, number: f64) -> bool {
    let is_exclusive = |name: &str| schema.get(name) == Some(&Value::Bool(true));
    let Some(bound) = argument.as_f64() else {
        return true;
    };
    match keyword {
        "minimum" if is_exclusive("exclusiveMinimum") => number > bound,
        "maximum" if is_exclusive("exclusiveMaximum") => number < bound,
        "minimum" => number >= bound,
        "maximum" => number <= bound,
        "exclusiveMinimum" => number > bound,
        "exclusiveMaximum" => number < bound,
        "multipleOf" => bound <= 0.0 || (number / bound).fract() == 0.0,
        _ => true,
    }
}

fn is_of(value: &Value, name: &Value) -> bool {
    match (value, name.as_str().unwrap_or_default()) {
        (Value::Null, "null")
        | (Value::Bool(_), "boolean")
        | (Value::Number(_), "number")
        | (Value::String(_), "string")
        | (Value::Array(_), "array")
        | (Value::Object(_), "object") => true,
        (Value::Number(number), "integer") => number.as_f64().is_some_and(|number| number.fract() == 0.0),
        _ => false,
    }
}

/// Whether two values are equal; 1 equals 1.0.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(name, value)| other.get(name).is_some_and(|other| is_same(value, other)))
        }
        _ => one == other,
    }
}
