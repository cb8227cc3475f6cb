//! Whether a value may be absent from a version.

use crate::rust::shape::Field;

/// Whether a field has to be written, because neither the server nor serde adds it.
#[inline]
pub(super) const fn must_be_there(field: &Field) -> bool {
    field.is_required() && field.default.is_none()
}

/// Whether a value that does not fit may be absent from its place in the other version.
#[derive(Clone, Copy)]
pub(super) enum Absence {
    Allowed,
    Refused,
}

impl Absence {
    /// Returns that of a field in two versions.
    #[inline]
    pub(super) const fn of(older: &Field, newer: &Field) -> Self {
        if must_be_there(older) || must_be_there(newer) {
            Absence::Refused
        } else {
            Absence::Allowed
        }
    }
}
