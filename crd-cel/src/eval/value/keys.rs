//! The keys of maps, and their order.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use serde_json::{Map as JsonMap, Value as Json};

use super::{Library, Text, Value};
use crate::go::Timestamp;

/// A key of a computed map.
#[derive(Clone, Debug)]
pub enum MapKey<'a> {
    /// `null`
    Null,
    /// `bool`
    Bool(bool),
    /// `int`
    Int(i64),
    /// `uint`
    Uint(u64),
    /// `double`, by its bits.
    Double(u64),
    /// `string`
    String(Rc<str>),
    /// `google.protobuf.Duration`, in nanoseconds.
    Duration(i64),
    /// `google.protobuf.Timestamp`: seconds, nanoseconds and offset.
    Timestamp(i64, u32, i64),
    /// `type`, by its name.
    Type(Rc<str>),
    /// `net.IP` or `net.CIDR`, by its text.
    Address(Arc<Library>, Rc<str>),
    /// An empty optional.
    None,
    /// A list, a map or another value that no lookup finds, because the server compares its address;
    /// identified by its number in the map.
    Opaque(usize, Value<'a>),
}

/// The value by which keys are compared, after the order of their types.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum KeyOrder<'k> {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(u64),
    String(&'k str),
    Duration(i64),
    Timestamp(i64, u32, i64),
    Type(&'k str),
    Address(&'k str),
    None,
    Opaque(usize),
}

impl PartialEq for MapKey<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.order() == other.order()
    }
}

impl Eq for MapKey<'_> {}

impl PartialOrd for MapKey<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for MapKey<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

/// Returns the names of a JSON object, sorted.
pub(in crate::eval) fn sorted_keys(map: &JsonMap<String, Json>) -> Vec<Value<'_>> {
    let mut keys: Vec<&str> = map.keys().map(String::as_str).collect();
    // They are already sorted if the map keeps them so.
    if !keys.is_sorted() {
        keys.sort_unstable();
    }
    keys.into_iter().map(Value::text).collect()
}

/// Calls `body` with the names of a JSON object, sorted, until it breaks or fails.
pub(in crate::eval) fn each_key<'a, E>(
    map: &'a JsonMap<String, Json>,
    mut body: impl FnMut(&'a str) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    // They are already sorted if the map keeps them so.
    if map.keys().is_sorted() {
        for key in map.keys() {
            if body(key)?.is_break() {
                break;
            }
        }
        return Ok(());
    }
    let mut keys: Vec<&str> = map.keys().map(String::as_str).collect();
    keys.sort_unstable();
    for key in keys {
        if body(key)?.is_break() {
            break;
        }
    }
    Ok(())
}

/// Checks whether Go has a single value for the zone of a timestamp, which it compares by address: UTC, and
/// offsets of whole hours.
pub(in crate::eval) fn has_known_zone(time: &Timestamp) -> bool {
    time.offset % 3600 == 0 && (-12..=14).contains(&(time.offset / 3600))
}

impl<'a> MapKey<'a> {
    fn order(&self) -> KeyOrder<'_> {
        match self {
            MapKey::Null => KeyOrder::Null,
            MapKey::Bool(value) => KeyOrder::Bool(*value),
            MapKey::Int(value) => KeyOrder::Int(*value),
            MapKey::Uint(value) => KeyOrder::Uint(*value),
            // Both zeros are the same key.
            MapKey::Double(bits) => KeyOrder::Double((f64::from_bits(*bits) + 0.0).to_bits()),
            MapKey::String(text) => KeyOrder::String(text),
            MapKey::Duration(nanos) => KeyOrder::Duration(*nanos),
            MapKey::Timestamp(seconds, nanos, offset) => KeyOrder::Timestamp(*seconds, *nanos, *offset),
            MapKey::Type(name) => KeyOrder::Type(name),
            MapKey::Address(_, text) => KeyOrder::Address(text),
            MapKey::None => KeyOrder::None,
            MapKey::Opaque(number, _) => KeyOrder::Opaque(*number),
        }
    }

    /// Converts the key to a value.
    pub fn value(&self) -> Value<'a> {
        match self {
            MapKey::Null => Value::Null,
            MapKey::Bool(value) => Value::Bool(*value),
            MapKey::Int(value) => Value::Int(*value),
            MapKey::Uint(value) => Value::Uint(*value),
            MapKey::Double(bits) => Value::Double(f64::from_bits(*bits)),
            MapKey::String(text) => Value::String(Text::Owned(text.clone())),
            MapKey::Duration(nanos) => Value::Duration(*nanos),
            MapKey::Timestamp(seconds, nanos, offset) => Value::Timestamp(Timestamp {
                seconds: *seconds,
                nanos: *nanos,
                offset: *offset,
            }),
            MapKey::Type(name) => Value::Type(Text::Owned(name.clone())),
            MapKey::Address(library, _) => Value::Library(library.clone()),
            MapKey::None => Value::Optional(None),
            MapKey::Opaque(_, value) => value.clone(),
        }
    }

    /// Converts a value to a key, if lookups can find it.
    pub(in crate::eval) fn of(value: &Value<'_>) -> Option<Self> {
        match value {
            Value::Null => Some(MapKey::Null),
            Value::Bool(value) => Some(MapKey::Bool(*value)),
            Value::Int(value) => Some(MapKey::Int(*value)),
            Value::Uint(value) => Some(MapKey::Uint(*value)),
            Value::String(text) => Some(MapKey::String(text.as_str().into())),
            // No lookup finds a value that does not equal itself.
            Value::Double(value) if value.is_nan() => None,
            Value::Double(value) => Some(MapKey::Double(value.to_bits())),
            Value::Duration(nanos) => Some(MapKey::Duration(*nanos)),
            Value::Timestamp(time) if !has_known_zone(time) => None,
            Value::Timestamp(time) => Some(MapKey::Timestamp(time.seconds, time.nanos, time.offset)),
            Value::Type(name) => Some(MapKey::Type(name.as_str().into())),
            Value::Optional(None) => Some(MapKey::None),
            Value::Library(library) => match &**library {
                Library::Ip(ip) => Some(MapKey::Address(library.clone(), ip.to_string().into())),
                Library::Cidr(cidr) => Some(MapKey::Address(library.clone(), cidr.to_string().into())),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the key for a new entry of a map.
    pub(in crate::eval) fn added(value: &Value<'a>, map: &BTreeMap<MapKey<'a>, Value<'a>>) -> Self {
        if let Some(key) = Self::of(value).or_else(|| Self::same(value, map)) {
            return key;
        }
        MapKey::Opaque(map.len(), value.clone())
    }

    /// Returns the key of a map that is the same value at the same address.
    pub(in crate::eval) fn same(value: &Value<'_>, map: &BTreeMap<MapKey<'a>, Value<'a>>) -> Option<Self> {
        let is_same = |key: &&MapKey<'a>| matches!(key, MapKey::Opaque(_, key) if key.is_same(value));
        map.keys().find(is_same).cloned()
    }
}
