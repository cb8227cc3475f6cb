//! Conversions of values, and the names of their types.

use super::function::Function;
use super::value::{Library, Text, Value};
use crate::conversion::{self, Converted, Convertible};

/// Converts a value; the result may be the server's error.
pub(super) fn convert<'a>(function: Function, value: &Value<'a>, server: u8) -> Value<'a> {
    let convertible = match value {
        _ if function == Function::Dyn => return value.clone(),
        _ if function == Function::Type => {
            return Value::Type(Text::Owned(type_name(value, server).into()));
        }
        Value::Bool(value) => Convertible::Bool(*value),
        Value::Int(value) => Convertible::Int(*value),
        Value::Uint(value) => Convertible::Uint(*value),
        Value::Double(value) => Convertible::Double(*value),
        Value::String(text) => Convertible::String(text.as_str()),
        Value::Bytes(bytes) => Convertible::Bytes(bytes),
        Value::Duration(nanos) => Convertible::Duration(*nanos),
        Value::Timestamp(timestamp) => Convertible::Timestamp(*timestamp),
        Value::Library(library) if function == Function::String => match &**library {
            Library::Ip(ip) => return Value::owned(ip.to_string()),
            Library::Cidr(cidr) => return Value::owned(cidr.to_string()),
            _ => Convertible::Other,
        },
        _ => Convertible::Other,
    };
    match conversion::convert(function.name(), convertible, value.type_name(), server) {
        Ok(Converted::Unchanged) => value.clone(),
        Ok(Converted::Bool(value)) => Value::Bool(value),
        Ok(Converted::Int(value)) => Value::Int(value),
        Ok(Converted::Uint(value)) => Value::Uint(value),
        Ok(Converted::Double(value)) => Value::Double(value),
        Ok(Converted::String(text)) => Value::owned(text),
        Ok(Converted::Bytes(bytes)) => Value::Bytes(bytes.into()),
        Ok(Converted::Duration(nanos)) => Value::Duration(nanos),
        Ok(Converted::Timestamp(timestamp)) => Value::Timestamp(timestamp),
        Err((_, text)) => Value::error(text),
    }
}

/// The last server that uses a short name for the type of optionals.
const SHORT_NAME_UNTIL: u8 = 30;

/// Returns the name of the type of a value on a server.
pub(super) fn type_name<'v>(value: &'v Value<'_>, server: u8) -> &'v str {
    match value {
        Value::Optional(_) if server <= SHORT_NAME_UNTIL => "optional",
        _ => value.type_name(),
    }
}

/// Formats a type as Go prints it.
pub(super) fn printed_type(name: &str, server: u8) -> String {
    match name {
        "list" if server <= EMPTY_PARAMETERS_UNTIL => "list()".to_owned(),
        "list" => "list(dyn)".to_owned(),
        "map" if server <= EMPTY_PARAMETERS_UNTIL => "map(, )".to_owned(),
        "map" => "map(dyn, dyn)".to_owned(),
        "optional_type" if server >= 37 => "optional_type(dyn)".to_owned(),
        other => other.to_owned(),
    }
}

/// The last server that prints types of lists and maps without their parameters.
const EMPTY_PARAMETERS_UNTIL: u8 = 33;
