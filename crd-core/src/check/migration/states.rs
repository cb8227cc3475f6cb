//! The CRDs between two CRDs.

use crate::check::losses::{has_webhook, storage_version, version, versions};
use crate::model::crd::{Crd, Names, Version, WebhookConversion};

/// The CRDs to apply on the way, the new one last; none if both are the same.
pub(super) fn between(old: &Crd, new: &Crd) -> Vec<Crd> {
    let adds = versions(new).any(|added| version(old, &added.name).is_none());
    let storage_changes = storage_version(old) != storage_version(new);
    let mut states = Vec::new();
    // A version that is new is served before it is stored: until then, the CRD before it can be applied again (STO-02).
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
    states.dedup_by(|later, before| changes(before, later).is_empty());
    if states.first().is_some_and(|first| changes(old, first).is_empty()) {
        states.remove(0);
    }
    states
}

/// Which version is stored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stored {
    Old,
    New,
}

/// Which versions are served.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Serving {
    /// Those of the old CRD, and those of the new one.
    Both,
    /// Those of the new one.
    New,
}

/// The new CRD with the versions of the old one beside its own.
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
    // With one version left there is nothing to convert, but on the way there is.
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

/// What differs between two CRDs, each in a line.
pub(super) fn changes(old: &Crd, new: &Crd) -> Vec<String> {
    let mut changes = Vec::new();
    for after in versions(new) {
        let name = &after.name;
        match version(old, name) {
            None if after.served => changes.push(format!("`{name}` is added and served")),
            None => changes.push(format!("`{name}` is added, and not served")),
            Some(before) => {
                match (before.served, after.served) {
                    (true, false) => changes.push(format!("`{name}` is no longer served")),
                    (false, true) => changes.push(format!("`{name}` is served")),
                    _ => {}
                }
                if before.schema != after.schema {
                    changes.push(format!("the schema of `{name}` changes"));
                }
                if (before.deprecated, &before.deprecation_warning)
                    != (after.deprecated, &after.deprecation_warning)
                {
                    changes.push(format!("the deprecation of `{name}` changes"));
                }
                if before.subresources != after.subresources
                    || before.additional_printer_columns != after.additional_printer_columns
                    || before.selectable_fields != after.selectable_fields
                {
                    changes.push(format!(
                        "subresources, columns or selectable fields of `{name}` change"
                    ));
                }
            }
        }
    }
    for gone in versions(old).filter(|gone| version(new, &gone.name).is_none()) {
        changes.push(format!("`{}` is removed", gone.name));
    }
    match (storage_version(old), storage_version(new)) {
        (Some(before), Some(after)) if before != after => {
            changes.push(format!("objects are stored in `{after}` instead of `{before}`"));
        }
        _ => {}
    }
    let (before, after) = (strategy(old), strategy(new));
    if before != after {
        changes.push(format!("conversion is `{after}` instead of `{before}`"));
    } else if after == "Webhook" && called(old) != called(new) {
        changes.push("how the webhook is called changes".to_owned());
    }
    if names(old) != names(new) || old.spec.scope != new.spec.scope || old.spec.group != new.spec.group {
        changes.push("the names or the scope change".to_owned());
    }
    changes
}

fn strategy(crd: &Crd) -> &str {
    match &crd.spec.conversion {
        Some(conversion) if !conversion.strategy.is_empty() => &conversion.strategy,
        _ => "None",
    }
}

/// How the webhook is called, without the CA, which others fill in, and with the default port (DEF-04).
fn called(crd: &Crd) -> Option<WebhookConversion> {
    let mut webhook = crd.spec.conversion.as_ref()?.webhook.clone()?;
    if let Some(config) = &mut webhook.client_config {
        config.ca_bundle.clear();
        if let Some(service) = &mut config.service {
            service.port.get_or_insert(443);
        }
    }
    Some(webhook)
}

/// The names with their defaults (DEF-01, DEF-02).
fn names(crd: &Crd) -> Names {
    let mut names = crd.spec.names.clone();
    if names.singular.is_empty() {
        names.singular = names.kind.to_lowercase().into();
    }
    if names.list_kind.is_empty() {
        names.list_kind = format!("{}List", names.kind).into();
    }
    names
}
