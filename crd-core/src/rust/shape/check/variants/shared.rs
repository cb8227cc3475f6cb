//! Compares the members that two variants share: each must have one type in both, whether it is a field, comes from a
//! flattened value or from a nested enum.

use super::types::{Openness, agree, may_be_null, nullable};
use crate::rust::shape::check::CheckResult;
use crate::rust::shape::check::json_type::describe;
use crate::rust::shape::check::members::{find, find_field};
use crate::rust::shape::check::resolve::resolve;
use crate::rust::shape::check::text::{Message, Suggestion, same};
use crate::rust::shape::check::walk::{FoundMember, MemberWalk};
use crate::rust::shape::{Attrs, Content, Kind, Shape, Variant};

/// Checks that every member of one variant that another has too has the same type in both.
#[inline]
pub(super) const fn agree_on_fields(one: &'static Variant, other: &'static Variant) -> CheckResult {
    let mut members = MemberWalk::of_variant(one);
    while let Some((name, member)) = members.next() {
        if let FoundMember::Field(field) = member {
            each!(for alias in field.aliases {
                attempt!(agree_on_name(alias, member, one, other));
            });
        }
        attempt!(agree_on_name(name, member, one, other));
    }
    Ok(())
}

/// A member as one variant declares it.
#[derive(Clone, Copy)]
struct DeclaredMember {
    /// Its type; `None` where the variants of the enum `owner` decide it.
    shape: Option<&'static Shape>,
    owner: &'static str,
    attrs: &'static Attrs,
    nullable: bool,
}

impl DeclaredMember {
    const TAG: &Shape = &Shape::new("tag", Kind::String { format: "" });

    /// Returns the declaration of a member that was found by name.
    #[inline]
    const fn of(member: FoundMember) -> Option<Self> {
        let (shape, owner, attrs, nullable) = match member {
            FoundMember::Field(field) => (Some(field.shape), "", field.attrs, nullable(field)),
            FoundMember::Content(shape) => (Some(shape), "", &Attrs::NONE, may_be_null(shape)),
            FoundMember::Tag => (Some(DeclaredMember::TAG), "", &Attrs::NONE, false),
            FoundMember::Untyped(owner) => (None, owner, &Attrs::NONE, false),
            FoundMember::Open | FoundMember::Missing => return None,
        };
        Some(DeclaredMember {
            shape,
            owner,
            attrs,
            nullable,
        })
    }
}

/// Compares a member with the member of the same name in another variant, if there is one.
#[inline]
const fn agree_on_name(
    name: &'static str,
    member: FoundMember,
    one: &'static Variant,
    other: &'static Variant,
) -> CheckResult {
    let there = match other.content {
        Content::Struct(fields) => find_field(fields, name, Suggestion::NOTHING).0,
        Content::Newtype(shape) => find(shape, name, Suggestion::NOTHING).0,
        _ => FoundMember::Missing,
    };
    let (Some(declared), Some(found)) = (DeclaredMember::of(member), DeclaredMember::of(there)) else {
        return Ok(());
    };
    let (Some(shape), Some(other_shape)) = (declared.shape, found.shape) else {
        if declared.shape.is_none() && found.shape.is_none() && same(declared.owner, found.owner) {
            return Ok(());
        }
        return Err(disagree(one, other, name, message!("; rename it in one of them")));
    };
    let (ours, theirs) = (
        Openness::of(shape, declared.attrs),
        Openness::of(other_shape, found.attrs),
    );
    if matches!(ours, Openness::Unknown) || matches!(theirs, Openness::Unknown) {
        return Ok(());
    }
    let agreed = match (ours, theirs) {
        (Openness::Typed, Openness::Typed) => agree(shape, other_shape),
        _ => ours as u8 == theirs as u8,
    };
    if agreed && declared.nullable == found.nullable {
        return Ok(());
    }
    Err(disagree(
        one,
        other,
        name,
        if agreed {
            message!(
                ", which may be null in only one of them; declare it in the same way in both, or rename it \
                 in one"
            )
        } else {
            message!(
                ": {} (`{}`) in one, {} (`{}`) in the other; rename it in one, use `#[derive(Union)]`, or \
                 accept any value with `#[crd(preserve_unknown_fields)]` on the enum",
                [
                    describe(shape),
                    resolve(shape).name,
                    describe(other_shape),
                    resolve(other_shape).name
                ]
            )
        },
    ))
}

#[inline]
const fn disagree(one: &Variant, other: &Variant, name: &str, how: Message) -> Message {
    message!(
        ENUM_INEXPRESSIBLE,
        "variants `{}` and `{}` disagree on `{}`{}",
        [one.name, other.name, name, how.as_str()]
    )
}
