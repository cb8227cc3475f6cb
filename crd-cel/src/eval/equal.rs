//! Equality and order of values.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

use super::data;
use super::data::ListKind;
use super::value::{Library, List, Map, MapKey, Object, Value};

/// The text of an operation on operands that have no overload for it.
pub(super) const NO_OVERLOAD: &str = "no such overload";
const UNORDERED: &str = "NaN values cannot be ordered";

/// How deep values may be nested where they are compared or printed, computed ones included. Expressions add less than
/// their own depth to that of the data.
pub(super) const MAX_DEPTH: u32 = 600;
/// The error of comparing or printing deeper values; the API server has no such limit.
pub(super) const TOO_DEEP: &str = "nested too deep";

fn no_overload<'a>() -> Value<'a> {
    Value::error(NO_OVERLOAD)
}

/// `a == b`: a bool, or the error of comparing them. The left side decides how it is compared (EVAL-10).
pub(super) fn equal<'a>(a: &Value<'a>, b: &Value<'a>) -> Value<'a> {
    equal_at(a, b, 0)
}

/// `depth` counts the lists and maps around both values.
fn equal_at<'a>(a: &Value<'a>, b: &Value<'a>, depth: u32) -> Value<'a> {
    if depth > MAX_DEPTH {
        return Value::error(TOO_DEEP);
    }
    if let Value::Error(_) = a {
        return a.clone();
    }
    if let Value::Error(_) = b {
        return b.clone();
    }
    let found = match (a, b) {
        (Value::Null, Value::Null) => true,
        (Value::Null, _) | (_, Value::Null) => false,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::String(a), Value::String(b)) => a.as_str() == b.as_str(),
        (Value::Bytes(a), Value::Bytes(b)) => a == b,
        (Value::Duration(a), Value::Duration(b)) => a == b,
        (Value::Timestamp(a), Value::Timestamp(b)) => (a.seconds, a.nanos) == (b.seconds, b.nanos),
        (Value::Type(a), Value::Type(b)) => a.as_str() == b.as_str(),
        (
            Value::Int(_) | Value::Uint(_) | Value::Double(_),
            Value::Int(_) | Value::Uint(_) | Value::Double(_),
        ) => compare_numbers(a, b) == Some(Ordering::Equal),
        (Value::Optional(a), Value::Optional(b)) => {
            return match (a, b) {
                (None, None) => Value::Bool(true),
                (Some(a), Some(b)) => equal_at(a, b, depth + 1),
                _ => Value::Bool(false),
            };
        }
        (Value::List(a), Value::List(b)) => return equal_lists(a, b, depth + 1),
        (Value::Map(map @ Map::Data { .. }), Value::Map(_) | Value::Object(_)) => {
            return equal_data_map(map, b, depth + 1);
        }
        (Value::Map(map), Value::Map(_) | Value::Object(_)) => return equal_map(map, b, depth + 1),
        (Value::Object(object), Value::Map(_) | Value::Object(_)) => {
            return equal_object(object, b, depth + 1);
        }
        (Value::Library(a), Value::Library(b)) => {
            if std::mem::discriminant(&**a) != std::mem::discriminant(&**b) {
                return no_overload();
            }
            if matches!(&**b, Library::Quantity(quantity) if quantity.is_computed) {
                return no_overload();
            }
            a == b
        }
        (Value::Library(_) | Value::Object(_) | Value::Map(Map::Data { .. }), _) => return no_overload(),
        (Value::List(list), _) if list.schema().is_some() => return no_overload(),
        _ => false,
    };
    Value::Bool(found)
}

/// Whether two values are equal; an error counts as unequal.
pub(super) fn is_equal<'a>(a: &Value<'a>, b: &Value<'a>) -> bool {
    is_equal_at(a, b, 0)
}

fn is_equal_at<'a>(a: &Value<'a>, b: &Value<'a>, depth: u32) -> bool {
    matches!(equal_at(a, b, depth), Value::Bool(true))
}

