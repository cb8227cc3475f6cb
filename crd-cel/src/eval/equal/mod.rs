//! Equality of values, as implemented by the method `Equal` of each Go type (EVAL-10 to EVAL-13).

mod find;
mod keys;
mod order;
#[cfg(test)]
mod tests;

use std::cell::{Cell, OnceCell};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map as JsonMap, Value as Json};

pub(super) use self::find::{contained, find, members};
pub(super) use self::keys::escaped;
pub(super) use self::order::{compare, compare_numbers};
use super::data;
use super::schema::{DataKind, DataSchema, ListKind};
use super::value::{Library, List, Map, TYPED_SETS, Value};

/// The error text of an operation whose operands match no overload.
pub(super) const NO_OVERLOAD: &str = "no such overload";

/// The maximum nesting depth of values that are compared or printed, including computed ones. Expressions add
/// less than their own depth to that of the data.
pub(super) const MAX_DEPTH: u32 = 600;
/// The error of comparing or printing deeper values; the API server has no such limit.
pub(super) const TOO_DEEP: &str = "nested too deep";

/// The first server on which a null field counts as absent on either side.
const NULLS_ARE_ABSENT: u8 = 34;

fn no_overload<'a>() -> Value<'a> {
    Value::error(NO_OVERLOAD)
}

/// Returns the error for a right operand that cannot be compared with the left one.
fn maybe_no_overload<'a>(right: &Value<'a>) -> Value<'a> {
    if right.is_error() {
        right.clone()
    } else {
        no_overload()
    }
}

/// Compares values as a server does.
#[derive(Debug)]
pub(super) struct Equality {
    server: u8,
    panic: OnceCell<String>,
    /// Whether elements are looked up in a Go map that has no keys yet, for which the panic has another text.
    is_empty_map: Cell<bool>,
}

impl Equality {
    /// Compares as the server of a minor version does.
    pub(super) fn on(server: u8) -> Self {
        Equality {
            server,
            panic: OnceCell::new(),
            is_empty_map: Cell::new(false),
        }
    }

    /// Returns the text of the server's panic, if it panicked on an element of a set that Go cannot hash. All
    /// results are invalid then.
    pub(super) fn panicked(&self) -> Option<&str> {
        self.panic.get().map(String::as_str)
    }

    /// Checks whether the server compares and adds elements of lists of the data as CEL values, rather than
    /// as they are in JSON.
    pub(super) fn has_typed_sets(&self) -> bool {
        self.server >= TYPED_SETS
    }

    /// Checks whether a list is a list of the object in Go, or a sum of such lists.
    pub(super) fn is_of_data(&self, list: &List<'_>) -> bool {
        list.is_of_data(self.server)
    }

    /// Evaluates `a == b`: a bool, or the error of the comparison.
    pub(super) fn equal<'a>(&self, a: &Value<'a>, b: &Value<'a>) -> Value<'a> {
        self.equal_at(a, b, 0)
    }

