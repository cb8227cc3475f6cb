//! Checks the paths and functions of steps.

use super::another::mapping_of;
use super::choice::types_of;
use super::fields::required_at;
use super::fits::{fits, range_fits};
use super::messages::{
    any_string, content_differs, key_is_no_text, no_field, no_place_beside_value, no_place_in_map,
    not_by_key, rest_is_no_object, rust_type, signatures, takes_a_reference, value_is_field, wrong_count,
    wrong_type,
};
use super::nested::{Created, VersionSide};
use super::paths::follow;
use super::presence::Absence;
use crate::rust::shape::check::CheckResult;
use crate::rust::shape::check::json_type::JsonType;
use crate::rust::shape::check::members::{find, has};
use crate::rust::shape::check::resolve::resolve;
use crate::rust::shape::check::text::{Message, NamePath, Suggestion, same};
use crate::rust::shape::check::walk::{FoundMember, MemberWalk};
use crate::rust::shape::next::BORROWED_ARGUMENT;
use crate::rust::shape::{ByKey, Kind, Next, NextFunctions, NextStep, Shape};

/// Checks that a path of the next version leads to a field.
#[inline]
pub const fn next_target(shape: &'static Shape, path: NamePath) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    attempt!(leads(next.to, path, "the next version"));
    let created = Created {
        version: VersionSide::Newer,
        root: next.to,
        other: shape,
        next,
    };
    created.is_complete(path)
}

/// Checks that a path of this version leads to a field.
#[inline]
pub const fn next_source(shape: &'static Shape, path: NamePath) -> CheckResult {
    attempt!(leads(shape, path, "this version"));
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    let created = Created {
        version: VersionSide::Older,
        root: shape,
        other: next.to,
        next,
    };
    created.is_complete(path)
}

#[inline]
const fn leads(shape: &'static Shape, path: NamePath, version: &'static str) -> CheckResult {
    match follow(shape, path) {
        Ok(_) => Ok(()),
        Err((shape, name)) => Err(no_field(shape, name, version)),
    }
}

/// Checks that a field that moves fits the field that it moves to.
#[inline]
pub const fn next_moved(shape: &'static Shape, from: NamePath, to: NamePath, number: usize) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    let policy = match next.steps.split_at_checked(number) {
        Some((_, [step, ..])) if step.unfit.is_some() => step.unfit,
        _ => next.unfit,
    };
    match (follow(shape, from), follow(next.to, to)) {
        (Ok(Some(a)), Ok(Some(b))) => match fits(a, b) {
            Ok(()) => {
                let absence = match (required_at(shape, from), required_at(next.to, to)) {
                    (Ok(Some(_)), _) | (_, Ok(Some(_))) => Absence::Refused,
                    _ => Absence::Allowed,
                };
                range_fits(a, b, policy, absence)
            }
            Err(why) => Err(message!(
                NEXT_TYPE,
                "{}; write functions: `up = …, down = …`{}",
                [why.as_str(), signatures(a, b).as_str()]
            )),
        },
        _ => Ok(()),
    }
}

/// The fields that a function reads or sets, and the function's types for them.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    shape: &'static Shape,
    paths: &'static [NamePath],
    types: &'static [&'static Shape],
}

/// Checks that the functions of the step with this number take and return the types of its fields, or of their elements: the function to
/// the next version.
#[inline]
pub const fn next_function(shape: &'static Shape, number: usize) -> CheckResult {
    match functions_at(shape, number) {
        Some((next, step, NextFunctions { up, name, .. })) => function(
            ends(shape, step.from, up.arguments),
            ends(next.to, step.to, up.results),
            name,
        ),
        None => Ok(()),
    }
}

/// [`next_function`] for the function from the next version.
#[inline]
pub const fn next_function_down(shape: &'static Shape, number: usize) -> CheckResult {
    match functions_at(shape, number) {
        Some((next, step, NextFunctions { down, name, .. })) => function(
            ends(next.to, step.to, down.arguments),
            ends(shape, step.from, down.results),
            name,
        ),
        None => Ok(()),
    }
}

#[inline]
const fn functions_at(
    shape: &'static Shape,
    number: usize,
) -> Option<(&'static Next, &'static NextStep, &'static NextFunctions)> {
    let Some(next) = mapping_of(shape) else {
        return None;
    };
    match next.steps.split_at_checked(number) {
        Some((_, [step, ..])) => match &step.functions {
            Some(functions) => Some((next, step, functions)),
            None => None,
        },
        _ => None,
    }
}

