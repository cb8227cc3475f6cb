//! The object that is validated.

use super::declared::{DeclaredCrd, DeclaredVersion};
use crate::yaml::tree::Node;

/// An object and the declaration of its kind.
pub(super) struct ObjectSubject<'a> {
    /// The text that contains the object.
    pub(super) text: &'a str,
    pub(super) node: &'a Node,
    pub(super) declared: &'a DeclaredCrd,
    pub(super) version: &'a DeclaredVersion,
    /// Maximum number of diagnostics.
    pub(super) limit: usize,
}
