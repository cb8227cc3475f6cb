//! `list_type`, `list_map_keys` and `map_type` (OAS-17 … OAS-42).

use super::Outcome;
use super::members::{Member, describe, find, is_open, is_scalar_enum, resolve};
use super::text::{Meant, Message, same};
use crate::rust::shape::{Attrs, Kind, ListType, MapType, Shape};

/// `list_type = map`: a list of objects (OAS-27).
pub const fn list_map(shape: &'static Shape) -> Outcome {
    let items = match items(shape, "list_type = map") {
        Ok(Some(items)) => items,
        Ok(None) => return Ok(()),
        Err(message) => return Err(message),
    };
    match resolve(items).kind {
        Kind::Object(_)
        | Kind::Variants(..)
        | Kind::Union { .. }
        | Kind::EmbeddedResource(_)
        | Kind::Foreign(_)
        | Kind::Alias(_) => {}
        Kind::Map(_) => {
            return Err(Message::new(
                "`list_type = map` needs elements that are structs with the key as a field, but they are maps [CRD0333]",
            ));
        }
        Kind::Any => {
            return Err(Message::new(
                "`list_type = map` needs elements whose fields are known, but they are open; use `atomic` [CRD0333]",
            ));
        }
        _ => {
            return Err(
                Message::new("`list_type = map` needs elements that are objects, but ")
                    .name(resolve(items).name)
                    .text(" is ")
                    .text(describe(items))
                    .text("; use `list_type = set` or `atomic` [CRD0333]"),
            );
        }
    }
    if items.nullable {
        return Err(Message::new(
            "elements of a list of type `map` cannot be null; drop the `Option` inside ",
        )
        .name(shape.name)
        .text(" [CRD0337]"));
    }
    Ok(())
}

/// One key of `list_map_keys`: a field of the elements that is scalar, never null, and always set or
/// defaulted (OAS-28, OAS-29, OAS-41, OAS-42).
pub const fn list_map_key(shape: &'static Shape, key: &'static str) -> Outcome {
    let Ok(Some(items)) = items(shape, "list_type = map") else {
        return Ok(());
    };
    let element = resolve(items);
    if !matches!(
        element.kind,
        Kind::Object(_) | Kind::Variants(..) | Kind::Union { .. } | Kind::EmbeddedResource(_)
    ) {
        return Ok(());
    }
    let (member, _) = find(element, key, Meant::NOTHING);
    match member {
        Member::Open | Member::Tag => Ok(()),
        Member::Missing => {
            let (_, meant) = find(element, key, Meant::new(key));
            Err(meant
                .say(start(key).text(" is not a field of ").name(element.name))
                .text(" [CRD0331]"))
        }
        Member::Content(_) => Err(start(key)
            .text(" of ")
            .name(element.name)
            .text(" is not always set [CRD0336]")),
        Member::Field(field) if !same(field.name, key) => Err(of(key, element)
            .text(" is only another name of ")
            .name(field.name)
            .text("; a key is named as serde writes it [CRD0331]")),
        Member::Field(field) => {
            let nullable = field.shape.nullable && matches!(field.null, crate::rust::shape::Null::FromType)
                || matches!(field.null, crate::rust::shape::Null::Allowed);
            if !is_scalar(field.shape, field.attrs) {
                Err(of(key, element)
                    .text(" is ")
                    .text(describe(field.shape))
                    .text(", but a key must be a string, number or boolean [CRD0334]"))
            } else if !field.is_required() && field.default.is_none() {
                Err(of(key, element)
                    .text(" may be absent; a key must be required or have a default [CRD0336]"))
            } else if nullable {
                Err(of(key, element).text(" may be null; a key cannot be [CRD0337]"))
            } else {
                Ok(())
            }
        }
    }
}

const fn start(key: &str) -> Message {
    Message::new("`list_map_keys`: ").name(key)
}

const fn of(key: &str, element: &Shape) -> Message {
    start(key).text(" of ").name(element.name)
}

