//! The namespace of a CRD, which the server clears (PREP-04).

use super::judged::JudgedCrd;
use crate::check::diagnostic::Diagnostic;
use crate::check::{codes, fix, place};
use crate::model::field::Path;

/// Reports the namespace of a CRD.
pub(super) fn check(judged: &JudgedCrd<'_>, found: &mut Vec<Diagnostic>) {
    if judged.crd.metadata.namespace.is_empty() {
        return;
    }
    let metadata = Path::root("metadata");
    let field = metadata.child("namespace").to_field_path();
    let source = judged.source;
    let message = "a CRD is cluster-scoped, so the server clears its namespace";
    let mut diagnostic = place::diagnostic_at(source.document, &field, codes::NAMESPACE_SET, message)
        .with_label("not kept")
        .with_help("remove `namespace`; `scope: Namespaced` is for the objects of the CRD");
    diagnostic.fix = fix::remove(source, &field);
    found.push(diagnostic);
}
