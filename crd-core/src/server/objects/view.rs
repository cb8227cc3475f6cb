//! A schema node for pruning, defaulting and coercion, with the information whether the value is a resource.

use crate::model::structural::Structural;

/// A schema node, and whether the value is a resource; the root of a resource is treated like an embedded one.
#[derive(Clone, Copy)]
pub(crate) struct View<'s> {
    pub(crate) schema: &'s Structural,
    /// Whether `apiVersion`, `kind` and `metadata` belong to the server.
    pub(crate) is_resource: bool,
}

impl<'s> View<'s> {
    /// Creates the view of a node that is a resource only if its schema says so.
    pub(crate) fn of(schema: &'s Structural) -> Self {
        View {
            schema,
            is_resource: schema.is_embedded_resource(),
        }
    }

    /// Creates the view of a node that is the root of a resource.
    pub(crate) fn resource(schema: &'s Structural) -> Self {
        View {
            schema,
            is_resource: true,
        }
    }

    /// Checks whether the member belongs to the server.
    pub(crate) fn is_meta(self, key: &str) -> bool {
        self.is_resource && is_meta_name(key)
    }
}

/// Checks for the members that every resource has.
pub(crate) fn is_meta_name(key: &str) -> bool {
    matches!(key, "apiVersion" | "kind" | "metadata")
}
