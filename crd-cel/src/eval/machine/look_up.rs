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
use crate::eval::convert;
use crate::eval::equal;
use crate::eval::error::{EvalError, Stop};
use crate::eval::lib::printed;
use crate::eval::plan::Step;
use crate::eval::value::{Library, List, Map, Value};

impl<'p: 'a, 'a> Machine<'p, 'a> {
    /// The field `name` of a value.
    pub(super) fn select(&mut self, value: Value<'a>, name: &str, step: Step) -> Result<Value<'a>, Stop> {
        if let Value::Object(object) = &value
            && step.is_plain()
        {
            let found = object.get(name);
            self.charge(step.charge())?;
            return Ok(found.unwrap_or_else(|| no_such_key(name)));
        }
        self.member(value, step, &|value| select(value, name), &|| name.to_owned())
    }

    /// The member of a value at an index.
    pub(super) fn index(
        &mut self,
        value: Value<'a>,
        index: &Value<'a>,
        step: Step,
    ) -> Result<Value<'a>, Stop> {
        let server = self.server;
        let error = Value::error(NO_QUALIFIER);
        let index = match index {
            Value::Error(_)
                if step.by_variable && server <= QUALIFIED_ERRORS_UNTIL && !index.is_missing_variable() =>
            {
                &error
            }
            index => index,
        };
        self.member(value, step, &|value| look_up(value, index, server), &|| {
            printed::printed(index, server)
        })
    }

    /// One step of a chain. What is found costs 1, as does what is missing without `?`.
    ///
    /// An element of a list that is an error is a value for the server, into which it looks before it stops; a member that is
    /// an error stops the chain.
    fn member(
        &mut self,
        value: Value<'a>,
        step: Step,
        find: &dyn Fn(&Value<'a>) -> Found<'a>,
        key: &dyn Fn() -> String,
    ) -> Result<Value<'a>, Stop> {
        if let Value::Error(error) = &value
            && let Some(element) = error.as_element()
        {
            // The server looks at the index first, and only then finds that there is nothing to look into.
            let found = find(&value);
            if !step.optional {
                self.charge(step.charge())?;
            }
            return Ok(Value::Error(match found {
                Found::Error(error) => error,
                _ => element.clone(),
            }));
        }
        let (value, is_optional) = match value {
            error @ Value::Error(_) => {
                let is_value = !error.is_missing_variable();
                if is_value && step.of_variable && !step.optional && self.server <= QUALIFIED_ERRORS_UNTIL {
                    self.charge(step.charge())?;
                }
                return Ok(error);
            }
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
        if value.is_error() {
            // The server looks at the index before it makes the value anew.
            return Ok(match found {
                Found::Error(error) => Value::Error(error),
                _ => value,
            });
        }
        if step.test {
            // What an optional lacks costs nothing.
            let is_value = matches!(&found, Found::Value(value) if !value.is_error());
            if is_value || !is_optional {
                self.charge(step.charge())?;
            }
            return Ok(match found {
                Found::Value(error @ Value::Error(_)) => error,
                Found::Value(_) => Value::Bool(true),
                Found::NoKey | Found::NoIndex => Value::Bool(false),
                Found::Error(error) => Value::Error(error),
            });
        }
        if is_optional {
            return Ok(match found {
                // An element of a list is there, even if it is an error.
                Found::Value(error @ Value::Error(_)) if !matches!(value, Value::List(_)) => error,
                Found::Value(value) => {
                    self.charge(step.charge())?;
                    Value::some(value)
                }
                Found::NoKey | Found::NoIndex => Value::Optional(None),
                Found::Error(error) => Value::Error(error),
            });
        }
        self.charge(step.charge())?;
        Ok(match found {
            // Only an optional that a chain begins with is looked into. The next step finds nothing in any other.
            Found::Value(Value::Optional(_)) if !step.last => Value::Null,
            // An element of a list is there, even if it is an error; but it is no index.
            Found::Value(Value::Error(_)) if step.qualifier && matches!(value, Value::List(_)) => {
                Value::error(NO_QUALIFIER)
            }
            Found::Value(Value::Error(error)) if !step.last && matches!(value, Value::List(_)) => {
                Value::Error(error.into_element())
            }
            Found::Value(value) => value,
            Found::NoKey => no_such_key(&key()),
            Found::NoIndex => Value::error(format!("index out of bounds: {}", key())),
            Found::Error(error) => Value::Error(error),
        })
    }
}

pub(super) fn no_such_key<'a>(key: &str) -> Value<'a> {
    Value::error(format!("no such key: {key}"))
}

/// What a look-up found.
enum Found<'a> {
    Value(Value<'a>),
    /// There is no such key. Only a look-up without `?` makes an error of it.
    NoKey,
    /// There is no such index.
    NoIndex,
    /// The value does not support this lookup.
    Error(EvalError),
}

