//! Selections: fields, and what loops run over.

use super::types::{Form, Texts, Type, is_untyped, part, typed};
use super::{Mistake, bits};
use crate::rust::shape::check::members::{is_among, is_open, nested, resolve};
use crate::rust::shape::check::paths::Root;
use crate::rust::shape::check::text::same;
use crate::rust::shape::{Attrs, Content, Field, Kind, Shape, Tagging, Variant, When};

/// Where a rule is, and where the field is that it is on.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) rule: &'static When,
    pub(super) place: &'static When,
}

impl Place {
    /// Whether a part of a type exists wherever the rule does.
    const fn has(self, part: &When) -> bool {
        part.is_always() || part.includes(self.rule) || part.includes(self.place)
    }
}

/// The type of a field. That of an optional value is optional.
pub(super) const fn field(of: Type, name: &'static str, place: Place) -> Result<Type, Mistake> {
    let found = match of.form {
        Form::Unknown => Ok(Type::UNKNOWN),
        Form::Known(bit, _) if bit & (bits::MAP | bits::OBJECT) != 0 => Ok(Type::UNKNOWN),
        Form::Known(..) | Form::Texts(_) | Form::ListOf(_) => Err(Mistake::NotSelectable(of, name)),
        Form::Collection(shape, attrs) => match shape.kind {
            Kind::Map(values) => Ok(typed(values, nested(attrs))),
            _ => Err(Mistake::NotSelectable(of, name)),
        },
        Form::Object(shape) => of_object(shape, name, place).of(of, name),
        Form::Fields(_, fields) => of_fields(fields, name, place).of(of, name),
        Form::Resource(root) => of_resource(of, root, name),
        Form::Metadata => {
            if same(name, "name") || same(name, "generateName") {
                Ok(Type::STRING)
            } else {
                Err(Mistake::NoField(of, name))
            }
        }
    };
    match found {
        Ok(ty) if of.optional > 0 => Ok(if ty.optional > 0 { ty } else { ty.in_optional() }),
        found => found,
    }
}

const fn of_resource(of: Type, root: Root, name: &'static str) -> Result<Type, Mistake> {
    if same(name, "spec") {
        Ok(typed(root.spec, &Attrs::NONE))
    } else if same(name, "status")
        && let Some(status) = root.status
    {
        Ok(typed(status, &Attrs::NONE))
    } else if same(name, "metadata") {
        Ok(Type::of(Form::Metadata))
    } else if same(name, "apiVersion") || same(name, "kind") {
        Ok(Type::STRING)
    } else {
        Err(Mistake::NoField(of, name))
    }
}

/// What an object has under a name.
#[derive(Clone, Copy)]
enum Found {
    Missing,
    /// The object may have members of any name.
    Open,
    /// Rules do not see the member.
    Untyped,
    /// Not every output has it which the rule is in.
    Absent,
    Of(Type),
}

impl Found {
    const fn of(self, of: Type, name: &'static str) -> Result<Type, Mistake> {
        match self {
            Found::Missing => Err(Mistake::NoField(of, name)),
            Found::Open => Ok(Type::UNKNOWN),
            Found::Untyped => Err(Mistake::Untyped(name)),
            Found::Absent => Err(Mistake::NotEverywhere(name)),
            Found::Of(ty) => Ok(ty),
        }
    }
}

const fn of_object(shape: &'static Shape, name: &'static str, place: Place) -> Found {
    let shape = resolve(shape);
    if is_open(shape.attrs) {
        return Found::Open;
    }
    match shape.kind {
        Kind::Object(fields) => of_fields(fields, name, place),
        Kind::Variants(Tagging::External, variants) => of_external(variants, name),
        Kind::Variants(Tagging::Internal(tag), variants) => {
            if same(tag, name) {
                Found::Of(Type::of(Form::Texts(Texts::Tags(shape.name, variants))))
            } else {
                of_merged(variants, name, place)
            }
        }
        Kind::Variants(Tagging::Adjacent(tag, content), variants) => {
            if same(tag, name) {
                Found::Of(Type::of(Form::Texts(Texts::Tags(shape.name, variants))))
            } else if same(content, name) {
                Found::Open
            } else {
                Found::Missing
            }
        }
        Kind::Variants(Tagging::Untagged, variants) => of_merged(variants, name, place),
        Kind::Union {
            discriminator,
            members,
        } => {
            if same(discriminator, name) {
                return Found::Of(Type::of(Form::Texts(Texts::Members(shape.name, members))));
            }
            let mut rest = members;
            while let [member, tail @ ..] = rest {
                if same(member.field, name)
                    && let Some(content) = member.shape
                {
                    return seen(content, &Attrs::NONE);
                }
                rest = tail;
            }
            Found::Missing
        }
        _ => Found::Open,
    }
}

