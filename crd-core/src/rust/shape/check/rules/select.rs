//! Types selections: fields, and the elements that loops iterate over.

use super::types::{CelShape, TextChoices, Type, is_untyped, part, typed};
use super::{RuleMistake, bits};
use crate::rust::shape::check::members::{is_among, nested};
use crate::rust::shape::check::paths::Root;
use crate::rust::shape::check::resolve::{is_open, resolve};
use crate::rust::shape::check::text::same;
use crate::rust::shape::{Attrs, Content, Field, Kind, Shape, Tagging, Variant, When};

/// The availability of a rule, and of the field that it is on.
#[derive(Clone, Copy)]
pub(super) struct RuleScope {
    pub(super) rule: &'static When,
    pub(super) place: &'static When,
}

impl RuleScope {
    /// Whether a part of a type exists wherever the rule does.
    #[inline]
    const fn has(self, part: &When) -> bool {
        part.is_always() || part.includes(self.rule) || part.includes(self.place)
    }
}

/// Returns the type of a field. The field of an optional value is optional.
#[inline]
pub(super) const fn field(of: Type, name: &'static str, place: RuleScope) -> Result<Type, RuleMistake> {
    let found = match of.form {
        CelShape::Unknown => Ok(Type::UNKNOWN),
        CelShape::Known(bit, _) if bit & (bits::MAP | bits::OBJECT) != 0 => Ok(Type::UNKNOWN),
        CelShape::Known(..) | CelShape::Texts(_) | CelShape::ListOf(_) => {
            Err(RuleMistake::NotSelectable(of, name))
        }
        CelShape::Collection(shape, attrs) => match shape.kind {
            Kind::Map(values) => Ok(typed(values, nested(attrs))),
            _ => Err(RuleMistake::NotSelectable(of, name)),
        },
        CelShape::Object(shape) => of_object(shape, name, place).of(of, name),
        CelShape::Fields(_, fields) => of_fields(fields, name, place).of(of, name),
        CelShape::Resource(root) => of_resource(of, root, name),
        CelShape::Metadata => {
            if same(name, "name") || same(name, "generateName") {
                Ok(Type::STRING)
            } else {
                Err(RuleMistake::NoField(of, name))
            }
        }
    };
    match found {
        Ok(ty) if of.optional > 0 => Ok(if ty.optional > 0 { ty } else { ty.in_optional() }),
        found => found,
    }
}

#[inline]
const fn of_resource(of: Type, root: Root, name: &'static str) -> Result<Type, RuleMistake> {
    if same(name, "spec") {
        Ok(typed(root.spec, &Attrs::NONE))
    } else if same(name, "status")
        && let Some(status) = root.status
    {
        Ok(typed(status, &Attrs::NONE))
    } else if same(name, "metadata") {
        Ok(Type::of(CelShape::Metadata))
    } else if same(name, "apiVersion") || same(name, "kind") {
        Ok(Type::STRING)
    } else {
        Err(RuleMistake::NoField(of, name))
    }
}

/// The member of an object with a given name.
#[derive(Clone, Copy)]
enum SelectedMember {
    Missing,
    /// The object may have members of any name.
    Open,
    /// The member is not visible to rules.
    Untyped,
    /// The member is missing in some outputs that include the rule.
    Absent,
    Of(Type),
}

impl SelectedMember {
    #[inline]
    const fn of(self, of: Type, name: &'static str) -> Result<Type, RuleMistake> {
        match self {
            SelectedMember::Missing => Err(RuleMistake::NoField(of, name)),
            SelectedMember::Open => Ok(Type::UNKNOWN),
            SelectedMember::Untyped => Err(RuleMistake::Untyped(name)),
            SelectedMember::Absent => Err(RuleMistake::NotEverywhere(name)),
            SelectedMember::Of(ty) => Ok(ty),
        }
    }
}

#[inline]
const fn of_object(shape: &'static Shape, name: &'static str, place: RuleScope) -> SelectedMember {
    let shape = resolve(shape);
    if is_open(shape.attrs) {
        return SelectedMember::Open;
    }
    match shape.kind {
        Kind::Object(fields) => of_fields(fields, name, place),
        Kind::Variants(Tagging::External, variants) => of_external(variants, name),
        Kind::Variants(Tagging::Internal(tag), variants) => {
            if same(tag, name) {
                SelectedMember::Of(Type::of(CelShape::Texts(TextChoices::Tags(shape.name, variants))))
            } else {
                of_merged(variants, name, place)
            }
        }
        Kind::Variants(Tagging::Adjacent(tag, content), variants) => {
            if same(tag, name) {
                SelectedMember::Of(Type::of(CelShape::Texts(TextChoices::Tags(shape.name, variants))))
            } else if same(content, name) {
                SelectedMember::Open
            } else {
                SelectedMember::Missing
            }
        }
        Kind::Variants(Tagging::Untagged, variants) => of_merged(variants, name, place),
        Kind::Union {
            discriminator,
            members,
        } => {
            if same(discriminator, name) {
                return SelectedMember::Of(Type::of(CelShape::Texts(TextChoices::MemberWalk(
                    shape.name, members,
                ))));
            }
            each!(for member in members {
                if same(member.field, name)
                    && let Some(content) = member.shape
                {
                    return seen(content, &Attrs::NONE);
                }
            });
            SelectedMember::Missing
        }
        _ => SelectedMember::Open,
    }
}

