//! `+ - * / %` and negation.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use serde_json::Value as Json;

use super::equal::{Equality, NO_OVERLOAD, escaped};
use super::function::Function;
use super::schema::{DataKind, DataSchema, ListKind};
use super::value::{List, Map, Object, OwnedList, Value};
use crate::go::Timestamp;

const INT_OVERFLOW: &str = "integer overflow";
const UINT_OVERFLOW: &str = "unsigned integer overflow";

/// Evaluates a binary operator.
pub(super) fn binary<'a>(function: Function, a: &Value<'a>, b: &Value<'a>, equality: &Equality) -> Value<'a> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => int(function, *a, *b).map_or_else(Value::error, Value::Int),
        (Value::Uint(a), Value::Uint(b)) => uint(function, *a, *b).map_or_else(Value::error, Value::Uint),
        (Value::Double(a), Value::Double(b)) => match double(function, *a, *b) {
            Some(value) => Value::Double(value),
            None => named(function),
        },
        _ => match function {
            Function::Add => add(a, b, equality),
            Function::Subtract => subtract(a, b),
            _ => unfit(function, a),
        },
    }
}

/// Implements the arithmetic of an integer type: the result, or the text of the error.
macro_rules! whole_numbers {
    ($name:ident, $type:ty, $overflow:ident) => {
        pub(super) fn $name(function: Function, a: $type, b: $type) -> Result<$type, &'static str> {
            let value = match function {
                Function::Add => a.checked_add(b),
                Function::Subtract => a.checked_sub(b),
                Function::Multiply => a.checked_mul(b),
                Function::Divide if b == 0 => return Err("division by zero"),
                Function::Divide => a.checked_div(b),
                _ if b == 0 => return Err("modulus by zero"),
                _ => a.checked_rem(b),
            };
            value.ok_or($overflow)
        }
    };
}

whole_numbers!(int, i64, INT_OVERFLOW);
whole_numbers!(uint, u64, UINT_OVERFLOW);

fn double(function: Function, a: f64, b: f64) -> Option<f64> {
    match function {
        Function::Add => Some(a + b),
        Function::Subtract => Some(a - b),
        Function::Multiply => Some(a * b),
        Function::Divide => Some(a / b),
        _ => None,
    }
}

fn add<'a>(a: &Value<'a>, b: &Value<'a>, equality: &Equality) -> Value<'a> {
    match (a, b) {
        (Value::String(a), Value::String(b)) => Value::owned([a.as_str(), b.as_str()].concat()),
        (Value::Bytes(a), Value::Bytes(b)) => Value::Bytes([&**a, &**b].concat().into()),
        (Value::Duration(a), Value::Duration(b)) => a
            .checked_add(*b)
            .map_or_else(|| Value::error(INT_OVERFLOW), Value::Duration),
        (Value::Timestamp(timestamp), Value::Duration(nanos))
        | (Value::Duration(nanos), Value::Timestamp(timestamp)) => shift(timestamp, i128::from(*nanos)),
        (Value::List(a), Value::List(b)) => add_lists(a, b, equality),
        _ => unfit(Function::Add, a),
    }
}

fn subtract<'a>(a: &Value<'a>, b: &Value<'a>) -> Value<'a> {
    match (a, b) {
        (Value::Duration(a), Value::Duration(b)) => a
            .checked_sub(*b)
            .map_or_else(|| Value::error(INT_OVERFLOW), Value::Duration),
        // The server negates the duration, and the negation of the smallest one overflows.
        (Value::Timestamp(_), Value::Duration(i64::MIN)) => Value::error(INT_OVERFLOW),
        (Value::Timestamp(timestamp), Value::Duration(nanos)) => shift(timestamp, -i128::from(*nanos)),
        (Value::Timestamp(a), Value::Timestamp(b)) => {
            let nanos = |time: &Timestamp| i128::from(time.seconds) * 1_000_000_000 + i128::from(time.nanos);
            i64::try_from(nanos(a) - nanos(b)).map_or_else(|_| Value::error(INT_OVERFLOW), Value::Duration)
        }
        _ => unfit(Function::Subtract, a),
    }
}

fn shift<'a>(timestamp: &Timestamp, nanos: i128) -> Value<'a> {
    let total = i128::from(timestamp.seconds) * 1_000_000_000 + i128::from(timestamp.nanos) + nanos;
    let seconds = i64::try_from(total.div_euclid(1_000_000_000)).unwrap_or(i64::MAX);
    let nanos = u32::try_from(total.rem_euclid(1_000_000_000)).unwrap_or_default();
    match Timestamp::new(seconds, nanos, timestamp.offset) {
        Ok(timestamp) => Value::Timestamp(timestamp),
        Err(_) => Value::error("timestamp overflow"),
    }
}

