//! Changes values like the server and appliers: sets defaults, removes fields, and merges like server-side apply.

use std::borrow::Cow;

use super::sample::Sample;
use crate::convert::json::{Json, Kind, Sink as _, Written};
use crate::model::structural::{ListType, MapType, Structural, StructuralShape};
use crate::values::Random;

/// The objects in which defaults are set.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Defaulted {
    /// Those that have all required members, as in a conversion.
    Complete,
    /// All, as the server does after it has merged an object.
    All,
}

/// Sets defaults in objects.
pub(super) fn set_defaults(value: &mut Sample<'_>, schema: &Structural, defaulted: Defaulted) {
    match value {
        Sample::Scalar(_) => {}
        Sample::List(elements) => {
            if let Some(items) = schema.items() {
                for element in elements {
                    set_defaults(element, items, defaulted);
                }
            }
        }
        Sample::Object(members) => {
            let required = schema.validation.required.as_deref().unwrap_or_default();
            if defaulted == Defaulted::All
                || required
                    .iter()
                    .all(|name| members.iter().any(|(other, _)| **other == **name))
            {
                for (name, property) in schema.properties() {
                    if let Some(default) = &property.generic.default
                        && members.iter().all(|(other, _)| **other != *name)
                    {
                        members.push((Cow::Owned(name.to_owned()), Sample::of_value(default)));
                    }
                }
            }
            for (name, member) in members.iter_mut() {
                if let Some(schema) = schema.member(name) {
                    set_defaults(member, schema, defaulted);
                }
            }
        }
    }
}

/// Removes objects and lists that became empty: apply removes them with the last of their members.
pub(super) fn drop_emptied(value: &mut Sample<'_>, whole: &Sample<'_>) {
    // Elements of lists are compared by their keys, which are kept.
    if let (Sample::Object(members), Sample::Object(_)) = (value, whole) {
        members.retain_mut(|(name, member)| {
            let Some(whole) = whole.get(name) else { return true };
            drop_emptied(member, whole);
            !is_empty(member) || is_empty(whole)
        });
    }
}

