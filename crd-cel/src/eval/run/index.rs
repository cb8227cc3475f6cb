//! Looks up fields, members and elements: one step of a chain such as `self.ports[0].?name`.
//!
//! ```text
//! value                 step     found            missing
//! object, map, list     .name    the value        error `no such key: name`
//! object, map, list     .?name   optional(value)  none
//! optional(value)       .name    optional(…)      none
//! none                  .name    none
//! ```
//!
//! For the server, an element of a list that is an error is a value, which the next step examines before it
//! stops; a member that is an error stops the chain.

use serde_json::{Map as JsonMap, Value as Json};

use super::read::{QUALIFIED_ERRORS_UNTIL, fits};
use super::state::{Datum, Eval, Evaluator, Failed, Fault, LocalScope};
use crate::conversion;
use crate::eval::call;
use crate::eval::equal;
use crate::eval::error::EvalError;
use crate::eval::lib::printed;
use crate::eval::node::{Asks, ChainStep, EvalNode, StepPosition};
use crate::eval::schema::{DataKind, DataSchema};
use crate::eval::value::{Library, List, Map, Value};

impl<'a> Evaluator<'_, 'a> {
    /// Selects the field `name` of a value.
    pub(super) fn select(&mut self, value: Value<'a>, name: &str, step: ChainStep) -> Eval<Value<'a>> {
        self.member(value, step, &|value| select(value, name), &|| name.to_owned())
    }

    /// Returns the result of a selection whose operand failed.
    #[cold]
    pub(super) fn select_from_failed(&mut self, step: ChainStep) -> Eval<Value<'a>> {
        let fault = match self.fault()? {
            Fault::Element(error) => {
                if step.asks != Asks::Optional {
                    self.charge(step.charge())?;
                }
                Fault::Error(error)
            }
            Fault::Error(error) => {
                let is_looked_into = step.of_variable && step.asks != Asks::Optional;
                if is_looked_into && self.server <= QUALIFIED_ERRORS_UNTIL && !error.is_missing_variable() {
                    self.charge(step.charge())?;
                }
                Fault::Error(error)
            }
            fault => fault,
        };
        self.fail(fault)
    }

    /// Evaluates `value[index]`.
    pub(super) fn index(
        &mut self,
        parts: &'a [EvalNode; 2],
        step: ChainStep,
        scope: LocalScope<'_, 'a>,
    ) -> Eval<Datum<'a>> {
        let [of, index] = parts;
        let of = match self.datum(of, scope) {
            Ok(of) => of,
            Err(Failed) => return self.index_of_failed(index, step, scope),
        };
        let key = if step.asks == Asks::Member {
            if let Some((items, schema)) = elements(&of) {
                match self.int(index, scope) {
                    Ok(place) => {
                        let item = usize::try_from(place).ok().and_then(|place| items.get(place));
                        if let Some(item) = item
                            && (step.position == StepPosition::Last || fits(item, schema))
                        {
                            self.charge(step.charge())?;
                            return Ok(Datum::Data(item, schema));
                        }
                        Some(Value::Int(place))
                    }
                    Err(Failed) => Some(self.failed_value()?),
                }
            } else if let Some((map, schema)) = members(&of) {
                match self.text(index, scope) {
                    Ok(key) => {
                        if let Some(json) = map.get(key.as_str()) {
                            self.charge(step.charge())?;
                            return Ok(Datum::Data(json, schema));
                        }
                        Some(Value::String(key))
                    }
                    Err(Failed) => Some(self.failed_value()?),
                }
            } else {
                None
            }
        } else {
            None
        };
        let value = self.made(of)?;
        let found = match key {
            Some(key) => self.index_by(value, key, step),
            // Nothing is looked up in an empty optional.
            None if matches!(value, Value::Optional(None)) => Ok(value),
            None => {
                let key = self.value(index, scope);
                let key = self.or_error(key)?;
                self.index_by(value, key, step)
            }
        };
        found.map(Datum::Value)
    }

    /// Returns the result of an index operation whose operand failed. If the operand is an element that is an
    /// error, the server evaluates the index first, and only then reports that the operand cannot be indexed.
    #[cold]
    fn index_of_failed(
        &mut self,
        index: &'a EvalNode,
        step: ChainStep,
        scope: LocalScope<'_, 'a>,
    ) -> Eval<Datum<'a>> {
        let element = match self.fault()? {
            Fault::Element(element) => element,
            fault => return self.fail(fault),
        };
        let key = self.value(index, scope);
        let key = self.or_error(key)?;
        let key = self.qualifier(key, step);
        let found = look_up(&Value::Error(element.clone()), &key, self.server);
        if step.asks != Asks::Optional {
            self.charge(step.charge())?;
        }
        self.fail(Fault::Error(match found {
            LookedUp::Error(error) => error,
            _ => element,
        }))
    }

    /// Looks up the member of a value at an index, which may be an error.
    fn index_by(&mut self, value: Value<'a>, index: Value<'a>, step: ChainStep) -> Eval<Value<'a>> {
        let server = self.server;
        let index = self.qualifier(index, step);
        self.member(value, step, &|value| look_up(value, &index, server), &|| {
            printed::printed(&index, server)
        })
    }

    /// Converts an index for the server's lookup: until 1.30 a variable that is an error counts as a value of a wrong type.
    fn qualifier(&self, index: Value<'a>, step: ChainStep) -> Value<'a> {
        let is_looked_up = step.by_variable && self.server <= QUALIFIED_ERRORS_UNTIL;
        match &index {
            Value::Error(error) if is_looked_up && !error.is_missing_variable() => Value::error(NO_QUALIFIER),
            _ => index,
        }
    }

    /// Performs one step of a chain. A member that is found costs 1, as does one that is missing without `?`.
    fn member(
        &mut self,
        value: Value<'a>,
        step: ChainStep,
        find: &dyn Fn(&Value<'a>) -> LookedUp<'a>,
        key: &dyn Fn() -> String,
    ) -> Eval<Value<'a>> {
        let (value, is_optional) = match value {
            Value::Optional(None) => {
                return Ok(if step.asks == Asks::Presence {
                    Value::Bool(false)
                } else {
                    Value::Optional(None)
                });
            }
            // The first step sees the value of an optional without its schema (EVAL-24); a variable's value
            // has lost it when it was read.
            Value::Optional(Some(inner)) if step.first && !step.of_variable && self.server <= 36 => {
                (untyped(&inner), true)
            }
            Value::Optional(Some(inner)) => ((*inner).clone(), true),
            other => (other, step.asks == Asks::Optional),
        };
        let found = find(&value);
        let holder = match value {
            Value::List(_) => Holder::List,
            _ => Holder::Other,
        };
        if let Value::Error(error) = value {
            // The server evaluates the index before it converts the value again.
            return self.fail(Fault::Error(match found {
                LookedUp::Error(error) => error,
                _ => error,
            }));
        }
        let is_lenient = is_optional || step.asks == Asks::Presence;
        let found = match found {
            LookedUp::Value(value) => Some(value),
            LookedUp::NoKey | LookedUp::NoIndex if is_lenient => None,
            LookedUp::NoKey => return self.missing(step, format!("no such key: {}", key())),
            LookedUp::NoIndex => return self.missing(step, format!("index out of bounds: {}", key())),
            LookedUp::Error(error) => {
                if !is_optional {
                    self.charge(step.charge())?;
                }
                return self.fail(Fault::Error(error));
            }
        };
        if step.asks == Asks::Presence {
            let is_value = found.as_ref().is_some_and(|value| !value.is_error());
            // A member that an optional lacks costs nothing.
            if is_value || !is_optional {
                self.charge(step.charge())?;
            }
            return match found {
                Some(Value::Error(error)) => self.fail(Fault::Error(error)),
                found => Ok(Value::Bool(found.is_some())),
            };
        }
        match found {
            None => Ok(Value::Optional(None)),
            // An element of a list exists, even if it is an error.
            Some(Value::Error(error)) if is_optional && holder == Holder::Other => {
                self.fail(Fault::Error(error))
            }
            Some(found) => {
                self.charge(step.charge())?;
                if is_optional {
                    return Ok(Value::some(found));
                }
                self.found_member(found, holder, step.position)
            }
        }
    }

    /// Fails because a member is missing.
    #[cold]
    fn missing<T>(&mut self, step: ChainStep, text: String) -> Eval<T> {
        self.charge(step.charge())?;
        self.fail(Fault::Error(EvalError::new(text)))
    }

    /// Converts a member that was found to the operand of the next step.
    fn found_member(&mut self, found: Value<'a>, holder: Holder, position: StepPosition) -> Eval<Value<'a>> {
        let is_inner = position == StepPosition::Inner;
        match found {
            // Only an optional at the beginning of a chain is looked into. In any other, the next step finds nothing.
            Value::Optional(_) if is_inner => Ok(Value::Null),
            // An element of a list exists, even if it is an error; but it is not a valid index.
            Value::Error(_) if holder == Holder::List && position == StepPosition::LastOfIndex => {
                self.error(NO_QUALIFIER)
            }
            Value::Error(error) if holder == Holder::List && is_inner => self.fail(Fault::Element(error)),
            Value::Error(error) => self.fail(Fault::Error(error)),
            value => Ok(value),
        }
    }

    /// Converts an optional as reading a variable does until 1.36: its value loses its schema (EVAL-24).
    pub(super) fn renewed(&self, value: Value<'a>) -> Value<'a> {
        match &value {
            Value::Optional(Some(inner)) if self.server <= 36 => Value::some(untyped(inner)),
            _ => value,
        }
    }
}

/// The elements of a list of the data, and their schema.
pub(super) type DataElements<'a> = (&'a [Json], &'a DataSchema);
/// The members of a map of the data, and their schema.
pub(super) type DataMembers<'a> = (&'a JsonMap<String, Json>, &'a DataSchema);

pub(super) fn elements<'a>(of: &Datum<'a>) -> Option<DataElements<'a>> {
    match of {
        Datum::Data(Json::Array(items), schema) => match &schema.kind {
            DataKind::List(list) => Some((items, &list.items)),
            _ => None,
        },
        Datum::Data(..) => None,
        Datum::Value(value) => elements_of(value),
    }
}

