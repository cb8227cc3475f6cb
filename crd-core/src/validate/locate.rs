//! From the server's paths back to the manifest.

use crate::field::FieldPath;
use crate::yaml::tree::{Node, Span};

/// A place in a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The path as the manifest spells it.
    pub path: FieldPath,
    /// The place of the name of the member, unless it is a list element or the document itself.
    pub key: Option<Span>,
    /// The place of the value.
    pub value: Span,
    /// Whether the place is the one meant; otherwise the nearest that exists above it.
    pub exact: bool,
}

/// Where a path of the server is in a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// The place; of parts that are equal in all versions, the one in the first version.
    pub place: Place,
    /// The same part in the other versions.
    pub others: Vec<Place>,
}

/// Finds `field`, in the server's internal spelling, in the manifest it speaks of.
pub fn locate(document: &Node, field: &FieldPath) -> Location {
    Location {
        place: Place {
            path: field.clone(),
            key: None,
            value: document.span,
            exact: false,
        },
        others: Vec::new(),
    }
}
