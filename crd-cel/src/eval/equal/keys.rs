//! The elements of sets and of map-type lists as keys of Go maps, by which the server compares and merges them.
//!
//! ```text
//! list          until 1.36, left side       right side, and since 1.37 both
//! [1, 2.0]      int64(1), float64(2)        by the type of the schema: float64(1), float64(2)
//! [2024-02-29]  string                      time
//! [{}]          the server crashes          an error
//! ```

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::{Map as JsonMap, Value as Json};

use super::{Equality, members_of};
use crate::escape;
use crate::eval::data;
use crate::eval::value::{List, Map, TYPED_SETS, Value, has_known_zone};

/// A value as the key of a Go map.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::eval) enum GoKey {
    /// Null in JSON.
    Nil,
    /// Null in CEL.
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    /// The bits of the value; both zeros have the same.
    Double(u64),
    String(Box<str>),
    Bytes(Box<[u8]>),
    Duration(i64),
    /// Seconds, nanoseconds and offset.
    Time(i64, u32, i64),
}

/// The keys of an element of a map-type list.
pub(in crate::eval) type ElementKey = Vec<GoKey>;

/// Returns the names of the keys of a map-type list in the form in which the server looks them up: escaped,
/// so that a key whose name needs escaping is absent (EVAL-13).
pub(in crate::eval) fn escaped(keys: &[String]) -> Vec<Cow<'_, str>> {
    keys.iter()
        .map(|key| match escape(key) {
            Some(escaped) if escaped != *key => Cow::Owned(escaped),
            _ => Cow::Borrowed(key.as_str()),
        })
        .collect()
}

