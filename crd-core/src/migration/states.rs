//! Computes the intermediate CRDs between two CRDs.

use crate::changes::{crds, has_webhook, storage_version, version, versions};
use crate::model::crd::{Crd, Version};

/// Returns the CRDs to apply, the new one last; none if both are the same.
pub(super) fn between(old: &Crd, new: &Crd) -> Vec<Crd> {
    let adds = versions(new).any(|added| version(old, &added.name).is_none());
    let storage_changes = storage_version(old) != storage_version(new);
    let mut states = Vec::new();
    // A new version is served before it is stored: until then, the CRD before it can be applied again (STO-02).
    if adds && storage_changes {
        states.push(state(old, new, Stored::Old, Serving::Both));
    }
    if storage_changes {
        states.push(state(old, new, Stored::New, Serving::Both));
    }
    let removes = |removed: &Version| version(new, &removed.name).is_none();
    let removes_served = versions(old).any(|gone| gone.served && removes(gone));
    if removes_served || storage_changes && versions(old).any(removes) {
        states.push(state(old, new, Stored::New, Serving::New));
    }
    states.push(with_metadata_of(new));
    states.dedup_by(|later, before| crds(before, later).is_empty());
    if states.first().is_some_and(|first| crds(old, first).is_empty()) {
        states.remove(0);
    }
    states
}

/// The CRD whose storage version is used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stored {
    Old,
    New,
}

/// The CRDs whose served versions are served.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Serving {
    /// The versions of the old CRD and of the new one.
    Both,
    /// The versions of the new CRD.
    New,
}

/// Returns the new CRD with the versions of the old one in addition to its own.
fn state(old: &Crd, new: &Crd, stored: Stored, serving: Serving) -> Crd {
    let mut crd = with_metadata_of(new);
    let storage = match stored {
        Stored::Old => storage_version(old),
        Stored::New => storage_version(new),
    };
    let was_served = |name: &str| version(old, name).is_some_and(|old| old.served);
    let gone = versions(old).filter(|gone| version(new, &gone.name).is_none());
    let mut all: Vec<Version> = versions(new).chain(gone).cloned().collect();
    for one in &mut all {
        one.storage = storage == Some(&*one.name);
        let is_new = version(new, &one.name).is_some();
        one.served = match serving {
            Serving::Both => is_new && one.served || was_served(&one.name),
            Serving::New => is_new && one.served,
        };
    }
    crd.spec.versions = Some(all);
    // The final version needs no conversion, but the intermediate CRDs do.
    if !has_webhook(new) && has_webhook(old) {
        crd.spec.conversion.clone_from(&old.spec.conversion);
    }
    crd
}

fn with_metadata_of(new: &Crd) -> Crd {
    Crd {
        status: crate::model::crd::CrdStatus::default(),
        ..new.clone()
    }
}
