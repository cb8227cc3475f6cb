//! Checks on the mapping from a type to that of the next version.
//!
//! A member of one version fits one of the other if both have the same structure, or if the older one's type says itself
//! how it becomes the other type.

mod fields;
mod fits;
mod messages;
mod steps;
mod variants;

pub use fields::{next_added, next_complete, next_dropped, next_field};
pub use fits::fits;
#[cfg(feature = "convert")]
pub(crate) use fits::is_same;
pub use steps::{next_function, next_function_down, next_moved, next_source, next_target};
pub use variants::{next_added_variant, next_variant, next_variants_complete};

use super::Outcome;
use super::members::is_open;
#[cfg(feature = "convert")]
use super::members::{Member, find};
#[cfg(feature = "convert")]
use super::text::Meant;
use super::text::{Message, same};
use crate::rust::shape::{Kind, Next, Resource, Shape};
use messages::other_resource;

/// The mapping of a type, or of the type behind its aliases.
pub(in crate::rust) const fn next_of(shape: &Shape) -> Option<&'static Next> {
    let mut shape = shape;
    loop {
        if let Some(next) = shape.attrs.next {
            return Some(next);
        }
        match shape.kind {
            Kind::Alias(inner) if !is_open(shape.attrs) => shape = inner,
            _ => return None,
        }
    }
}

/// A version and the next are versions of one resource, and the status becomes that of the next version.
pub const fn next_resource(older: Option<&'static Resource>, newer: Option<&'static Resource>) -> Outcome {
    let (Some(older), Some(newer)) = (older, newer) else {
        return Ok(());
    };
    if !same(older.group, newer.group) || !same(older.kind, newer.kind) {
        return Err(other_resource(older, newer));
    }
    if same(older.version, newer.version) {
        return Err(Message::new("the next version has the name of this one, ")
            .name(older.version)
            .text(code!(NEXT_TYPE)));
    }
    match (older.status, newer.status) {
        (Some(older), Some(newer)) => match fits(older, newer) {
            Ok(()) => Ok(()),
            Err(why) => Err(
                Message::new("the status does not become that of the next version: ")
                    .text(why.as_str())
                    .text(code!(NEXT_TYPE)),
            ),
        },
        _ => Ok(()),
    }
}

/// The shape of the member of a name.
#[cfg(feature = "convert")]
pub(crate) fn member_shape(shape: &'static Shape, name: &str) -> Option<&'static Shape> {
    match find(shape, name, Meant::NOTHING).0 {
        Member::Field(field) if !is_open(field.attrs) => Some(field.shape),
        Member::Content(content) => Some(content),
        _ => None,
    }
}