/// `list_type = set`: a list of scalars, or of atomic lists and maps (OAS-20, OAS-21, OAS-40).
pub const fn list_set(shape: &'static Shape, attrs: &Attrs) -> Outcome {
    let items = match items(shape, "list_type = set") {
        Ok(Some(items)) => items,
        Ok(None) => return Ok(()),
        Err(message) => return Err(message),
    };
    let own = match attrs.items {
        Some(items) => items,
        None => &Attrs::NONE,
    };
    if items.nullable {
        return Err(
            Message::new("elements of a set cannot be null; drop the `Option` inside ")
                .name(shape.name)
                .text(" [CRD0337]"),
        );
    }
    let element = resolve(items);
    let atomic = match element.kind {
        Kind::Array(_) => {
            matches!(own.list_type, Some(ListType::Atomic))
                || (own.list_type.is_none()
                    && matches!(element.attrs.list_type, Some(ListType::Atomic) | None))
        }
        Kind::Object(_)
        | Kind::Map(_)
        | Kind::Variants(..)
        | Kind::Union { .. }
        | Kind::EmbeddedResource(_) => {
            matches!(own.map_type, Some(MapType::Atomic))
                || (own.map_type.is_none() && matches!(element.attrs.map_type, Some(MapType::Atomic)))
        }
        Kind::Set(_) => false,
        _ => true,
    };
    if atomic {
        return Ok(());
    }
    Err(Message::new("`list_type = set` needs scalar elements, but ")
        .name(element.name)
        .text(" is ")
        .text(describe(items))
        .text("; use `list_type = map` with `list_map_keys(…)`, or `atomic` [CRD0324]"))
}

/// `list_type = atomic`: any list (OAS-19).
pub const fn list_atomic(shape: &'static Shape) -> Outcome {
    match items(shape, "list_type") {
        Ok(_) => Ok(()),
        Err(message) => Err(message),
    }
}

/// `map_type`: any object (OAS-17).
pub const fn map_type(shape: &'static Shape) -> Outcome {
    let inner = resolve(shape);
    match inner.kind {
        Kind::Object(_)
        | Kind::Map(_)
        | Kind::Variants(..)
        | Kind::Union { .. }
        | Kind::EmbeddedResource(_)
        | Kind::Any
        | Kind::Foreign(_)
        | Kind::Alias(_) => Ok(()),
        _ => Err(Message::new("`map_type` is for structs and maps, but ")
            .name(inner.name)
            .text(" is ")
            .text(describe(inner))
            .text("; drop it [CRD0320]")),
    }
}

/// `embedded_resource`: an object with fields of its own, or anything.
pub const fn embedded_resource(shape: &'static Shape) -> Outcome {
    let inner = resolve(shape);
    match inner.kind {
        Kind::Variants(..) if !is_scalar_enum(inner) => Ok(()),
        Kind::Object(_)
        | Kind::Union { .. }
        | Kind::EmbeddedResource(_)
        | Kind::Any
        | Kind::Foreign(_)
        | Kind::Alias(_) => Ok(()),
        _ => Err(Message::new("an embedded resource is an object, but ")
            .name(inner.name)
            .text(" is ")
            .text(describe(inner))
            .text("; use `EmbeddedResource` or a struct [CRD0921]")),
    }
}

/// The elements of a list; `None` when they are not known here.
const fn items(shape: &'static Shape, what: &str) -> Result<Option<&'static Shape>, Message> {
    let inner = resolve(shape);
    if is_open(inner.attrs) {
        return Ok(None);
    }
    match inner.kind {
        Kind::Array(items) | Kind::Set(items) => Ok(Some(items)),
        Kind::Any | Kind::Foreign(_) | Kind::Alias(_) => Ok(None),
        _ => Err(Message::name(Message::NEW, what)
            .text(" is for lists, but ")
            .name(inner.name)
            .text(" is ")
            .text(describe(inner))
            .text("; drop it [CRD0322]")),
    }
}

const fn is_scalar(shape: &'static Shape, attrs: &Attrs) -> bool {
    if attrs.int_or_string || is_open(attrs) {
        return true;
    }
    matches!(
        resolve(shape).kind,
        Kind::Boolean
            | Kind::Integer { .. }
            | Kind::Number { .. }
            | Kind::String { .. }
            | Kind::StringEnum(_)
            | Kind::IntOrString
            | Kind::Any
            | Kind::Foreign(_)
            | Kind::Alias(_)
    )
}