impl Equality {
    /// Returns the keys for the elements of a list as they are in the data; `None` for a value that equals
    /// nothing, not even itself.
    pub(super) fn raw_keys<'l>(&'l self, list: &'l List<'_>) -> impl Iterator<Item = Option<GoKey>> + 'l {
        (0..list.len()).map(move |index| match list {
            List::Data { items, .. } | List::Raw(items) => {
                items.get(index).and_then(|item| self.raw_key(item))
            }
            List::Owned(list) => {
                let items = if list.raw.is_empty() {
                    &list.items
                } else {
                    &list.raw
                };
                items.get(index).and_then(|item| self.value_key(item))
            }
        })
    }

    /// Returns the keys for the elements of a set on the left side.
    pub(in crate::eval) fn left_keys(&self, list: &List<'_>) -> Vec<Option<GoKey>> {
        self.raw_keys(list).collect()
    }

    fn raw_key(&self, json: &Json) -> Option<GoKey> {
        match json {
            Json::Null => Some(GoKey::Nil),
            Json::Bool(value) => Some(GoKey::Bool(*value)),
            Json::Number(number) => match number.as_i64() {
                Some(value) => Some(GoKey::Int(value)),
                None => double(number.as_f64().unwrap_or(f64::NAN)),
            },
            Json::String(text) => Some(GoKey::String(text.as_str().into())),
            Json::Array(_) | Json::Object(_) => self.unhashable(data::go_type(json)),
        }
    }

    /// Returns the key for a value that is looked up in a Go map.
    pub(in crate::eval) fn key_in(&self, known: &BTreeSet<GoKey>, value: &Value<'_>) -> Option<GoKey> {
        self.is_empty_map.set(known.is_empty());
        let key = self.value_key(value);
        self.is_empty_map.set(false);
        key
    }

    /// Returns the key for the Go value of a CEL value.
    pub(in crate::eval) fn value_key(&self, value: &Value<'_>) -> Option<GoKey> {
        match value {
            Value::Null => Some(GoKey::Null),
            Value::Bool(value) => Some(GoKey::Bool(*value)),
            Value::Int(value) => Some(GoKey::Int(*value)),
            Value::Uint(value) => Some(GoKey::Uint(*value)),
            Value::Double(value) => double(*value),
            Value::String(text) | Value::Type(text) => Some(GoKey::String(text.as_str().into())),
            Value::Bytes(_) => self.unhashable("[]uint8"),
            Value::Duration(nanos) => Some(GoKey::Duration(*nanos)),
            Value::Timestamp(time) => {
                has_known_zone(time).then_some(GoKey::Time(time.seconds, time.nanos, time.offset))
            }
            Value::Optional(Some(inner)) => self.value_key(inner),
            Value::Optional(None) => Some(GoKey::Nil),
            Value::List(List::Owned(list)) if list.schema.is_none() && !list.is_sum => {
                self.unhashable("[]ref.Val")
            }
            Value::List(_) => self.unhashable("[]interface {}"),
            Value::Map(Map::Owned(_)) => self.unhashable("map[ref.Val]ref.Val"),
            Value::Map(_) | Value::Object(_) => self.unhashable("map[string]interface {}"),
            Value::Library(_) | Value::Error(_) => None,
        }
    }

    /// Records that the server panics on a value of this type.
    fn unhashable(&self, type_: &str) -> Option<GoKey> {
        self.panic.get_or_init(|| {
            if self.is_empty_map.get() {
                format!("hash of unhashable type: {type_}")
            } else {
                format!("runtime error: hash of unhashable type {type_}")
            }
        });
        None
    }

    /// Returns the keys for the elements of a set since 1.37, or the error of an element that is not a scalar.
    pub(in crate::eval) fn typed_keys<'a>(&self, list: &List<'a>) -> Result<Vec<Option<GoKey>>, Value<'a>> {
        list.iter().map(|item| self.typed_key(&item)).collect()
    }

    /// Returns the key for an element of a set since 1.37.
    pub(in crate::eval) fn typed_key<'a>(&self, element: &Value<'a>) -> Result<Option<GoKey>, Value<'a>> {
        match element {
            Value::List(_) | Value::Map(_) | Value::Object(_) => Err(Value::error(
                "listSet operations are only supported on lists of scalar values",
            )),
            Value::Bytes(bytes) => Ok(Some(GoKey::Bytes(bytes[..].into()))),
            other => Ok(self.value_key(other)),
        }
    }

    /// Returns the keys of an element of a map-type list; `None` for an element that is not an object.
    pub(in crate::eval) fn element_key(
        &self,
        element: &Value<'_>,
        keys: &[Cow<'_, str>],
    ) -> Option<ElementKey> {
        let members: &JsonMap<String, Json> = match element {
            Value::Map(Map::Raw(map)) => map,
            other => members_of(other)?,
        };
        keys.iter()
            .map(|key| match members.get(&**key) {
                Some(value) => self.raw_key(value),
                None => Some(GoKey::Nil),
            })
            .collect()
    }

    /// Returns the keys by which `+` merges map-type lists: since 1.37 with the values that expressions see.
    pub(in crate::eval) fn merge_key(
        &self,
        element: &Value<'_>,
        keys: &[Cow<'_, str>],
    ) -> Option<ElementKey> {
        if self.server < TYPED_SETS {
            return self.element_key(element, keys);
        }
        let key = |key: &Cow<'_, str>| {
            let value = match element {
                Value::Object(object) => object.get(key),
                Value::Map(map) => map.get_text(key),
                _ => None,
            };
            match value {
                None | Some(Value::Error(_)) => GoKey::Nil,
                Some(Value::Bytes(bytes)) => GoKey::Bytes(bytes[..].into()),
                Some(value @ (Value::List(_) | Value::Map(_) | Value::Object(_))) => {
                    GoKey::String(value.to_string().into())
                }
                Some(value) => self.value_key(&value).unwrap_or(GoKey::Nil),
            }
        };
        Some(keys.iter().map(key).collect())
    }
}

fn double(value: f64) -> Option<GoKey> {
    // Zero is added to make both zeros one.
    (!value.is_nan()).then(|| GoKey::Double((value + 0.0).to_bits()))
}
