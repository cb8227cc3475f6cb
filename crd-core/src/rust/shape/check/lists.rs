//! Checks `list_type`, `list_map_keys`, `map_type` and `embedded_resource` (OAS-17 … OAS-42).

use super::CheckResult;
use super::json_type::{JsonType, describe};
use super::members::{find, why_missing};
use super::readable::has_type_meta;
use super::resolve::{is_open, resolve};
use super::text::{Message, Suggestion, same};
use super::walk::FoundMember;
use crate::rust::shape::{Attrs, Field, Kind, ListType, MapType, Shape};

/// Checks `list_type = map`: the value must be a list of objects (OAS-27).
#[inline]
pub const fn list_map(shape: &'static Shape) -> CheckResult {
    let items = match items(shape, "list_type = map") {
        Ok(Some(items)) => items,
        Ok(None) => return Ok(()),
        Err(message) => return Err(message),
    };
    match JsonType::of(items) {
        JsonType::Object | JsonType::EnumWithoutFields | JsonType::Unknown => {}
        JsonType::Map(_) => {
            return Err(message!(
                LIST_MAP_ITEMS,
                "`list_type = map` needs structs that have the key as a field, but the elements are maps; \
                 use `atomic`"
            ));
        }
        JsonType::Any => {
            return Err(message!(
                LIST_MAP_ITEMS,
                "`list_type = map` needs elements with known fields, but they can have any value; use \
                 `atomic`"
            ));
        }
        _ => {
            return Err(message!(
                LIST_MAP_ITEMS,
                "`list_type = map` needs elements that are objects, but `{}` is {}; use `list_type = set` \
                 or `atomic`",
                [resolve(items).name, describe(items)]
            ));
        }
    }
    if items.nullable {
        return Err(message!(
            LIST_KEY_NULLABLE,
            "elements of a list of type `map` cannot be null; remove the `Option` inside `{}`",
            [shape.name]
        ));
    }
    Ok(())
}

/// Checks one key of `list_map_keys`: it must be a field of the elements that is scalar, never null, and always set or
/// defaulted (OAS-28, OAS-29, OAS-41, OAS-42).
#[inline]
pub const fn list_map_key(shape: &'static Shape, key: &'static str) -> CheckResult {
    let Ok(Some(items)) = items(shape, "list_type = map") else {
        return Ok(());
    };
    let element = resolve(items);
    if !matches!(
        JsonType::of(element),
        JsonType::Object | JsonType::EnumWithoutFields
    ) {
        return Ok(());
    }
    let (member, _) = find(element, key, Suggestion::NOTHING);
    match member {
        FoundMember::Open | FoundMember::Tag | FoundMember::Untyped(_) => Ok(()),
        FoundMember::Missing => {
            let why = why_missing(element, key);
            Err(message!(
                LIST_MAP_KEY_UNKNOWN,
                "`list_map_keys`: `{}` is not a field of `{}`{}",
                [key, element.name, why.as_str()]
            ))
        }
        FoundMember::Content(_) => Err(message!(
            LIST_MAP_KEY_OPTIONAL,
            "`list_map_keys`: `{}` of `{}` is not always present",
            [key, element.name]
        )),
        FoundMember::Field(field) => match wrong_key(field, key) {
            None => Ok(()),
            Some(why) => Err(message!(
                "`list_map_keys`: `{}` of `{}` {}",
                [key, element.name, why.as_str()]
            )),
        },
    }
}

/// Returns the error for a field that cannot be a key.
#[inline]
const fn wrong_key(field: &'static Field, key: &'static str) -> Option<Message> {
    Some(if !same(field.name, key) {
        message!(
            LIST_MAP_KEY_UNKNOWN,
            "is only an alias of `{}`; a key is the name that serde writes",
            [field.name]
        )
    } else if !field.attrs.when.is_always() {
        message!(
            CHANNEL_ABSENT,
            "is missing in some outputs, but a key must be in all; remove its `channel` or `feature_gate`"
        )
    } else if !is_scalar(field.shape, field.attrs) {
        message!(
            LIST_MAP_KEY_NOT_SCALAR,
            "is {}, but a key must be a string, number or boolean",
            [describe(field.shape)]
        )
    } else if field.written_only {
        message!(
            LIST_MAP_KEY_OPTIONAL,
            "may be absent, because serde does not read it; remove `skip_deserializing`, because a key must be \
             required or have a default"
        )
    } else if !field.is_required() && field.default.is_none() && field.is_nullable() {
        message!(
            LIST_MAP_KEY_OPTIONAL,
            "may be absent or null; a key must be required, so remove the `Option` of its type"
        )
    } else if !field.is_required() && field.default.is_none() {
        message!(
            LIST_MAP_KEY_OPTIONAL,
            "may be absent; a key must be required or have a default"
        )
    } else if field.is_nullable() {
        message!(
            LIST_KEY_NULLABLE,
            "may be null, but a key cannot be null; remove the `Option` of its type"
        )
    } else {
        return None;
    })
}

