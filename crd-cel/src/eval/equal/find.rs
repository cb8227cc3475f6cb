//! Looks up map members by keys of any type, and values in lists.

use super::{Equality, NO_OVERLOAD};
use crate::conversion;
use crate::eval::value::{List, Map, MapKey, Value};

/// Returns the value of a map for a key of any type; numbers are compared by value (EVAL-16).
pub(in crate::eval) fn find<'a>(map: &Value<'a>, key: &Value<'a>) -> Option<Value<'a>> {
    match (map, key) {
        (Value::Map(Map::Owned(map)), key) => {
            let Some(plain) = MapKey::of(key) else {
                return map.get(&MapKey::same(key, map)?).cloned();
            };
            if let Some(found) = map.get(&plain) {
                return Some(found.clone());
            }
            numeric_keys(key)
                .into_iter()
                .find_map(|key| map.get(&key).cloned())
        }
        (Value::Map(map), Value::String(key)) => map.get_text(key.as_str()),
        (Value::Object(object), Value::String(key)) => object.get(key.as_str()),
        _ => None,
    }
}

/// Returns the keys of a map or object in order, each with its value; `None` in place of the value for
/// members that cannot be read.
pub(in crate::eval) fn members<'a>(map: &Value<'a>) -> Vec<(Value<'a>, Option<Value<'a>>)> {
    let keys = match map {
        // Lookups do not find every key.
        Value::Map(Map::Owned(map)) => {
            let members = map.iter().map(|(key, value)| {
                let value = match key.value() {
                    // No lookup finds NaN, not even this one.
                    Value::Double(key) if key.is_nan() => Value::error("no such key: NaN"),
                    _ => value.clone(),
                };
                (key.value(), Some(value))
            });
            return members.collect();
        }
        Value::Map(map) => map.keys(),
        Value::Object(object) => object.keys(),
        _ => Vec::new(),
    };
    let members = keys.into_iter().map(|key| {
        let value = find(map, &key);
        (key, value)
    });
    members.collect()
}

/// Returns the keys of the other numeric types that equal a number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "a double is a key only when the conversion is exact"
)]
fn numeric_keys<'a>(key: &Value<'_>) -> Vec<MapKey<'a>> {
    match key {
        Value::Int(value) => u64::try_from(*value).map(MapKey::Uint).into_iter().collect(),
        Value::Uint(value) => i64::try_from(*value).map(MapKey::Int).into_iter().collect(),
        Value::Double(value) => {
            let mut keys = Vec::new();
            if let Some(value) = conversion::whole(*value) {
                keys.push(MapKey::Int(value));
            }
            if *value < 18_446_744_073_709_551_616.0 && *value as u64 as f64 == *value {
                keys.push(MapKey::Uint(*value as u64));
            }
            keys
        }
        _ => Vec::new(),
    }
}

/// Evaluates `value in container`.
pub(in crate::eval) fn contained<'a>(
    value: &Value<'a>,
    container: &Value<'a>,
    equality: &Equality,
) -> Value<'a> {
    match container {
        Value::List(list) => {
            let is_of_data = equality.is_of_data(list);
            let parts = match list {
                List::Owned(list) => list.from_data.as_slice(),
                _ => &[],
            };
            if value.is_error() && (is_of_data || !parts.is_empty()) {
                return value.clone();
            }
            let mut failure = None;
            for (index, item) in list.iter().enumerate() {
                // In CEL's own lists, elements that cannot be compared are unequal.
                if !is_of_data && !parts.iter().any(|part| part.contains(&index)) {
                    if let Value::Bool(true) = equality.method(value, &item) {
                        return Value::Bool(true);
                    }
                    continue;
                }
                match equality.method(&item, value) {
                    Value::Bool(true) => return Value::Bool(true),
                    Value::Error(error) => {
                        failure.get_or_insert(error);
                    }
                    _ => {}
                }
            }
            failure.map_or(Value::Bool(false), Value::Error)
        }
        Value::Map(Map::Owned(_)) => Value::Bool(find(container, value).is_some()),
        Value::Map(_) | Value::Object(_) => match value {
            Value::String(_) => match find(container, value) {
                Some(error @ Value::Error(_)) if !matches!(container, Value::Map(Map::Raw(_))) => error,
                found => Value::Bool(found.is_some()),
            },
            _ if matches!(container, Value::Map(Map::Raw(_))) => Value::Bool(false),
            _ => Value::error(NO_OVERLOAD),
        },
        _ => Value::error(NO_OVERLOAD),
    }
}