/// Concatenates lists; sets become their union, and elements of map-type lists replace those with their keys
/// (EVAL-14).
fn add_lists<'a>(a: &List<'a>, b: &List<'a>, equality: &Equality) -> Value<'a> {
    let schema = a.schema();
    if schema.is_none() && a.is_empty() {
        return Value::List(b.clone());
    }
    if schema.is_none() && b.is_empty() {
        return Value::List(a.clone());
    }
    let mut items: Vec<Value<'a>> = a.iter().collect();
    let is_typed = equality.has_typed_sets();
    // Until 1.36 the server keeps the Go values of the right side and reads them by the schema, as if they were JSON.
    let elements = schema.filter(|_| !is_typed).map(|schema| &schema.items);
    let kind = elements.map(|elements| &elements.kind);
    let read = |item: Value<'a>| match elements {
        Some(elements) => reread(item, elements),
        None => item,
    };
    let keeps_raw = kind.is_some_and(keeps_raw);
    let mut raw = if keeps_raw { go_values(a) } else { Vec::new() };
    match schema.map(|schema| &schema.kind) {
        Some(ListKind::Set) => {
            let known = match a {
                _ if is_typed => equality.typed_keys(a),
                List::Owned(_) if keeps_raw => Ok(raw.iter().map(|item| equality.value_key(item)).collect()),
                _ => Ok(equality.left_keys(a)),
            };
            let mut known: BTreeSet<_> = match known {
                Ok(known) => known.into_iter().flatten().collect(),
                Err(error) => return error,
            };
            for item in b.iter() {
                let key = if is_typed {
                    equality.typed_key(&item)
                } else {
                    Ok(equality.key_in(&known, &item))
                };
                let key = match key {
                    Ok(key) => key,
                    Err(error) => return error,
                };
                if key.is_none_or(|key| known.insert(key)) {
                    raw.extend(keeps_raw.then(|| item.clone()));
                    items.push(read(item));
                }
            }
        }
        Some(ListKind::Map(keys)) => {
            let keys = escaped(keys);
            // The server uses the last element of each key on the left.
            let left = items.iter().enumerate();
            let known: BTreeMap<_, usize> = left
                .filter_map(|(index, item)| Some((equality.merge_key(item, &keys)?, index)))
                .collect();
            for item in b.iter() {
                let key = equality.merge_key(&item, &keys);
                let place = key.and_then(|key| known.get(&key));
                let item = read(item);
                match place.and_then(|place| items.get_mut(*place)) {
                    Some(place) => *place = item,
                    None => items.push(item),
                }
            }
        }
        Some(ListKind::Atomic) | None => {
            if keeps_raw {
                raw.extend(b.iter());
            }
            items.extend(b.iter().map(read));
        }
    }
    // Since 1.37 the sum is a list of CEL's own, unless its type is `set` or `map`.
    let schema = schema.filter(|schema| !is_typed || schema.kind != ListKind::Atomic);
    Value::List(List::Owned(Rc::new(OwnedList {
        items,
        schema,
        raw,
        is_sum: a.schema().is_none(),
        from_data: match a.schema() {
            None => parts_of_data(a, b, equality),
            Some(_) => Vec::new(),
        },
    })))
}

/// Returns the ranges of the sum of a computed list and another list that come from lists of the object.
fn parts_of_data(a: &List<'_>, b: &List<'_>, equality: &Equality) -> Vec<Range<usize>> {
    let mut parts = match a {
        List::Owned(list) => list.from_data.clone(),
        _ => Vec::new(),
    };
    let start = a.len();
    match b {
        _ if equality.is_of_data(b) => parts.push(start..start + b.len()),
        List::Owned(list) => {
            let inside = list.from_data.iter();
            parts.extend(inside.map(|part| start + part.start..start + part.end));
        }
        _ => {}
    }
    parts
}

/// Checks whether elements of this kind have CEL values that differ from the Go values that the server keeps.
fn keeps_raw(kind: &DataKind) -> bool {
    kind.is_read() || matches!(kind, DataKind::Double)
}

/// Returns the elements of a list as Go values.
fn go_values<'a>(list: &List<'a>) -> Vec<Value<'a>> {
    match list {
        // Null in the data is nil in Go, as is the value of an empty optional; it differs from CEL's null.
        List::Data { items, .. } => {
            let value = |item: &'a Json| match item {
                Json::Null => Value::Optional(None),
                item => Value::untyped(item),
            };
            items.iter().map(value).collect()
        }
        List::Raw(items) => items.iter().map(Value::untyped).collect(),
        List::Owned(list) if list.raw.is_empty() => list.items.clone(),
        List::Owned(list) => list.raw.clone(),
    }
}

