//! Whether values of one type are values of the other.

use super::messages::{different, member_differs, no_value, other_type};
use super::next_of;
use crate::rust::shape::check::Outcome;
use crate::rust::shape::check::members::{Member, find, is_open, resolve};
use crate::rust::shape::check::text::{Meant, same};
use crate::rust::shape::{Content, EnumValue, Field, Kind, Next, Shape, Tagging, UnionMember, Variant};

/// Whether values of one type are values of the other without a function.
pub const fn fits(older: &'static Shape, newer: &'static Shape) -> Outcome {
    if let Some(next) = next_of(older) {
        if let Some(other) = next_of(newer)
            && is_same(next, other)
        {
            return Ok(());
        }
        return if same(resolve(next.to).name, resolve(newer).name) {
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

/// Whether two types with a mapping are one type: what did not change between two versions, and changes later.
pub(crate) const fn is_same(a: &Next, b: &Next) -> bool {
    !a.of.is_empty() && same(a.of, b.of)
}

/// The first value of an enum that another enum lacks.
pub(super) const fn first_missing(
    values: &'static [EnumValue],
    other: &'static [EnumValue],
) -> Option<&'static str> {
    let mut rest = values;
    while let [value, tail @ ..] = rest {
        if !has_value(other, value.name) {
            return Some(value.name);
        }
        rest = tail;
    }
    None
}

pub(super) const fn has_value(values: &'static [EnumValue], name: &str) -> bool {
    let mut rest = values;
    while let [value, tail @ ..] = rest {
        if same(value.name, name) {
            return true;
        }
        rest = tail;
    }
    false
}

/// Every member of one object fits the member of that name of the other.
const fn members_fit(older: &'static Shape, newer: &'static Shape) -> Outcome {
    let shape = resolve(older);
    match shape.kind {
        Kind::Object(fields) => fields_fit(fields, older, newer),
        Kind::Variants(tagging, variants) => variants_fit(tagging, variants, older, newer),
        Kind::Union { members, .. } => union_fits(members, older, newer),
        _ => Ok(()),
    }
}

const fn fields_fit(fields: &'static [Field], older: &'static Shape, newer: &'static Shape) -> Outcome {
    let mut rest = fields;
    while let [field, tail @ ..] = rest {
        let outcome = if field.flatten {
            members_fit(field.shape, newer)
        } else {
            member_fits(field.name, Some(field), field.shape, older, newer)
        };
        if outcome.is_err() {
            return outcome;
        }
        rest = tail;
    }
    Ok(())
}

const fn variants_fit(
    tagging: Tagging,
    variants: &'static [Variant],
    older: &'static Shape,
    newer: &'static Shape,
) -> Outcome {
    let mut rest = variants;
    while let [variant, tail @ ..] = rest {
        let outcome = match (tagging, variant.content) {
            (Tagging::External, Content::Newtype(content)) => {
                member_fits(variant.name, None, content, older, newer)
            }
            (Tagging::External | Tagging::Adjacent(..), _) => {
                if has_variant(newer, variant.name) {
                    Ok(())
                } else {
                    Err(no_value(older, newer, variant.name))
                }
            }
            (Tagging::Internal(_), _) if !has_variant(newer, variant.name) => {
                Err(no_value(older, newer, variant.name))
            }
            (_, Content::Struct(fields)) => fields_fit(fields, older, newer),
            (_, Content::Newtype(content)) => members_fit(content, newer),
            (_, Content::Unit | Content::Tuple(_)) => Ok(()),
        };
        if outcome.is_err() {
            return outcome;
        }
        rest = tail;
    }
    Ok(())
}

const fn union_fits(
    members: &'static [UnionMember],
    older: &'static Shape,
    newer: &'static Shape,
) -> Outcome {
    let mut rest = members;
    while let [member, tail @ ..] = rest {
        if !has_variant(newer, member.value) {
            return Err(no_value(older, newer, member.value));
        }
        if let Some(content) = member.shape
            && let Err(message) = member_fits(member.field, None, content, older, newer)
        {
            return Err(message);
        }
        rest = tail;
    }
    Ok(())
}

/// Whether an enum has a variant of a name.
pub(super) const fn has_variant(shape: &'static Shape, name: &str) -> bool {
    match resolve(shape).kind {
        Kind::StringEnum(values) => has_value(values, name),
        Kind::Variants(_, variants) => {
            let mut rest = variants;
            while let [variant, tail @ ..] = rest {
                if same(variant.name, name) {
                    return true;
                }
                rest = tail;
            }
            false
        }
        Kind::Union { members, .. } => {
            let mut rest = members;
            while let [member, tail @ ..] = rest {
                if same(member.value, name) {
                    return true;
                }
                rest = tail;
            }
            false
        }
        _ => false,
    }
}

const fn member_fits(
    name: &'static str,
    field: Option<&'static Field>,
    shape: &'static Shape,
    older: &'static Shape,
    newer: &'static Shape,
) -> Outcome {
    let (member, _) = find(newer, name, Meant::NOTHING);
    let is_opened = match field {
        Some(field) => is_open(field.attrs),
        None => false,
    };
    match member {
        Member::Field(other) => {
            if is_opened || is_open(other.attrs) {
                return if is_opened && is_open(other.attrs) {
                    Ok(())
                } else {
                    Err(member_differs(name, older, newer, "is open in one of them only"))
                };
            }
            fits(shape, other.shape)
        }
        Member::Content(other) => fits(shape, other),
        Member::Tag | Member::Untyped(_) => Ok(()),
        Member::Open | Member::Missing => Err(member_differs(name, older, newer, "is only in the first")),
    }
}

/// Every member of one object has its name in the other.
const fn names_exist(newer: &'static Shape, older: &'static Shape) -> Outcome {
    match first_unnamed(newer, older) {
        Some(name) => Err(member_differs(name, older, newer, "is only in the second")),
        None => Ok(()),
    }
}

const fn first_unnamed(shape: &'static Shape, other: &'static Shape) -> Option<&'static str> {
    match resolve(shape).kind {
        Kind::Object(fields) => first_unnamed_field(fields, other),
        Kind::Variants(tagging, variants) => {
            let mut rest = variants;
            while let [variant, tail @ ..] = rest {
                if !matches!(tagging, Tagging::Untagged) && !has_variant(other, variant.name) {
                    return Some(variant.name);
                }
                let found = match variant.content {
                    Content::Struct(fields) if !matches!(tagging, Tagging::External) => {
                        first_unnamed_field(fields, other)
                    }
                    Content::Newtype(content)
                        if !matches!(tagging, Tagging::External | Tagging::Adjacent(..)) =>
                    {
                        first_unnamed(content, other)
                    }
                    _ => None,
                };
                if found.is_some() {
                    return found;
                }
                rest = tail;
            }
            None
        }
        Kind::Union { members, .. } => {
            let mut rest = members;
            while let [member, tail @ ..] = rest {
                if !has_variant(other, member.value) {
                    return Some(member.value);
                }
                rest = tail;
            }
            None
        }
        _ => None,
    }
}

const fn first_unnamed_field(fields: &'static [Field], other: &'static Shape) -> Option<&'static str> {
    let mut rest = fields;
    while let [field, tail @ ..] = rest {
        if field.flatten {
            let found = first_unnamed(field.shape, other);
            if found.is_some() {
                return found;
            }
        } else if matches!(
            find(other, field.name, Meant::NOTHING).0,
            Member::Missing | Member::Open
        ) {
            return Some(field.name);
        }
        rest = tail;
    }
    None
}
