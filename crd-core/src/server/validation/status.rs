//! Checks `status` (rules CRD-81 to CRD-84), as it will be stored.

use crate::model::changes::Change;
use crate::model::rules;

use super::internal::Internal;
use super::naming;
use crate::KubeVersion;
use crate::go::quote;
use crate::model::field::{FieldError, Path};
use crate::model::schema::texts;
use crate::model::sort::sort_by;

/// Performs all checks on `status`.
pub(super) fn check(crd: &Internal<'_>, version: KubeVersion, errors: &mut Vec<FieldError>) {
    let status = Path::root("status");
    naming::check(&crd.accepted_names, &status.child("acceptedNames"), errors);
    let path = status.child("storedVersions");
    let stored = crd.stored_versions.as_deref().unwrap_or_default();
    if stored.is_empty() {
        let value = crd.stored_versions.as_ref().map_or("null", |_| "[]");
        let detail = "must have at least one stored version";
        errors.push(FieldError::invalid(rules::CRD_82, &path, value.into(), detail));
        return;
    }
    // Each version of the list accounts for one entry; the second entry of a repeated name is left over.
    let mut left: Vec<(&str, usize)> = Vec::new();
    for (index, name) in stored.iter().enumerate() {
        left.retain(|(other, _)| *other != &**name);
        left.push((name, index));
    }
    sort_by(&mut left, &|one, other| one.0.cmp(other.0));
    for (index, listed) in crd.versions().iter().enumerate() {
        let place = left.iter().position(|(name, _)| *name == listed.name);
        let was_stored = place.map(|place| left.remove(place)).is_some();
        if listed.storage && !was_stored {
            let mut value = String::new();
            texts(&mut value, stored);
            let detail = format!("must have the storage version {}", listed.name);
            let spec = Path::root("spec");
            let versions = spec.child("versions");
            errors.push(
                FieldError::invalid(rules::CRD_83, &path, value, detail)
                    .with_related(versions.index(index).to_field_path(), "a storage version"),
            );
        }
    }
    for (name, index) in left {
        let detail = if version.has(Change::ExplainsStoredVersions) {
            format!(
                "missing from spec.versions; {name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in {name} and removes {name} from status.storedVersions"
            )
        } else {
            String::from("must appear in spec.versions")
        };
        errors.push(FieldError::invalid(
            rules::CRD_84,
            &path.index(index),
            quote(name),
            detail,
        ));
    }
}
