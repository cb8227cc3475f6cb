//! A CA bundle without certificates in a CRD that is not established yet (CNV-19). The server refuses it only in an update of
//! an established CRD (CRD-74).

use crate::check::{Diagnostic, codes, place};
use crate::model::changes::Change;
use crate::model::crd::Crd;
use crate::model::field::{ErrorType, Path};
use crate::model::kube_version::KubeVersion;
use crate::server::validation::{ca_bundle_error, locate};
use crate::yaml::tree::Node;

/// What is found about the CA bundle of a CRD, which replaces `old` if there is one.
pub(in crate::check) fn check(
    document: &Node,
    crd: &Crd,
    old: Option<&Crd>,
    version: KubeVersion,
) -> Option<Diagnostic> {
    if old.is_some_and(|old| old.status.established) || !version.has(Change::ChecksCaBundle) {
        return None;
    }
    let webhook = crd.spec.conversion.as_ref()?.webhook.as_ref()?;
    let bundle = &webhook.client_config.as_ref()?.ca_bundle;
    let reason = (!bundle.is_empty()).then(|| ca_bundle_error(bundle)).flatten()?;
    let path = Path::root("spec");
    let path = path.child("conversion");
    let path = path.child("webhook");
    let path = path.child("clientConfig");
    let path = path.child("caBundle").to_field_path();
    let place = locate(document, &path).place;
    let span = place::underlined(document, ErrorType::Invalid, &place);
    let message = format!(
        "`caBundle` holds no certificates, so the server never establishes the CRD and serves no version of it: {reason}"
    );
    Some(
        Diagnostic::new(codes::CA_BUNDLE_UNUSABLE, message, span)
            .with_field(place.path)
            .with_label("not PEM in base64")
            .with_help(
                "leave `caBundle` out until cert-manager or your operator fills it in: then the CRD is established, and the stored version works without the webhook",
            ),
    )
}
