//! Inserts entries into the maps that macros build.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::eval::equal::{self, NO_OVERLOAD};
use crate::eval::lib::printed;
use crate::eval::value::{Map, MapKey, Value};

/// Evaluates `map + {key: value}` of the macros that create maps; keys must be unique.
pub(super) fn insert<'a>(args: &[Value<'a>], server: u8) -> Value<'a> {
    let (Some(Value::Map(Map::Owned(map))), added) = (args.first(), args.get(1..).unwrap_or_default()) else {
        return Value::error(NO_OVERLOAD);
    };
    let mut map: BTreeMap<MapKey<'a>, Value<'a>> = (**map).clone();
    match insert_into(&mut map, added, server) {
        Some(error) => error,
        None => Value::Map(Map::Owned(Rc::new(map))),
    }
}

/// Adds a key and a value, or all entries of a map; an error if a key already exists.
pub(in crate::eval) fn insert_into<'a>(
    map: &mut BTreeMap<MapKey<'a>, Value<'a>>,
    added: &[Value<'a>],
    server: u8,
) -> Option<Value<'a>> {
    let entries: Vec<(Value<'a>, Value<'a>)> = match added {
        [key, value] => vec![(key.clone(), value.clone())],
        [other @ (Value::Map(_) | Value::Object(_))] => {
            let members = equal::members(other).into_iter();
            members.filter_map(|(key, value)| Some((key, value?))).collect()
        }
        _ => {
            let types: Vec<&str> = added.iter().map(Value::type_name).collect();
            return Some(Value::error(format!(
                "{NO_OVERLOAD}: cel.@mapInsert(map, {})",
                types.join(", ")
            )));
        }
    };
    for (key, value) in entries {
        if !key.is_hashable(server) {
            return Some(Value::error(format!("unsupported key type: {}", key.type_name())));
        }
        let found = MapKey::added(&key, map);
        if map.contains_key(&found) {
            let shown = printed::printed(&key, server);
            return Some(Value::error(format!("insert failed: key {shown} already exists")));
        }
        map.insert(found, value);
    }
    None
}
