//! A CA bundle without a readable certificate in a CRD that is not established yet (CNV-19). The server rejects it only in an update of
//! an established CRD (CRD-74).

use super::judged::JudgedCrd;
use crate::check::place::diagnostic_at;
use crate::check::{Diagnostic, codes};
use crate::model::changes::Change;
use crate::model::field::FieldPath;
use crate::server::validation::{BundleFault, bundle_fault};

const OMITTED: &str = "omit `caBundle` and let cert-manager or your operator set it: then the CRD is established, and the storage \
                       version works without the webhook";

/// Reports the CA bundle of a CRD if it has no readable certificate.
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
    let fault = (!bundle.is_empty()).then(|| bundle_fault(bundle)).flatten()?;
    let path = ["spec", "conversion", "webhook", "clientConfig", "caBundle"];
    let path = path.into_iter().fold(FieldPath::default(), FieldPath::child);
    let message = format!(
        "{}, so the server never establishes the CRD and serves no version of it: {fault}",
        match fault {
            BundleFault::MalformedCertificate => "the certificate in `caBundle` is malformed",
            BundleFault::NotPem | BundleFault::NoCertificate => "`caBundle` contains no certificates",
        }
    );
    let (label, help) = match fault {
        BundleFault::NotPem => ("not PEM in base64", OMITTED.to_owned()),
        BundleFault::NoCertificate => ("PEM without a certificate", OMITTED.to_owned()),
        BundleFault::MalformedCertificate => (
            "not a whole certificate",
            format!("copy the whole file of the certificate in base64, or {OMITTED}"),
        ),
    };
    Some(
        diagnostic_at(judged.source.document, &path, codes::CA_BUNDLE_UNUSABLE, message)
            .with_label(label)
            .with_help(help),
    )
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};
    use crate::go::base64;

    #[test]
    fn the_fault_of_a_bundle_is_named() {
        let pem = |kind: &str| format!("-----BEGIN {kind}-----\nTUlJ\n-----END {kind}-----\n");
        for (bundle, message, label) in [
            (
                "\n".to_owned(),
                "`caBundle` contains no certificates",
                "not PEM in base64",
            ),
            (
                pem("KEY"),
                "`caBundle` contains no certificates",
                "PEM without a certificate",
            ),
            (
                pem("CERTIFICATE"),
                "the certificate in `caBundle` is malformed",
                "not a whole certificate",
            ),
        ] {
            let webhook = format!(
                "clientConfig: {{service: {{name: a, namespace: b}}, caBundle: {}}}, conversionReviewVersions: [v1]",
                base64::encode(bundle.as_bytes())
            );
            let conversion = format!("spec:\n  conversion: {{strategy: Webhook, webhook: {{{webhook}}}}}\n");
            let text = widgets("a: {type: string}").replacen("spec:\n", &conversion, 1);
            let report = check::text(&text, &Options::default());
            let [found] = &report.findings[..] else {
                panic!("{report:?}");
            };
            let found = &found.diagnostic;
            assert!(found.message.starts_with(message), "{}", found.message);
            assert_eq!(found.label, label);
        }
    }
}
