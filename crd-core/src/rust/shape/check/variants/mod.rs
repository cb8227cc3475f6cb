//! Checks enums with data: whether one structural schema can hold all variants.
//!
//! ```text
//! #[serde(tag = "kind")]
//! enum Check { Http { port: u16 }, Tcp { port: u8 } }       accepted: `port` is an integer in both
//! enum Check { Http { port: u16 }, Tcp { port: String } }   rejected: `port` is an integer and a string
//! ```
//!
//! The content of each variant must have a form that the tagging allows (`internal`). Any two variants must have the same
//! type where their values are at the same position: their contents (`form`) and the members that both have (`shared`).
//! `types` compares two types. Enums are compared by name, since a constant cannot compare their shapes; the generator
//! finds two enums of one name that differ.

mod form;
mod shared;
mod types;

use super::Outcome;
use super::members::{
    Member, describe, find, find_field, has_typed_map, is_enum_without_fields, is_open, resolve,
};
use super::text::{Meant, Message};
use crate::rust::shape::{Content, Field, Kind, Shape, Tagging, Variant};

use form::{Form, form};
use shared::agree_on_fields;
use types::{forms_agree, may_be_null};

const WAYS_OUT: &str = concat!(
    "; tag the enum, use `#[derive(Union)]`, or leave it open with \
                        `#[crd(preserve_unknown_fields)]`",
    code!(ENUM_INEXPRESSIBLE)
);

/// The content of the `index`th variant of an enum has a form that the tagging allows, and the same types as those before
/// it where they share properties.
pub const fn variant(shape: &Shape, index: usize) -> Outcome {
    let Kind::Variants(tagging, variants) = shape.kind else {
        return Ok(());
    };
    if is_open(shape.attrs) {
        return Ok(());
    }
    let Some((before, [variant, ..])) = variants.split_at_checked(index) else {
        return Ok(());
    };
    if let Tagging::Internal(tag) = tagging {
        match internal(tag, variant) {
            Ok(()) => {}
            Err(message) => return Err(message),
        }
    }
    if matches!(tagging, Tagging::External) {
        return Ok(());
    }
    let among_others = match tagging {
        Tagging::Internal(_) => true,
        Tagging::Adjacent(..) | Tagging::Untagged => variants.len() > 1,
        Tagging::External => false,
    };
    if among_others
        && let Content::Struct(fields) = variant.content
        && let [field, ..] = fields
        && has_typed_map(fields)
    {
        return Err(Message::new("the keys of the flattened map ")
            .name(field.name)
            .text(concat!(" would be beside the members of other variants or the tag; make it a map of `serde_json::Value`, or drop `flatten`", code!(SERDE_INEXPRESSIBLE))));
    }
    // A rule of one variant would apply to all of them.
    if !matches!(tagging, Tagging::Internal(_))
        && variants.len() > 1
        && let Content::Newtype(content) = variant.content
        && has_rules(content)
    {
        return Err(Message::new("variant ")
            .name(variant.name)
            .text(" holds ")
            .name(resolve(content).name)
            .text(
                concat!(", whose rules would apply to the other variants too; use an internal tag, or `#[derive(Union)]`", code!(ENUM_INEXPRESSIBLE)),
            ));
    }
    let mut rest = before;
    while let [earlier, tail @ ..] = rest {
        match agree_as_contents(tagging, earlier, variant) {
            Ok(()) => {}
            Err(message) => return Err(message),
        }
        rest = tail;
    }
    Ok(())
}

