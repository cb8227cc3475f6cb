//! Whether a value satisfies restrictions, without the server's validation, for the keywords whose meaning is the same everywhere.
//!
//! ```text
//! {type: object, required: [a]}        {a: 0}     yes
//! {type: integer, maximum: 3}          5          no
//! {type: string, pattern: ^a}          "b"        undecided
//! ```
//!
//! Most schemas admit one of the first candidates, so their validation is rarely needed.

use serde_json::Value;

use super::{OwnBranches, SchemaQuestion};
use crate::model::schema::JsonSchemaProps;

/// Floats represent all integers below this.
const EXACT: f64 = 9e15;

/// Whether a value certainly satisfies all restrictions of a question, without those of members and elements.
pub(super) fn is_admitted(question: SchemaQuestion<'_>, value: &Value) -> bool {
    !question.schema.x_int_or_string
        && is_of_type(&question.schema.type_, value) == Some(true)
        && keywords(question.schema, value) == Some(true)
        && junctors(question.schema, question.own, value) == Some(true)
        && question
            .more
            .iter()
            .all(|schema| nested(schema, value) == Some(true))
}

fn is_of_type(type_: &str, value: &Value) -> Option<bool> {
    match type_ {
        "boolean" => Some(value.is_boolean()),
        "string" => Some(value.is_string()),
        "object" => Some(value.is_object()),
        "array" => Some(value.is_array()),
        "integer" | "number" => value.is_i64().then_some(true),
        _ => None,
    }
}

/// Whether a value satisfies a schema below junctors; `None` if that is undecided.
fn nested(schema: &JsonSchemaProps, value: &Value) -> Option<bool> {
    let has_parts = schema.properties.is_some()
        || schema.items.is_some()
        || schema.additional_properties.is_some()
        || !schema.type_.is_empty();
    if has_parts {
        return None;
    }
    Some(keywords(schema, value)? && junctors(schema, OwnBranches::All, value)?)
}

/// Whether a value satisfies the keywords of a schema itself.
fn keywords(schema: &JsonSchemaProps, value: &Value) -> Option<bool> {
    if schema.unique_items {
        return None;
    }
    let holds = match value {
        Value::Number(number) => integer(schema, number.as_i64()?)?,
        Value::String(text) => {
            if !schema.pattern.is_empty() || !schema.format.is_empty() {
                return None;
            }
            is_within(text.chars().count(), schema.min_length, schema.max_length)
        }
        Value::Array(elements) => is_within(elements.len(), schema.min_items, schema.max_items),
        Value::Object(members) => {
            let mut required = schema.required.iter().flatten();
            is_within(members.len(), schema.min_properties, schema.max_properties)
                && required.all(|name| members.contains_key(&**name))
        }
        Value::Bool(_) => true,
        Value::Null => return None,
    };
    Some(holds && is_member(schema.enum_.as_deref(), value)?)
}

fn is_within(count: usize, least: Option<i64>, most: Option<i64>) -> bool {
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    least.is_none_or(|least| count >= least) && most.is_none_or(|most| count <= most)
}

/// Whether an integer is within the bounds of a schema.
fn integer(schema: &JsonSchemaProps, number: i64) -> Option<bool> {
    let mut bounds = schema.minimum.iter().chain(&schema.maximum);
    let is_plain = bounds.all(|bound| bound.fract() == 0.0 && bound.abs() < EXACT);
    let has_format = !matches!(&*schema.format, "" | "int64");
    if !is_plain || has_format || schema.multiple_of.is_some() || number.unsigned_abs() >= 1 << 53 {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "a float holds it")]
    let number = number as f64;
    let is_above = |least: f64| number > least || !schema.exclusive_minimum && number >= least;
    let is_below = |most: f64| number < most || !schema.exclusive_maximum && number <= most;
    Some(schema.minimum.is_none_or(is_above) && schema.maximum.is_none_or(is_below))
}

/// Whether a value is a member of an enum of values of its type.
fn is_member(members: Option<&[Value]>, value: &Value) -> Option<bool> {
    let Some(members) = members else {
        return Some(true);
    };
    let is_alike = |member: &Value| match value {
        Value::Bool(_) => member.is_boolean(),
        Value::String(_) => member.is_string(),
        _ => value.is_i64() && member.is_i64(),
    };
    members.iter().all(is_alike).then(|| members.contains(value))
}

/// Whether a value satisfies the junctors of a schema, with or without its `oneOf`.
fn junctors(schema: &JsonSchemaProps, own: OwnBranches, value: &Value) -> Option<bool> {
    let count = |branches: &[JsonSchemaProps]| {
        let mut met = 0;
        for branch in branches {
            met += usize::from(nested(branch, value)?);
        }
        (!branches.is_empty()).then_some(met)
    };
    let mut holds = true;
    if let Some(branches) = schema.all_of.as_deref() {
        holds &= count(branches)? == branches.len();
    }
    if let Some(branches) = schema.any_of.as_deref() {
        holds &= count(branches)? > 0;
    }
    if let Some(branches) = schema.one_of.as_deref().filter(|_| own == OwnBranches::All) {
        holds &= count(branches)? == 1;
    }
    if let Some(not) = schema.not.as_deref() {
        holds &= !nested(not, value)?;
    }
    Some(holds)
}
