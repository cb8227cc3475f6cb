//! Formats values for tools that show them: `int(3)`, `"text"`, `[bool(true)]`, `{"a": int(1)}`.

use std::fmt;

use super::equal::{self, MAX_DEPTH};
use super::value::Value;
use crate::go::quote;
use crate::go::{format_duration, format_float};

/// The notation of a value: scalars with their type, lists and maps of these, `optional(v)` or `none`; for
/// library values only the name of the type.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, f, 0)
    }
}

/// Writes a value inside `depth` lists and maps; values nested too deeply to be compared are written as `…`.
fn write(value: &Value<'_>, f: &mut fmt::Formatter<'_>, depth: u32) -> fmt::Result {
    if depth > MAX_DEPTH {
        return f.write_str("…");
    }
    match value {
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
        Value::Optional(Some(value)) => {
            f.write_str("optional(")?;
            write(value, f, depth + 1)?;
            f.write_str(")")
        }
        Value::List(list) => {
            f.write_str("[")?;
            for (index, item) in list.iter().enumerate() {
                if index > 0 {
                    f.write_str(", ")?;
                }
                write(&item, f, depth + 1)?;
            }
            f.write_str("]")
        }
        Value::Map(_) => {
            let members = equal::members(value).into_iter();
            let entries =
                members.filter_map(|(key, value)| Some((shown(&key, depth), shown(&value?, depth))));
            write_entries(f, entries.collect())
        }
        Value::Object(object) => {
            let entries = object
                .keys()
                .into_iter()
                .map(|key| match (equal::find(value, &key), &key) {
                    (Some(value), _) => (shown(&key, depth), shown(&value, depth)),
                    // A null field.
                    (None, Value::String(name)) => (
                        shown(&key, depth),
                        format!("error(no such key: {})", name.as_str()),
                    ),
                    // A member that expressions cannot access.
                    (None, _) => ("nil".to_owned(), "error(no such overload)".to_owned()),
                });
            write_entries(f, entries.collect())
        }
        Value::Library(library) => f.write_str(library.type_name()),
        Value::Error(error) => write!(f, "error({error})"),
    }
}

/// Formats a member of a value inside `depth` lists and maps.
fn shown(member: &Value<'_>, depth: u32) -> String {
    struct ShownMember<'v, 'a>(&'v Value<'a>, u32);

    impl fmt::Display for ShownMember<'_, '_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write(self.0, f, self.1)
        }
    }

    ShownMember(member, depth + 1).to_string()
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
