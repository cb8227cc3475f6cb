//! The webhook that converts between versions.

use crd_cel::syntax::is_dns1123_subdomain;
use syn::Expr;

use crate::attr::keys::conversion as part;
use crate::attr::meta::{Arg, Meta, MetaValue};
use crate::attr::{reject, value};
use crate::errors::{Errors, report};
use crate::spanned::Spanned;

/// `conversion(service = "…", namespace = "…", path = "/convert")` or `conversion(url = "https://…")`; neither a service nor
/// a URL for `conversion = none`.
#[derive(Default)]
pub(crate) struct Conversion {
    pub(crate) service: Option<Spanned<String>>,
    pub(crate) namespace: Option<Spanned<String>>,
    pub(crate) path: Option<Spanned<String>>,
    pub(crate) port: Option<Spanned<i64>>,
    pub(crate) url: Option<Spanned<String>>,
    pub(crate) ca_bundle: Option<Spanned<String>>,
    pub(crate) cert_manager: Option<Spanned<String>>,
    pub(crate) openshift: bool,
    /// The webhook is part of another program, which has the mappings between versions.
    pub(crate) external: bool,
    /// The versions of `ConversionReview` that the webhook of another program accepts; `v1` if there are none.
    pub(crate) review_versions: Vec<Spanned<String>>,
}

/// The versions of `ConversionReview` that the API server sends.
const SENT: &[&str] = &["v1", "v1beta1"];

impl Conversion {
    /// Parses `conversion(…)`, or `conversion = none`.
    pub(super) fn parse(cx: &Errors, meta: &Meta) -> Option<Conversion> {
        if let MetaValue::Expr(given) = &meta.value {
            return match given {
                Expr::Path(word) if word.path.is_ident("none") => Some(Conversion::default()),
                _ => value::wrong(
                    cx,
                    meta,
                    "`conversion = none`, or `conversion(…)` with the conversion webhook",
                ),
            };
        }
        if let MetaValue::List(arguments) = &meta.value
            && let [Arg::Meta(word)] = arguments.as_slice()
            && word.name == "none"
        {
            return value::wrong(cx, meta, "`conversion = none`");
        }
        let errors_before = cx.count();
        let mut conversion = Conversion::default();
        for given in reject::repeated_parts(cx, value::metas(cx, meta)) {
            match given.name.as_str() {
                part::SERVICE => conversion.service = value::string(cx, &given),
                part::NAMESPACE => conversion.namespace = value::string(cx, &given),
                part::PATH => conversion.path = value::string(cx, &given),
                part::PORT => conversion.port = value::count(cx, &given),
                part::URL => conversion.url = value::string(cx, &given),
                part::CA_BUNDLE => conversion.ca_bundle = value::string(cx, &given),
                part::CERT_MANAGER => conversion.cert_manager = value::string(cx, &given),
                part::EXTERNAL => conversion.external = value::flag(cx, &given).unwrap_or(false),
                part::REVIEW_VERSIONS => conversion.review_versions = value::plain_names(cx, &given),
                part::OPENSHIFT => conversion.openshift = value::flag(cx, &given).unwrap_or(false),
                _ => reject::unknown_part(cx, &given, "`conversion`", part::ALL),
            }
        }
        let is_right = || cx.count() == errors_before;
        if is_right() {
            conversion.check_service(cx);
        }
        if is_right() {
            conversion.check_members(cx, meta);
        }
        if is_right() {
            conversion.check_values(cx);
        }
        is_right().then_some(conversion)
    }