/// The error of an index that is an error value.
const NO_QUALIFIER: &str = "invalid qualifier type: *types.Err";

/// The last server that looks into a variable that is an error, and takes one as an index.
const QUALIFIED_ERRORS_UNTIL: u8 = 30;

fn found(value: Option<Value<'_>>) -> Found<'_> {
    value.map_or(Found::NoKey, Found::Value)
}

fn select<'a>(value: &Value<'a>, name: &str) -> Found<'a> {
    match value {
        Value::Object(object) => found(object.get(name)),
        Value::Map(map) => found(map.get_text(name)),
        Value::List(_) => Found::Error(EvalError::new("unsupported index type 'string' in list")),
        _ => Found::NoKey,
    }
}

fn look_up<'a>(value: &Value<'a>, index: &Value<'a>, server: u8) -> Found<'a> {
    if let Value::Error(error) = index {
        return Found::Error(error.clone());
    }
    if !matches!(
        index,
        Value::String(_) | Value::Int(_) | Value::Uint(_) | Value::Bool(_) | Value::Double(_)
    ) {
        return Found::Error(EvalError::new(format!(
            "invalid qualifier type: {}",
            call::go_type(index, server)
        )));
    }
    match value {
        Value::List(list) => {
            let place = match place_in_list(index, server) {
                Ok(place) => place,
                Err(error) => return Found::Error(EvalError::new(error)),
            };
            let item = usize::try_from(place).ok().and_then(|place| list.get(place));
            match item {
                // Lists of the object know no other indexes.
                Some(_) if !matches!(index, Value::Int(_)) && list.is_of_data(server) => {
                    let index = printed::printed(index, server);
                    Found::Value(Value::error(format!("unsupported index: {index}")))
                }
                Some(item) => Found::Value(item),
                None => Found::NoIndex,
            }
        }
        Value::Map(Map::Owned(_)) => found(equal::find(value, index)),
        Value::Map(_) | Value::Object(_) => match index {
            Value::String(_) => found(equal::find(value, index)),
            // Without a schema it is a map of Go with strings as keys.
            _ if matches!(value, Value::Map(Map::Raw(_))) => Found::NoKey,
            _ => Found::Error(EvalError::new(equal::NO_OVERLOAD)),
        },
        _ => Found::NoKey,
    }
}

/// The place that an index names, or the reason why it names none.
fn place_in_list(index: &Value<'_>, server: u8) -> Result<i64, String> {
    let place = match index {
        Value::Int(place) => Some(*place),
        Value::Uint(place) => i64::try_from(*place).ok(),
        Value::Double(place) => convert::whole(*place),
        other => return Err(format!("unsupported index type '{}' in list", other.type_name())),
    };
    place.ok_or_else(|| {
        format!(
            "unsupported index value {} in list",
            printed::printed(index, server)
        )
    })
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
            let items = if list.raw.is_empty() {
                &list.items
            } else {
                &list.raw
            };
            Value::list(items.iter().map(untyped_element).collect())
        }
        // Go merges sums of lists, of the Go values of their elements.
        Value::List(List::Owned(list)) if list.is_sum => {
            Value::list(list.items.iter().map(untyped).collect())
        }
        Value::Type(name) => Value::String(name.clone()),
        Value::Error(error) => unsupported("*errors.errorString", error.text()),
        Value::Library(library) => {
            let unsupported = |ty: &str, shown: String| unsupported(ty, &shown);
            match &**library {
                Library::Ip(ip) => unsupported("netip.Addr", ip.to_string()),
                Library::Cidr(cidr) => unsupported("netip.Prefix", cidr.to_string()),
                Library::Quantity(quantity) => unsupported("*resource.Quantity", quantity.text()),
                Library::Semver(semver) => unsupported("semver.Version", semver.text()),
                Library::Url(url) => unsupported("*url.URL", url.to_string()),
                Library::Format(_) => Value::Library(library.clone()),
            }
        }
        other => other.clone(),
    }
}

/// The error of a Go value that is no CEL value.
fn unsupported<'a>(type_: &str, shown: &str) -> Value<'a> {
    Value::error(format!("unsupported conversion to ref.Val: ({type_}){shown}"))
}

fn untyped_element<'a>(value: &Value<'a>) -> Value<'a> {
    match value {
        Value::Object(object) => Value::Map(Map::Raw(object.map)),
        Value::Map(Map::Data { map, .. }) => Value::Map(Map::Raw(map)),
        Value::List(List::Data { items, .. }) => Value::List(List::Raw(items)),
        Value::Error(_) | Value::Optional(None) => untyped(value),
        other => other.clone(),
    }
}