const fn of_fields(fields: &'static [Field], name: &'static str, place: Place) -> Found {
    let mut rest = fields;
    let mut open = false;
    while let [field, tail @ ..] = rest {
        if !field.flatten {
            if same(field.name, name) || is_among(field.aliases, name) {
                return if place.has(field.attrs.when) {
                    seen(field.shape, field.attrs)
                } else {
                    Found::Absent
                };
            }
        } else if is_open(field.attrs) {
            open = true;
        } else {
            match of_object(field.shape, name, place) {
                Found::Missing => {}
                Found::Open => open = true,
                found => return found,
            }
        }
        rest = tail;
    }
    if open { Found::Open } else { Found::Missing }
}

/// `{variant: content}`
const fn of_external(variants: &'static [Variant], name: &'static str) -> Found {
    let mut rest = variants;
    while let [variant, tail @ ..] = rest {
        if same(variant.name, name) || is_among(variant.aliases, name) {
            return match variant.content {
                Content::Newtype(shape) => seen(shape, &Attrs::NONE),
                Content::Struct(fields) => Found::Of(Type::of(Form::Fields(variant.name, fields))),
                Content::Unit | Content::Tuple(_) => Found::Open,
            };
        }
        rest = tail;
    }
    Found::Missing
}

/// A member of one of the variants, whose members are all in one object. Where several have it, restrictions such as
/// formats may be left to them, so only plain scalars are known.
const fn of_merged(variants: &'static [Variant], name: &'static str, place: Place) -> Found {
    let mut before = Found::Missing;
    let mut rest = variants;
    while let [variant, tail @ ..] = rest {
        let found = match variant.content {
            Content::Struct(fields) => of_fields(fields, name, place),
            Content::Newtype(shape) => of_object(shape, name, place),
            Content::Unit | Content::Tuple(_) => Found::Missing,
        };
        before = match (before, found) {
            (Found::Missing, found) | (found, Found::Missing) => found,
            (Found::Of(one), Found::Of(other))
                if one.bits() == other.bits()
                    && matches!(one.bits(), bits::BOOL | bits::INT | bits::DOUBLE) =>
            {
                before
            }
            _ => Found::Open,
        };
        rest = tail;
    }
    before
}

const fn seen(shape: &'static Shape, attrs: &'static Attrs) -> Found {
    if is_untyped(shape, attrs) {
        Found::Untyped
    } else {
        Found::Of(typed(shape, attrs))
    }
}

/// The type of the variable of a loop.
pub(super) const fn element(known: &[Type], of: Type) -> Result<Type, Mistake> {
    if of.bits() == bits::MAP && !matches!(of.form, Form::Known(..)) {
        return Ok(Type::STRING);
    }
    value(known, of)
}

/// The type of the first of two variables of a loop.
pub(super) const fn key(of: Type) -> Result<Type, Mistake> {
    match of.bits() {
        bits::LIST => Ok(Type::INT),
        bits::MAP if !matches!(of.form, Form::Known(..)) => Ok(Type::STRING),
        both if both & (bits::LIST | bits::MAP) != 0 => Ok(Type::UNKNOWN),
        _ => Err(Mistake::NotARange(of)),
    }
}

/// The type of the elements of a list, or of the values of a map.
pub(super) const fn value(known: &[Type], of: Type) -> Result<Type, Mistake> {
    if of.bits() & (bits::LIST | bits::MAP) == 0 {
        return Err(Mistake::NotARange(of));
    }
    Ok(elements(known, of))
}

/// The type of the elements of a list, or of the values of a map; unknown for anything else.
pub(super) const fn elements(known: &[Type], of: Type) -> Type {
    match of.form {
        Form::Collection(shape, attrs) => match shape.kind {
            Kind::Array(items) | Kind::Set(items) | Kind::Map(items) => typed(items, nested(attrs)),
            _ => Type::UNKNOWN,
        },
        Form::ListOf(index) => part(known, index),
        _ => Type::UNKNOWN,
    }
}
