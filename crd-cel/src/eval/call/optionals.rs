//! Functions of optionals, and those that return one.

use std::rc::Rc;

use crate::eval::lib::printed;
use crate::eval::value::{List, Map, Value};

/// Returns an empty optional for the zero values of CEL; lists and maps of the object never count as zero, as
/// long as they have their schema.
pub(super) fn of_non_zero<'a>(value: &Value<'a>) -> Value<'a> {
    let is_zero = match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Int(value) => *value == 0,
        Value::Uint(value) => *value == 0,
        Value::Double(value) => *value == 0.0,
        Value::String(text) => text.as_str().is_empty(),
        Value::Bytes(bytes) => bytes.is_empty(),
        Value::Duration(nanos) => *nanos == 0,
        Value::Timestamp(timestamp) => (timestamp.seconds, timestamp.nanos) == (-62_135_596_800, 0),
        Value::List(List::Owned(list)) => list.items.is_empty() && list.schema.is_none(),
        Value::Map(Map::Owned(map)) => map.is_empty(),
        // Lists and maps without a schema count as CEL's own.
        Value::List(List::Raw(items)) => items.is_empty(),
        Value::Map(Map::Raw(map)) => map.is_empty(),
        _ => false,
    };
    if is_zero {
        Value::Optional(None)
    } else {
        Value::some(value.clone())
    }
}

pub(super) fn optional(value: Option<Value<'_>>) -> Value<'_> {
    Value::Optional(value.map(Rc::new))
}

/// Returns the values of the optionals that are not empty.
pub(super) fn unwrap<'a>(list: &List<'a>, server: u8) -> Value<'a> {
    let mut found = Vec::new();
    for item in list.iter() {
        match item {
            Value::Optional(Some(value)) => found.push((*value).clone()),
            Value::Optional(None) => {}
            other => {
                let shown = printed::printed(&other, server);
                return Value::error(format!("value {shown} is not optional"));
            }
        }
    }
    Value::list(found)
}
