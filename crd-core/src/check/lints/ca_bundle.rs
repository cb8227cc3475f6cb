//! A CA bundle without certificates in a CRD that is not established yet (CNV-19). The server rejects it only in an update of
//! an established CRD (CRD-74).

use super::judged::JudgedCrd;
use crate::check::place::diagnostic_at;
use crate::check::{Diagnostic, codes};
use crate::model::changes::Change;
use crate::model::field::FieldPath;
use crate::server::validation::ca_bundle_error;

/// Reports the CA bundle of a CRD if it has no certificates.
pub(super) fn check(judged: &JudgedCrd<'_>, found: &mut Vec<Diagnostic>) {
    found.extend(unusable(judged));
}

fn unusable(judged: &JudgedCrd<'_>) -> Option<Diagnostic> {
    let is_established = judged.old.is_some_and(|old| old.status.established);
    if is_established || !judged.options.version.has(Change::ChecksCaBundle) {
        return None;
    }
    let webhook = judged.crd.spec.conversion.as_ref()?.webhook.as_ref()?;
    let bundle = &webhook.client_config.as_ref()?.ca_bundle;
    let reason = (!bundle.is_empty()).then(|| ca_bundle_error(bundle)).flatten()?;
    let path = ["spec", "conversion", "webhook", "clientConfig", "caBundle"];
    let path = path.into_iter().fold(FieldPath::default(), FieldPath::child);
    let message = format!(
        "`caBundle` contains no certificates, so the server never establishes the CRD and serves no version \
         of it: {reason}"
    );
    Some(
        diagnostic_at(judged.source.document, &path, codes::CA_BUNDLE_UNUSABLE, message)
            .with_label("not PEM in base64")
            .with_help(
                "omit `caBundle` and let cert-manager or your operator set it: then the CRD is established, \
                 and the storage version works without the webhook",
            ),
    )
}
