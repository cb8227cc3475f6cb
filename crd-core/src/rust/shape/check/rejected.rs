//! Finds members that serde writes beside a flattened value and that the value rejects when serde reads it.
//!
//! ```text
//! #[serde(skip_deserializing)] computed: u32,     written, but read by no field
//! #[serde(flatten)] mode: Mode,                   `#[serde(tag = "mode", deny_unknown_fields)] enum Mode { … }`
//! ```
//!
//! serde passes the members that are not those of named fields to the flattened fields, in their order. A struct and an
//! externally or adjacently tagged enum take their own members and ignore all others, even with `deny_unknown_fields`. An
//! internally tagged or untagged enum takes none, and its variants see all that are left.

use super::resolve::{is_open, resolve};
use super::walk::{FoundMember, MemberWalk};
use crate::rust::shape::{Content, Field, Kind, Shape, Tagging, Variant};

/// A member that a flattened value rejects.
#[derive(Clone, Copy)]
pub(super) enum RejectedMember {
    /// With this name.
    Named(&'static str),
    /// Any of the flattened map in this field.
    OfMap(&'static str),
}

/// Returns a member beside the flattened field `flattened`, the `index`th, that its type rejects.
#[inline]
pub(super) const fn rejected(
    fields: &'static [Field],
    index: usize,
    flattened: &'static Field,
) -> Option<RejectedMember> {
    if !rejects_unknown(flattened.shape) {
        return None;
    }
    let mut at = 0;
    each!(for other in fields {
        if at != index {
            let found = if other.flatten {
                left_of(other, at < index)
            } else if other.written_only {
                Some(RejectedMember::Named(other.name))
            } else {
                None
            };
            if found.is_some() {
                return found;
            }
        }
        at += 1;
    });
    None
}

/// Returns a member of a flattened field that is left for another flattened field.
#[inline]
const fn left_of(field: &'static Field, is_read_before: bool) -> Option<RejectedMember> {
    let shape = resolve(field.shape);
    if is_open(shape.attrs) {
        return None;
    }
    if matches!(shape.kind, Kind::Map(_)) {
        return Some(RejectedMember::OfMap(field.name));
    }
    let takes_its_own = is_read_before && !field.written_only && takes_members(shape);
    let mut members = MemberWalk::of(shape);
    while let Some((name, member)) = members.next() {
        let is_taken = match member {
            FoundMember::Field(field) => takes_its_own && !field.written_only,
            _ => takes_its_own,
        };
        if !is_taken {
            return Some(RejectedMember::Named(name));
        }
    }
    None
}

/// Whether serde takes the members of a flattened value out of those that it passes to the next one.
#[inline]
const fn takes_members(shape: &'static Shape) -> bool {
    match shape.kind {
        Kind::Object(fields) => !any!(field in fields => field.flatten),
        Kind::Variants(Tagging::Internal(_) | Tagging::Untagged, _) => false,
        _ => true,
    }
}

/// Whether a flattened value sees members that it does not declare, and rejects them.
#[inline]
const fn rejects_unknown(shape: &'static Shape) -> bool {
    let shape = resolve(shape);
    match shape.kind {
        _ if is_open(shape.attrs) => false,
        Kind::Object(fields) => any!(field in fields => field.flatten && rejects_unknown(field.shape)),
        Kind::Variants(Tagging::Internal(_) | Tagging::Untagged, variants) => {
            any!(variant in variants => variant_rejects_unknown(shape, variant))
        }
        _ => false,
    }
}

#[inline]
const fn variant_rejects_unknown(owner: &Shape, variant: &'static Variant) -> bool {
    match variant.content {
        Content::Struct(fields) => {
            owner.attrs.closed || any!(field in fields => field.flatten && rejects_unknown(field.shape))
        }
        Content::Newtype(content) => {
            let content = resolve(content);
            matches!(content.kind, Kind::Object(_)) && content.attrs.closed || rejects_unknown(content)
        }
        Content::Unit | Content::Tuple(_) => false,
    }
}
