//! The versions of a CRD: the stored versions, the preferred version, and the conversion between them.

use crate::model::crd::{Crd, Version, compare_versions};

/// Returns the versions that objects may be stored in: `status.storedVersions`, or the storage version if it is empty (DEF-05).
pub(crate) fn stored_versions(crd: &Crd) -> Vec<&str> {
    match crd.status.stored_versions.as_deref() {
        Some(stored) if !stored.is_empty() => stored.iter().map(|name| &**name).collect(),
        _ => storage_version(crd).into_iter().collect(),
    }
}

pub(crate) fn versions(crd: &Crd) -> impl Iterator<Item = &Version> {
    crd.spec.versions.iter().flatten()
}

pub(crate) fn version<'c>(crd: &'c Crd, name: &str) -> Option<&'c Version> {
    versions(crd).find(|version| *version.name == *name)
}

pub(crate) fn storage_version(crd: &Crd) -> Option<&str> {
    versions(crd)
        .find(|version| version.storage)
        .map(|version| &*version.name)
}

/// Returns the version for clients that do not specify one, as far as one CRD determines it (PRI-05).
pub(crate) fn preferred_version(crd: &Crd) -> Option<&str> {
    let served = versions(crd)
        .filter(|version| version.served)
        .map(|version| &*version.name);
    served.min_by(|a, b| compare_versions(a, b))
}

pub(crate) fn has_webhook(crd: &Crd) -> bool {
    strategy(crd) == "Webhook"
}

pub(super) fn strategy(crd: &Crd) -> &str {
    match &crd.spec.conversion {
        Some(conversion) if !conversion.strategy.is_empty() => &conversion.strategy,
        _ => "None",
    }
}
