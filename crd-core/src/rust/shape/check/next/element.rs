//! Checks values that are a field of one element of a list in the other version.

use super::another::mapping_of;
use super::fields::{next_added, next_dropped};
use super::fits::{fits, range_fits};
use super::messages::{
    content_differs, element_differs, element_requires, key_is_no_text, no_element, no_field, no_such_value,
    signatures,
};
use super::paths::follow;
use super::presence::Absence;
use crate::rust::shape::check::CheckResult;
use crate::rust::shape::check::members::{find, has, has_value};
use crate::rust::shape::check::resolve::resolve;
use crate::rust::shape::check::text::{NamePath, Suggestion, same};
use crate::rust::shape::check::walk::{FoundMember, MemberWalk};
use crate::rust::shape::{ByKey, Kind, Shape};

/// Checks a list with a key, of which one element has the value of a field of the other version.
///
/// The field may be absent, because the list may have no such element; and other members of the element may be absent, because the
/// field may be set without them.
#[inline]
pub const fn next_list_element(
    shape: &'static Shape,
    from: NamePath,
    to: NamePath,
    by_key: ByKey,
) -> CheckResult {
    let Some(next) = mapping_of(shape) else {
        return Ok(());
    };
    let (Ok(Some(a)), Ok(Some(b))) = (follow(shape, from), follow(next.to, to)) else {
        return Ok(());
    };
    let (list, items, value, is_newer) = match (items_with(a, by_key.key), items_with(b, by_key.key)) {
        (_, Some(items)) => (b, items, a, true),
        (Some(items), None) => (a, items, b, false),
        (None, None) => return neither(a, b, by_key.key),
    };
    attempt!(key_fits(items, by_key));
    let element = match by_key.value {
        Some(name) => match find(items, name, Suggestion::NOTHING).0 {
            FoundMember::Field(field) => field.shape,
            _ => return Err(no_field(items, name, "the list's elements")),
        },
        None => items,
    };
    attempt!(value_fits(element, value, by_key, signatures(a, b).as_str()));
    let mut members = MemberWalk::of(items);
    while let Some((name, member)) = members.next() {
        if let (FoundMember::Field(field), Some(value_name)) = (member, by_key.value)
            && !same(name, by_key.key)
            && !same(name, value_name)
            && field.is_required()
            && field.default.is_none()
        {
            return Err(element_requires(list, name, signatures(a, b)));
        }
    }
    if is_newer {
        attempt!(next_dropped(shape, from));
        next_added(shape, to)
    } else {
        attempt!(next_added(shape, to));
        next_dropped(shape, from)
    }
}

/// Returns the elements of a list of objects with a key.
#[inline]
const fn items_with(shape: &'static Shape, key: &str) -> Option<&'static Shape> {
    match resolve(shape).kind {
        Kind::Array(items) if has(items, key) => Some(items),
        _ => None,
    }
}

#[inline]
const fn neither(a: &'static Shape, b: &'static Shape, key: &'static str) -> CheckResult {
    match (resolve(a).kind, resolve(b).kind) {
        (_, Kind::Array(items)) | (Kind::Array(items), _)
            if matches!(resolve(items).kind, Kind::Object(_)) =>
        {
            Err(no_field(items, key, "the list's elements"))
        }
        _ => Err(no_element(a, b)),
    }
}

/// Checks that the key of elements is a string, and may have the name of the element.
#[inline]
const fn key_fits(items: &'static Shape, by_key: ByKey) -> CheckResult {
    let FoundMember::Field(field) = find(items, by_key.key, Suggestion::NOTHING).0 else {
        return Ok(());
    };
    match (resolve(field.shape).kind, by_key.element) {
        (Kind::StringEnum(values), Some(name)) if !has_value(values, name) => {
            Err(no_such_value(field.shape, name))
        }
        (Kind::String { .. } | Kind::StringEnum(_), _) => Ok(()),
        _ => Err(key_is_no_text(items, by_key.key)),
    }
}

/// Checks that the value of the element has the type of the field; without its own member, it is the element without its key.
#[inline]
const fn value_fits(
    element: &'static Shape,
    value: &'static Shape,
    by_key: ByKey,
    functions: &str,
) -> CheckResult {
    if by_key.value.is_some() {
        let outcome = match fits(value, element) {
            Ok(()) => range_fits(value, element, None, Absence::Allowed),
            Err(why) => Err(why),
        };
        return match outcome {
            Ok(()) => Ok(()),
            Err(why) => Err(element_differs(why, functions)),
        };
    }
    if !matches!(resolve(value).kind, Kind::Object(_)) {
        return Err(message!(
            NEXT_TYPE,
            "without `value = \"…\"`, the field must be an object with the fields of the element except its \
             key, but it is not an object: name the field that is the value, or write functions: `next(up = \
             …, down = …)`{}",
            [functions]
        ));
    }
    let mut members = MemberWalk::of(value);
    while let Some((name, member)) = members.next() {
        if let FoundMember::Field(field) = member {
            match find(element, name, Suggestion::NOTHING).0 {
                FoundMember::Field(other) => {
                    if let Err(why) = fits(field.shape, other.shape) {
                        return Err(content_differs(name, name, why));
                    }
                }
                _ => return Err(no_field(element, name, "the list's elements")),
            }
        }
    }
    let mut members = MemberWalk::of(element);
    while let Some((name, member)) = members.next() {
        if matches!(member, FoundMember::Field(_)) && !same(name, by_key.key) && !has(value, name) {
            return Err(no_field(value, name, "the other version"));
        }
    }
    Ok(())
}
