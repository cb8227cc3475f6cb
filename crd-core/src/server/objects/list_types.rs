//! Uniqueness of the elements of sets and map lists (rule LST-01).

use crate::model::rules::{self, RuleId};
use std::collections::HashMap;

use serde_json::{Map, Value};

use super::at::At;
use super::value::identity;
use crate::go;
use crate::model::field::{ErrorType, FieldError};
use crate::model::structural::{ListType, Structural};

const RULE: RuleId = rules::LST_01;

/// The errors of duplicate elements of sets and of map lists, where elements with equal keys are duplicates.
pub(crate) fn validate(schema: &Structural, object: &Value) -> Vec<FieldError> {
    let mut errors = Vec::new();
    // The root of an object is no list.
    if object.is_object() {
        walk(schema, object, &At::ROOT, &mut errors);
    }
    errors
}

fn walk(schema: &Structural, value: &Value, at: &At<'_>, errors: &mut Vec<FieldError>) {
    match value {
        Value::Array(items) => {
            match schema.list_type() {
                Some(ListType::Set) => {
                    report_repeated(items.iter().map(identity), items, at, errors, Value::clone);
                }
                Some(ListType::Map(keys)) => check_map(keys, items, at, errors),
                Some(ListType::Atomic) | None => {}
            }
            if let Some(schema) = schema.items() {
                for (index, item) in items.iter().enumerate() {
                    walk(schema, item, &at.index(index), errors);
                }
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                // The server walks a declared property under `additionalProperties` too, if both are there.
                if let Some(schema) = schema.additional_schema() {
                    walk(schema, member, &at.key(key), errors);
                }
                if let Some(schema) = schema.property(key) {
                    walk(schema, member, &at.property(key), errors);
                }
            }
        }
        _ => {}
    }
}

fn check_map(keys: &[Box<str>], items: &[Value], at: &At<'_>, errors: &mut Vec<FieldError>) {
    let stranger = items
        .iter()
        .enumerate()
        .find(|(_, item)| !item.is_object() && !item.is_null());
    if let Some((index, item)) = stranger {
        let detail = "must be an object for an array of list-type map";
        errors.push(FieldError {
            value: Some(go::bad_value(item)),
            ..FieldError::at(RULE, ErrorType::Invalid, at.index(index).field(None), detail)
        });
        return;
    }
    let key_of = |item: &Value| -> Value {
        let present = keys.iter().filter_map(|key| {
            let value = item.as_object()?.get(&**key)?;
            Some((String::from(&**key), value.clone()))
        });
        Value::Object(present.collect::<Map<_, _>>())
    };
    let identities = items.iter().map(|item| identity(&key_of(item)));
    report_repeated(identities, items, at, errors, key_of);
}

/// Reports the second element of each identity.
fn report_repeated(
    identities: impl Iterator<Item = String>,
    items: &[Value],
    at: &At<'_>,
    errors: &mut Vec<FieldError>,
    shown: impl Fn(&Value) -> Value,
) {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (index, (identity, item)) in identities.zip(items).enumerate() {
        let times = seen.entry(identity).or_default();
        *times += 1;
        if *times == 2 {
            errors.push(FieldError {
                value: Some(go::bad_value(&shown(item))),
                ..FieldError::at(RULE, ErrorType::Duplicate, at.index(index).field(None), "")
            });
        }
    }
}
