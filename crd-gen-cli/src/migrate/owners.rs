//! The owners of the fields of the deployed CRD, which `kubectl get crd -o yaml --show-managed-fields` prints.
//!
//! `kubectl apply --server-side` does not remove what others own, and ends with a conflict if it would change it.

use crd_core::crd::{Crd, ManagedFieldsEntry};
use crd_core::migration::Release;

use crate::text::quoted;

/// kubectl's own manager, if `--field-manager` is not given.
const KUBECTL: &str = "kubectl";

/// The manager of `kubectl apply` without `--server-side`, whose fields kubectl takes over itself.
const CLIENT_SIDE: &str = "kubectl-client-side-apply";

/// The manager that applies the CRD owns this field, even after another manager has changed the versions.
const GROUP: [&str; 2] = ["f:spec", "f:group"];
const VERSIONS: [&str; 2] = ["f:spec", "f:versions"];
const CONVERSION: [&str; 2] = ["f:spec", "f:conversion"];
const CA_BUNDLE: [&str; 5] = [
    "f:spec",
    "f:conversion",
    "f:webhook",
    "f:clientConfig",
    "f:caBundle",
];

/// How to apply a CRD of a plan in spite of other owners.
#[derive(Debug, Default)]
pub(super) struct ApplyAdvice {
    pub(super) notes: Vec<String>,
    /// The options of `kubectl apply --server-side`, each with a space before it.
    pub(super) options: String,
}

/// The owners of the conversion webhook that a CRD of a plan takes out.
pub(super) enum WebhookOwners {
    /// The deployed CRD was read without its managed fields.
    Unknown,
    /// Only the manager that applies the CRD.
    Applier,
    /// Others, too.
    Others(Vec<String>),
}

/// Returns the advice for applying a CRD of a plan.
pub(super) fn advice(old: &Crd, release: &Release) -> ApplyAdvice {
    let mut advice = ApplyAdvice::default();
    if entries(old).next().is_none() {
        return advice;
    }
    let applier = applier(old);
    if applier != KUBECTL {
        advice.options = format!(" --field-manager={}", word(applier));
        advice.notes.push(format!(
            "`{applier}` applies this CRD: change the manifest that it reads, or run the command, which \
             applies the CRD as this manager"
        ));
    }
    let of_versions = others(old, &VERSIONS);
    // The first release makes the applier the owner.
    if release.number == 1 && !of_versions.is_empty() {
        advice.options.push_str(" --force-conflicts");
        advice.notes.push(format!(
            "`spec.versions` also belongs to {}: without `--force-conflicts`, the server reports a conflict",
            quoted(&of_versions)
        ));
    }
    let of_ca = others(old, &CA_BUNDLE);
    if !of_ca.is_empty() && !release.drops_webhook {
        let fate = match (ca_bundle(&release.crd), ca_bundle(old)) {
            (None, _) => "the manifest does not have it, so it is kept".to_owned(),
            (Some(new), Some(deployed)) if new == deployed => {
                "the manifest has the same value, so both own it; remove it from the manifest".to_owned()
            }
            _ => "the manifest has another value, so the server reports a conflict: remove it from the \
                manifest"
                .to_owned(),
        };
        advice.notes.push(format!(
            "`spec.conversion.webhook.clientConfig.caBundle` belongs to {}; {fate}",
            quoted(&of_ca)
        ));
    }
    advice
}

/// Returns the owners of the conversion in the deployed CRD.
pub(super) fn of_webhook(old: &Crd) -> WebhookOwners {
    if entries(old).next().is_none() {
        return WebhookOwners::Unknown;
    }
    let others = others(old, &CONVERSION);
    if others.is_empty() {
        WebhookOwners::Applier
    } else {
        WebhookOwners::Others(others)
    }
}

/// Returns the manager that applies the CRD.
fn applier(old: &Crd) -> &str {
    let mut appliers = entries(old).filter(|entry| &*entry.operation == "Apply" && owns(entry, &GROUP));
    appliers.next().map_or(KUBECTL, |entry| &entry.manager)
}

/// Returns the managers of a field, except for the one that applies the CRD.
fn others(old: &Crd, path: &[&str]) -> Vec<String> {
    let applier = applier(old);
    let is_other = |entry: &&ManagedFieldsEntry| {
        let is_applier = &*entry.manager == applier && &*entry.operation == "Apply";
        !is_applier && &*entry.manager != CLIENT_SIDE && owns(entry, path)
    };
    let mut names: Vec<String> = Vec::new();
    for entry in entries(old).filter(is_other) {
        if !names.contains(&String::from(&*entry.manager)) {
            names.push(entry.manager.to_string());
        }
    }
    names
}

/// Returns the entries of managers that do not write through a subresource.
fn entries(old: &Crd) -> impl Iterator<Item = &ManagedFieldsEntry> {
    let all = old.metadata.managed_fields.iter();
    all.filter(|entry| entry.subresource.is_empty())
}

fn owns(entry: &ManagedFieldsEntry, path: &[&str]) -> bool {
    let fields = entry.fields_v1.as_deref();
    path.iter()
        .try_fold(fields, |fields, name| fields.map(|fields| fields.get(name)))
        .flatten()
        .is_some()
}

fn ca_bundle(crd: &Crd) -> Option<&[u8]> {
    let webhook = crd.spec.conversion.as_ref()?.webhook.as_ref()?;
    let bundle = &webhook.client_config.as_ref()?.ca_bundle;
    (!bundle.is_empty()).then_some(bundle)
}

/// Returns a word of a command; in quotes, if the shell would read it as something else.
fn word(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/');
    if !text.is_empty() && text.bytes().all(is_plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', "'\\''"))
}