    /// Checks whether two values are equal; an error counts as unequal.
    pub(super) fn is_equal<'a>(&self, a: &Value<'a>, b: &Value<'a>) -> bool {
        matches!(self.equal(a, b), Value::Bool(true))
    }

    /// Calls the method `Equal` of the left value, by which elements of lists are compared.
    pub(super) fn method<'a>(&self, a: &Value<'a>, b: &Value<'a>) -> Value<'a> {
        self.method_at(a, b, 0)
    }

    /// Compares two values; `depth` counts the lists and maps around both.
    fn equal_at<'a>(&self, a: &Value<'a>, b: &Value<'a>, depth: u32) -> Value<'a> {
        match (a, b) {
            (Value::Null, Value::Null) => Value::Bool(true),
            (Value::Null, _) | (_, Value::Null) => Value::Bool(false),
            _ => self.method_at(a, b, depth),
        }
    }

    fn method_at<'a>(&self, a: &Value<'a>, b: &Value<'a>, depth: u32) -> Value<'a> {
        if depth > MAX_DEPTH {
            return Value::error(TOO_DEEP);
        }
        let found = match (a, b) {
            (Value::Error(_), _) => return a.clone(),
            (Value::Null, Value::Null) => true,
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
            (Value::Optional(a), Value::Optional(b)) => match (a, b) {
                (None, None) => true,
                (Some(a), Some(b)) => return self.method_at(a, b, depth + 1),
                _ => false,
            },
            (Value::List(a), Value::List(b)) => return self.lists(a, b, depth + 1),
            (Value::List(list), _) if list.schema().is_some() => return maybe_no_overload(b),
            (Value::Object(_) | Value::Map(Map::Data { .. }), _) => {
                return self.data_maps(a, b, depth + 1);
            }
            (Value::Map(map), Value::Map(_) | Value::Object(_)) => self.maps(map, b, depth + 1),
            (Value::Library(a), Value::Library(b)) => {
                if std::mem::discriminant(&**a) != std::mem::discriminant(&**b)
                    || matches!(&**b, Library::Quantity(quantity) if quantity.is_computed)
                {
                    return no_overload();
                }
                a == b
            }
            (Value::Library(_), _) => return maybe_no_overload(b),
            _ => false,
        };
        Value::Bool(found)
    }

    fn lists<'a>(&self, a: &List<'a>, b: &List<'a>, depth: u32) -> Value<'a> {
        if a.len() != b.len() {
            return Value::Bool(false);
        }
        let Some(schema) = a.schema() else {
            // In CEL's own lists, elements that cannot be compared do not make the lists unequal.
            let differs = |a, b| matches!(self.equal_at(&a, &b, depth), Value::Bool(false));
            return Value::Bool(!a.iter().zip(b.iter()).any(|(a, b)| differs(a, b)));
        };
        match &schema.kind {
            ListKind::Atomic => self.in_order(a, b, &schema.items, depth),
            ListKind::Set if self.server >= TYPED_SETS => self.typed_sets(a, b),
            ListKind::Set => {
                let known: BTreeSet<_> = self.raw_keys(a).flatten().collect();
                Value::Bool(
                    b.iter()
                        .all(|b| self.value_key(&b).is_some_and(|b| known.contains(&b))),
                )
            }
            ListKind::Map(keys) => {
                let keys = escaped(keys);
                // The last element of each key counts.
                let known: BTreeMap<_, Value<'a>> = a
                    .iter()
                    .filter_map(|a| Some((self.element_key(&a, &keys)?, a)))
                    .collect();
                let mut seen = BTreeSet::new();
                for b in b.iter() {
                    let Some(key) = self.element_key(&b, &keys) else {
                        return Value::Bool(false);
                    };
                    match known.get(&key).map(|a| self.method_at(a, &b, depth)) {
                        Some(Value::Bool(true)) => drop(seen.insert(key)),
                        Some(other) => return other,
                        None => return Value::Bool(false),
                    }
                }
                Value::Bool(self.server < TYPED_SETS || seen.len() == known.len())
            }
        }
    }

    fn in_order<'a>(&self, a: &List<'a>, b: &List<'a>, items: &DataSchema, depth: u32) -> Value<'a> {
        if let (DataKind::Preserved, List::Data { items: a, .. }, List::Data { items: b, .. }) =
            (&items.kind, a, b)
        {
            return Value::Bool(a.iter().zip(*b).all(|(a, b)| data::equal_json(a, b)));
        }
        for (a, b) in a.iter().zip(b.iter()) {
            match self.method_at(&a, &b, depth) {
                Value::Bool(true) => {}
                other => return other,
            }
        }
        Value::Bool(true)
    }

    fn typed_sets<'a>(&self, a: &List<'a>, b: &List<'a>) -> Value<'a> {
        let known: BTreeSet<_> = match self.typed_keys(a) {
            Ok(known) => known.into_iter().collect(),
            Err(error) => return error,
        };
        let mut seen = BTreeSet::new();
        for b in b.iter() {
            match self.typed_key(&b) {
                Ok(Some(key)) if known.contains(&Some(key.clone())) => drop(seen.insert(Some(key))),
                // An error equals nothing.
                Ok(_) => return Value::Bool(false),
                Err(error) => return error,
            }
        }
        Value::Bool(known == seen)
    }

    /// Compares a map or object of the data, whose members have schemas, with the right side.
    fn data_maps<'a>(&self, a: &Value<'a>, b: &Value<'a>, depth: u32) -> Value<'a> {
        let (members, size) = match (members_of(a), b) {
            (Some(members), Value::Map(b)) => (members, b.len()),
            (Some(members), Value::Object(b)) => (members, b.map.len()),
            _ => return maybe_no_overload(b),
        };
        if members.len() != size {
            return Value::Bool(false);
        }
        let others = members_of(b);
        for (key, json) in members {
            let Some(schema) = schema_of(a, key) else {
                // Undeclared members are compared as raw JSON, and only if both sides have them.
                match others.map(|others| others.get(key)) {
                    None => return no_overload(),
                    Some(Some(other)) if !data::equal_json(json, other) => return Value::Bool(false),
                    Some(_) => continue,
                }
            };
            let is_absent =
                self.server >= NULLS_ARE_ABSENT && json.is_null() && matches!(a, Value::Object(_));
            let other = member(b, key);
            let found = match (is_absent, other) {
                (true, None) => continue,
                (true, Some(_)) | (false, None) => return Value::Bool(false),
                (false, Some(other)) => match others.and_then(|others| others.get(key)) {
                    Some(other) if schema.kind == DataKind::Preserved => {
                        Value::Bool(data::equal_json(json, other))
                    }
                    _ => self.method_at(&schema.value(json), &other, depth),
                },
            };
            if !matches!(found, Value::Bool(true)) {
                return found;
            }
        }
        Value::Bool(true)
    }

    /// Compares a map of CEL's own with the right side. Members that cannot be compared do not make it unequal.
    fn maps<'a>(&self, a: &Map<'a>, b: &Value<'a>, depth: u32) -> bool {
        let size = match b {
            Value::Map(b) => b.len(),
            Value::Object(b) => b.map.len(),
            _ => return false,
        };
        let whole = Value::Map(a.clone());
        a.len() == size
            && a.keys().into_iter().all(|key| {
                let (Some(mine), Some(other)) = (find(&whole, &key), find(b, &key)) else {
                    return false;
                };
                !matches!(self.equal_at(&mine, &other, depth), Value::Bool(false))
            })
    }
}

/// Returns the members of a map or object of the data.
fn members_of<'a>(value: &Value<'a>) -> Option<&'a JsonMap<String, Json>> {
    match value {
        Value::Object(object) => Some(object.map),
        Value::Map(Map::Data { map, .. }) => Some(map),
        _ => None,
    }
}

/// Returns the schema of a member of a map or object of the data.
fn schema_of<'a>(value: &Value<'a>, key: &str) -> Option<&'a DataSchema> {
    match value {
        Value::Object(object) => object.schema.field_of_key(key).map(|field| &field.schema),
        Value::Map(Map::Data { values, .. }) => Some(values),
        _ => None,
    }
}

/// Returns the member of a map, or the declared field of an object, by its name in the data.
fn member<'a>(value: &Value<'a>, key: &str) -> Option<Value<'a>> {
    match value {
        Value::Map(map) => map.get_text(key),
        Value::Object(object) => {
            let field = object.schema.field_of_key(key)?;
            let json = object.map.get(key).filter(|json| !json.is_null())?;
            Some(field.schema.value(json))
        }
        _ => None,
    }
}
