//! Equality of values, as defined for `enum`, `uniqueItems` and ratcheting.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::number::{Num, truncate};
use crate::go;
use crate::model::structural::{ListType, Structural};

/// Checks whether `value` equals the member of an `enum` after Go's conversion to the member's type: 1.5
/// equals an integer member 1, 65 equals a string member `"A"`, and null equals nothing.
#[expect(
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "the server's own conversion"
)]
pub(in crate::server::objects) fn is_enum_member(value: &Value, member: &Value) -> bool {
    match (value, member) {
        (Value::Null, _) | (_, Value::Null) => false,
        (Value::Number(value), Value::Number(member)) => match (Num::of(value), Num::of(member)) {
            (Num::Int(value), Num::Int(member)) => value == member,
            (Num::Int(value), Num::Float(member)) => value as f64 == member,
            (Num::Float(value), Num::Int(member)) => truncate(value) == member,
            (Num::Float(value), Num::Float(member)) => value == member,
        },
        (Value::Number(value), Value::String(member)) => match Num::of(value) {
            Num::Int(code) => {
                let c = u32::try_from(code)
                    .ok()
                    .and_then(char::from_u32)
                    .unwrap_or('\u{fffd}');
                member.chars().eq([c])
            }
            Num::Float(_) => false,
        },
        _ => same(value, member),
    }
}

/// Compares decoded values; 1 and 1.0 differ.
pub(crate) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => Num::of(a) == Num::of(b),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

/// Checks whether two elements are the same.
pub(in crate::server::objects) fn has_duplicates(items: &[Value]) -> bool {
    let mut seen = HashSet::new();
    !items.iter().all(|item| seen.insert(identity(item)))
}

/// Returns a text that is equal only for equal values.
pub(crate) fn identity(value: &Value) -> String {
    match value {
        Value::Number(number) => match Num::of(number) {
            Num::Int(int) => int.to_string(),
            // Minus zero equals zero.
            Num::Float(float) => format!("{:?}", float + 0.0),
        },
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(identity).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{}:{}", go::json_string(key), identity(value)))
                .collect();
            format!("{{{}}}", entries.join(","))
        }
        other => go::json(other),
    }
}

/// Checks whether `value` is unchanged, comparing members that the schema declares, and elements of map lists
/// by key (rule VAL-03).
pub(crate) fn unchanged(schema: &Structural, value: &Value, old: &Value) -> bool {
    match (value, old) {
        (Value::Array(items), Value::Array(old_items)) => {
            if items.len() != old_items.len() {
                return false;
            }
            match (schema.list_type(), schema.items()) {
                (Some(ListType::Map(_)), Some(item_schema)) => {
                    let correlated = CorrelatedList::new(schema, old);
                    items.iter().all(|item| {
                        correlated
                            .old_of(item)
                            .is_some_and(|old| unchanged(item_schema, item, old))
                    })
                }
                _ => same(value, old),
            }
        }
        (Value::Object(members), Value::Object(old_members)) => {
            members.len() == old_members.len()
                && members
                    .iter()
                    .all(|(key, value)| match (schema.member(key), old_members.get(key)) {
                        (Some(schema), Some(old)) => unchanged(schema, value, old),
                        _ => false,
                    })
        }
        _ => same(value, old),
    }
}

/// The elements of an old list of type map, indexed by key.
#[derive(Default)]
pub(crate) struct CorrelatedList<'a> {
    keys: &'a [Box<str>],
    by_key: HashMap<Vec<String>, &'a Value>,
}

impl<'a> CorrelatedList<'a> {
    /// Correlates nothing unless the schema is a list of type map.
    pub(in crate::server::objects) fn new(schema: &'a Structural, old: &'a Value) -> Self {
        match schema.list_type() {
            Some(ListType::Map(keys)) => CorrelatedList::by(keys, old),
            _ => CorrelatedList::default(),
        }
    }

    /// Correlates the elements of an old list by these keys.
    pub(crate) fn by(keys: &'a [Box<str>], old: &'a Value) -> Self {
        let Some(items) = old.as_array() else {
            return CorrelatedList::default();
        };
        let mut by_key = HashMap::new();
        if !keys.is_empty() {
            for item in items {
                if let Some(key) = key_of(keys, item) {
                    by_key.entry(key).or_insert(item);
                }
            }
        }
        CorrelatedList { keys, by_key }
    }

    /// Like [`CorrelatedList::new`]; empty if there is no schema or no old value.
    pub(in crate::server::objects) fn of(schema: Option<&'a Structural>, old: Option<&'a Value>) -> Self {
        schema
            .zip(old)
            .map_or_else(CorrelatedList::default, |(schema, old)| {
                CorrelatedList::new(schema, old)
            })
    }

    /// Returns the first old element with the keys of `item`.
    pub(crate) fn old_of(&self, item: &Value) -> Option<&'a Value> {
        if self.by_key.is_empty() {
            return None;
        }
        self.by_key.get(&key_of(self.keys, item)?).copied()
    }
}

/// Returns the key of an element, if all its key fields are scalars.
fn key_of(keys: &[Box<str>], item: &Value) -> Option<Vec<String>> {
    keys.iter()
        .map(|key| match item.as_object()?.get(&**key)? {
            Value::Null | Value::Array(_) | Value::Object(_) => None,
            Value::Number(number) if keys.len() > 1 => match Num::of(number) {
                // With several keys the server compares their texts, with floats to six digits.
                Num::Int(int) => Some(int.to_string()),
                Num::Float(float) => Some(format!("{float:.6}")),
            },
            scalar => Some(identity(scalar)),
        })
        .collect()
}
