//! `spec.conversion` of a CRD: as its types declare it, and as one cluster needs it.

use crate::model::crd::{Conversion, Crd, ServiceReference, WebhookClientConfig, WebhookConversion};
use crate::rust::shape::ConversionWebhook;

/// The annotation by which cert-manager fills in `caBundle`.
const CERT_MANAGER: &str = "cert-manager.io/inject-ca-from";

/// The annotation by which `OpenShift` fills in `caBundle`.
const OPENSHIFT: &str = "service.beta.openshift.io/inject-cabundle";

/// Changes to the declared `spec.conversion`, for one cluster or one release.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConversionOptions {
    /// Whether to write `spec.conversion`.
    pub stanza: ConversionStanza,
    /// The namespace of the webhook's service.
    pub service_namespace: Option<String>,
    /// The name of the webhook's service.
    pub service_name: Option<String>,
    /// The path of requests; an empty path is left out.
    pub path: Option<String>,
    /// The port of the service.
    pub port: Option<u16>,
    /// The URL of a webhook outside the cluster.
    pub url: Option<String>,
    /// The CA certificates that verify the webhook's certificate, as PEM; an empty list leaves `caBundle` out.
    pub ca_bundle: Option<Vec<u8>>,
    /// Component that fills in `caBundle` in the cluster.
    pub ca_injection: CaInjection,
}

/// Component that fills in `caBundle` in the cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CaInjection {
    /// As the types declare it.
    #[default]
    AsDeclared,
    /// None, or one that needs no annotation.
    LeftOut,
    /// cert-manager, from a certificate: `namespace/name`.
    CertManager(String),
    /// `OpenShift`, from the CA of its services.
    OpenShift,
}

/// Whether a CRD has a `spec.conversion`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConversionStanza {
    /// As its types declare it.
    #[default]
    AsDeclared,
    /// No `spec.conversion` and none of its annotations: another tool fills it in, or the webhook does not exist yet.
    LeftOut,
}

/// Writes `spec.conversion` and its annotations, as declared.
pub(super) fn declared(crd: &mut Crd, webhook: &ConversionWebhook) {
    if webhook.service.is_empty() && webhook.url.is_empty() {
        crd.spec.conversion = Some(Conversion {
            strategy: "None".into(),
            webhook: None,
        });
        return;
    }
    let text = |text: &str| (!text.is_empty()).then(|| Box::from(text));
    let service = (!webhook.service.is_empty()).then(|| ServiceReference {
        namespace: webhook.namespace.into(),
        name: webhook.service.into(),
        path: text(webhook.path),
        port: (webhook.port != 0).then(|| i32::from(webhook.port)),
    });
    let mut conversion = with_webhook(WebhookClientConfig {
        url: text(webhook.url),
        service,
        ca_bundle: webhook.ca_bundle.into(),
    });
    if let Some(declared) = conversion
        .webhook
        .as_mut()
        .filter(|_| !webhook.review_versions.is_empty())
    {
        let versions = webhook.review_versions.iter().map(|version| (*version).into());
        declared.conversion_review_versions = Some(versions.collect());
    }
    crd.spec.conversion = Some(conversion);
    if !webhook.cert_manager.is_empty() {
        crd.metadata
            .annotations
            .insert(CERT_MANAGER, webhook.cert_manager.into());
    }
    if webhook.openshift {
        crd.metadata.annotations.insert(OPENSHIFT, "true".into());
    }
}

fn with_webhook(config: WebhookClientConfig) -> Conversion {
    Conversion {
        strategy: "Webhook".into(),
        webhook: Some(WebhookConversion {
            client_config: Some(config),
            conversion_review_versions: Some(vec!["v1".into()]),
        }),
    }
}

/// Changes `spec.conversion` for one cluster: leaves it out, or replaces parts of it.
pub fn set_conversion(crd: &mut Crd, options: &ConversionOptions) {
    if options.stanza == ConversionStanza::LeftOut {
        crd.spec.conversion = None;
        inject(crd, &CaInjection::LeftOut);
        return;
    }
    if *options == ConversionOptions::default() || crd.spec.versions.as_ref().is_none_or(|all| all.len() < 2)
    {
        return;
    }
    let conversion = crd
        .spec
        .conversion
        .get_or_insert_with(|| with_webhook(WebhookClientConfig::default()));
    let config = conversion
        .webhook
        .get_or_insert_default()
        .client_config
        .get_or_insert_default();
    if let Some(url) = &options.url {
        config.url = Some(url.as_str().into());
        config.service = None;
    }
    let names_service = options.service_name.is_some()
        || options.service_namespace.is_some()
        || options.path.is_some()
        || options.port.is_some();
    if names_service && options.url.is_none() {
        config.url = None;
        let service = config.service.get_or_insert_default();
        if let Some(name) = &options.service_name {
            service.name = name.as_str().into();
        }
        if let Some(namespace) = &options.service_namespace {
            service.namespace = namespace.as_str().into();
        }
        if let Some(path) = &options.path {
            service.path = (!path.is_empty()).then(|| path.as_str().into());
        }
        if let Some(port) = options.port {
            service.port = Some(i32::from(port));
        }
    }
    if let Some(bundle) = &options.ca_bundle {
        config.ca_bundle.clone_from(bundle);
    }
    inject(crd, &options.ca_injection);
}

/// Replaces the annotations for the component that fills in `caBundle`.
fn inject(crd: &mut Crd, injection: &CaInjection) {
    if *injection == CaInjection::AsDeclared {
        return;
    }
    let annotations = &mut crd.metadata.annotations;
    annotations.remove(CERT_MANAGER);
    annotations.remove(OPENSHIFT);
    match injection {
        CaInjection::AsDeclared | CaInjection::LeftOut => {}
        CaInjection::CertManager(certificate) => {
            annotations.insert(CERT_MANAGER, certificate.as_str().into());
        }
        CaInjection::OpenShift => {
            annotations.insert(OPENSHIFT, "true".into());
        }
    }
}
