//! Looks up members of maps by keys of any type.

use crate::eval::value::{Map, MapKey, Value};

/// The value that a map has for a key of any type; numbers are compared by value (EVAL-16).
pub(in crate::eval) fn find<'a>(map: &Value<'a>, key: &Value<'a>) -> Option<Value<'a>> {
    match (map, key) {
        (Value::Map(Map::Owned(map)), key) => {
            if let Some(found) = MapKey::of(key).and_then(|key| map.get(&key).cloned()) {
                return Some(found);
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

/// The keys of the other numeric types that a number equals.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "a double is a key only when the conversion is exact"
)]
fn numeric_keys(key: &Value<'_>) -> Vec<MapKey> {
    match key {
        Value::Int(value) => u64::try_from(*value).map(MapKey::Uint).into_iter().collect(),
        Value::Uint(value) => i64::try_from(*value).map(MapKey::Int).into_iter().collect(),
        Value::Double(value) => {
            let mut keys = Vec::new();
            if *value as i64 as f64 == *value {
                keys.push(MapKey::Int(*value as i64));
            }
            if *value as u64 as f64 == *value {
                keys.push(MapKey::Uint(*value as u64));
            }
            keys
        }
        _ => Vec::new(),
    }
}
