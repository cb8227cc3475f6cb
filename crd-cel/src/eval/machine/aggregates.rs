//! Builds lists, maps and constants.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Machine;
use crate::eval::call;
use crate::eval::convert;
use crate::eval::error::Stop;
use crate::eval::lib::printed;
use crate::eval::plan::{Constant, NONE_OPTIONAL, Plain};
use crate::eval::value::{Map, MapKey, Text, Value};

impl<'p: 'a, 'a> Machine<'p, 'a> {
    pub(super) fn list(&mut self, count: usize, optional: u32) -> Value<'a> {
        let start = self.stack.len().saturating_sub(count);
        let mut items: Vec<Value<'a>> = self.stack.split_off(start);
        if optional != NONE_OPTIONAL {
            let which = self.which(optional);
            let mut kept = Vec::with_capacity(items.len());
            for (index, item) in items.into_iter().enumerate() {
                match item {
                    Value::Optional(value) if is_in(which, index) => {
                        kept.extend(value.map(|value| (*value).clone()));
                    }
                    _ if is_in(which, index) => return not_optional(None, &item, self.server),
                    other => kept.push(other),
                }
            }
            items = kept;
        }
        Value::list(items)
    }

    pub(super) fn map(&mut self, count: usize, optional: u32) -> Value<'a> {
        let start = self.stack.len().saturating_sub(2 * count);
        let parts: Vec<Value<'a>> = self.stack.split_off(start);
        match self.entries(parts, optional) {
            Ok(map) => Value::Map(Map::Owned(Rc::new(map))),
            Err(error) => error,
        }
    }

    /// The entries of a map, from its keys and values; the error is that a value behind `?` is no optional.
    fn entries(
        &self,
        parts: Vec<Value<'a>>,
        optional: u32,
    ) -> Result<BTreeMap<MapKey<'a>, Value<'a>>, Value<'a>> {
        let which = self.which(optional);
        let mut map = BTreeMap::new();
        let mut parts = parts.into_iter();
        let mut index = 0;
        while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
            let value = match value {
                Value::Optional(None) if is_in(which, index) => None,
                Value::Optional(Some(value)) if is_in(which, index) => Some((*value).clone()),
                other if is_in(which, index) => return Err(not_optional(Some(&key), &other, self.server)),
                other => Some(other),
            };
            index += 1;
            let known = MapKey::added(&key, &map);
            // The last of equal keys counts, and an optional without a value removes those before.
            match value {
                Some(value) => map.insert(known, value),
                None => map.remove(&known),
            };
        }
        Ok(map)
    }

    /// Which parts of a list or map are behind `?`.
    fn which(&self, optional: u32) -> &'p [u32] {
        self.plan
            .optional
            .get(optional as usize)
            .map_or(&[], Vec::as_slice)
    }

    /// Ends the evaluation where Go's maps cannot have the key of the entry of a number, which is on the stack with its value and
    /// the entries before it.
    pub(super) fn hash(&self, entry: u32, optional: u32) -> Result<(), Stop> {
        let entry = entry as usize;
        let [.., key, value] = self.stack.as_slice() else {
            return Ok(());
        };
        if key.is_hashable(self.server) {
            return Ok(());
        }
        let type_ = call::go_type(key, self.server);
        let is_removed = is_in(self.which(optional), entry) && matches!(value, Value::Optional(None));
        let start = self.stack.len().saturating_sub(2 * (entry + 1));
        let before = self.stack.get(start..self.stack.len() - 2).unwrap_or_default();
        let is_empty = || {
            self.entries(before.to_vec(), optional)
                .is_ok_and(|map| map.is_empty())
        };
        // Go has other words where it removes a key from an empty map.
        Err(Stop::Internal(if is_removed && is_empty() {
            format!("hash of unhashable type: {type_}")
        } else {
            format!("runtime error: hash of unhashable type {type_}")
        }))
    }
}

fn is_in(which: &[u32], index: usize) -> bool {
    u32::try_from(index).is_ok_and(|index| which.contains(&index))
}

/// The error of a value that is written with `?` in a list, or under a key in a map, and is no optional.
pub(super) fn not_optional<'a>(key: Option<&Value<'a>>, value: &Value<'a>, server: u8) -> Value<'a> {
    let shown = printed::printed(value, server);
    Value::error(match key {
        None => format!("cannot initialize optional list element from non-optional value {shown}"),
        Some(key) => {
            let key = printed::printed(key, server);
            format!("cannot initialize optional entry '{key}' from non-optional value {shown}")
        }
    })
}

pub(in crate::eval) fn value_of(constant: &Constant) -> Value<'_> {
    match constant {
        Constant::Literal(plain) => match plain {
            Plain::Null => Value::Null,
            Plain::Bool(value) => Value::Bool(*value),
            Plain::Int(value) => Value::Int(*value),
            Plain::Uint(value) => Value::Uint(*value),
            Plain::Double(value) => Value::Double(*value),
            Plain::String(text) => Value::String(Text::Borrowed(text)),
            Plain::Bytes(bytes) => Value::Bytes(bytes.as_slice().into()),
        },
        Constant::Type(name) => Value::Type(Text::Borrowed(name)),
        Constant::Duration(nanos) => Value::Duration(*nanos),
        Constant::Timestamp(time) => Value::Timestamp(*time),
        Constant::List(items) => Value::list(items.iter().map(value_of).collect()),
        Constant::Map(entries) => {
            let mut map = BTreeMap::new();
            for (key, value) in entries {
                let key = MapKey::added(&value_of(key), &map);
                map.insert(key, value_of(value));
            }
            Value::Map(Map::Owned(Rc::new(map)))
        }
        Constant::Conversion(function, constant) => convert::convert(*function, &value_of(constant), u8::MAX),
    }
}
