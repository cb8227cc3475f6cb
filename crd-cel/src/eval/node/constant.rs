//! Constants and their values.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::eval::convert::convert;
use crate::eval::function::Function;
use crate::eval::value::{Map, MapKey, Text, Value};
use crate::go::Timestamp;

/// A constant, independent of any object.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::eval) enum Constant {
    ConstantScalar(ConstantScalar),
    List(Vec<Constant>),
    Map(Vec<(Constant, Constant)>),
    Duration(i64),
    Timestamp(Timestamp),
    /// `conversion(constant)` that has no other form; it is computed on first use.
    Conversion(Function, Box<Constant>),
    Type(String),
}

/// A literal with its text.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::eval) enum ConstantScalar {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(String),
    Bytes(Vec<u8>),
}

impl Constant {
    /// Returns the value, which may be the error of a conversion.
    pub(in crate::eval) fn value(&self) -> Value<'_> {
        match self {
            Constant::ConstantScalar(scalar) => match scalar {
                ConstantScalar::Null => Value::Null,
                ConstantScalar::Bool(value) => Value::Bool(*value),
                ConstantScalar::Int(value) => Value::Int(*value),
                ConstantScalar::Uint(value) => Value::Uint(*value),
                ConstantScalar::Double(value) => Value::Double(*value),
                ConstantScalar::String(text) => Value::String(Text::Borrowed(text)),
                ConstantScalar::Bytes(bytes) => Value::Bytes(bytes.as_slice().into()),
            },
            Constant::Type(name) => Value::Type(Text::Borrowed(name)),
            Constant::Duration(nanos) => Value::Duration(*nanos),
            Constant::Timestamp(time) => Value::Timestamp(*time),
            Constant::List(items) => Value::list(items.iter().map(Constant::value).collect()),
            Constant::Map(entries) => {
                let mut map = BTreeMap::new();
                for (key, value) in entries {
                    let key = MapKey::added(&key.value(), &map);
                    map.insert(key, value.value());
                }
                Value::Map(Map::Owned(Rc::new(map)))
            }
            Constant::Conversion(function, constant) => convert(*function, &constant.value(), u8::MAX),
        }
    }

    /// Returns the constant for a value without parts; `None` for any other value, and for an error.
    pub(in crate::eval) fn of(value: &Value<'_>) -> Option<Self> {
        Some(Constant::ConstantScalar(match value {
            Value::Null => ConstantScalar::Null,
            Value::Bool(value) => ConstantScalar::Bool(*value),
            Value::Int(value) => ConstantScalar::Int(*value),
            Value::Uint(value) => ConstantScalar::Uint(*value),
            Value::Double(value) => ConstantScalar::Double(*value),
            Value::String(text) => ConstantScalar::String(text.as_str().to_owned()),
            Value::Bytes(bytes) => ConstantScalar::Bytes(bytes.to_vec()),
            Value::Type(name) => return Some(Constant::Type(name.as_str().to_owned())),
            Value::Duration(nanos) => return Some(Constant::Duration(*nanos)),
            Value::Timestamp(time) => return Some(Constant::Timestamp(*time)),
            _ => return None,
        }))
    }

    /// Checks whether it has no parts and needs no computation.
    pub(in crate::eval) fn is_scalar(&self) -> bool {
        !matches!(
            self,
            Constant::List(_) | Constant::Map(_) | Constant::Conversion(..)
        )
    }
}
