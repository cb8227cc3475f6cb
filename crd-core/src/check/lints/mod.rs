//! Lints: findings about a CRD besides the server's verdict.
//!
//! Each family of lints is a file. Its functions are called from one of the three tables below, and do not walk the schema themselves:
//!
//! ```text
//! OF_CRD       once for a CRD                     fn(&JudgedCrd, found)
//! OF_VERSION   once for each version              fn(&JudgedVersion, found)
//! OF_NODE      at each node of each schema        fn(&JudgedVersion, &SchemaNode, found)
//! ```
//!
//! The lints of the catalogue (`catalogue.rs`) take a `LintRun` instead of `found`, which determines which of them are reported.
//!
//! There is one walk for all lints (`walk.rs`). It is cheap if nothing is found: a node has references to its path, its parent and
//! the step from it, and only a finding creates an owned path and looks for its place in the text (`place.rs`).
//! So a lint first checks whether its keyword is present at all.

mod absent;
mod bounds;
mod ca_bundle;
mod cel;
mod columns;
mod dead;
mod defaults;
mod descriptions;
#[cfg(feature = "eval")]
mod examples;
mod failing;
mod identity;
mod imported;
mod judged;
mod known_nodes;
mod lists;
pub(super) mod names;
mod namespace;
mod naming;
mod none;
mod patterns;
mod presence;
mod rules;
mod run;
mod satisfiable;
pub(super) mod size;
mod status;
mod stored;
mod types;
mod unions;
mod update;
pub(super) mod v1beta1;
mod versions;
mod walk;

#[cfg(feature = "compat")]
pub(crate) use none::converted_refusals;

use super::{Diagnostic, codes};
use crate::model::crd::{Crd, Version};
use crate::model::field::Path;
pub(super) use judged::{JudgedCrd, JudgedVersion};
pub(super) use run::LintRun;
use walk::SchemaNode;

/// The lints of a whole CRD.
const OF_CRD: &[fn(&JudgedCrd<'_>, &mut Vec<Diagnostic>)] =
    &[none::check, ca_bundle::check, namespace::check, update::check];

/// The lints of a version.
const OF_VERSION: &[fn(&JudgedVersion<'_>, &mut Vec<Diagnostic>)] = &[columns::check];

/// The lints of a node of a schema.
const OF_NODE: &[fn(&JudgedVersion<'_>, &SchemaNode<'_>, &mut Vec<Diagnostic>)] = &[
    bounds::check,
    #[cfg(feature = "eval")]
    examples::check,
];

/// The lints of the catalogue for a whole CRD.
const RUNS_OF_CRD: &[fn(&mut LintRun<'_>)] = &[stored::check, naming::resource, versions::all];

/// The lints of the catalogue for a version.
const RUNS_OF_VERSION: &[fn(&mut LintRun<'_>, &JudgedVersion<'_>)] =
    &[status::version, identity::version, versions::version];

/// The lints of the catalogue for a node of a schema.
const RUNS_OF_NODE: &[fn(&mut LintRun<'_>, &SchemaNode<'_>)] = &[
    presence::check,
    defaults::check,
    dead::check,
    status::check,
    lists::check,
    types::check,
    naming::check,
    descriptions::check,
    patterns::check,
    rules::check,
    unions::check,
    versions::check,
];

/// Runs all lints.
pub(super) fn check(run: &mut LintRun<'_>) {
    let judged = run.judged;
    for lint in OF_CRD {
        lint(judged, &mut run.found);
    }
    for lint in RUNS_OF_CRD {
        lint(run);
    }
    let spec = Path::root("spec");
    let versions = spec.child("versions");
    let mut pitfalls = cel::RuleLints::new(judged);
    for (index, version) in judged.crd.versions().iter().enumerate() {
        if is_unused(judged.crd, version) {
            continue;
        }
        let path = versions.index(index);
        run.version = &version.name;
        let version = JudgedVersion {
            judged,
            version,
            index,
            path: &path,
        };
        for lint in OF_VERSION {
            lint(&version, &mut run.found);
        }
        for lint in RUNS_OF_VERSION {
            lint(run, &version);
        }
        if each_node(run, &version, &mut pitfalls) {
            rules::costs(run, &version);
        }
    }
    join_causes(judged, &mut run.found, &pitfalls.found);
    run.found.extend(pitfalls.found);
}

/// Whether no request and no stored object has a version, so that its schema has no effect.
fn is_unused(crd: &Crd, version: &Version) -> bool {
    !version.served && !version.storage && crd.versions().iter().any(|other| other.storage)
}

/// Removes the findings about constant rules that follow from a comparison, and gives rules that are never true the help of the
/// comparison. Both are kept, because types of Rust have to allow each of them.
fn join_causes(judged: &JudgedCrd<'_>, found: &mut Vec<Diagnostic>, causes: &[Diagnostic]) {
    let is_cause = |one: &Diagnostic, of: &Diagnostic| {
        one.code == codes::CEL_NEVER_EQUAL
            && judged.levels.severity(one.code).is_some()
            && cel::below_root(&one.field) == cel::below_root(&of.field)
    };
    found.retain(|one| one.code != codes::RULE_CONSTANT || !causes.iter().any(|cause| is_cause(cause, one)));
    let is_misplaced_test = |one: &Diagnostic, of: &Diagnostic| {
        one.code == codes::CEL_ABSENT_FIELD
            && one.help.iter().any(|help| help.contains("in place of"))
            && cel::below_root(&one.field) == cel::below_root(&of.field)
    };
    for one in found.iter_mut().filter(|one| one.code == codes::RULE_NEVER_TRUE) {
        if let Some(cause) = causes.iter().find(|cause| is_misplaced_test(cause, one)) {
            one.help.clone_from(&cause.help);
        }
        if let Some(cause) = causes.iter().find(|cause| is_cause(cause, one)) {
            one.help.clone_from(&cause.help);
            one.span = cause.span;
        }
    }
}

/// Runs the lints of nodes, in one walk over the schema of a version. Returns whether the schema has rules.
fn each_node(run: &mut LintRun<'_>, version: &JudgedVersion<'_>, pitfalls: &mut cel::RuleLints<'_>) -> bool {
    let Some(schema) = version.version.openapi_schema() else {
        return false;
    };
    let holder = version.path.child("schema");
    let path = &holder.child("openAPIV3Schema");
    let mut has_rules = false;
    SchemaNode::root(path, schema).each(&mut |node| {
        if !node.schema.rules().is_empty() {
            has_rules = true;
            pitfalls.check(version, node);
        }
        for lint in OF_NODE {
            lint(version, node, &mut run.found);
        }
        for lint in RUNS_OF_NODE {
            lint(run, node);
        }
    });
    has_rules
}
