//! Converts lists of objects with a key to maps, and maps to such lists.
//!
//! ```text
//! [{"name": "a", "value": 1}]  ⇄  {"a": 1}                  the value is a member
//! [{"name": "a", "size": 1}]   ⇄  {"a": {"size": 1}}        the value is the rest of the element
//! [{"name": "a", "size": 1}]   ⇄  {"a": {"name": "a", …}}   the value is the whole element, if its type declares the key
//! ```
//!
//! The server orders the members of maps by their keys, so lists that are converted back have that order.

use std::borrow::Cow;

use crate::convert::json::{Document, Json, Kind, write_string};
use crate::convert::plan::MapValues;
use crate::model::sort::sort_by;
use crate::rust::shape::{ByKey, FunctionResult};

/// Converts a list to a map, or a map to a list. Elements without a key or a value are omitted.
pub(super) fn turn(by_key: ByKey, values: MapValues, sources: &[Option<&str>]) -> FunctionResult {
    let [Some(source)] = sources else {
        return FunctionResult::Missing;
    };
    let Ok(document) = Document::read(source) else {
        return FunctionResult::Unreadable;
    };
    match document.root().kind() {
        Kind::List => FunctionResult::Values(to_map(by_key, values, document.root())),
        Kind::Object => FunctionResult::Values(to_list(by_key, document.root())),
        _ => FunctionResult::Unreadable,
    }
}

fn to_map(by_key: ByKey, values: MapValues, list: Json<'_>) -> String {
    let mut members: Vec<(Cow<'_, str>, String)> = Vec::new();
    for element in list.elements() {
        let key = element.get(by_key.key).and_then(Json::string);
        let value = match by_key.value {
            Some(name) => element.get(name).map(|value| value.raw().to_owned()),
            None if values == MapValues::Elements => Some(element.raw().to_owned()),
            None => Some(without(element, by_key.key)),
        };
        if let (Some(key), Some(value)) = (key, value)
            && !members.iter().any(|(known, _)| *known == key)
        {
            members.push((key, value));
        }
    }
    sort_by(&mut members, &|a, b| a.0.cmp(&b.0));
    let mut text = String::from("{");
    for (key, value) in &members {
        member(&mut text, key, value);
    }
    text.push('}');
    text
}

fn to_list(by_key: ByKey, map: Json<'_>) -> String {
    let mut members: Vec<(Cow<'_, str>, Json<'_>)> = map.members().collect();
    sort_by(&mut members, &|a, b| a.0.cmp(&b.0));
    let mut text = String::from("[");
    for (key, value) in &members {
        if by_key.value.is_none() && !value.is_object() {
            continue;
        }
        text.push_str(if text.len() > 1 { ",{" } else { "{" });
        let mut name = String::new();
        write_string(&mut name, key);
        member(&mut text, by_key.key, &name);
        match by_key.value {
            Some(value_name) => member(&mut text, value_name, value.raw()),
            None => {
                for (name, value) in value.members().filter(|(name, _)| *name != by_key.key) {
                    member(&mut text, &name, value.raw());
                }
            }
        }
        text.push('}');
    }
    text.push(']');
    text
}

/// Returns an object without a member.
fn without(object: Json<'_>, name: &str) -> String {
    let mut text = String::from("{");
    for (other, value) in object.members().filter(|(other, _)| *other != name) {
        member(&mut text, &other, value.raw());
    }
    text.push('}');
    text
}

fn member(text: &mut String, name: &str, value: &str) {
    if !text.ends_with('{') {
        text.push(',');
    }
    write_string(text, name);
    text.push(':');
    text.push_str(value);
}