pub(super) fn elements_of<'a>(value: &Value<'a>) -> Option<DataElements<'a>> {
    match value {
        Value::List(List::Data { items, schema }) => Some((items, &schema.items)),
        _ => None,
    }
}

pub(super) fn members<'a>(of: &Datum<'a>) -> Option<DataMembers<'a>> {
    match of {
        Datum::Data(Json::Object(map), schema) => match &schema.kind {
            DataKind::Map(values) => Some((map, values)),
            _ => None,
        },
        Datum::Data(..) => None,
        Datum::Value(value) => members_of(value),
    }
}

pub(super) fn members_of<'a>(value: &Value<'a>) -> Option<DataMembers<'a>> {
    match value {
        Value::Map(Map::Data { map, values }) => Some((map, values)),
        _ => None,
    }
}

/// The kind of value in which a member is looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    List,
    Other,
}

/// The result of a lookup.
enum LookedUp<'a> {
    Value(Value<'a>),
    /// There is no such key. Only a lookup without `?` makes it an error.
    NoKey,
    /// There is no such index.
    NoIndex,
    /// The value does not support this lookup.
    Error(EvalError),
}

/// The error for an index that is an error value.
const NO_QUALIFIER: &str = "invalid qualifier type: *types.Err";

fn found(value: Option<Value<'_>>) -> LookedUp<'_> {
    value.map_or(LookedUp::NoKey, LookedUp::Value)
}

fn select<'a>(value: &Value<'a>, name: &str) -> LookedUp<'a> {
    match value {
        Value::Object(object) => found(object.get(name)),
        Value::Map(map) => found(map.get_text(name)),
        Value::List(_) => LookedUp::Error(EvalError::new("unsupported index type 'string' in list")),
        _ => LookedUp::NoKey,
    }
}

