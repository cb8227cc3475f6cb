//! The keys of lists of type `map`: a property with a similar name, and which lists can have keys.

use super::{is_object, nearest_of};
use crate::check::place::node_at;
use crate::model::field::FieldPath;
use crate::yaml::tree::Node;

/// Keywords of lists.
pub(in crate::check) const OF_LISTS: [&str; 5] = [
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
    "minItems",
    "maxItems",
    "uniqueItems",
];

/// Types of elements that have no fields.
const SCALARS: [&str; 4] = ["string", "integer", "number", "boolean"];

/// Returns the advice for a key that is no property of the elements, for the path of the keys.
pub(super) fn near_key(document: &Node, path: &FieldPath) -> Option<String> {
    let (list, items) = list_at(document, path)?;
    let names = || items.get("properties").map_or(&[][..], Node::members).iter();
    let mut keys = list.get("x-kubernetes-list-map-keys")?.elements().iter();
    let unknown = keys.find_map(|key| {
        key.as_str()
            .filter(|key| names().all(|entry| *entry.key != **key))
    })?;
    let bare = unknown.trim_start_matches(['.', '$']);
    let same = names().find(|entry| *entry.key == *bare).map(|entry| &*entry.key);
    match same.or_else(|| crd_cel::nearest(unknown, names().map(|entry| &*entry.key))) {
        Some(meant) => Some(format!("did you mean `{meant}`?")),
        None => Some(format!(
            "use a property of `items`, such as `{}`",
            likely_key(items)?
        )),
    }
}

/// Returns the advice for a schema with a list type that is not one of lists.
pub(super) fn of_list_type(schema: &Node) -> Option<String> {
    let help = if is_object(schema) {
        "remove `x-kubernetes-list-type`; to replace an object as a whole, write `x-kubernetes-map-type: atomic`"
    } else if schema.get("items").is_some() {
        "write `type: array`"
    } else {
        return None;
    };
    Some(help.to_owned())
}

/// Returns the advice for a list with a map type.
pub(super) fn of_map_type(document: &Node, path: &FieldPath) -> Option<String> {
    let is_list = node_at(document, path)?.as_str() == Some("array");
    let schema = node_at(document, &path.ancestor(1)).filter(|_| is_list)?;
    let written = schema.get("x-kubernetes-map-type")?.as_str();
    let meant = written.filter(|written| ["set", "map"].contains(written));
    let meant = meant.unwrap_or("atomic");
    Some(format!(
        "for a list, write `x-kubernetes-list-type: {meant}` instead"
    ))
}

/// Returns the advice for a list without keys, for a path at the list or in it.
pub(super) fn without_keys(document: &Node, path: &FieldPath) -> Option<String> {
    let (_, items) = list_at(document, path)?;
    if is_scalar(items) {
        return Some("only objects have keys: for scalars, write `x-kubernetes-list-type: set`".to_owned());
    }
    let key = likely_key(items)?;
    Some(format!(
        "add `x-kubernetes-list-map-keys: [{key}]`, with the fields that identify elements"
    ))
}

/// Returns the advice for a list of type `map` whose elements are scalars, for a path in `items`.
pub(super) fn of_scalars(document: &Node, path: &FieldPath) -> Option<String> {
    let (list, _) = list_at(document, path)?;
    list.get("x-kubernetes-list-map-keys").map(|_| {
        "for scalars, write `x-kubernetes-list-type: set`, and remove `x-kubernetes-list-map-keys`".to_owned()
    })
}

/// Returns the list type that is meant by one that does not exist.
pub(super) fn of_unknown_type(document: &Node, path: &FieldPath, text: &str) -> Option<String> {
    let meant = nearest_of(text, ["atomic", "set", "map"].into_iter())?;
    let items = node_at(document, &path.ancestor(1)).and_then(|list| list.get("items"));
    // The elements of a map list are objects.
    let is_set = meant == "map" && items.is_some_and(is_scalar);
    Some(format!("did you mean `{}`?", if is_set { "set" } else { meant }))
}

/// Returns the property of elements that probably identifies them: a required scalar, or `name`.
fn likely_key(items: &Node) -> Option<&str> {
    let properties = items.get("properties")?.members();
    let is_scalar_field = |name: &str| {
        let mut named = properties.iter().filter(|entry| *entry.key == *name);
        named.next().is_some_and(|entry| is_scalar(&entry.value))
    };
    let required = items.get("required").map_or(&[][..], Node::elements);
    let mut required = required.iter().filter_map(Node::as_str);
    Some("name")
        .filter(|name| is_scalar_field(name))
        .or_else(|| required.find(|name| is_scalar_field(name)))
}

/// Whether a schema is that of a scalar.
pub(in crate::check) fn is_scalar(schema: &Node) -> bool {
    let type_ = schema.get("type").and_then(Node::as_str);
    type_.is_some_and(|type_| SCALARS.contains(&type_))
}

/// Returns the schemas of a list and of its elements, for a path at the list or at one of its keywords.
fn list_at<'a>(document: &'a Node, path: &FieldPath) -> Option<(&'a Node, &'a Node)> {
    let paths = [path.clone(), path.ancestor(1), path.ancestor(2)];
    paths.iter().find_map(|path| {
        let list = node_at(document, path)?;
        list.get("x-kubernetes-list-type")?;
        Some((list, list.get("items")?))
    })
}
