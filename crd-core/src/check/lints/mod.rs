//! Lints: findings about a CRD besides the server's verdict.
//!
//! A family of lints is a file. Its functions are called from one of the three tables below, and none of them walks the schema itself:
//!
//! ```text
//! OF_CRD       once for a CRD                     fn(&JudgedCrd, found)
//! OF_VERSION   once for each version              fn(&JudgedVersion, found)
//! OF_NODE      at each node of each schema        fn(&JudgedVersion, &SchemaNode, found)
//! ```
//!
//! There is one walk for all lints (`walk.rs`). It costs nothing where nothing is found: a node knows its path, its parent and how it
//! hangs below it, by reference, and only a finding makes an owned path of it and looks for its place in the text (`place.rs`).
//! So a lint first asks whether the keyword that it is about is there at all.

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
mod walk;

#[cfg(feature = "compat")]
pub(crate) use none::converted_refusals;

use super::Diagnostic;
use crate::model::field::Path;
pub(super) use judged::{JudgedCrd, JudgedVersion};
use walk::SchemaNode;

/// The lints about a CRD as a whole.
const OF_CRD: &[fn(&JudgedCrd<'_>, &mut Vec<Diagnostic>)] =
    &[none::check, ca_bundle::check, namespace::check, update::check];

/// The lints about a version.
const OF_VERSION: &[fn(&JudgedVersion<'_>, &mut Vec<Diagnostic>)] = &[columns::check];

/// The lints about a node of a schema.
const OF_NODE: &[fn(&JudgedVersion<'_>, &SchemaNode<'_>, &mut Vec<Diagnostic>)] = &[
    bounds::check,
    #[cfg(feature = "eval")]
    examples::check,
];

/// Adds what all lints find.
pub(super) fn check(judged: &JudgedCrd<'_>, found: &mut Vec<Diagnostic>) {
    for lint in OF_CRD {
        lint(judged, found);
    }
    let spec = Path::root("spec");
    let versions = spec.child("versions");
    let mut rules = cel::RuleLints::new(judged);
    for (index, version) in judged.crd.versions().iter().enumerate() {
        let path = versions.index(index);
        let version = JudgedVersion {
            judged,
            version,
            index,
            path: &path,
        };
        for lint in OF_VERSION {
            lint(&version, found);
        }
        if each_node(&version, found) {
            rules.check(&version);
        }
    }
    found.extend(rules.found);
}

/// Runs the lints about nodes, in one walk over the schema of a version. Returns whether it has rules.
fn each_node(version: &JudgedVersion<'_>, found: &mut Vec<Diagnostic>) -> bool {
    let Some(schema) = version.version.openapi_schema() else {
        return false;
    };
    let holder = version.path.child("schema");
    let path = &holder.child("openAPIV3Schema");
    let mut has_rules = false;
    SchemaNode {
        path,
        schema,
        above: None,
    }
    .each(&mut |node| {
        has_rules |= !node.schema.rules().is_empty();
        for lint in OF_NODE {
            lint(version, node, found);
        }
    });
    has_rules
}