fn equal_lists<'a>(a: &List<'a>, b: &List<'a>, depth: u32) -> Value<'a> {
    if a.len() != b.len() {
        return Value::Bool(false);
    }
    let Some(schema) = a.schema() else {
        return Value::Bool(a.iter().zip(b.iter()).all(|(a, b)| is_equal_at(&a, &b, depth)));
    };
    match &schema.kind {
        ListKind::Atomic => {
            for (a, b) in a.iter().zip(b.iter()) {
                match equal_at(&a, &b, depth) {
                    Value::Bool(true) => {}
                    other => return other,
                }
            }
            Value::Bool(true)
        }
        ListKind::Set => {
            let known: BTreeSet<MapKey> = a.iter().filter_map(|a| set_key(&a)).collect();
            let is_known = |b: Value<'a>| set_key(&b).is_some_and(|b| known.contains(&b));
            Value::Bool(b.iter().all(is_known))
        }
        ListKind::Map(keys) => {
            // The last element of each key counts.
            let known: BTreeMap<ElementKey, Value<'a>> =
                a.iter().map(|a| (element_key(&a, keys), a)).collect();
            for b in b.iter() {
                let found = known.get(&element_key(&b, keys));
                match found.map(|a| equal_at(a, &b, depth)) {
                    Some(Value::Bool(true)) => {}
                    Some(other) => return other,
                    None => return Value::Bool(false),
                }
            }
            Value::Bool(true)
        }
    }
}

/// An element of a set as a key; `None` for an error, which is never equal to anything.
pub(super) fn set_key(element: &Value<'_>) -> Option<MapKey> {
    match element {
        Value::Timestamp(time) => Some(MapKey::Timestamp(time.seconds, time.nanos, 0)),
        Value::Bytes(bytes) => {
            let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
            Some(MapKey::String(text.into()))
        }
        other => MapKey::of(other),
    }
}

/// The keys of an element of a map-type list, as JSON.
pub(super) type ElementKey = Vec<Option<String>>;

/// The keys of an element of a map-type list.
pub(super) fn element_key(element: &Value<'_>, keys: &[String]) -> ElementKey {
    let values = keys.iter().map(|key| list_map_key(element, key));
    values.map(|value| value.map(ToString::to_string)).collect()
}

/// The value of a list-map key. As on the server, it is looked up under its escaped name, so that a key whose name is
/// escaped is absent (EVAL-13).
fn list_map_key<'a>(element: &Value<'a>, key: &str) -> Option<&'a Json> {
    let Value::Object(object) = element else {
        return None;
    };
    match object.schema.field(key) {
        Some(field) if field.name == *key => object.map.get(key),
        Some(_) => None,
        // No expression can write the name, so it is not escaped either.
        None if object.schema.field_of_key(key).is_none() => object.map.get(key),
        None => None,
    }
}

fn equal_data_map<'a>(a: &Map<'a>, b: &Value<'a>, depth: u32) -> Value<'a> {
    let size = match b {
        Value::Map(b) => b.len(),
        Value::Object(b) => b.map.len(),
        _ => return no_overload(),
    };
    if a.len() != size {
        return Value::Bool(false);
    }
    for key in a.keys() {
        let Value::String(key) = &key else { continue };
        let key = key.as_str();
        let (Some(mine), Some(theirs)) = (a.get_text(key), member(b, key)) else {
            return Value::Bool(false);
        };
        match equal_at(&mine, &theirs, depth) {
            Value::Bool(true) => {}
            other => return other,
        }
    }
    Value::Bool(true)
}

/// The member of a map, or the declared field of an object.
fn member<'a>(value: &Value<'a>, key: &str) -> Option<Value<'a>> {
    match value {
        Value::Map(map) => map.get_text(key),
        Value::Object(object) => object.get(key),
        _ => None,
    }
}

fn equal_map<'a>(a: &Map<'a>, b: &Value<'a>, depth: u32) -> Value<'a> {
    let size = match b {
        Value::Map(b) => b.len(),
        Value::Object(b) => b.map.len(),
        _ => return Value::Bool(false),
    };
    if a.len() != size {
        return Value::Bool(false);
    }
    let entries: Vec<(Value<'a>, Value<'a>)> = match a {
        Map::Owned(map) => map
            .iter()
            .map(|(key, value)| (key.value(), value.clone()))
            .collect(),
        _ => a
            .keys()
            .into_iter()
            .filter_map(|key| Some((key.clone(), find(&Value::Map(a.clone()), &key)?)))
            .collect(),
    };
    let same = entries
        .iter()
        .all(|(key, value)| find(b, key).is_some_and(|other| is_equal_at(value, &other, depth)));
    Value::Bool(same)
}