/// Checks `list_type = set`: the value must be a list of scalars, or of atomic lists and maps (OAS-20, OAS-21, OAS-40).
#[inline]
pub const fn list_set(shape: &'static Shape, attrs: &Attrs) -> CheckResult {
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
        return Err(message!(
            LIST_KEY_NULLABLE,
            "elements of a set cannot be null; remove the `Option` inside `{}`",
            [shape.name]
        ));
    }
    let element = resolve(items);
    let atomic = match (element.kind, JsonType::of(element)) {
        (Kind::Set(_), _) => false,
        (_, JsonType::List(_)) => {
            matches!(own.list_type, Some(ListType::Atomic))
                || (own.list_type.is_none()
                    && matches!(element.attrs.list_type, Some(ListType::Atomic) | None))
        }
        (_, JsonType::Object | JsonType::EnumWithoutFields | JsonType::Map(_)) => {
            matches!(own.map_type, Some(MapType::Atomic))
                || (own.map_type.is_none() && matches!(element.attrs.map_type, Some(MapType::Atomic)))
        }
        _ => true,
    };
    if atomic {
        return Ok(());
    }
    Err(message!(
        SET_ITEMS_NOT_ATOMIC,
        "`list_type = set` needs elements that are scalar or atomic, but `{}` is {}; use `list_type = map` with \
         `list_map_keys(…)`, or `atomic`",
        [element.name, describe(items)]
    ))
}

/// Checks `list_type = atomic`: the value must be a list (OAS-19).
#[inline]
pub const fn list_atomic(shape: &'static Shape) -> CheckResult {
    match items(shape, "list_type") {
        Ok(_) => Ok(()),
        Err(message) => Err(message),
    }
}

/// Checks `map_type`: the value must be an object (OAS-17).
#[inline]
pub const fn map_type(shape: &'static Shape) -> CheckResult {
    let inner = resolve(shape);
    match JsonType::of(inner) {
        JsonType::Object
        | JsonType::EnumWithoutFields
        | JsonType::Map(_)
        | JsonType::Any
        | JsonType::Unknown => Ok(()),
        _ => Err(message!(
            MAP_TYPE_ON_NON_OBJECT,
            "`map_type` is for structs and maps, but `{}` is {}; {}",
            [
                inner.name,
                describe(inner),
                match JsonType::of(inner) {
                    JsonType::List(_) => "write `list_type`",
                    _ => "remove it",
                }
            ]
        )),
    }
}

/// Checks `embedded_resource`: the value must be an object with fields of its own, or have any type.
#[inline]
pub const fn embedded_resource(shape: &'static Shape) -> CheckResult {
    let inner = resolve(shape);
    match JsonType::of(inner) {
        JsonType::Object => has_type_meta(inner),
        JsonType::Any | JsonType::Unknown => Ok(()),
        _ => Err(message!(
            CONSTRAINT_UNSUITED,
            "an embedded resource is an object, but `{}` is {}; use `EmbeddedResource` or a struct",
            [inner.name, describe(inner)]
        )),
    }
}

/// Returns the shape of the elements of a list; `None` if it is not known here.
#[inline]
const fn items(shape: &'static Shape, what: &str) -> Result<Option<&'static Shape>, Message> {
    let inner = resolve(shape);
    if is_open(inner.attrs) {
        return Ok(None);
    }
    match JsonType::of(inner) {
        JsonType::List(items) => Ok(Some(items)),
        JsonType::Any | JsonType::Unknown => Ok(None),
        of => Err(message!(
            LIST_TYPE_ON_NON_ARRAY,
            "`{}` is for lists, but `{}` is {}; {}",
            [
                what,
                inner.name,
                describe(inner),
                match of {
                    JsonType::Object | JsonType::Map(_) if same(what, "list_type = map") => {
                        "write `map_type = granular` or `atomic` in place of it and of `list_map_keys`"
                    }
                    JsonType::Object | JsonType::Map(_) => "write `map_type = granular` or `atomic`",
                    _ => "remove it",
                }
            ]
        )),
    }
}

#[inline]
const fn is_scalar(shape: &'static Shape, attrs: &Attrs) -> bool {
    is_open(attrs)
        || !matches!(
            JsonType::of(shape),
            JsonType::List(_) | JsonType::Map(_) | JsonType::Object | JsonType::EnumWithoutFields
        )
}
