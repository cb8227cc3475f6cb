//! Determines the types of the contents of variants.

use crate::rust::shape::check::json_type::JsonType;
use crate::rust::shape::check::resolve::{is_open, resolve};
use crate::rust::shape::{Content, Kind, Shape, Tagging, Variant};

/// Returns the type of a variant's content; `None` if there is no content or its type is not known here.
#[inline]
pub(super) const fn content_type(variant: &'static Variant) -> Option<JsonType> {
    match variant.content {
        Content::Unit | Content::Tuple([]) => None,
        Content::Struct(_) => Some(JsonType::Object),
        Content::Newtype(shape) => match schema_type(resolve(shape)) {
            JsonType::Unknown => None,
            content => Some(content),
        },
        Content::Tuple([first, ..]) => Some(JsonType::List(first)),
    }
}

/// Returns the type of the schema of a shape. An untagged enum has the type of its variants.
#[inline]
pub(super) const fn schema_type(shape: &'static Shape) -> JsonType {
    match (shape.kind, JsonType::of(shape)) {
        (_, JsonType::Unknown) => JsonType::Unknown,
        _ if is_open(shape.attrs) => JsonType::Any,
        (Kind::Variants(Tagging::Untagged, variants), _) => type_of_untagged(variants),
        (_, JsonType::StringEnum) => JsonType::String,
        (_, of) => of,
    }
}

/// Returns the common type of the variants of an untagged enum.
#[inline]
const fn type_of_untagged(variants: &'static [Variant]) -> JsonType {
    let mut all: Option<JsonType> = None;
    each!(for variant in variants {
        if let Some(content) = content_type(variant) {
            all = Some(match all {
                None => content,
                Some(before) if before.same(content) => before,
                Some(before) if before.is_number() && content.is_number() => JsonType::Number,
                Some(before) if before.is_int_or_string() && content.is_int_or_string() => {
                    JsonType::IntOrString
                }
                Some(before) => before,
            });
        }
    });
    match all {
        Some(content) => content,
        None => JsonType::Object,
    }
}
