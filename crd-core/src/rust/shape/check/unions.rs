//! Checks `discriminator` and `union` on the fields of a struct (KEP-2335).

use super::CheckResult;
use super::json_type::describe;
use super::members::has_value;
use super::resolve::{is_open, resolve};
use crate::rust::shape::{Field, Kind, Shape};

/// Checks that the discriminator is a string, and if it is an enum, that its values are those of the members.
#[inline]
pub const fn discriminator(shape: &'static Shape, field: &'static Field) -> CheckResult {
    let [union, ..] = shape.attrs.unions else {
        return Ok(());
    };
    if is_open(field.attrs) {
        return Ok(());
    }
    match resolve(field.shape).kind {
        Kind::String { .. } | Kind::Any | Kind::Foreign(_) | Kind::Alias(_) => Ok(()),
        Kind::StringEnum(values) => {
            each!(for (name, value) in union.members {
                if !has_value(values, value) {
                    return Err(message!(
                        UNION_MEMBERS,
                        "the discriminator has no value `{}` for member `{}`; add it to `{}`, or set the \
                         value of the member with `#[crd(union = \"…\")]`",
                        [value, name, resolve(field.shape).name]
                    ));
                }
            });
            Ok(())
        }
        _ => Err(message!(
            UNION_MEMBERS,
            "a discriminator must be a string or an enum of unit variants, but `{}` is {}",
            [field.name, describe(field.shape)]
        )),
    }
}

/// Checks that serde writes the content of a variant of a union as an object.
#[inline]
pub const fn union_content(shape: &'static Shape) -> CheckResult {
    let content = resolve(shape);
    if content.nullable
        && matches!(content.kind, Kind::Object(&[]))
        && matches!(content.attrs.validation.max_properties, Some(0))
    {
        return Err(message!(
            UNION_MEMBERS,
            "serde writes null for the unit struct `{}`, but the member of a union is an object; write `struct {} {}`",
            [content.name, content.name, "{}"]
        ));
    }
    if shape.nullable && !is_open(shape.attrs) {
        return Err(message!(
            UNION_MEMBERS,
            "serde writes null for `None`, but the member of a union is an object; write `{}` without `Option`, or a \
             variant without content",
            [content.name]
        ));
    }
    Ok(())
}

/// Checks that a member of a union may be absent.
#[inline]
pub const fn union_member(field: &'static Field) -> CheckResult {
    if field.is_required() {
        return Err(message!(
            UNION_MEMBERS,
            "member `{}` of the union is always set; make it `Option`",
            [field.name]
        ));
    }
    if field.default.is_some() {
        return Err(message!(
            UNION_MEMBERS,
            "member `{}` has a default, so it would be set for every value of the discriminator; remove the \
             default",
            [field.name]
        ));
    }
    Ok(())
}
