//! `discriminator` and `union` on the fields of a struct (KEP-2335).

use super::Outcome;
use super::members::{describe, is_open, resolve};
use super::text::{Message, same};
use crate::rust::shape::{EnumValue, Field, Kind, Shape};

/// The discriminator is a string, and where it is an enum, its values are those of the members.
pub const fn discriminator(shape: &'static Shape, field: &'static Field) -> Outcome {
    let [union, ..] = shape.attrs.unions else {
        return Ok(());
    };
    if is_open(field.attrs) {
        return Ok(());
    }
    match resolve(field.shape).kind {
        Kind::String { .. } | Kind::Any | Kind::Foreign(_) => Ok(()),
        Kind::StringEnum(values) => {
            let mut members = union.members;
            while let [(name, value), tail @ ..] = members {
                if !has(values, value) {
                    return Err(Message::new("the discriminator has no value ")
                        .name(value)
                        .text(" for member ")
                        .name(name)
                        .text("; add it to ")
                        .name(resolve(field.shape).name)
                        .text(concat!(
                            ", or name the member's value with `#[crd(union = \"…\")]`",
                            code!(UNION_MEMBERS)
                        )));
                }
                members = tail;
            }
            Ok(())
        }
        _ => Err(
            Message::new("a discriminator is a string or an enum of unit variants, but ")
                .name(field.name)
                .text(" is ")
                .text(describe(field.shape))
                .text(code!(UNION_MEMBERS)),
        ),
    }
}

/// A member of a union may be absent.
pub const fn union_member(field: &'static Field) -> Outcome {
    if field.is_required() {
        return Err(Message::new("member ").name(field.name).text(concat!(
            " is always set, so the union has no choice; make it `Option`",
            code!(UNION_MEMBERS)
        )));
    }
    if field.default.is_some() {
        return Err(Message::new("member ").name(field.name).text(concat!(
            " has a default, so it would be set whatever the discriminator says; drop the default",
            code!(UNION_MEMBERS)
        )));
    }
    Ok(())
}

const fn has(values: &'static [EnumValue], wanted: &str) -> bool {
    let mut rest = values;
    while let [value, tail @ ..] = rest {
        if same(value.name, wanted) {
            return true;
        }
        rest = tail;
    }
    false
}