/// serde puts an internal tag among the fields of the content, so that must be an object.
const fn internal(tag: &'static str, variant: &'static Variant) -> Outcome {
    let content = match variant.content {
        Content::Newtype(content) => content,
        // The macro sees the fields themselves; what is flattened into them shows here.
        Content::Struct(fields) => {
            return match find_field(fields, tag, Meant::NOTHING) {
                (Member::Missing | Member::Open, _) => Ok(()),
                _ => Err(Message::new("the tag ")
                    .name(tag)
                    .text(" is a flattened field of variant ")
                    .name(variant.name)
                    .text(concat!(" too; rename one of the two", code!(PROPERTY_DUPLICATE)))),
            };
        }
        Content::Unit | Content::Tuple(_) => return Ok(()),
    };
    let inner = resolve(content);
    if content.optional {
        return Err(Message::new("variant ")
            .name(variant.name)
            .text(" holds an `Option`, and serde cannot put the tag ")
            .name(tag)
            .text(concat!(
                " there; hold the struct itself, or add `#[serde(content = \"…\")]`",
                code!(ENUM_INEXPRESSIBLE)
            )));
    }
    match inner.kind {
        Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. } if !is_enum_without_fields(inner) => {
            match find(content, tag, Meant::NOTHING) {
                (Member::Missing | Member::Open, _) => Ok(()),
                _ => Err(Message::new("the tag ")
                    .name(tag)
                    .text(" is a field of ")
                    .name(inner.name)
                    .text(" in variant ")
                    .name(variant.name)
                    .text(concat!(" too; rename one of the two", code!(PROPERTY_DUPLICATE)))),
            }
        }
        Kind::Foreign(_) | Kind::Alias(_) => Ok(()),
        _ => Err(Message::new("variant ")
            .name(variant.name)
            .text(" holds ")
            .name(inner.name)
            .text(", ")
            .text(describe(inner))
            .text(", and serde cannot put the tag ")
            .name(tag)
            .text(concat!(
                " there; hold a struct, or add `#[serde(content = \"…\")]`",
                code!(ENUM_INEXPRESSIBLE)
            ))),
    }
}

/// The contents of two variants, which are at the same position, have one type.
const fn agree_as_contents(tagging: Tagging, one: &'static Variant, other: &'static Variant) -> Outcome {
    let untagged = matches!(tagging, Tagging::Untagged);
    let (Some(form), Some(other_form)) = (form(one), form(other)) else {
        return Ok(());
    };
    if let (Tagging::Adjacent(_, holder), true) =
        (tagging, content_may_be_null(one) != content_may_be_null(other))
    {
        return Err(Message::new("variants ")
            .name(one.name)
            .text(" and ")
            .name(other.name)
            .text(" disagree on ")
            .name(holder)
            .text(concat!(
                ", which may be null in one of them only; hold an `Option` in both or in neither",
                code!(ENUM_INEXPRESSIBLE)
            )));
    }
    let scalars = form.is_scalar() && other_form.is_scalar();
    let numbers = form.is_number() && other_form.is_number();
    let texts = form.is_text() && other_form.is_text();
    let fits = match (form, other_form) {
        (Form::Object, Form::Object) => return agree_on_fields(one, other),
        _ if untagged && scalars => numbers || texts || form.same(other_form),
        _ => !untagged && forms_agree(form, other_form),
    };
    if fits {
        return Ok(());
    }
    Err(Message::new("variants ")
        .name(one.name)
        .text(" and ")
        .name(other.name)
        .text(" are ")
        .text(form.describe())
        .text(" and ")
        .text(other_form.describe())
        .text(match (form, other_form) {
            (Form::List(_), Form::List(_)) | (Form::Map(_), Form::Map(_)) if !untagged => " of other values",
            _ => "",
        })
        .text(" at the same place, which no structural schema admits")
        .text(if untagged {
            WAYS_OUT
        } else {
            concat!(
                "; hold structs in both, or use `#[derive(Union)]`",
                code!(ENUM_INEXPRESSIBLE)
            )
        }))
}

/// Whether the content of a variant may be null.
const fn content_may_be_null(variant: &Variant) -> bool {
    match variant.content {
        Content::Newtype(shape) => may_be_null(shape),
        _ => false,
    }
}

/// Whether a type has CEL rules on its members.
const fn has_rules(shape: &'static Shape) -> bool {
    let mut shape = shape;
    loop {
        let attrs = shape.attrs;
        if !attrs.rules.is_empty() || !attrs.groups.is_empty() || !attrs.unions.is_empty() || attrs.immutable
        {
            return true;
        }
        match shape.kind {
            Kind::Alias(inner) => shape = inner,
            Kind::Object(fields) => return fields_have_rules(fields),
            _ => return false,
        }
    }
}

const fn fields_have_rules(fields: &'static [Field]) -> bool {
    let mut rest = fields;
    while let [field, tail @ ..] = rest {
        if (field.attrs.immutable && !field.is_required()) || (field.flatten && has_rules(field.shape)) {
            return true;
        }
        rest = tail;
    }
    false
}