/// Converts the Go value of an element to a CEL value by its schema.
#[expect(clippy::cast_precision_loss, reason = "the server converts with rounding")]
fn reread<'a>(item: Value<'a>, schema: &'a DataSchema) -> Value<'a> {
    let item = match item {
        // The Go value of an optional is that of its value.
        Value::Optional(Some(inner)) => return reread((*inner).clone(), schema),
        Value::Optional(None) => return schema.value(&Json::Null),
        // The Go value of a type is its name.
        Value::Type(name) if schema.kind != DataKind::Preserved => Value::String(name),
        item => item,
    };
    match (&schema.kind, &item) {
        (DataKind::Bool, Value::Bool(_))
        | (DataKind::Int | DataKind::IntOrString, Value::Int(_))
        | (DataKind::Double, Value::Double(_))
        | (DataKind::String | DataKind::IntOrString, Value::String(_)) => item,
        (
            DataKind::Object(schema),
            Value::Object(Object { map, .. }) | Value::Map(Map::Data { map, .. } | Map::Raw(map)),
        ) => Value::Object(Object { map, schema }),
        (
            DataKind::Map(values),
            Value::Object(Object { map, .. }) | Value::Map(Map::Data { map, .. } | Map::Raw(map)),
        ) => Value::Map(Map::Data { map, values }),
        (DataKind::List(schema), Value::List(List::Data { items, .. } | List::Raw(items))) => {
            Value::List(List::Data { items, schema })
        }
        // Sums of lists are converted by their elements.
        (DataKind::List(schema), Value::List(sum @ List::Owned(list)))
            if list.schema.is_some() || list.is_sum =>
        {
            let values = go_values(sum);
            let items = values.iter().map(|item| reread(item.clone(), &schema.items));
            Value::List(List::Owned(Rc::new(OwnedList {
                items: items.collect(),
                schema: Some(schema),
                raw: if keeps_raw(&schema.items.kind) {
                    values
                } else {
                    Vec::new()
                },
                ..OwnedList::default()
            })))
        }
        (DataKind::Double, Value::Int(value)) => Value::Double(*value as f64),
        (DataKind::Preserved, _) => item,
        (kind, Value::String(text)) => kind.read(text.as_str()),
        (kind, item) => Value::error(kind.unfit(native_type(item))),
    }
}

/// Returns the Go type of the contents of a value.
fn native_type(value: &Value<'_>) -> &'static str {
    match value {
        Value::Null => "structpb.NullValue",
        Value::Bool(_) => "bool",
        Value::Int(_) => "int64",
        Value::Uint(_) => "uint64",
        Value::Double(_) => "float64",
        Value::String(_) | Value::Type(_) => "string",
        Value::Bytes(_) => "[]uint8",
        Value::Duration(_) => "time.Duration",
        Value::Timestamp(_) => "time.Time",
        Value::Optional(_) => "*types.Optional",
        Value::List(List::Owned(list)) if list.schema.is_none() && !list.is_sum => "[]ref.Val",
        Value::List(_) => "[]interface {}",
        Value::Map(Map::Owned(_)) => "map[ref.Val]ref.Val",
        Value::Map(_) | Value::Object(_) => "map[string]interface {}",
        Value::Library(library) => library.native_type(),
        Value::Error(_) => "*errors.errorString",
    }
}

/// Evaluates `-value`.
pub(super) fn negate<'a>(value: &Value<'a>) -> Value<'a> {
    match value {
        Value::Int(value) => value
            .checked_neg()
            .map_or_else(|| Value::error(INT_OVERFLOW), Value::Int),
        Value::Double(value) => Value::Double(-value),
        Value::Duration(value) => value
            .checked_neg()
            .map_or_else(|| Value::error(INT_OVERFLOW), Value::Duration),
        Value::Bool(_) | Value::String(_) | Value::Timestamp(_) => Value::error(NO_OVERLOAD),
        _ => named(Function::Negate),
    }
}

fn named<'a>(function: Function) -> Value<'a> {
    Value::error(format!("{NO_OVERLOAD}: {}", function.name()))
}

/// Returns the error of operands that no overload accepts: cel-go names the operator only if the left type
/// does not have it (EVAL-17).
fn unfit<'a>(function: Function, left: &Value<'a>) -> Value<'a> {
    let number = matches!(left, Value::Int(_) | Value::Uint(_) | Value::Double(_));
    let text_or_time = matches!(left, Value::String(_) | Value::Timestamp(_) | Value::Duration(_));
    let knows = match function {
        Function::Add => number || matches!(left, Value::Bytes(_) | Value::List(_)),
        Function::Modulo => matches!(left, Value::Int(_) | Value::Uint(_)),
        _ => number,
    };
    if knows || text_or_time {
        Value::error(NO_OVERLOAD)
    } else {
        named(function)
    }
}
