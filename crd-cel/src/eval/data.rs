//! Converts JSON values of the data to CEL values by their schema.
//!
//! ```text
//! schema   {type: object, properties: {a-b: {type: integer}, at: {type: string, format: date-time}}}
//! JSON     {"a-b": 3, "at": "2024-02-29T12:00:00Z", "other": true}
//! CEL      self.a__dash__b is int(3), self.at is a timestamp, `other` does not exist (but counts in `size`)
//! ```

use serde_json::Value as Json;

use super::schema::{DataKind, DataSchema};
use super::time;
use super::value::{List, Map, MapKey, Object, Text, Value};
use crate::go::base64;

impl DataSchema {
    /// Returns the value of `json` in an optional until 1.36 (EVAL-24): lists, maps and objects lose their schema;
    /// scalars keep their type, also one of a format, such as a timestamp. A value that does not match its schema
    /// is an error.
    pub fn in_optional<'a>(&'a self, json: &'a Json) -> Value<'a> {
        match self.value(json) {
            Value::List(_) | Value::Map(_) | Value::Object(_) => raw(json),
            scalar => scalar,
        }
    }

    /// Returns the CEL value of `json`. A value that does not match the schema becomes an error value, which
    /// takes effect where an expression uses it.
    pub fn value<'a>(&'a self, json: &'a Json) -> Value<'a> {
        if json.is_null() {
            return if self.nullable {
                Value::Null
            } else {
                Value::error("invalid data, got null for schema with nullable=false")
            };
        }
        match (&self.kind, json) {
            (DataKind::Bool, Json::Bool(value)) => Value::Bool(*value),
            (DataKind::Int, Json::Number(number)) => match number.as_i64() {
                Some(value) => Value::Int(value),
                None => Value::error(self.kind.unfit(go_type(json))),
            },
            (DataKind::Double, Json::Number(number)) => Value::Double(number.as_f64().unwrap_or(f64::NAN)),
            (DataKind::String, Json::String(text)) => Value::String(Text::Borrowed(text)),
            (DataKind::IntOrString, Json::String(text)) => Value::String(Text::Borrowed(text)),
            (DataKind::IntOrString, Json::Number(number)) if number.as_i64().is_some() => {
                Value::Int(number.as_i64().unwrap_or_default())
            }
            (DataKind::List(schema), Json::Array(items)) => Value::List(List::Data { items, schema }),
            (DataKind::Map(values), Json::Object(map)) => Value::Map(Map::Data { map, values }),
            (DataKind::Object(schema), Json::Object(map)) => Value::Object(Object { map, schema }),
            (DataKind::Preserved, json) => raw(json),
            (kind, Json::String(text)) => kind.read(text),
            (kind, _) => Value::error(kind.unfit(go_type(json))),
        }
    }
}

impl DataKind {
    /// Converts a text to a value of the kind's type; an error if the kind has no values written as texts.
    pub(super) fn read<'a>(&self, text: &str) -> Value<'a> {
        match self {
            DataKind::Bytes => match base64::decode(text, base64::Alphabet::Url) {
                Ok(bytes) => Value::Bytes(bytes.into()),
                Err(at) => Value::error(format!(
                    "Invalid byte formatted string {text}: illegal base64 data at input byte {at}"
                )),
            },
            DataKind::Date => time::date(text),
            DataKind::DateTime => time::date_time(text),
            DataKind::Duration => time::lenient_duration(text),
            kind => Value::error(kind.unfit("string")),
        }
    }
}

impl<'a> Value<'a> {
    /// Returns a JSON value without a schema, as the value of an optional until 1.36 (EVAL-24).
    pub fn untyped(json: &'a Json) -> Self {
        raw(json)
    }
}

impl<'a> List<'a> {
    /// Returns an element.
    pub fn get(&self, index: usize) -> Option<Value<'a>> {
        match self {
            List::Data { items, schema } => items.get(index).map(|item| schema.items.value(item)),
            List::Raw(items) => items.get(index).map(raw),
            List::Owned(list) => list.items.get(index).cloned(),
        }
    }

    /// Returns every element.
    pub fn iter(&self) -> impl Iterator<Item = Value<'a>> + '_ {
        (0..self.len()).filter_map(|index| self.get(index))
    }
}

impl<'a> Map<'a> {
    /// Returns the value of a text key.
    pub(super) fn get_text(&self, key: &str) -> Option<Value<'a>> {
        match self {
            Map::Data { map, values } => map.get(key).map(|json| values.value(json)),
            Map::Raw(map) => map.get(key).map(raw),
            Map::Owned(map) => map.get(&MapKey::String(key.into())).cloned(),
        }
    }
}

impl<'a> Object<'a> {
    /// Returns the value of a declared field by its escaped name; `None` if it is undeclared, absent or null.
    pub(super) fn get(&self, name: &str) -> Option<Value<'a>> {
        self.member(name).map(|(field, json)| field.schema.value(json))
    }
}

/// Returns the Go type of a decoded JSON value.
pub(super) fn go_type(json: &Json) -> &'static str {
    match json {
        Json::Null => "<nil>",
        Json::Bool(_) => "bool",
        Json::Number(number) if number.as_i64().is_some() => "int64",
        Json::Number(_) => "float64",
        Json::String(_) => "string",
        Json::Array(_) => "[]interface {}",
        Json::Object(_) => "map[string]interface {}",
    }
}

/// Returns the CEL value of JSON without a schema, as determined by Go's types.
pub(super) fn raw(json: &Json) -> Value<'_> {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => match number.as_i64() {
            Some(value) => Value::Int(value),
            None => Value::Double(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::String(Text::Borrowed(text)),
        Json::Array(items) => Value::List(List::Raw(items)),
        Json::Object(map) => Value::Map(Map::Raw(map)),
    }
}

/// Compares JSON as the server compares undeclared content: an integer never equals a float.
pub(super) fn equal_json(a: &Json, b: &Json) -> bool {
    // The pairs that are still to be compared: undeclared content may be nested deeper than the call stack allows.
    let mut open = vec![(a, b)];
    while let Some(pair) = open.pop() {
        match pair {
            (Json::Number(a), Json::Number(b)) => {
                let is_same = match (a.as_i64(), b.as_i64()) {
                    (Some(a), Some(b)) => a == b,
                    (None, None) => a.as_f64() == b.as_f64(),
                    _ => false,
                };
                if !is_same {
                    return false;
                }
            }
            (Json::Array(a), Json::Array(b)) => {
                if a.len() != b.len() {
                    return false;
                }
                open.extend(a.iter().zip(b));
            }
            (Json::Object(a), Json::Object(b)) => {
                if a.len() != b.len() {
                    return false;
                }
                for (key, a) in a {
                    let Some(b) = b.get(key) else { return false };
                    open.push((a, b));
                }
            }
            (a, b) if a != b => return false,
            _ => {}
        }
    }
    true
}
