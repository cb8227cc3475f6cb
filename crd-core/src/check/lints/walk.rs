//! The one walk over the schema of a version, which calls all lints at each node.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::imported::ImportedPart;
use super::known_nodes::{self, KnownNode};
use crate::KubeVersion;
use crate::model::field::{FieldPath, Path};
use crate::model::schema::{JsonSchemaProps, SchemaStep, VisitScope};

/// A node of the structural schema of a version.
pub(super) struct SchemaNode<'a> {
    /// Its place: `spec.versions[0].schema.openAPIV3Schema.properties[spec]`.
    pub(super) path: &'a Path<'a>,
    /// The schema, with the value validations beside it.
    pub(super) schema: &'a JsonSchemaProps,
    /// The parent node, and the step from it to this one; `None` for the root.
    above: Option<(&'a SchemaNode<'a>, SchemaStep<'a>)>,
    /// The property of the root that contains the node; empty for the root.
    pub(super) section: &'a str,
    /// Cached result of `is_authored`.
    is_authored: Cell<Option<bool>>,
    /// Cached result of `is_imported`.
    is_imported: Cell<Option<bool>>,
    /// Cached result of `imported_part`.
    imported_part: Cell<Option<ImportedPart>>,
    /// Cached result of `known`.
    known: OnceCell<Option<Arc<KnownNode>>>,
}

impl<'a> SchemaNode<'a> {
    /// Creates the root of a schema.
    pub(super) fn root(path: &'a Path<'a>, schema: &'a JsonSchemaProps) -> Self {
        SchemaNode {
            path,
            schema,
            above: None,
            section: "",
            is_authored: Cell::new(None),
            is_imported: Cell::new(None),
            imported_part: Cell::new(None),
            known: OnceCell::new(),
        }
    }

    /// Visits this node and its descendants; parents come before their children.
    ///
    /// Recursion is as deep as the schema, whose depth the parser limits.
    pub(super) fn each(&self, found: &mut dyn FnMut(&SchemaNode<'_>)) {
        found(self);
        let _: ControlFlow<()> = self
            .schema
            .try_each_child(VisitScope::Structural, &mut |step, schema| {
                let section = match step {
                    SchemaStep::Property(name) if self.is_root() => name,
                    _ => self.section,
                };
                step.below(self.path, |path| {
                    SchemaNode {
                        path,
                        schema,
                        above: Some((self, step)),
                        section,
                        is_authored: Cell::new(None),
                        is_imported: Cell::new(None),
                        imported_part: Cell::new(None),
                        known: OnceCell::new(),
                    }
                    .each(found);
                });
                ControlFlow::Continue(())
            });
    }

    /// Returns the parent node.
    pub(super) fn above(&self) -> Option<&'a SchemaNode<'a>> {
        self.above.map(|(above, _)| above)
    }

    /// Returns the step from the parent node.
    pub(super) fn step(&self) -> Option<SchemaStep<'a>> {
        self.above.map(|(_, step)| step)
    }

