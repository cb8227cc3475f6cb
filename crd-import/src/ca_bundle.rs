//! The CA bundle of a conversion webhook. In the cluster, another program often sets it, and the CRD has a placeholder in its place.
//!
//! ```text
//! caBundle: LS0tLS1CRUdJTi…                                   conversion(ca_bundle = "-----BEGIN …")
//! caBundle: Cg==                                              omitted: it has no certificates
//! cert-manager.io/inject-ca-from: db-system/db, caBundle: …   omitted: cert-manager sets it
//! ```

use crd_core::check::{Diagnostic, codes};
use crd_core::crd::{Crd, WebhookClientConfig};

/// The place of the bundle in a CRD.
pub(crate) const PLACE: &str = "spec.conversion.webhook.clientConfig.caBundle";

/// The annotations by which a program sets the bundle, with the name of the program.
const INJECTED_BY: [(&str, &str); 4] = [
    ("cert-manager.io/inject-ca-from", "cert-manager"),
    ("cert-manager.io/inject-ca-from-secret", "cert-manager"),
    ("cert-manager.io/inject-apiserver-ca", "cert-manager"),
    ("service.beta.openshift.io/inject-cabundle", "OpenShift"),
];

/// What an import does with the CA bundle of a CRD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CaBundle {
    Absent,
    /// The certificates, as PEM.
    Kept(String),
    /// The types do not have it, for this reason.
    Omitted(String),
}

impl CaBundle {
    /// Decides about a CRD. `diagnostics` are the findings of `check` about it.
    pub(crate) fn of(crd: &Crd, diagnostics: &[Diagnostic]) -> CaBundle {
        let Some(bundle) = client_config(crd).map(|config| &config.ca_bundle) else {
            return CaBundle::Absent;
        };
        if bundle.is_empty() {
            return CaBundle::Absent;
        }
        let annotations = &crd.metadata.annotations;
        if let Some((annotation, program)) = INJECTED_BY
            .into_iter()
            .find(|(annotation, _)| annotations.get(annotation).is_some())
        {
            return CaBundle::Omitted(format!(
                "{program} sets it, because of the annotation `{annotation}`"
            ));
        }
        let is_unusable = |diagnostic: &Diagnostic| diagnostic.code == codes::CA_BUNDLE_UNUSABLE;
        if diagnostics.iter().any(is_unusable) {
            return CaBundle::Omitted("it has no certificates".to_owned());
        }
        match String::from_utf8(bundle.clone()) {
            Ok(text) => CaBundle::Kept(text),
            Err(_) => CaBundle::Omitted("it is not UTF-8".to_owned()),
        }
    }
}

fn client_config(crd: &Crd) -> Option<&WebhookClientConfig> {
    let webhook = crd.spec.conversion.as_ref()?.webhook.as_ref()?;
    webhook.client_config.as_ref()
}