/// Removes some members and elements that server-side apply tracks separately.
pub(super) fn remove_some(value: &mut Sample<'_>, schema: &Structural, source: &mut Random) {
    match (&schema.shape, value) {
        (StructuralShape::Object(object), Sample::Object(members))
            if object.map_type != Some(MapType::Atomic) =>
        {
            members.retain_mut(|(name, member)| {
                let Some(schema) = schema.member(name) else {
                    return true;
                };
                // Defaults would be set again.
                if schema.generic.default.is_none() && source.percent(25) {
                    return false;
                }
                let was_empty = is_empty(member);
                remove_some(member, schema, source);
                was_empty || !is_empty(member)
            });
        }
        (StructuralShape::Array(array), Sample::List(elements)) => {
            if let Some(ListType::Map(keys)) = &array.list_type {
                elements.retain_mut(|element| {
                    if source.percent(25) {
                        return false;
                    }
                    let kept: Vec<(Box<str>, Option<Sample<'_>>)> = keys
                        .iter()
                        .map(|key| (key.clone(), element.get(key).cloned()))
                        .collect();
                    remove_some(element, &array.items, source);
                    for (key, value) in kept {
                        if let Some(value) = value {
                            element.set(&key, value);
                        }
                    }
                    true
                });
            }
        }
        _ => {}
    }
}

/// Removes the values at a path of names; `[]` and `*` are all elements and all values.
pub(super) fn remove_at(value: &mut Sample<'_>, path: &[String]) {
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    match value {
        Sample::List(elements) if first == "[]" => {
            for element in elements {
                remove_at(element, rest);
            }
        }
        Sample::Object(members) if rest.is_empty() => members.retain(|(name, _)| **name != **first),
        Sample::Object(members) => {
            for (name, member) in members {
                if **name == **first || first == "*" {
                    remove_at(member, rest);
                }
            }
        }
        Sample::List(_) | Sample::Scalar(_) => {}
    }
}

/// Removes null instead of objects: if the other version moves a value into that object, the server's merge has null on one side
/// and an object on the other.
pub(super) fn remove_null_objects(value: &mut Sample<'_>, schema: &Structural) {
    match value {
        Sample::Scalar(_) => {}
        Sample::List(elements) => {
            if let Some(items) = schema.items() {
                for element in elements {
                    remove_null_objects(element, items);
                }
            }
        }
        Sample::Object(members) => members.retain_mut(|(name, member)| {
            let Some(schema) = schema.member(name) else {
                return true;
            };
            remove_null_objects(member, schema);
            let is_null = matches!(member, Sample::Scalar(raw) if *raw == "null");
            !is_null || !matches!(schema.shape, StructuralShape::Object(_))
        }),
    }
}

fn is_empty(sample: &Sample<'_>) -> bool {
    match sample {
        Sample::Scalar(_) => false,
        Sample::List(elements) => elements.is_empty(),
        Sample::Object(members) => members.is_empty(),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    Root,
    Below,
}

/// Returns the first value without the paths that the second does not have: the result of server-side apply of a stored object
/// and the converted rest.
pub(super) fn common<'a>(
    stored: &Sample<'a>,
    pruned: Json<'_>,
    schema: Option<&Structural>,
    depth: Depth,
) -> Sample<'a> {
    match stored {
        Sample::Object(members) if pruned.is_object() && !is_atomic(schema) => {
            let mut kept = Vec::with_capacity(members.len());
            for (name, member) in members {
                let Some(other) = pruned.get(name) else { continue };
                let schema = member_of(schema, name, depth);
                kept.push((name.clone(), common(member, other, schema, Depth::Below)));
            }
            Sample::Object(kept)
        }
        Sample::List(elements) if pruned.kind() == Kind::List => {
            let Some(ListType::Map(keys)) = schema.and_then(Structural::list_type) else {
                return stored.clone();
            };
            let items = schema.and_then(Structural::items);
            let same = |a: &Sample<'_>, b: Json<'_>| {
                keys.iter().all(|key| match (a.get(key), b.get(key)) {
                    (Some(Sample::Scalar(a)), Some(b)) => *a == b.raw(),
                    (None, None) => true,
                    _ => false,
                })
            };
            let kept = elements.iter().filter_map(|element| {
                let other = pruned.elements().find(|other| same(element, *other))?;
                Some(common(element, other, items, Depth::Below))
            });
            Sample::List(kept.collect())
        }
        _ => stored.clone(),
    }
}

/// Writes the result of [`common`] for a value that is not changed otherwise.
pub(super) fn write_common(
    stored: Json<'_>,
    pruned: Json<'_>,
    schema: Option<&Structural>,
    depth: Depth,
    out: &mut Written,
) {
    match (stored.kind(), pruned.kind()) {
        (Kind::Object, Kind::Object) if !is_atomic(schema) => {
            let opened = out.open("{");
            let mut separator = "";
            for (name, member) in stored.members() {
                let Some(other) = pruned.get(&name) else { continue };
                out.name(separator, &name);
                separator = ",";
                write_common(member, other, member_of(schema, &name, depth), Depth::Below, out);
            }
            out.close(opened, "}");
        }
        (Kind::List, Kind::List) => {
            let Some(ListType::Map(keys)) = schema.and_then(Structural::list_type) else {
                out.copy(stored);
                return;
            };
            let items = schema.and_then(Structural::items);
            let opened = out.open("[");
            let mut separator = "";
            for element in stored.elements() {
                let same = |other: &Json<'_>| {
                    keys.iter()
                        .all(|key| element.get(key).map(Json::raw) == other.get(key).map(Json::raw))
                };
                let Some(other) = pruned.elements().find(same) else {
                    continue;
                };
                out.separator(separator);
                separator = ",";
                write_common(element, other, items, Depth::Below, out);
            }
            out.close(opened, "]");
        }
        _ => out.copy(stored),
    }
}

fn is_atomic(schema: Option<&Structural>) -> bool {
    schema.is_some_and(
        |schema| matches!(&schema.shape, StructuralShape::Object(object) if object.map_type == Some(MapType::Atomic)),
    )
}

fn member_of<'s>(schema: Option<&'s Structural>, name: &str, depth: Depth) -> Option<&'s Structural> {
    if depth == Depth::Root && name == "metadata" {
        return None;
    }
    schema?.member(name)
}
