//! The context of the checks on a schema: facts about the whole schema, and facts that each node inherits.

use crate::model::field::Path;
use crate::server::cel::CelContext;
use crate::server::validation::options::ValidationOptions;

/// The facts about a schema as a whole that the checks use.
#[derive(Clone, Copy)]
pub(in crate::server::validation) struct SchemaContext<'a> {
    /// The checks that apply.
    pub(in crate::server::validation) options: &'a ValidationOptions,
    /// Whether the status subresource is served with this schema.
    pub(in crate::server::validation) status_enabled: bool,
    /// Whether the schema must be structural.
    pub(in crate::server::validation) require_structural: bool,
    /// Whether the schema belongs to a version that has not changed, so that no single expression is too expensive.
    pub(in crate::server::validation) unchanged: bool,
}

/// The context that a node inherits from its ancestors.
#[derive(Clone, Copy)]
pub(super) struct NodeContext<'c, 's> {
    /// Whether the node is the root, whose metadata is the server's.
    pub(super) is_root: bool,
    /// Whether the node is `metadata`, `kind` or `apiVersion` of a resource, or below one of them.
    pub(super) inside_resource_meta: bool,
    /// The reason why defaults are forbidden here; `None` if they are not.
    pub(super) forbidden_defaults: Option<ForbiddenDefaults<'c>>,
    /// The outermost node below which values of old and new objects cannot be correlated.
    pub(super) uncorrelatable: Option<&'c Path<'c>>,
    /// The node in the context of CEL; none under junctors or if the schema has errors.
    pub(super) cel: Option<&'c CelContext<'c, 's>>,
}

/// The reason why defaults are forbidden.
#[derive(Clone, Copy)]
pub(super) enum ForbiddenDefaults<'c> {
    /// The node is below this member of the root, which belongs to the server.
    TopLevel(&'c str),
    /// The node is below `additionalProperties` inside the metadata of a resource.
    ObjectMetadata,
}

impl<'c, 's> NodeContext<'c, 's> {
    pub(super) fn child(self, cel: Option<&'c CelContext<'c, 's>>) -> Self {
        NodeContext {
            is_root: false,
            cel,
            ..self
        }
    }

    pub(super) fn under_junctor(self) -> Self {
        self.child(None)
    }
}