fn look_up<'a>(value: &Value<'a>, index: &Value<'a>, server: u8) -> LookedUp<'a> {
    if let Value::Error(error) = index {
        return LookedUp::Error(error.clone());
    }
    if !matches!(
        index,
        Value::String(_) | Value::Int(_) | Value::Uint(_) | Value::Bool(_) | Value::Double(_)
    ) {
        return LookedUp::Error(EvalError::new(format!(
            "invalid qualifier type: {}",
            call::go_type(index, server)
        )));
    }
    match value {
        Value::List(list) => {
            let place = match place_in_list(index, server) {
                Ok(place) => place,
                Err(error) => return LookedUp::Error(EvalError::new(error)),
            };
            let item = usize::try_from(place).ok().and_then(|place| list.get(place));
            match item {
                // Lists of the object accept no other indexes.
                Some(_) if !matches!(index, Value::Int(_)) && list.is_of_data(server) => {
                    let index = printed::printed(index, server);
                    LookedUp::Value(Value::error(format!("unsupported index: {index}")))
                }
                Some(item) => LookedUp::Value(item),
                None => LookedUp::NoIndex,
            }
        }
        Value::Map(Map::Owned(_)) => found(equal::find(value, index)),
        Value::Map(_) | Value::Object(_) => match index {
            Value::String(_) => found(equal::find(value, index)),
            // Without a schema it is a Go map with strings as keys.
            _ if matches!(value, Value::Map(Map::Raw(_))) => LookedUp::NoKey,
            _ => LookedUp::Error(EvalError::new(equal::NO_OVERLOAD)),
        },
        _ => LookedUp::NoKey,
    }
}

/// Returns the position that an index refers to, or the reason why it is invalid.
fn place_in_list(index: &Value<'_>, server: u8) -> Result<i64, String> {
    let place = match index {
        Value::Int(place) => Some(*place),
        Value::Uint(place) => i64::try_from(*place).ok(),
        Value::Double(place) => conversion::whole(*place),
        other => return Err(format!("unsupported index type '{}' in list", other.type_name())),
    };
    place.ok_or_else(|| {
        format!(
            "unsupported index value {} in list",
            printed::printed(index, server)
        )
    })
}

/// Converts a value as cel-go does from its Go value: values of the object lose their schema.
pub(super) fn untyped<'a>(value: &Value<'a>) -> Value<'a> {
    let mut value = value;
    // The Go value of an optional is that of its value.
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
        // Go merges sums of lists into a list of their elements' Go values.
        Value::List(List::Owned(list)) if list.is_sum => {
            Value::list(list.items.iter().map(untyped).collect())
        }
        Value::Type(name) => Value::String(name.clone()),
        Value::Error(error) => unsupported("*errors.errorString", error.text()),
        Value::Library(library) => match &**library {
            Library::Format(_) => value.clone(),
            other => unsupported(other.native_type(), &printed::library(other)),
        },
        other => other.clone(),
    }
}

/// Returns the error for a Go value that is not a CEL value.
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
