//! The one walk over the schema of a version, which calls all lints at each node.

use std::ops::ControlFlow;

use crate::model::field::Path;
use crate::model::schema::{JsonSchemaProps, Reach, SchemaStep};

/// A node of the structural schema of a version.
#[derive(Clone, Copy)]
pub(super) struct SchemaNode<'a> {
    /// Its place: `spec.versions[0].schema.openAPIV3Schema.properties[spec]`.
    pub(super) path: &'a Path<'a>,
    /// The schema, with the value validations beside it.
    pub(super) schema: &'a JsonSchemaProps,
    /// The node above it, and how this one hangs below; `None` for the root.
    #[expect(dead_code, reason = "for lints about members of objects")]
    pub(super) above: Option<(&'a SchemaNode<'a>, SchemaStep<'a>)>,
}

impl SchemaNode<'_> {
    /// Visits this node and those below it; parents come before their children.
    ///
    /// Recursion is as deep as the schema, whose depth its reader limits.
    pub(super) fn each(&self, found: &mut dyn FnMut(&SchemaNode<'_>)) {
        found(self);
        let _: ControlFlow<()> = self
            .schema
            .try_each_child(Reach::Structural, &mut |step, schema| {
                step.below(self.path, |path| {
                    let above = Some((self, step));
                    SchemaNode { path, schema, above }.each(found);
                });
                ControlFlow::Continue(())
            });
    }
}
