//! Checks on the mapping from a type to that of the next version.
//!
//! A member of one version fits one of the other if both have the same structure, or if the older one's type declares
//! its own mapping to the other type.

mod another;
mod choice;
mod circle;
mod contents;
mod element;
mod fields;
mod fits;
mod messages;
mod metadata;
mod nested;
mod paths;
mod presence;
mod sources;
mod steps;
mod variants;

pub use another::next_is_of_type;
pub use choice::{next_case, next_discriminator};
pub use circle::{is_circle, next_has_an_end};
pub use contents::next_content;
pub use element::next_list_element;
pub use fields::{next_added, next_complete, next_dropped, next_field};
pub use fits::fits;
#[cfg(feature = "convert")]
pub(crate) use fits::is_same;
pub use metadata::{next_metadata, next_text_functions};
pub use sources::{
    next_added_has_one_source, next_added_variant_has_one_source, next_has_one_source,
    next_variant_has_one_source,
};
pub use steps::{next_by_key, next_function, next_function_down, next_moved, next_source, next_target};
pub use variants::{next_added_variant, next_variant, next_variants_complete};

use super::CheckResult;
use super::text::same;
#[cfg(feature = "convert")]
use super::{members::find, resolve::is_open, text::Suggestion, walk::FoundMember};
use crate::rust::shape::Resource;
#[cfg(feature = "convert")]
use crate::rust::shape::Shape;
use messages::{other_resource, status_missing};

/// Checks that a version and the next belong to one group.
#[inline]
pub const fn next_group(older: Option<&'static Resource>, newer: Option<&'static Resource>) -> CheckResult {
    match (older, newer) {
        (Some(older), Some(newer)) if !same(older.group, newer.group) => Err(other_resource(older, newer)),
        _ => Ok(()),
    }
}

/// Checks that a version and the next have one kind.
#[inline]
pub const fn next_kind(older: Option<&'static Resource>, newer: Option<&'static Resource>) -> CheckResult {
    match (older, newer) {
        (Some(older), Some(newer)) if same(older.group, newer.group) && !same(older.kind, newer.kind) => {
            Err(other_resource(older, newer))
        }
        _ => Ok(()),
    }
}

/// Checks that a version and the next have different names.
#[inline]
pub const fn next_version(older: Option<&'static Resource>, newer: Option<&'static Resource>) -> CheckResult {
    match (older, newer) {
        (Some(older), Some(newer))
            // Another check reports the type itself as its next version.
            if same(older.version, newer.version)
                && !same(older.rust_path, newer.rust_path)
                && same(older.group, newer.group)
                && same(older.kind, newer.kind) =>
        {
            Err(message!(
                NEXT_TYPE,
                "the next version has the same name as this version, `{}`: give each its own `version = \"…\"`",
                [older.version]
            ))
        }
        _ => Ok(()),
    }
}

/// Checks that the status of a resource maps to that of the next version.
#[inline]
pub const fn next_status(older: Option<&'static Resource>, newer: Option<&'static Resource>) -> CheckResult {
    let (Some(older), Some(newer)) = (older, newer) else {
        return Ok(());
    };
    if !same(older.group, newer.group) || !same(older.kind, newer.kind) {
        return Ok(());
    }
    match (older.status, newer.status) {
        (Some(older), Some(newer)) => match fits(older, newer) {
            Ok(()) => Ok(()),
            Err(why) => Err(message!(
                NEXT_TYPE,
                "the status cannot be converted to the status of the next version: {}",
                [why.as_str()]
            )),
        },
        (Some(_), None) => Err(status_missing("this version", "the next version")),
        (None, Some(_)) => Err(status_missing("the next version", "this one")),
        (None, None) => Ok(()),
    }
}

/// Returns the shape of the member with this name.
#[cfg(feature = "convert")]
pub(crate) fn member_shape(shape: &'static Shape, name: &str) -> Option<&'static Shape> {
    match find(shape, name, Suggestion::NOTHING).0 {
        FoundMember::Field(field) if !is_open(field.attrs) => Some(field.shape),
        FoundMember::Content(content) => Some(content),
        _ => None,
    }
}
