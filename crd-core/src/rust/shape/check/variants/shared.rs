//! Compares the members that two variants share: each must have one type in both, whether it is a field, comes from a
//! flattened value or from a nested enum.

use super::types::{Openness, agree, may_be_null, nullable};
use crate::rust::shape::check::Outcome;
use crate::rust::shape::check::members::{Member, describe, find, find_field, resolve};
use crate::rust::shape::check::text::{Meant, Message, same};
use crate::rust::shape::{Attrs, Content, Field, Kind, Shape, Tagging, Variant};

/// Every member of one variant that another has too is of one type in both.
pub(super) const fn agree_on_fields(one: &'static Variant, other: &'static Variant) -> Outcome {
    match one.content {
        Content::Struct(fields) => agree_on(fields, one, other),
        Content::Newtype(shape) => agree_on_members(shape, one, other),
        _ => Ok(()),
    }
}

const fn agree_on(fields: &'static [Field], one: &'static Variant, other: &'static Variant) -> Outcome {
    let mut rest = fields;
    while let [field, tail @ ..] = rest {
        let outcome = if field.flatten {
            agree_on_members(field.shape, one, other)
        } else {
            agree_on_names(field, one, other)
        };
        match outcome {
            Ok(()) => {}
            Err(message) => return Err(message),
        }
        rest = tail;
    }
    Ok(())
}

const fn agree_on_names(field: &'static Field, one: &'static Variant, other: &'static Variant) -> Outcome {
    let mut rest = field.aliases;
    while let [alias, tail @ ..] = rest {
        match agree_on_name(alias, DeclaredMember::of(field), one, other) {
            Ok(()) => {}
            Err(message) => return Err(message),
        }
        rest = tail;
    }
    agree_on_name(field.name, DeclaredMember::of(field), one, other)
}

/// The members of a value that stands among others: a struct's, an enum's or a union's.
const fn agree_on_members(shape: &'static Shape, one: &'static Variant, other: &'static Variant) -> Outcome {
    let enumeration = resolve(shape).name;
    match resolve(shape).kind {
        Kind::Object(fields) => agree_on(fields, one, other),
        Kind::Union {
            discriminator,
            members,
        } => {
            match agree_on_name(discriminator, DeclaredMember::TAG, one, other) {
                Ok(()) => {}
                Err(message) => return Err(message),
            }
            let mut rest = members;
            while let [member, tail @ ..] = rest {
                if let Some(shape) = member.shape {
                    match agree_on_name(member.field, DeclaredMember::content(shape), one, other) {
                        Ok(()) => {}
                        Err(message) => return Err(message),
                    }
                }
                rest = tail;
            }
            Ok(())
        }
        Kind::Variants(tagging, variants) => {
            if let Tagging::Internal(tag) | Tagging::Adjacent(tag, _) = tagging {
                match agree_on_name(tag, DeclaredMember::TAG, one, other) {
                    Ok(()) => {}
                    Err(message) => return Err(message),
                }
            }
            if let Tagging::Adjacent(_, holder) = tagging {
                return agree_on_name(holder, DeclaredMember::untyped(enumeration), one, other);
            }
            let mut rest = variants;
            while let [variant, tail @ ..] = rest {
                let outcome = match (tagging, variant.content) {
                    (Tagging::External, Content::Newtype(shape)) => {
                        agree_on_name(variant.name, DeclaredMember::content(shape), one, other)
                    }
                    (Tagging::External, _) => {
                        agree_on_name(variant.name, DeclaredMember::untyped(enumeration), one, other)
                    }
                    (_, Content::Struct(fields)) => agree_on(fields, one, other),
                    (_, Content::Newtype(shape)) => agree_on_members(shape, one, other),
                    _ => Ok(()),
                };
                match outcome {
                    Ok(()) => {}
                    Err(message) => return Err(message),
                }
                rest = tail;
            }
            Ok(())
        }
        _ => Ok(()),
    }
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
    const TAG: DeclaredMember = DeclaredMember::content(&Shape::new("tag", Kind::String { format: "" }));

    const fn untyped(owner: &'static str) -> Self {
        DeclaredMember {
            shape: None,
            owner,
            attrs: &Attrs::NONE,
            nullable: false,
        }
    }

    const fn content(shape: &'static Shape) -> Self {
        DeclaredMember {
            shape: Some(shape),
            owner: "",
            attrs: &Attrs::NONE,
            nullable: may_be_null(shape),
        }
    }

    const fn of(field: &'static Field) -> Self {
        DeclaredMember {
            shape: Some(field.shape),
            owner: "",
            attrs: field.attrs,
            nullable: nullable(field),
        }
    }
}

/// One member against the member of the same name in another variant, if there is one.
const fn agree_on_name(
    name: &'static str,
    declared: DeclaredMember,
    one: &'static Variant,
    other: &'static Variant,
) -> Outcome {
    let member = match other.content {
        Content::Struct(fields) => find_field(fields, name, Meant::NOTHING).0,
        Content::Newtype(shape) => find(shape, name, Meant::NOTHING).0,
        _ => Member::Missing,
    };
    let found = match member {
        Member::Field(field) => DeclaredMember::of(field),
        Member::Content(shape) => DeclaredMember::content(shape),
        Member::Tag => DeclaredMember::TAG,
        Member::Untyped(owner) => DeclaredMember::untyped(owner),
        Member::Open | Member::Missing => return Ok(()),
    };
    let start = Message::new("variants ")
        .name(one.name)
        .text(" and ")
        .name(other.name)
        .text(" disagree on ")
        .name(name);
    let (Some(shape), Some(other_shape)) = (declared.shape, found.shape) else {
        if declared.shape.is_none() && found.shape.is_none() && same(declared.owner, found.owner) {
            return Ok(());
        }
        return Err(start.text(concat!("; rename it in one of them", code!(ENUM_INEXPRESSIBLE))));
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
    if agreed {
        return Err(start.text(concat!(
            ", which may be null in one of them only; declare it alike in both, or rename it in one",
            code!(ENUM_INEXPRESSIBLE)
        )));
    }
    Err(start
        .text(": ")
        .text(describe(shape))
        .text(" (")
        .name(resolve(shape).name)
        .text(") in one, ")
        .text(describe(other_shape))
        .text(" (")
        .name(resolve(other_shape).name)
        .text(") in the other; rename it in one, use `#[derive(Union)]`, or leave the enum open with ")
        .text(concat!(
            "`#[crd(preserve_unknown_fields)]`",
            code!(ENUM_INEXPRESSIBLE)
        )))
}
