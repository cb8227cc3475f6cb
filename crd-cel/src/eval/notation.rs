//! Values as text, for tools that show them: `int(3)`, `"text"`, `[bool(true)]`, `{"a": int(1)}`.

use std::fmt;

use super::lib::strings::quote;
use super::value::Value;
use crate::go::{format_duration, format_float};

/// The notation of a value: scalars with their type, lists and maps of these, `optional(v)` or `none`; of library
/// values the name of the type alone.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Null => f.write_str("null"),
            Value::Bool(value) => write!(f, "bool({value})"),
            Value::Int(value) => write!(f, "int({value})"),
            Value::Uint(value) => write!(f, "uint({value})"),
            Value::Double(value) => write!(f, "double({})", format_float(*value)),
            Value::String(text) => f.write_str(&quote(text.as_str())),
            Value::Bytes(bytes) => {
                f.write_str("bytes(")?;
                for byte in bytes.iter() {
                    write!(f, "{byte:02x}")?;
                }
                f.write_str(")")
            }
            Value::Duration(nanos) => write!(f, "duration({})", format_duration(*nanos)),
            Value::Timestamp(timestamp) => write!(f, "timestamp({timestamp})"),
            Value::Type(name) => write!(f, "type({})", name.as_str()),
            Value::Optional(None) => f.write_str("none"),
            Value::Optional(Some(value)) => write!(f, "optional({value})"),
            Value::List(list) => {
                f.write_str("[")?;
                for (index, item) in list.iter().enumerate() {
                    if index > 0 {
                        f.write_str(", ")?;
                    }
                    item.fmt(f)?;
                }
                f.write_str("]")
            }
            Value::Map(map) => {
                let entries = map.keys().into_iter().filter_map(|key| {
                    let value = super::equal::find(self, &key)?;
                    Some((key.to_string(), value.to_string()))
                });
                write_entries(f, entries.collect())
            }
            Value::Object(object) => {
                let entries = object
                    .keys()
                    .into_iter()
                    .map(|key| match super::equal::find(self, &key) {
                        Some(value) => (key.to_string(), value.to_string()),
                        // A member that expressions cannot see.
                        None => ("nil".to_owned(), "error(no such overload)".to_owned()),
                    });
                write_entries(f, entries.collect())
            }
            Value::Library(library) => f.write_str(library.type_name()),
            Value::Error(error) => write!(f, "error({error})"),
        }
    }
}

fn write_entries(f: &mut fmt::Formatter<'_>, mut entries: Vec<(String, String)>) -> fmt::Result {
    entries.sort();
    entries.dedup();
    f.write_str("{")?;
    for (index, (key, value)) in entries.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        write!(f, "{key}: {value}")?;
    }
    f.write_str("}")
}