#[inline]
pub(super) const fn ends(
    shape: &'static Shape,
    paths: &'static [NamePath],
    types: &'static [&'static Shape],
) -> Ends {
    Ends { shape, paths, types }
}

/// Whether an argument is a reference.
#[inline]
pub(super) const fn borrows(arguments: &'static [&'static Shape]) -> bool {
    any!(argument in arguments => same(argument.name, BORROWED_ARGUMENT.name))
}

#[inline]
const fn function(from: Ends, to: Ends, name: &str) -> CheckResult {
    if from.types.len() != from.paths.len() {
        let (given, wanted) = (from.types.len(), from.paths.len());
        return Err(wrong_count("takes", given, wanted, declaration(from, to)));
    }
    if borrows(from.types) {
        return Err(takes_a_reference("fields need", declaration(from, to)));
    }
    if to.types.len() != to.paths.len() {
        let (given, wanted) = (to.types.len(), to.paths.len());
        return Err(wrong_count("returns", given, wanted, declaration(from, to)));
    }
    let takes = all_fit(from, "takes", Message::NEW);
    if takes.is_ok() && all_fit(to, "returns", Message::NEW).is_ok() {
        return if name.is_empty() { Ok(()) } else { has_format(to) };
    }
    if let ([taken], [takes], [given], [gives]) = (from.paths, from.types, to.paths, to.types)
        && let (Ok(Some(a)), Ok(Some(b))) = (follow(from.shape, taken), follow(to.shape, given))
        && let (Some(a), Some(b)) = (element(a), element(b))
        && fits(a, takes).is_ok()
        && fits(b, gives).is_ok()
    {
        return Ok(());
    }
    let declared = declaration(from, to);
    let declared = message!("; the fields need `{}`", [declared.as_str()]);
    match takes {
        Ok(()) => all_fit(to, "returns", declared),
        Err(_) => all_fit(from, "takes", declared),
    }
}

/// Checks that a named function does not return arbitrary strings for a type that reads only strings of a certain format.
#[inline]
const fn has_format(to: Ends) -> CheckResult {
    if let ([path], [result]) = (to.paths, to.types)
        && let Ok(Some(field)) = follow(to.shape, path)
        && is_formatted(field)
        && !is_formatted(result)
    {
        return Err(any_string(result, path, field));
    }
    Ok(())
}

/// Whether the strings of a type, not of a field, have a format or a pattern.
#[inline]
const fn is_formatted(shape: &'static Shape) -> bool {
    let shape = resolve(shape);
    match shape.kind {
        Kind::String { format } => !format.is_empty() || !shape.attrs.validation.pattern.is_empty(),
        _ => false,
    }
}

/// Returns the declaration of a function between the fields at the ends of paths. Of several fields, each may be absent.
#[inline]
const fn declaration(from: Ends, to: Ends) -> Message {
    let [takes, gives] = [one_or_all(from), one_or_all(to)];
    match to.paths {
        [_] => message!("fn({}) -> Option<{}>", [takes.as_str(), gives.as_str()]),
        _ => message!("fn({}) -> Option<({})>", [takes.as_str(), gives.as_str()]),
    }
}

#[inline]
const fn one_or_all(ends: Ends) -> Message {
    if let [path] = ends.paths
        && let Ok(Some(field)) = follow(ends.shape, path)
    {
        return rust_type(field);
    }
    types_of(ends.shape, ends.paths)
}