    /// Returns the name, if it is a property.
    pub(super) fn name(&self) -> Option<&'a str> {
        match self.step() {
            Some(SchemaStep::Property(name)) => Some(name),
            _ => None,
        }
    }

    /// Whether the object around it has a property with a name.
    pub(super) fn has_sibling(&self, name: &str) -> bool {
        self.above()
            .is_some_and(|above| above.schema.property(name).is_some())
    }

    /// Returns the node at the same place below another root.
    pub(super) fn same_below<'r>(&self, root: &'r JsonSchemaProps) -> Option<&'r JsonSchemaProps> {
        let Some((above, step)) = self.above else {
            return Some(root);
        };
        let above = above.same_below(root)?;
        match step {
            SchemaStep::Property(name) => above.property(name),
            SchemaStep::Items => above.item_schema(),
            SchemaStep::AdditionalProperties => above.additional_schema(),
            _ => None,
        }
    }

    /// Whether it is the root of the schema.
    pub(super) fn is_root(&self) -> bool {
        self.above.is_none()
    }

    /// Whether it is a property of the root with this name.
    pub(super) fn is_section(&self, name: &str) -> bool {
        self.section == name && self.above().is_some_and(SchemaNode::is_root)
    }

    /// Whether it is a property that its object must have.
    pub(super) fn is_required(&self) -> bool {
        let required = self.above().and_then(|above| above.schema.required.as_deref());
        let mut required = required.unwrap_or_default().iter();
        self.name()
            .is_some_and(|name| required.any(|other| **other == *name))
    }

    /// Whether it has this type.
    pub(super) fn is(&self, type_: &str) -> bool {
        *self.schema.type_ == *type_
    }

    /// Returns what is known about nodes with equal rules and schemas; `None` if the server knows more about its values than the schema.
    pub(super) fn known(&self, version: KubeVersion) -> Option<Arc<KnownNode>> {
        let find = || {
            let is_of_server = self.is_root() || self.is_meta();
            (!is_of_server).then(|| known_nodes::find(self.schema, self.keeps_unknown(), version))?
        };
        self.known.get_or_init(find).clone()
    }

    /// Whether the server itself defines it: `apiVersion`, `kind` and `metadata` of objects, and their descendants.
    pub(super) fn is_meta(&self) -> bool {
        let is_of_object = |above: &SchemaNode<'_>| above.is_root() || above.schema.x_embedded_resource;
        let is_named = || {
            self.name()
                .is_some_and(|name| matches!(name, "apiVersion" | "kind" | "metadata"))
        };
        self.above().is_some_and(is_of_object) && is_named() || self.section == "metadata"
    }

    /// Whether the server keeps undeclared members at the node: its schema says so, or that of the list of which it is an element.
    pub(super) fn keeps_unknown(&self) -> bool {
        self.schema.x_preserve_unknown_fields == Some(true)
            || matches!(self.step(), Some(SchemaStep::Items))
                && self.above().is_some_and(SchemaNode::keeps_unknown)
    }

    /// Returns the schema with the members that pruning keeps: that of an element says so itself.
    pub(super) fn kept_schema(&self) -> Cow<'a, JsonSchemaProps> {
        if self.schema.x_preserve_unknown_fields == Some(true) || !self.keeps_unknown() {
            return Cow::Borrowed(self.schema);
        }
        Cow::Owned(JsonSchemaProps {
            x_preserve_unknown_fields: Some(true),
            ..self.schema.clone()
        })
    }

    /// Whether the author of the CRD wrote its name and description: neither the server nor a type of Kubernetes defines it.
    pub(super) fn is_authored(&self) -> bool {
        self.is_authored.get().unwrap_or_else(|| {
            let is_authored = !self.is_imported_member() && !self.is_meta();
            self.is_authored.set(Some(is_authored));
            is_authored
        })
    }

    /// Whether it is or is below a type of Kubernetes, which the author of the CRD did not write.
    pub(super) fn is_imported(&self) -> bool {
        self.is_imported.get().unwrap_or_else(|| {
            // The name of an authored node is no member of a type of Kubernetes.
            let is_member = self.is_authored.get() != Some(true) && self.is_imported_member();
            let is_imported = is_member || self.imported_part().is_all();
            self.is_imported.set(Some(is_imported));
            is_imported
        })
    }

    /// Whether it is a member of a type of Kubernetes, or below one: the author of the CRD wrote neither its name nor its description.
    fn is_imported_member(&self) -> bool {
        self.above().is_some_and(|above| {
            above.is_imported() || self.name().is_some_and(|name| above.imported_part().has(name))
        })
    }

    /// Returns how much of it is a type of Kubernetes.
    fn imported_part(&self) -> ImportedPart {
        if self.schema.properties.is_none() {
            return ImportedPart::None;
        }
        if let Some(known) = self.imported_part.get() {
            return known;
        }
        let list = self.above().filter(|_| self.step() == Some(SchemaStep::Items));
        let found = match list.and_then(SchemaNode::name) {
            Some(name) => ImportedPart::of_element(name, self.schema),
            None => ImportedPart::of(self.schema),
        };
        self.imported_part.set(Some(found));
        found
    }

    /// Returns the path of a keyword.
    pub(super) fn at(&self, keyword: &str) -> FieldPath {
        self.path.child(keyword).to_field_path()
    }

    /// Returns the node's path for users, in backticks: `spec.ports[]`.
    pub(super) fn shown(&self) -> String {
        match self.path.to_field_path().short_node().to_string().as_str() {
            "" => "the object".to_owned(),
            shown => format!("`{shown}`"),
        }
    }
}
