//! Checks that the values of one type are valid values of another.

use super::another::is_another;
use super::messages::{different, member_differs, no_value, other_type, range_differs};
use super::presence::Absence;
use crate::rust::shape::check::CheckResult;
use crate::rust::shape::check::members::{find, has, has_value, has_variant};
use crate::rust::shape::check::resolve::next_of;
use crate::rust::shape::check::resolve::{is_open, resolve};
use crate::rust::shape::check::text::{Message, Suggestion, same};
use crate::rust::shape::check::walk::{FoundMember, MemberWalk};
use crate::rust::shape::{EnumValue, Field, Kind, Next, Shape, Tagging, UnfitPolicy};

/// Checks that values of one type are valid values of another without a function.
#[inline]
pub const fn fits(older: &'static Shape, newer: &'static Shape) -> CheckResult {
    if let Some(next) = next_of(older) {
        if let Some(other) = next_of(newer)
            && is_same(next, other)
        {
            return Ok(());
        }
        // Another check reports a type that is not the next version.
        return if same(resolve(next.to).name, resolve(newer).name) || is_another(older, next) {
            Ok(())
        } else {
            Err(other_type(older, next, newer))
        };
    }
    let (a, b) = (resolve(older), resolve(newer));
    if is_open(a.attrs) || is_open(b.attrs) {
        return if is_open(a.attrs) == is_open(b.attrs) {
            Ok(())
        } else {
            Err(different(a, b))
        };
    }
    match (a.kind, b.kind) {
        (Kind::Boolean, Kind::Boolean)
        | (Kind::Integer { .. }, Kind::Integer { .. })
        | (Kind::Number { .. }, Kind::Number { .. })
        | (Kind::String { .. }, Kind::String { .. })
        | (Kind::IntOrString, Kind::IntOrString)
        | (Kind::Any, Kind::Any)
        | (Kind::EmbeddedResource(_), Kind::EmbeddedResource(_))
        | (Kind::Foreign(_), _)
        | (_, Kind::Foreign(_)) => Ok(()),
        (Kind::StringEnum(older), Kind::StringEnum(newer)) => match first_missing(older, newer) {
            Some(value) => Err(no_value(a, b, value)),
            None => match first_missing(newer, older) {
                Some(value) => Err(no_value(b, a, value)),
                None => Ok(()),
            },
        },
        (Kind::Array(a) | Kind::Set(a), Kind::Array(b) | Kind::Set(b)) | (Kind::Map(a), Kind::Map(b)) => {
            fits(a, b)
        }
        (
            Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. },
            Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. },
        ) => match members_fit(a, b) {
            Ok(()) => names_exist(b, a),
            Err(message) => Err(message),
        },
        _ => Err(different(a, b)),
    }
}

/// Checks that each integer of one version is valid in the other, or that a policy for the others is declared.
#[inline]
pub(super) const fn range_fits(
    older: &'static Shape,
    newer: &'static Shape,
    policy: Option<UnfitPolicy>,
    absence: Absence,
) -> CheckResult {
    if policy.is_some() {
        return Ok(());
    }
    match (resolve(older).kind, resolve(newer).kind) {
        (
            Kind::Integer { minimum, maximum },
            Kind::Integer {
                minimum: least,
                maximum: most,
            },
        ) if minimum != least || maximum != most => {
            Err(range_differs(resolve(older).name, resolve(newer).name, absence))
        }
        (Kind::Array(a) | Kind::Set(a), Kind::Array(b) | Kind::Set(b)) | (Kind::Map(a), Kind::Map(b)) => {
            range_fits(a, b, policy, Absence::Allowed)
        }
        _ => Ok(()),
    }
}

/// Whether two types with a mapping are the same type: one that did not change between two versions, and changes later.
#[inline]
pub(crate) const fn is_same(a: &Next, b: &Next) -> bool {
    !a.of.is_empty() && same(a.of, b.of)
}

/// Returns the first value of an enum that another enum lacks.
#[inline]
pub(super) const fn first_missing(
    values: &'static [EnumValue],
    other: &'static [EnumValue],
) -> Option<&'static str> {
    each!(for value in values {
        if !has_value(other, value.name) {
            return Some(value.name);
        }
    });
    None
}

/// Checks that every member of one object fits the member with the same name in the other.
#[inline]
const fn members_fit(older: &'static Shape, newer: &'static Shape) -> CheckResult {
    if let Some(value) = missing_value(older, newer) {
        return Err(no_value(older, newer, value));
    }
    let mut members = MemberWalk::of(older);
    while let Some((name, member)) = members.next() {
        attempt!(member_fits(name, member, older, newer));
    }
    Ok(())
}

