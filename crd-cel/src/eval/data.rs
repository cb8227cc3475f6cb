//! The schema of the data that an expression reads: how each JSON value becomes a CEL value.
//!
//! ```text
//! schema   {type: object, properties: {a-b: {type: integer}, at: {type: string, format: date-time}}}
//! JSON     {"a-b": 3, "at": "2024-02-29T12:00:00Z", "other": true}
//! CEL      self.a__dash__b is int(3), self.at is a timestamp, `other` does not exist (but counts in `size`)
//! ```

use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value as Json;

use super::error::EvalError;
use super::plan::{Found, Hint};
use super::time;
use super::value::{List, Map, Object, Text, Value};

/// How the JSON values at one place of an object become CEL values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataSchema {
    /// What the value is.
    pub kind: DataKind,
    /// Whether null is a value there, and not an error.
    pub nullable: bool,
}

/// What a value is, by its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataKind {
    /// `type: boolean`.
    Bool,
    /// `type: integer`.
    Int,
    /// `type: number`.
    Double,
    /// `type: string` without a format that has a CEL type of its own.
    String,
    /// `format: byte`: URL-safe base64.
    Bytes,
    /// `format: date`.
    Date,
    /// `format: date-time`.
    DateTime,
    /// `format: duration`.
    Duration,
    /// `x-kubernetes-int-or-string`.
    IntOrString,
    /// `type: array`.
    List(Box<ListSchema>),
    /// `type: object` with `additionalProperties`.
    Map(Box<DataSchema>),
    /// `type: object` with properties.
    Object(ObjectSchema),
    /// `x-kubernetes-preserve-unknown-fields` without a type. Expressions cannot name such values, but see them where
    /// they compare what is around them: number by number, so that 1 and 1.0 differ.
    Preserved,
}

/// A list, with the meaning of its elements' order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListSchema {
    /// The elements.
    pub items: DataSchema,
    /// `x-kubernetes-list-type`.
    pub kind: ListKind,
}

/// `x-kubernetes-list-type`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ListKind {
    /// Order counts.
    Atomic,
    /// Elements are unique; order does not count.
    Set,
    /// Elements are unique by these keys (names as in the schema).
    Map(Vec<String>),
}

/// An object with named fields.
#[derive(Clone, Debug, Default)]
pub struct ObjectSchema {
    fields: Vec<DataField>,
    /// What tells it from all others with other fields; 0 if nothing does.
    id: u32,
}

impl PartialEq for ObjectSchema {
    fn eq(&self, other: &Self) -> bool {
        self.fields == other.fields
    }
}

impl Eq for ObjectSchema {}

/// A field of an [`ObjectSchema`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataField {
    /// The name as expressions write it (escaped), or the name in JSON where no expression can write it.
    pub name: String,
    /// The name in JSON.
    pub key: String,
    /// The value.
    pub schema: DataSchema,
}

impl ObjectSchema {
    /// An object with these fields.
    pub fn new(mut fields: Vec<DataField>) -> Self {
        fields.sort_by(|a, b| a.name.cmp(&b.name));
        Self {
            fields,
            id: next_id(),
        }
    }

    /// The field of a name as an expression writes it: escaped, or one of the few names that servers take either way,
    /// such as `namespace`.
    pub fn field(&self, name: &str) -> Option<&DataField> {
        match self
            .fields
            .binary_search_by(|field| field.name.as_str().cmp(name))
        {
            Ok(at) => self.fields.get(at),
            Err(_) => self.fields.iter().find(|field| field.key == name),
        }
    }

    /// Like [`field`](Self::field), with what was found the last time: a known field's names are not read. Also its name in
    /// JSON.
    pub(super) fn field_at<'s>(&'s self, name: &'s str, hint: &Hint) -> Option<(&'s DataField, &'s str)> {
        let known = hint.get();
        if known.schema == self.id
            && self.id != 0
            && let Some(field) = self.fields.get(known.place as usize)
        {
            return Some((field, if known.is_plain { name } else { &field.key }));
        }
        let found = self
            .fields
            .binary_search_by(|field| field.name.as_str().cmp(name));
        let place = match found {
            Ok(place) => place,
            Err(_) => self.fields.iter().position(|field| field.key == name)?,
        };
        let field = self.fields.get(place)?;
        if let Ok(place) = u16::try_from(place) {
            hint.set(Found {
                schema: self.id,
                place,
                is_plain: field.key == name,
            });
        }
        Some((field, &field.key))
    }

    /// The field of a JSON name.
    pub fn field_of_key(&self, key: &str) -> Option<&DataField> {
        match self.field(key) {
            Some(field) if field.key == key => Some(field),
            _ => self.fields.iter().find(|field| field.key == key),
        }
    }

    /// All fields, by escaped name.
    pub fn fields(&self) -> &[DataField] {
        &self.fields
    }
}

