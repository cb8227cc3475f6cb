//! Checks `list_type`, `list_map_keys`, `map_type` and `embedded_resource` (OAS-17 … OAS-42).

use super::Outcome;
use super::members::{Member, describe, find, is_enum_without_fields, is_open, resolve};
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
            return Err(Message::new(concat!(
                "`list_type = map` needs elements that are structs with the key as a field, but they are maps",
                code!(LIST_MAP_ITEMS)
            )));
        }
        Kind::Any => {
            return Err(Message::new(concat!(
                "`list_type = map` needs elements whose fields are known, but they are open; use `atomic`",
                code!(LIST_MAP_ITEMS)
            )));
        }
        _ => {
            return Err(
                Message::new("`list_type = map` needs elements that are objects, but ")
                    .name(resolve(items).name)
                    .text(" is ")
                    .text(describe(items))
                    .text(concat!(
                        "; use `list_type = set` or `atomic`",
                        code!(LIST_MAP_ITEMS)
                    )),
            );
        }
    }
    if items.nullable {
        return Err(Message::new(
            "elements of a list of type `map` cannot be null; drop the `Option` inside ",
        )
        .name(shape.name)
        .text(code!(LIST_KEY_NULLABLE)));
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
        Member::Open | Member::Tag | Member::Untyped(_) => Ok(()),
        Member::Missing => {
            let (_, meant) = find(element, key, Meant::new(key));
            Err(meant
                .say(start(key).text(" is not a field of ").name(element.name))
                .text(code!(LIST_MAP_KEY_UNKNOWN)))
        }
        Member::Content(_) => Err(start(key)
            .text(" of ")
            .name(element.name)
            .text(concat!(" is not always set", code!(LIST_MAP_KEY_OPTIONAL)))),
        Member::Field(field) if !same(field.name, key) => Err(of(key, element)
            .text(" is only another name of ")
            .name(field.name)
            .text(concat!(
                "; a key is named as serde writes it",
                code!(LIST_MAP_KEY_UNKNOWN)
            ))),
        Member::Field(field) => {
            let nullable = field.shape.nullable && matches!(field.null, crate::rust::shape::Null::FromType)
                || matches!(field.null, crate::rust::shape::Null::Allowed);
            if field.attrs.when.channel.is_some() || !field.attrs.when.feature_gates.is_empty() {
                Err(of(key, element).text(concat!(
                    " is not in every output; a key of a list is, so remove its `channel` or `feature_gate`",
                    code!(CHANNEL_ABSENT)
                )))
            } else if !is_scalar(field.shape, field.attrs) {
                Err(of(key, element)
                    .text(" is ")
                    .text(describe(field.shape))
                    .text(concat!(
                        ", but a key must be a string, number or boolean",
                        code!(LIST_MAP_KEY_NOT_SCALAR)
                    )))
            } else if !field.is_required() && field.default.is_none() {
                Err(of(key, element).text(concat!(
                    " may be absent; a key must be required or have a default",
                    code!(LIST_MAP_KEY_OPTIONAL)
                )))
            } else if nullable {
                Err(of(key, element).text(concat!(" may be null; a key cannot be", code!(LIST_KEY_NULLABLE))))
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
                .text(code!(LIST_KEY_NULLABLE)),
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
        .text(concat!(
            "; use `list_type = map` with `list_map_keys(…)`, or `atomic`",
            code!(SET_ITEMS_NOT_ATOMIC)
        )))
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
            .text(concat!("; drop it", code!(MAP_TYPE_ON_NON_OBJECT)))),
    }
}

/// `embedded_resource`: an object with fields of its own, or anything.
pub const fn embedded_resource(shape: &'static Shape) -> Outcome {
    let inner = resolve(shape);
    match inner.kind {
        Kind::Variants(..) if !is_enum_without_fields(inner) => Ok(()),
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
            .text(concat!(
                "; use `EmbeddedResource` or a struct",
                code!(CONSTRAINT_UNSUITED)
            ))),
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
            .text(concat!("; drop it", code!(LIST_TYPE_ON_NON_ARRAY)))),
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