/// Checks a list of objects with a key that becomes a map, or a map that becomes such a list.
#[inline]
pub const fn next_by_key(shape: &'static Shape, from: NamePath, to: NamePath, by_key: ByKey) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    let (Ok(Some(a)), Ok(Some(b))) = (follow(shape, from), follow(next.to, to)) else {
        return Ok(());
    };
    let ((Kind::Array(element), Kind::Map(value)) | (Kind::Map(value), Kind::Array(element))) =
        (resolve(a).kind, resolve(b).kind)
    else {
        return Err(not_by_key(a, b));
    };
    match find(element, by_key.key, Suggestion::NOTHING).0 {
        FoundMember::Field(field)
            if matches!(
                resolve(field.shape).kind,
                Kind::String { .. } | Kind::StringEnum(_)
            ) => {}
        FoundMember::Field(_) => return Err(key_is_no_text(element, by_key.key)),
        _ => return Err(no_field(element, by_key.key, "the list's elements")),
    }
    if let Some(name) = by_key.value
        && !has(element, name)
    {
        return Err(no_field(element, name, "the list's elements"));
    }
    if by_key.value.is_none()
        && !matches!(resolve(value).kind, Kind::Object(_))
        && let Kind::Object([a, b]) = resolve(element).kind
    {
        let other = if same(a.name, by_key.key) { b } else { a };
        if fits(other.shape, value).is_ok() {
            return Err(value_is_field(by_key.key, other.name));
        }
    }
    let mut members = MemberWalk::of(element);
    while let Some((name, member)) = members.next() {
        if let FoundMember::Field(field) = member
            && (!same(name, by_key.key) || by_key.value.is_none() && has(value, name))
        {
            let there = match by_key.value {
                Some(value_name) if same(value_name, name) => Some(value),
                Some(value_name) => return Err(no_place_beside_value(name, value_name)),
                None => match find(value, name, Suggestion::NOTHING).0 {
                    FoundMember::Field(other) => Some(other.shape),
                    FoundMember::Missing => return Err(no_place_in_map(name)),
                    _ => None,
                },
            };
            if let Some(there) = there
                && let Err(why) = fits(field.shape, there)
            {
                return Err(content_differs(name, name, why));
            }
        }
    }
    match by_key.value {
        Some(_) => Ok(()),
        None => rest_has_all(value, element),
    }
}

/// Checks that each member of the values of a map is a member of the elements of the list.
#[inline]
const fn rest_has_all(value: &'static Shape, element: &'static Shape) -> CheckResult {
    if !matches!(resolve(value).kind, Kind::Object(_)) {
        return Err(rest_is_no_object(value));
    }
    let mut members = MemberWalk::of(value);
    while let Some((name, _)) = members.next() {
        if !has(element, name) {
            return Err(no_place_in_map(name));
        }
    }
    Ok(())
}

#[inline]
const fn element(shape: &'static Shape) -> Option<&'static Shape> {
    match resolve(shape).kind {
        Kind::Array(items) | Kind::Set(items) | Kind::Map(items) => Some(items),
        _ => None,
    }
}

/// Checks that a function's types are those of the fields; `declared` ends the message if they are not.
#[inline]
pub(super) const fn all_fit(ends: Ends, verb: &'static str, declared: Message) -> CheckResult {
    let (mut paths, mut types) = (ends.paths, ends.types);
    while let ([path, more_paths @ ..], [ty, more_types @ ..]) = (paths, types) {
        if let Ok(Some(field)) = follow(ends.shape, path)
            && plain_fits(field, ty).is_err()
        {
            return Err(wrong_type(verb, ty, path, field, declared));
        }
        (paths, types) = (more_paths, more_types);
    }
    Ok(())
}

/// Whether an object lacks a member of another.
#[inline]
const fn lacks_a_member(object: &'static Shape, of: &'static Shape) -> bool {
    let (Kind::Object(_), Kind::Object(_)) = (object.kind, of.kind) else {
        return false;
    };
    let mut members = MemberWalk::of(of);
    while let Some((name, _)) = members.next() {
        if let FoundMember::Missing = find(object, name, Suggestion::NOTHING).0 {
            return true;
        }
    }
    false
}

/// Checks that a function's type is that of a field, without regard to the mapping of the field's type.
#[inline]
const fn plain_fits(field: &'static Shape, ty: &'static Shape) -> CheckResult {
    let (a, b) = (resolve(field), resolve(ty));
    if let (Kind::Array(a) | Kind::Set(a), Kind::Array(b) | Kind::Set(b)) | (Kind::Map(a), Kind::Map(b)) =
        (a.kind, b.kind)
    {
        return plain_fits(a, b);
    }
    // Types of two versions may have one name.
    if lacks_a_member(a, b) || lacks_a_member(b, a) {
        return Err(Message::NEW);
    }
    // The standard library has a `Duration` too, which is an object.
    if same(a.name, b.name) && JsonType::of(a).is_scalar() == JsonType::of(b).is_scalar() {
        return Ok(());
    }
    fits(field, ty)
}