    /// Reports the name of a service with its namespace, or as the name of a host: the server accepts both, and reaches no webhook.
    fn check_service(&self, cx: &Errors) {
        let Some(service) = &self.service else { return };
        let of_host = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '.' | '/');
        if !service.value.contains(['.', '/']) || !service.value.chars().all(of_host) {
            return;
        }
        let way_out = match (service.value.split_once('/'), service.value.split_once('.')) {
            (Some((namespace, name)), _) if is_dns1123_subdomain(namespace) && is_dns1123_subdomain(name) => {
                format!("write `service = \"{name}\", namespace = \"{namespace}\"`")
            }
            (None, Some((name, domain))) => {
                let namespace = domain
                    .strip_suffix(".svc")
                    .or(domain.strip_suffix(".svc.cluster.local"));
                match namespace {
                    Some(namespace) => format!("write `service = \"{name}\", namespace = \"{namespace}\"`"),
                    None => format!(
                        "write `service = \"{name}\"` and its `namespace`; a host outside of the cluster is written `url = \"https://…\"`"
                    ),
                }
            }
            _ => "write `service = \"…\", namespace = \"…\"`".to_owned(),
        };
        report!(cx, service => CONVERSION_SERVICE, "the name of a Service has no dots and slashes: {way_out}");
    }

    /// Reports members that exclude each other or are missing.
    fn check_members(&self, cx: &Errors, meta: &Meta) {
        let of_service = self.namespace.is_some() || self.path.is_some() || self.port.is_some();
        let problem = match (&self.service, &self.url) {
            (Some(_), Some(_)) => "has a `service` or a `url`, not both",
            (None, Some(_)) if of_service => {
                "`namespace`, `path` and `port` belong to a `service`, not to a `url`"
            }
            (None, None) => "needs `service = \"…\", namespace = \"…\"`, or `url = \"https://…\"`",
            (Some(_), None) if self.namespace.is_none() => "needs the `namespace` of the service",
            _ if !self.review_versions.is_empty() && !self.external => {
                "has no `review_versions` for the webhook of this crate, which accepts `v1`: remove it or, for another webhook, add `external`"
            }
            _ => return,
        };
        report!(cx, meta.ident => ATTRIBUTE_MISSING, "`conversion` {problem}");
    }

    /// Reports values that the server or cert-manager rejects.
    fn check_values(&self, cx: &Errors) {
        if let Some(port) = &self.port
            && !(1..=65_535).contains(&port.value)
        {
            report!(cx, port => ATTRIBUTE_VALUE, "a port must be between 1 and 65535");
        }
        if let Some(url) = &self.url
            && !url.value.to_ascii_lowercase().starts_with("https://")
        {
            report!(cx, url => CONVERSION_URL, "the webhook's URL must be `https`: write `https://host[:port]/path`");
        }
        if let Some(path) = &self.path
            && !path.value.starts_with('/')
        {
            report!(cx, path => CONVERSION_SERVICE, "the path of the webhook must start with a slash: `/{}`", path.value);
        }
        if let Some(bundle) = &self.ca_bundle
            && !bundle.value.trim().is_empty()
            && !bundle.value.contains("-----BEGIN CERTIFICATE-----")
        {
            report!(cx, bundle => ATTRIBUTE_VALUE,
                "`ca_bundle` is the text of a PEM file, with `-----BEGIN CERTIFICATE-----`, not its name; for a file, leave it out, and \
                 write `crd-gen generate --ca-bundle FILE`");
        }
        if let Some(certificate) = &self.cert_manager
            && !is_name_with_namespace(&certificate.value)
        {
            let namespace = self.namespace.as_ref().map_or("namespace", |given| &given.value);
            let name = certificate.value.rsplit('/').next();
            let name = name.filter(|name| !name.is_empty()).unwrap_or("name");
            report!(
                cx, certificate => ATTRIBUTE_VALUE,
                "cert-manager needs the namespace and the name of the certificate: `cert_manager = \"{namespace}/{name}\"`"
            );
        }
        let mut accepted = self.review_versions.iter();
        if let Some(first) = self.review_versions.first()
            && !accepted.any(|version| SENT.contains(&version.value.as_str()))
        {
            report!(cx, first => ATTRIBUTE_VALUE, "`review_versions` needs `v1` or `v1beta1`, which the API server sends");
        }
    }
}

/// Whether a text has the form `namespace/name`.
fn is_name_with_namespace(text: &str) -> bool {
    text.split_once('/')
        .is_some_and(|(namespace, name)| !namespace.is_empty() && !name.is_empty() && !name.contains('/'))
}
