//! Lints: findings about a CRD besides the server's verdict.

mod bounds;
mod ca_bundle;
mod cel;
mod columns;
#[cfg(feature = "eval")]
mod examples;
mod judged;
pub(super) mod names;
mod namespace;
mod none;
pub(super) mod size;
mod update;
pub(super) mod v1beta1;

use super::Diagnostic;
use crate::model::field::Path;
use crate::model::schema::{Reach, VisitNext};
pub(super) use judged::JudgedCrd;

/// Adds what all lints find.
pub(super) fn check(judged: &JudgedCrd<'_>, found: &mut Vec<Diagnostic>) {
    let JudgedCrd {
        options, source, crd, ..
    } = *judged;
    let mapping = options.mapping.as_deref();
    found.extend(none::check(source.document, crd, options.data_loss, mapping));
    found.extend(ca_bundle::check(judged));
    found.extend(namespace::check(judged));
    if let Some(old) = judged.old {
        found.extend(update::check(source.document, old, crd));
    }
    each_version(judged, found);
}

/// Runs what looks at each node of a schema, in one walk over each.
fn each_version(judged: &JudgedCrd<'_>, found: &mut Vec<Diagnostic>) {
    let spec = Path::root("spec");
    let versions = spec.child("versions");
    let mut rules = cel::RuleLints::new(judged);
    for (index, version) in judged.crd.versions().iter().enumerate() {
        let path = versions.index(index);
        columns::check(judged, &path, version, found);
        let Some(root) = version.openapi_schema() else {
            continue;
        };
        let holder = path.child("schema");
        let mut has_rules = false;
        root.visit(
            Reach::Structural,
            &holder.child("openAPIV3Schema"),
            &mut |path, schema| {
                has_rules |= !schema.rules().is_empty();
                bounds::check(judged, path, schema, found);
                #[cfg(feature = "eval")]
                if judged.verdict.errors.is_empty() {
                    examples::check(judged, path, schema, found);
                }
                VisitNext::Children
            },
        );
        if has_rules {
            rules.check(index, root);
        }
    }
    found.extend(rules.found);
}
