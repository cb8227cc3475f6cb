//! Handles flattened values that may be absent: their members are present or absent together.

use crate::rust::shape::Shape;

/// Whether a value, or the group of members that a flattened value adds, may be absent as a whole.
///
/// `#[serde(flatten)] limits: Option<Limits>` makes the members of `Limits` an optional group: none of them can be
/// in `required`, and the constraints of `Limits` apply only if one of them is present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GroupPresence {
    Required,
    Optional,
}

impl GroupPresence {
    /// Returns the presence of a value of this type: serde reads an absent `Option` as `None`.
    pub(super) fn of(shape: &Shape) -> Self {
        if shape.optional {
            GroupPresence::Optional
        } else {
            GroupPresence::Required
        }
    }

    /// Returns the presence of a group inside of another one.
    pub(super) fn within(self, outer: GroupPresence) -> Self {
        match (self, outer) {
            (GroupPresence::Required, GroupPresence::Required) => GroupPresence::Required,
            _ => GroupPresence::Optional,
        }
    }
}