fn equal_object<'a>(a: &Object<'a>, b: &Value<'a>, depth: u32) -> Value<'a> {
    let size = match b {
        Value::Object(object) => object.map.len(),
        Value::Map(map) => map.len(),
        _ => return no_overload(),
    };
    if a.map.len() != size {
        return Value::Bool(false);
    }
    let other = match b {
        Value::Object(object) => Some(object.map),
        Value::Map(Map::Data { map, .. }) => Some(*map),
        _ => None,
    };
    for (key, json) in a.map {
        let Some(field) = a.schema.field_of_key(key) else {
            // Undeclared content is compared as it is.
            match other.map(|other| other.get(key)) {
                Some(Some(theirs)) if data::equal_json(json, theirs) => continue,
                Some(_) => return Value::Bool(false),
                None => return no_overload(),
            }
        };
        let theirs = match b {
            Value::Object(object) => object.get(&field.name),
            _ => member(b, &field.key),
        };
        match (json.is_null(), theirs) {
            (true, None) if other.is_some_and(|other| other.contains_key(key)) => {}
            (true, _) | (false, None) => return Value::Bool(false),
            (false, Some(theirs)) => match equal_at(&field.schema.value(json), &theirs, depth) {
                Value::Bool(true) => {}
                other => return other,
            },
        }
    }
    Value::Bool(true)
}

/// The value that a map has for a key of any type; numbers are compared by value (EVAL-16).
pub(super) fn find<'a>(map: &Value<'a>, key: &Value<'a>) -> Option<Value<'a>> {
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

/// Numbers of any types in order; `None` where one is NaN.
#[expect(
    clippy::cast_precision_loss,
    reason = "as cel-go, which compares with doubles as doubles"
)]
pub(super) fn compare_numbers(a: &Value<'_>, b: &Value<'_>) -> Option<Ordering> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::Uint(a), Value::Uint(b)) => Some(a.cmp(b)),
        (Value::Int(a), Value::Uint(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
        (Value::Uint(a), Value::Int(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
        _ => {
            let double = |value: &Value<'_>| match value {
                Value::Int(value) => *value as f64,
                Value::Uint(value) => *value as f64,
                Value::Double(value) => *value,
                _ => f64::NAN,
            };
            double(a).partial_cmp(&double(b))
        }
    }
}

/// The order of two values, or the error of an ordering operator on them; `operator` is named where cel-go names it.
pub(super) fn compare<'a>(a: &Value<'a>, b: &Value<'a>, operator: &str) -> Result<Ordering, Value<'a>> {
    let ordering = match (a, b) {
        (Value::Double(a), _) if a.is_nan() => return Err(Value::error(UNORDERED)),
        (Value::Bool(a), Value::Bool(b)) => Some(a.cmp(b)),
        (Value::String(a), Value::String(b)) => Some(a.as_str().cmp(b.as_str())),
        (Value::Bytes(a), Value::Bytes(b)) => Some(a.cmp(b)),
        (Value::Duration(a), Value::Duration(b)) => Some(a.cmp(b)),
        (Value::Timestamp(a), Value::Timestamp(b)) => Some((a.seconds, a.nanos).cmp(&(b.seconds, b.nanos))),
        (
            Value::Int(_) | Value::Uint(_) | Value::Double(_),
            Value::Int(_) | Value::Uint(_) | Value::Double(_),
        ) => {
            return compare_numbers(a, b).ok_or_else(|| Value::error(UNORDERED));
        }
        _ => None,
    };
    ordering.ok_or_else(|| match a {
        Value::Bool(_)
        | Value::String(_)
        | Value::Bytes(_)
        | Value::Duration(_)
        | Value::Timestamp(_)
        | Value::Int(_)
        | Value::Uint(_)
        | Value::Double(_) => no_overload(),
        _ => Value::error(format!("{NO_OVERLOAD}: {operator}")),
    })
}