/// Checks that every member of one object is also a member of the other.
#[inline]
const fn names_exist(newer: &'static Shape, older: &'static Shape) -> CheckResult {
    if let Some(value) = missing_value(newer, older) {
        return Err(member_differs(value, older, newer, "is only in the second"));
    }
    let mut members = MemberWalk::of(newer);
    while let Some((name, member)) = members.next() {
        if matches!(member, FoundMember::Field(_)) && !has(older, name) {
            return Err(member_differs(name, older, newer, "is only in the second"));
        }
    }
    Ok(())
}

/// Returns the first tag or variant of an object that another one lacks.
#[inline]
const fn missing_value(shape: &'static Shape, other: &'static Shape) -> Option<&'static str> {
    match resolve(shape).kind {
        Kind::Object(fields) => {
            each!(for field in fields {
                if field.flatten
                    && let Some(value) = missing_value(field.shape, other)
                {
                    return Some(value);
                }
            });
        }
        Kind::Variants(Tagging::Untagged, _) => {}
        Kind::Variants(_, variants) => {
            each!(for variant in variants {
                if !has_variant(other, variant.name) {
                    return Some(variant.name);
                }
            });
        }
        Kind::Union { members, .. } => {
            each!(for member in members {
                if !has_variant(other, member.value) {
                    return Some(member.value);
                }
            });
        }
        _ => {}
    }
    None
}

#[inline]
const fn member_fits(
    name: &'static str,
    member: FoundMember,
    older: &'static Shape,
    newer: &'static Shape,
) -> CheckResult {
    let (shape, is_opened) = match member {
        FoundMember::Field(field) => (field.shape, is_open(field.attrs)),
        FoundMember::Content(shape) => (shape, false),
        _ => return Ok(()),
    };
    match find(newer, name, Suggestion::NOTHING).0 {
        FoundMember::Field(other) => match (is_opened, is_open(other.attrs)) {
            (true, true) => Ok(()),
            (false, false) => fits(shape, other.shape),
            _ => Err(member_differs(
                name,
                older,
                newer,
                "accepts any value in only one of them",
            )),
        },
        FoundMember::Content(other) => fits(shape, other),
        FoundMember::Tag | FoundMember::Untyped(_) => Ok(()),
        FoundMember::Open | FoundMember::Missing => {
            Err(member_differs(name, older, newer, "is only in the first"))
        }
    }
}

/// Proposes `keyed_by` for a list of objects and a map, if one field may be the key, and the others or the only other one the value.
#[inline]
pub(super) const fn by_key(older: &'static Shape, newer: &'static Shape) -> Message {
    if let (Kind::Array(element), Kind::Map(value)) | (Kind::Map(value), Kind::Array(element)) =
        (resolve(older).kind, resolve(newer).kind)
        && let Kind::Object([a, b]) = resolve(element).kind
    {
        if matches!(resolve(a.shape).kind, Kind::String { .. }) && fits(b.shape, value).is_ok() {
            return proposed_key(a, b);
        }
        if matches!(resolve(b.shape).kind, Kind::String { .. }) && fits(a.shape, value).is_ok() {
            return proposed_key(b, a);
        }
    }
    if let (Kind::Array(element), Kind::Map(value)) | (Kind::Map(value), Kind::Array(element)) =
        (resolve(older).kind, resolve(newer).kind)
        && let (Kind::Object(fields), Kind::Object(rest)) = (resolve(element).kind, resolve(value).kind)
        && fields.len() == rest.len() + 1
    {
        each!(for key in fields {
            if matches!(resolve(key.shape).kind, Kind::String { .. }) && has_rest(fields, key, value) {
                return message!(
                    "; if `{}` is the key, write `next(keyed_by = \"{}\")`",
                    [key.name, key.name]
                );
            }
        });
    }
    Message::NEW
}

/// Whether an object has all fields except the key.
#[inline]
const fn has_rest(fields: &'static [Field], key: &Field, object: &'static Shape) -> bool {
    !any!(field in fields => !same(field.name, key.name)
        && !matches!(find(object, field.name, Suggestion::NOTHING).0, FoundMember::Field(other) if fits(field.shape, other.shape).is_ok()))
}

#[inline]
const fn proposed_key(key: &'static Field, value: &'static Field) -> Message {
    message!(
        "; if `{}` is the key, write `next(keyed_by = \"{}\", value = \"{}\")`",
        [key.name, key.name, value.name]
    )
}
