//! Compares two CRDs, except for their schemas.

use std::fmt;

use super::versions::{storage_version, strategy, version, versions};
use crate::model::crd::{Crd, Names, Version, WebhookConversion};

/// A difference between two CRDs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CrdChange {
    /// The new CRD has a version that the old one does not have.
    VersionAdded {
        name: Box<str>,
        served: bool,
    },
    VersionRemoved {
        name: Box<str>,
    },
    /// A version is no longer served, or is served now.
    Served {
        name: Box<str>,
        served: bool,
    },
    Schema {
        name: Box<str>,
    },
    Deprecation {
        name: Box<str>,
    },
    /// Subresources, printer columns or selectable fields differ.
    Surface {
        name: Box<str>,
    },
    StorageVersion {
        old: Box<str>,
        new: Box<str>,
    },
    /// The conversion strategy differs.
    Conversion {
        old: Box<str>,
        new: Box<str>,
    },
    /// The client configuration of the webhook differs.
    Webhook,
    NamesOrScope,
}

impl fmt::Display for CrdChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::VersionAdded { name, served: true } => write!(f, "`{name}` is added and served"),
            Self::VersionAdded { name, served: false } => write!(f, "`{name}` is added, but not served"),
            Self::VersionRemoved { name } => write!(f, "`{name}` is removed"),
            Self::Served { name, served: true } => write!(f, "`{name}` is served"),
            Self::Served { name, served: false } => write!(f, "`{name}` is no longer served"),
            Self::Schema { name } => write!(f, "the schema of `{name}` changes"),
            Self::Deprecation { name } => write!(f, "the deprecation of `{name}` changes"),
            Self::Surface { name } => {
                write!(f, "subresources, columns or selectable fields of `{name}` change")
            }
            Self::StorageVersion { old, new } => {
                write!(f, "objects are stored in `{new}` instead of `{old}`")
            }
            Self::Conversion { old, new } => write!(f, "conversion is `{new}` instead of `{old}`"),
            Self::Webhook => f.write_str("the client configuration of the webhook changes"),
            Self::NamesOrScope => f.write_str("the names or the scope change"),
        }
    }
}

/// Returns the differences between two CRDs.
pub(crate) fn crds(old: &Crd, new: &Crd) -> Vec<CrdChange> {
    let mut changes = Vec::new();
    for after in versions(new) {
        match version(old, &after.name) {
            None => changes.push(CrdChange::VersionAdded {
                name: after.name.clone(),
                served: after.served,
            }),
            Some(before) => version_changes(before, after, &mut changes),
        }
    }
    for gone in versions(old).filter(|gone| version(new, &gone.name).is_none()) {
        changes.push(CrdChange::VersionRemoved {
            name: gone.name.clone(),
        });
    }
    if let (Some(before), Some(after)) = (storage_version(old), storage_version(new))
        && before != after
    {
        changes.push(CrdChange::StorageVersion {
            old: before.into(),
            new: after.into(),
        });
    }
    let (before, after) = (strategy(old), strategy(new));
    if before != after {
        changes.push(CrdChange::Conversion {
            old: before.into(),
            new: after.into(),
        });
    } else if after == "Webhook" && webhook_call(old) != webhook_call(new) {
        changes.push(CrdChange::Webhook);
    }
    if names(old) != names(new) || old.spec.scope != new.spec.scope || old.spec.group != new.spec.group {
        changes.push(CrdChange::NamesOrScope);
    }
    changes
}

fn version_changes(before: &Version, after: &Version, changes: &mut Vec<CrdChange>) {
    let name = || after.name.clone();
    if before.served != after.served {
        changes.push(CrdChange::Served {
            name: name(),
            served: after.served,
        });
    }
    if before.schema != after.schema {
        changes.push(CrdChange::Schema { name: name() });
    }
    let deprecation = |version: &Version| (version.deprecated, version.deprecation_warning.clone());
    if deprecation(before) != deprecation(after) {
        changes.push(CrdChange::Deprecation { name: name() });
    }
    if before.subresources != after.subresources
        || before.additional_printer_columns != after.additional_printer_columns
        || before.selectable_fields != after.selectable_fields
    {
        changes.push(CrdChange::Surface { name: name() });
    }
}

/// Returns the client configuration of the webhook, without the CA, which another component fills in, and with the
/// default port (DEF-04).
fn webhook_call(crd: &Crd) -> Option<WebhookConversion> {
    let mut webhook = crd.spec.conversion.as_ref()?.webhook.clone()?;
    if let Some(config) = &mut webhook.client_config {
        config.ca_bundle.clear();
        if let Some(service) = &mut config.service {
            service.port.get_or_insert(443);
        }
    }
    Some(webhook)
}

/// Returns the names with their defaults (DEF-01, DEF-02).
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