/// The id of a new schema; 0 after the last one.
fn next_id() -> u32 {
    static LAST: AtomicU32 = AtomicU32::new(0);
    let next = LAST.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |last| last.checked_add(1));
    next.map_or(0, |last| last.saturating_add(1))
}

impl DataSchema {
    /// A value that may not be null.
    pub fn new(kind: DataKind) -> Self {
        Self {
            kind,
            nullable: false,
        }
    }

    /// The object that `json` is; `None` if the schema has another type or `json` does not fit.
    pub(super) fn object<'a>(&'a self, json: &'a Json) -> Option<Object<'a>> {
        match (&self.kind, json) {
            (DataKind::Object(schema), Json::Object(map)) => Some(Object { map, schema }),
            _ => None,
        }
    }

    /// What an optional shows of `json` until 1.36: the value without its schema (EVAL-24), or the error of one that does not
    /// fit.
    pub fn in_optional<'a>(&'a self, json: &'a Json) -> Value<'a> {
        match self.value(json) {
            error @ Value::Error(_) => error,
            _ => raw(json),
        }
    }

    /// The CEL value of `json`. A value that does not fit the schema becomes an error value, which surfaces where an
    /// expression uses it.
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
                None => mismatch("int", json),
            },
            (DataKind::Double, Json::Number(number)) => Value::Double(number.as_f64().unwrap_or(f64::NAN)),
            (DataKind::String, Json::String(text)) => Value::String(Text::Borrowed(text)),
            (DataKind::Bytes, Json::String(text)) => super::base64::decode(text),
            (DataKind::Date, Json::String(text)) => time::date(text),
            (DataKind::DateTime, Json::String(text)) => time::date_time(text),
            (DataKind::Duration, Json::String(text)) => time::lenient_duration(text),
            (DataKind::IntOrString, Json::String(text)) => Value::String(Text::Borrowed(text)),
            (DataKind::IntOrString, Json::Number(number)) if number.as_i64().is_some() => {
                Value::Int(number.as_i64().unwrap_or_default())
            }
            (DataKind::IntOrString, _) => {
                Value::error("invalid data, expected XIntOrString value to be either a string or integer")
            }
            (DataKind::List(schema), Json::Array(items)) => Value::List(List::Data { items, schema }),
            (DataKind::Map(values), Json::Object(map)) => Value::Map(Map::Data { map, values }),
            (DataKind::Object(schema), Json::Object(map)) => Value::Object(Object { map, schema }),
            (DataKind::Preserved, json) => raw(json),
            (DataKind::List(_), _) => {
                Value::error("invalid data, expected an array for the provided schema with type=array")
            }
            (DataKind::Map(_) | DataKind::Object(_), _) => {
                Value::error("invalid data, expected a map for the provided schema with type=object")
            }
            (kind, _) => mismatch(kind.expected(), json),
        }
    }
}

impl DataKind {
    /// Whether its texts are read as values of another type.
    pub(super) fn is_read(&self) -> bool {
        matches!(
            self,
            DataKind::Date | DataKind::DateTime | DataKind::Duration | DataKind::Bytes
        )
    }

    /// The error of a Go value of another type.
    pub(super) fn unfit(&self, found: &str) -> String {
        match self {
            DataKind::IntOrString => {
                "invalid data, expected XIntOrString value to be either a string or integer".to_owned()
            }
            DataKind::List(_) => {
                "invalid data, expected an array for the provided schema with type=array".to_owned()
            }
            DataKind::Map(_) | DataKind::Object(_) => {
                "invalid data, expected a map for the provided schema with type=object".to_owned()
            }
            kind => format!("invalid data, expected {}, got {found}", kind.expected()),
        }
    }

    /// What the server's errors say was expected.
    fn expected(&self) -> &'static str {
        match self {
            DataKind::Bool => "bool",
            DataKind::Int => "int",
            DataKind::Double => "float",
            DataKind::String | DataKind::Bytes | DataKind::Date | DataKind::DateTime | DataKind::Duration => {
                "string"
            }
            DataKind::IntOrString => "XIntOrString",
            DataKind::List(_) => "array",
            DataKind::Map(_) | DataKind::Object(_) => "map",
            DataKind::Preserved => "any value",
        }
    }
}

fn mismatch<'a>(expected: &str, found: &Json) -> Value<'a> {
    Value::Error(EvalError::new(format!(
        "invalid data, expected {expected}, got {}",
        go_type(found)
    )))
}

/// The Go type that a decoded JSON value has.
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

/// The value of JSON without a schema, as Go's types show it to CEL.
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

/// Equality of JSON as the server compares undeclared content: an integer never equals a float.
pub(super) fn equal_json(a: &Json, b: &Json) -> bool {
    // Pairs still to be compared: undeclared content may be nested deeper than the call stack.
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
