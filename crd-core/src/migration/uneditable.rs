//! Finds stored objects that the new CRD rejects when they are edited.
//!
//! ```text
//! stored in v1: {size: "5"}     v1 next: size is an integer     ->  an edit of the object is rejected
//! stored in v1: {}              v2, stored next without conversion, requires `size`   ->  the same
//! ```

use crate::changes::{has_webhook, storage_version, stored_versions, version};
use crate::check::Severity;
use crate::compat::{self, CompatFinding, CompatOptions, Policy};
use crate::model::crd::{Crd, Version};
use crate::model::kube_version::KubeVersion;

/// Returns the changes after which the server rejects objects that were stored before, or clients read values of another type.
pub(super) fn find(old: &Crd, new: &Crd, server: KubeVersion) -> Vec<CompatFinding> {
    let options = CompatOptions::new(Policy::Stored, server);
    let stored = stored_versions(old);
    let is_stored = |finding: &CompatFinding| {
        finding
            .version
            .as_deref()
            .is_some_and(|version| stored.contains(&version))
    };
    let mut found: Vec<CompatFinding> = compat::compare(old, new, &options)
        .into_iter()
        .filter(is_stored)
        .collect();
    for from in &stored {
        if let Some((before, after)) = without_conversion(old, new, from) {
            found.extend(compat::compare(&before, &after, &options));
        }
    }
    found.retain(|finding| refuses(finding) && finding.severity != Severity::Note);
    found
}

/// Whether values are rejected. Removed fields are reported as losses, and changes of versions are the subject of the plan.
fn refuses(finding: &CompatFinding) -> bool {
    matches!(finding.rule.number(), 24..=33 | 36..=56)
}

/// If `new` stores objects of `from` in another version without converting them, returns both CRDs with one version
/// each, of the same name: the objects then get the schema of the other version.
fn without_conversion(old: &Crd, new: &Crd, from: &str) -> Option<(Crd, Crd)> {
    let to = storage_version(new)?;
    if to == from || has_webhook(new) || has_webhook(old) {
        return None;
    }
    let stored = version(old, from)?;
    let next = version(new, to)?;
    let only = |crd: &Crd, version: Version| {
        let mut crd = crd.clone();
        crd.spec.versions = Some(vec![version]);
        crd.status.stored_versions = Some(vec![to.into()]);
        crd
    };
    let before = Version {
        name: to.into(),
        served: true,
        storage: true,
        ..stored.clone()
    };
    Some((only(old, before), only(new, next.clone())))
}