#[inline]
const fn of_fields(fields: &'static [Field], name: &'static str, place: RuleScope) -> SelectedMember {
    let mut open = false;
    each!(for field in fields {
        if !field.flatten {
            if same(field.name, name) || is_among(field.aliases, name) {
                return if place.has(field.attrs.when) {
                    seen(field.shape, field.attrs)
                } else {
                    SelectedMember::Absent
                };
            }
        } else if is_open(field.attrs) {
            open = true;
        } else {
            match of_object(field.shape, name, place) {
                SelectedMember::Missing => {}
                SelectedMember::Open => open = true,
                found => return found,
            }
        }
    });
    if open {
        SelectedMember::Open
    } else {
        SelectedMember::Missing
    }
}

/// Finds a member of `{variant: content}`.
#[inline]
const fn of_external(variants: &'static [Variant], name: &'static str) -> SelectedMember {
    each!(for variant in variants {
        if same(variant.name, name) || is_among(variant.aliases, name) {
            return match variant.content {
                Content::Newtype(shape) => seen(shape, &Attrs::NONE),
                Content::Struct(fields) => {
                    SelectedMember::Of(Type::of(CelShape::Fields(variant.name, fields)))
                }
                Content::Unit | Content::Tuple(_) => SelectedMember::Open,
            };
        }
    });
    SelectedMember::Missing
}

/// Finds a member of one of the variants, whose members are all in one object. If several variants have it,
/// restrictions such as formats may be in their branches, so only the types of plain scalars are known.
#[inline]
const fn of_merged(variants: &'static [Variant], name: &'static str, place: RuleScope) -> SelectedMember {
    let mut before = SelectedMember::Missing;
    each!(for variant in variants {
        let found = match variant.content {
            Content::Struct(fields) => of_fields(fields, name, place),
            Content::Newtype(shape) => of_object(shape, name, place),
            Content::Unit | Content::Tuple(_) => SelectedMember::Missing,
        };
        before = match (before, found) {
            (SelectedMember::Missing, found) | (found, SelectedMember::Missing) => found,
            (SelectedMember::Of(one), SelectedMember::Of(other))
                if one.bits() == other.bits()
                    && matches!(one.bits(), bits::BOOL | bits::INT | bits::DOUBLE) =>
            {
                before
            }
            _ => SelectedMember::Open,
        };
    });
    before
}

#[inline]
const fn seen(shape: &'static Shape, attrs: &'static Attrs) -> SelectedMember {
    if is_untyped(shape, attrs) {
        SelectedMember::Untyped
    } else {
        SelectedMember::Of(typed(shape, attrs))
    }
}

/// Returns the type of the variable of a loop.
#[inline]
pub(super) const fn element(known: &[Type], of: Type) -> Result<Type, RuleMistake> {
    if of.bits() == bits::MAP && !matches!(of.form, CelShape::Known(..)) {
        return Ok(Type::STRING);
    }
    value(known, of)
}

/// Returns the type of the first of two variables of a loop.
#[inline]
pub(super) const fn key(of: Type) -> Result<Type, RuleMistake> {
    match of.bits() {
        bits::LIST => Ok(Type::INT),
        bits::MAP if !matches!(of.form, CelShape::Known(..)) => Ok(Type::STRING),
        both if both & (bits::LIST | bits::MAP) != 0 => Ok(Type::UNKNOWN),
        _ => Err(RuleMistake::NotARange(of)),
    }
}

/// Returns the type of the elements of a list, or of the values of a map.
#[inline]
pub(super) const fn value(known: &[Type], of: Type) -> Result<Type, RuleMistake> {
    if of.bits() & (bits::LIST | bits::MAP) == 0 {
        return Err(RuleMistake::NotARange(of));
    }
    Ok(elements(known, of))
}

/// Returns the type of the elements of a list, or of the values of a map; unknown for anything else.
#[inline]
pub(super) const fn elements(known: &[Type], of: Type) -> Type {
    match of.form {
        CelShape::Collection(shape, attrs) => match shape.kind {
            Kind::Array(items) | Kind::Set(items) | Kind::Map(items) => typed(items, nested(attrs)),
            _ => Type::UNKNOWN,
        },
        CelShape::ListOf(index) => part(known, index),
        _ => Type::UNKNOWN,
    }
}
