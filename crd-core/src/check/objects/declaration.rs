//! The declaration of the objects of a kind, for tools that show or complete them.

use std::sync::Arc;

use super::crd_place::{self, along};
use super::declared::{DeclaredCrd, DeclaredVersion};
use super::place::ObjectStep;
use crate::KubeVersion;
use crate::check::ExternalLocation;
use crate::model::crd::Crd;
use crate::yaml::tree::{Node, Span};

/// A version of a CRD, which declares the objects of an `apiVersion` and a kind.
#[derive(Clone, Copy, Debug)]
pub struct Declaration<'a> {
    pub(super) declared: &'a DeclaredCrd,
    pub(super) version: &'a DeclaredVersion,
}

/// A place in the schema that declares a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SchemaPlace {
    /// The place of the property's name, or of the schema if it is not that of a property.
    pub place: ExternalLocation,
    /// The path in schema notation: `[]` for elements, `.*` for values of maps.
    pub path: String,
}

impl<'a> Declaration<'a> {
    /// Returns the name of the CRD.
    #[must_use]
    pub fn crd_name(&self) -> &'a str {
        &self.declared.name
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> &'a str {
        &self.declared.kind
    }

    /// Returns the `apiVersion` of the objects.
    #[must_use]
    pub fn api_version(&self) -> String {
        format!("{}/{}", self.declared.group, self.version.name)
    }

    /// Returns the name of the version.
    #[must_use]
    pub fn version(&self) -> &'a str {
        &self.version.name
    }

    /// Whether the version is served.
    #[must_use]
    pub fn is_served(&self) -> bool {
        self.version.is_served
    }

    /// Returns the name of the file of the CRD.
    #[must_use]
    pub fn file_name(&self) -> &'a str {
        self.declared.file_name()
    }

    /// Returns the CRD as a server of a version decodes it; `None` if it cannot be decoded. It is decoded once, for the
    /// version of the first call.
    #[must_use]
    pub fn crd(&self, server: KubeVersion) -> Option<Arc<Crd>> {
        self.declared.decoded(server).cloned()
    }

    /// Returns the place where the CRD declares the value that the steps lead to, or its nearest declared ancestor.
    #[must_use]
    pub fn place_of(&self, steps: &[ObjectStep<'_>]) -> Option<SchemaPlace> {
        let tree = self.declared.tree()?;
        let schema = crd_place::schema_of(&tree.root, &self.version.name)?;
        let way = along(schema, steps);
        let (node, path) = way.last()?;
        let above = way.len().checked_sub(2).and_then(|index| way.get(index));
        let span = above
            .and_then(|(above, _)| key_of(above, node))
            .or_else(|| node.first_key())
            .unwrap_or(node.span);
        Some(SchemaPlace {
            place: self.declared.elsewhere(tree, span, "declared here"),
            path: path.clone(),
        })
    }

    /// Returns the place of the kind in the CRD.
    #[must_use]
    pub fn kind_place(&self) -> Option<ExternalLocation> {
        let tree = self.declared.tree()?;
        let kind = tree.root.get("spec")?.get("names")?.get("kind")?;
        Some(self.declared.elsewhere(tree, kind.span, "declared here"))
    }
}

/// Returns the span of the name of the property whose schema a node is.
fn key_of(above: &Node, schema: &Node) -> Option<Span> {
    let entries = above.get("properties")?.members();
    let entry = entries
        .iter()
        .find(|entry| std::ptr::eq(&raw const entry.value, schema))?;
    Some(entry.key_span)
}
