//! Finds broken promises of lifecycles (CMP-59): a status that is lowered, a feature gate that is renamed, a
//! deprecation that is withdrawn, and a field that is removed without having been deprecated.
//!
//! ```text
//! old   spec.retries: beta          new   (no spec.retries)      removed before it was deprecated
//! old   spec.mirror: beta           new   spec.mirror: alpha     the status is lowered
//! ```

use super::CompatOptions;
use super::comparison::schema_place;
use super::draft::FindingDraft;
use super::finding::{CompatFinding, CompatPlaces};
use super::schema::schema_of;
use super::{law, report};
use crate::changes::path_in_objects;
use crate::model::crd::Crd;
use crate::model::field::{Path, Segment};
use crate::model::schema::{VisitNext, VisitScope};

/// The lifecycle of a field in one project (KEP-2558).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromisedLifecycle {
    /// The version of the CRD.
    pub version: String,
    /// The field in objects, such as `spec.users[].name`.
    pub path: String,
    /// The project, such as `kubernetes`.
    pub project: String,
    /// `alpha`, `beta` or `deprecated`.
    pub status: String,
    /// The feature gate; empty for none.
    pub feature_gate: String,
}

/// Returns the promises of the old CRD's lifecycles that the new CRD does not keep; the old CRD and its lifecycles come first.
#[must_use]
pub fn lifecycles(
    [old, new]: [&Crd; 2],
    [promised, now]: [&[PromisedLifecycle]; 2],
    options: &CompatOptions,
) -> Vec<CompatFinding> {
    let mut drafts = Vec::new();
    for before in promised {
        let Some(node) = node_of(old, before) else {
            continue;
        };
        if new.version(&before.version).is_none() {
            continue;
        }
        let still = node_of(new, before);
        let after = now.iter().find(|after| {
            after.version == before.version && after.path == before.path && after.project == before.project
        });
        for (message, help) in broken(before, after, still.as_deref()) {
            drafts.push(draft(old, new, before, &node, message, help));
        }
    }
    for after in now {
        let is_known = promised.iter().any(|before| {
            after.version == before.version && after.path == before.path && after.project == before.project
        });
        let Some(node) = node_of(old, after) else { continue };
        if !is_known && matches!(&*after.status, "alpha" | "beta") {
            let message = format!("`{}` is {} now, and was stable", after.path, after.status);
            drafts.push(draft(old, new, after, &node, message, LOWERED_HELP));
        }
    }
    report::report(old, new, drafts, options)
}

const LOWERED_HELP: &str =
    "a lifecycle only goes from alpha to beta to stable; deprecate the field instead, and add another";

/// Returns the promises of a field's old lifecycle that the new one breaks; `still` is the field's node in the new CRD, if it exists.
fn broken(
    before: &PromisedLifecycle,
    after: Option<&PromisedLifecycle>,
    still: Option<&[Segment]>,
) -> Vec<(String, &'static str)> {
    let path = &before.path;
    let mut found = Vec::new();
    let Some(after) = after else {
        if still.is_none() && before.status == "beta" {
            found.push((
                format!("`{path}` is removed but was not deprecated"),
                "set `status = deprecated` and a `replacement` for a release before removing it",
            ));
        } else if still.is_some() && before.status == "deprecated" {
            found.push(withdrawn(path));
        }
        return found;
    };
    match (&*before.status, &*after.status) {
        ("deprecated", "alpha" | "beta") => found.push(withdrawn(path)),
        ("beta", "alpha") => found.push((format!("`{path}` is alpha now, and was beta"), LOWERED_HELP)),
        _ => {}
    }
    let (old_gate, new_gate) = (&before.feature_gate, &after.feature_gate);
    if !old_gate.is_empty() && !new_gate.is_empty() && old_gate != new_gate {
        found.push((
            format!("`{path}` is behind the feature gate `{new_gate}` now, and was behind `{old_gate}`"),
            "users who enabled the old gate lose the field; keep the name of the gate",
        ));
    }
    found
}

fn withdrawn(path: &str) -> (String, &'static str) {
    (
        format!("`{path}` is no longer deprecated"),
        "clients have already migrated; explain in its description why it stays",
    )
}

fn draft(
    old: &Crd,
    new: &Crd,
    of: &PromisedLifecycle,
    node: &[Segment],
    message: String,
    help: &str,
) -> FindingDraft {
    let place = |crd: &Crd| schema_place(crd, &of.version, node);
    let places = CompatPlaces {
        old: place(old),
        new: place(new),
    };
    let mut draft = FindingDraft::of_crd(law::LIFECYCLE, places.new.clone(), message, help)
        .of_version(&of.version, places);
    draft.node = node.to_vec();
    draft
}

/// Returns the path of the field's node, if the CRD has it.
fn node_of(crd: &Crd, of: &PromisedLifecycle) -> Option<Vec<Segment>> {
    let schema = schema_of(crd, crd.version(&of.version)?)?;
    let mut found = None;
    schema.visit(VisitScope::Structural, &Path::root(""), &mut |path, _| {
        let mut node = path.to_field_path().segments;
        node.remove(0);
        if path_in_objects(&node) == of.path {
            found = Some(node);
        }
        VisitNext::Children
    });
    found
}
