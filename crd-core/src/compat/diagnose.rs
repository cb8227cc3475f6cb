//! Converts findings to diagnostics at their places in the manifests of both CRDs.

use std::sync::Arc;

use super::finding::CompatFinding;
use crate::check::{Diagnostic, ExternalLocation, SourceFile, diagnostic_at};
use crate::model::field::{FieldPath, Segment};
use crate::server::validation::locate;
use crate::yaml::tree::Node;

/// A manifest, in which places are shown.
#[derive(Clone, Debug)]
pub struct CompatManifest<'a> {
    document: &'a Node,
    file: Arc<SourceFile>,
}

impl<'a> CompatManifest<'a> {
    /// Creates it from the document of a CRD, and the file that it is in.
    #[must_use]
    pub fn new(document: &'a Node, file: Arc<SourceFile>) -> Self {
        CompatManifest { document, file }
    }

    fn has(&self, place: &FieldPath) -> bool {
        locate(self.document, place).place.exact
    }

    /// Returns the place of a keyword, or of a part of it; that of the schema that it is in if the manifest does not have it.
    fn node_or_keyword(&self, place: &FieldPath) -> FieldPath {
        let mut place = place.clone();
        while is_of_keyword(&place) && !self.has(&place) {
            place = place.ancestor(1);
        }
        place
    }
}

/// Whether a place is that of a keyword in a schema or of a member of a printer column, or of a part of it, and not of a schema or
/// of a column.
fn is_of_keyword(place: &FieldPath) -> bool {
    const SCHEMAS: [&str; 3] = ["openAPIV3Schema", "items", "additionalProperties"];
    let is_schema = |segment: &Segment| SCHEMAS.iter().any(|name| segment.is_field(name));
    let is_in_schema = place.segments.iter().any(|step| step.is_field("openAPIV3Schema"));
    match place.segments.as_slice() {
        [.., Segment::Key(_)] | [] => false,
        [.., columns, Segment::Index(_), Segment::Field(_)] if !is_in_schema => {
            columns.is_field("additionalPrinterColumns")
        }
        [.., last] => is_in_schema && !is_schema(last),
    }
}

impl CompatFinding {
    /// Converts the finding to a diagnostic of the new manifest, with the place in the old one if there is one; or of
    /// the old manifest if there is no new one.
    #[must_use]
    pub fn diagnostic(&self, old: &CompatManifest<'_>, new: Option<&CompatManifest<'_>>) -> Diagnostic {
        let Some(new) = new else {
            let mut diagnostic = diagnostic_at(old.document, &self.places.old, self.code, &*self.message);
            diagnostic.severity = self.severity;
            diagnostic.help.clone_from(&self.help);
            return diagnostic;
        };
        let mut place = new.node_or_keyword(&self.places.new);
        let is_in_new = new.has(&place);
        if !is_in_new {
            // For a removed property, the object that had it.
            let is_property = matches!(place.segments.last(), Some(Segment::Key(_)));
            place = place.ancestor(if is_property { 2 } else { 1 });
        }
        let mut diagnostic = diagnostic_at(new.document, &place, self.code, &*self.message);
        diagnostic.severity = self.severity;
        diagnostic.help.clone_from(&self.help);
        diagnostic = diagnostic.with_label(if is_in_new { "now" } else { "no longer here" });
        let before = old.node_or_keyword(&self.places.old);
        if old.has(&before) {
            let before = diagnostic_at(old.document, &before, self.code, "");
            diagnostic.elsewhere = before.span.map(|span| {
                Box::new(ExternalLocation {
                    file: Arc::clone(&old.file),
                    span,
                    text: "before".to_owned(),
                })
            });
        }
        diagnostic
    }
}
