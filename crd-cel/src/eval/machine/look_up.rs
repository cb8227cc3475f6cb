//! Looks up fields, members and elements: one step of a chain such as `self.ports[0].?name`.
//!
//! ```text
//! value                 step     found            missing
//! object, map, list     .name    the value        error `no such key: name`
//! object, map, list     .?name   optional(value)  none
//! optional(value)       .name    optional(…)      none
//! none                  .name    none
//! ```

use super::Machine;
use crate::eval::call;
use crate::eval::equal;
use crate::eval::error::{EvalError, Stop};
use crate::eval::lib::printf;
use crate::eval::plan::Step;
use crate::eval::value::{Library, List, Map, Value};

impl<'p: 'a, 'a> Machine<'p, 'a> {
    /// One step of a chain. What is found costs 1, as does what is missing without `?`.
    pub(super) fn member(
        &mut self,
        value: Value<'a>,
        step: Step,
        find: &dyn Fn(&Value<'a>) -> Found<'a>,
    ) -> Result<Value<'a>, Stop> {
        let (value, is_optional) = match value {
            error @ Value::Error(_) => return Ok(error),
            Value::Optional(None) => {
                return Ok(if step.test {
                    Value::Bool(false)
                } else {
                    Value::Optional(None)
                });
            }
            // What an optional holds is seen without its schema by the first step (EVAL-24).
            Value::Optional(Some(inner)) if step.first && self.server <= 36 => (untyped(&inner), true),
            Value::Optional(Some(inner)) => ((*inner).clone(), true),
            other => (other, step.optional),
        };
        let found = find(&value);
        if step.test {
            self.charge(1)?;
            return Ok(match found {
                Found::Value(error @ Value::Error(_)) => error,
                Found::Value(_) => Value::Bool(true),
                Found::Absent(_) => Value::Bool(false),
                Found::Error(error) => Value::Error(error),
            });
        }
        if is_optional {
            return Ok(match found {
                Found::Value(error @ Value::Error(_)) => error,
                Found::Value(value) => {
                    self.charge(1)?;
                    Value::some(value)
                }
                Found::Absent(_) => Value::Optional(None),
                Found::Error(error) => Value::Error(error),
            });
        }
        self.charge(1)?;
        Ok(match found {
            Found::Value(value) => value,
            Found::Absent(error) | Found::Error(error) => Value::Error(error),
        })
    }
}

/// What a look-up found.
pub(super) enum Found<'a> {
    Value(Value<'a>),
    /// The key or index is absent; holds the error that a lookup without `?` returns.
    Absent(EvalError),
    /// The value does not support this lookup.
    Error(EvalError),
}

fn found<'a>(value: Option<Value<'a>>, name: &str) -> Found<'a> {
    match value {
        Some(value) => Found::Value(value),
        None => Found::Absent(EvalError::new(format!("no such key: {name}"))),
    }
}

pub(super) fn select<'a>(value: &Value<'a>, name: &str) -> Found<'a> {
    match value {
        Value::Object(object) => found(object.get(name), name),
        Value::Map(map) => found(map.get_text(name), name),
        Value::List(_) => Found::Error(EvalError::new("unsupported index type 'string' in list")),
        _ => found(None, name),
    }
}

pub(super) fn look_up<'a>(value: &Value<'a>, index: &Value<'a>) -> Found<'a> {
    if let Value::Error(error) = index {
        return Found::Error(error.clone());
    }
    if !matches!(
        index,
        Value::String(_) | Value::Int(_) | Value::Uint(_) | Value::Bool(_) | Value::Double(_)
    ) {
        return Found::Error(EvalError::new(format!(
            "invalid qualifier type: {}",
            call::go_type(index)
        )));
    }
    let named = |value: Option<Value<'a>>| match value {
        Some(value) => Found::Value(value),
        None => found(None, &printf::plain_key(index)),
    };
    match value {
        Value::List(list) => {
            let place = match index {
                Value::Int(place) => *place,
                Value::Uint(place) => i64::try_from(*place).unwrap_or(i64::MAX),
                Value::Double(place) if place.fract() == 0.0 => {
                    return Found::Error(EvalError::new(format!("unsupported index: {place}")));
                }
                Value::Double(place) => {
                    return Found::Error(EvalError::new(format!("unsupported index value {place} in list")));
                }
                other => {
                    return Found::Error(EvalError::new(format!(
                        "unsupported index type '{}' in list",
                        other.type_name()
                    )));
                }
            };
            let item = usize::try_from(place).ok().and_then(|place| list.get(place));
            item.map_or_else(
                || Found::Absent(EvalError::new(format!("index out of bounds: {place}"))),
                Found::Value,
            )
        }
        Value::Map(Map::Owned(_)) => named(equal::find(value, index)),
        Value::Map(_) | Value::Object(_) => match index {
            Value::String(_) => named(equal::find(value, index)),
            _ => Found::Error(EvalError::new(equal::NO_OVERLOAD)),
        },
        _ => named(None),
    }
}

/// A value as cel-go makes it anew of its Go value: values of the object lose their schema.
pub(super) fn untyped<'a>(value: &Value<'a>) -> Value<'a> {
    let mut value = value;
    // An optional's Go value is that of what it holds.
    while let Value::Optional(inner) = value {
        match inner {
            Some(inner) => value = inner,
            None => return Value::Null,
        }
    }
    match value {
        Value::Object(object) => Value::Map(Map::Raw(object.map)),
        Value::Map(Map::Data { map, .. }) => Value::Map(Map::Raw(map)),
        Value::List(List::Data { items, .. }) => Value::List(List::Raw(items)),
        Value::List(List::Owned(list)) if list.schema.is_some() => {
            Value::list(list.items.iter().map(untyped_element).collect())
        }
        Value::Type(name) => Value::String(name.clone()),
        Value::Library(library) => {
            let unsupported = |ty: &str, shown: String| {
                Value::error(format!("unsupported conversion to ref.Val: ({ty}){shown}"))
            };
            match &**library {
                Library::Ip(ip) => unsupported("netip.Addr", ip.to_string()),
                Library::Cidr(cidr) => unsupported("netip.Prefix", cidr.to_string()),
                _ => Value::Library(library.clone()),
            }
        }
        other => other.clone(),
    }
}

fn untyped_element<'a>(value: &Value<'a>) -> Value<'a> {
    match value {
        Value::Object(object) => Value::Map(Map::Raw(object.map)),
        Value::Map(Map::Data { map, .. }) => Value::Map(Map::Raw(map)),
        Value::List(List::Data { items, .. }) => Value::List(List::Raw(items)),
        other => other.clone(),
    }
}
