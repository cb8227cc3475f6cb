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
        let is_there =
            |manifest: &CompatManifest<'_>, place: &FieldPath| locate(manifest.document, place).place.exact;
        let is_in_new = is_there(new, &self.places.new);
        let mut place = self.places.new.clone();
        if !is_in_new {
            // For a removed property, the object that had it.
            let is_property = matches!(place.segments.last(), Some(Segment::Key(_)));
            place = place.ancestor(if is_property { 2 } else { 1 });
        }
        let mut diagnostic = diagnostic_at(new.document, &place, self.code, &*self.message);
        diagnostic.severity = self.severity;
        diagnostic.help.clone_from(&self.help);
        diagnostic = diagnostic.with_label(if is_in_new { "now" } else { "no longer here" });
        if is_there(old, &self.places.old) {
            let before = diagnostic_at(old.document, &self.places.old, self.code, "");
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
