//! The webhook that converts between versions.

use syn::Expr;

use crate::attr::keys::conversion as part;
use crate::attr::meta::{Meta, MetaValue};
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
        if cx.count() > errors_before {
            return None;
        }
        let of_service =
            conversion.namespace.is_some() || conversion.path.is_some() || conversion.port.is_some();
        let problem = match (&conversion.service, &conversion.url) {
            (Some(_), Some(_)) => Some("has a `service` or a `url`, not both"),
            (None, Some(_)) if of_service => {
                Some("`namespace`, `path` and `port` belong to a `service`, not to a `url`")
            }
            (None, None) => Some("needs `service = \"…\", namespace = \"…\"`, or `url = \"https://…\"`"),
            (Some(_), None) if conversion.namespace.is_none() => Some("needs the `namespace` of the service"),
            _ if !conversion.review_versions.is_empty() && !conversion.external => {
                Some("needs `external` for `review_versions`: the webhook of this crate accepts `v1`")
            }
            _ => None,
        };
        if let Some(problem) = problem {
            report!(cx, meta.ident => ATTRIBUTE_MISSING, "`conversion` {problem}");
            return None;
        }
        if let Some(port) = conversion
            .port
            .as_ref()
            .filter(|port| !(1..=65_535).contains(&port.value))
        {
            report!(cx, port => ATTRIBUTE_VALUE, "a port must be between 1 and 65535");
            return None;
        }
        if let Some(url) = conversion
            .url
            .as_ref()
            .filter(|url| !url.value.to_ascii_lowercase().starts_with("https://"))
        {
            report!(cx, url => CONVERSION_URL, "the webhook's URL must be `https`: write `https://host[:port]/path`");
            return None;
        }
        if let Some(path) = conversion
            .path
            .as_ref()
            .filter(|path| !path.value.starts_with('/'))
        {
            report!(cx, path => CONVERSION_SERVICE, "the path of the webhook must start with a slash: `/{}`", path.value);
            return None;
        }
        if let Some(certificate) = conversion
            .cert_manager
            .as_ref()
            .filter(|certificate| !is_name_with_namespace(&certificate.value))
        {
            let namespace = conversion
                .namespace
                .as_ref()
                .map_or("namespace", |namespace| &namespace.value);
            let name = certificate
                .value
                .rsplit('/')
                .next()
                .filter(|name| !name.is_empty());
            report!(
                cx, certificate => ATTRIBUTE_VALUE,
                "cert-manager needs the namespace and the name of the certificate: `cert_manager = \"{namespace}/{}\"`",
                name.unwrap_or("name")
            );
            return None;
        }
        let mut accepted = conversion.review_versions.iter();
        if let Some(first) = conversion.review_versions.first()
            && !accepted.any(|version| SENT.contains(&version.value.as_str()))
        {
            report!(cx, first => ATTRIBUTE_VALUE, "`review_versions` needs `v1` or `v1beta1`, which the API server sends");
            return None;
        }
        Some(conversion)
    }
}

/// Whether a text has the form `namespace/name`.
fn is_name_with_namespace(text: &str) -> bool {
    text.split_once('/')
        .is_some_and(|(namespace, name)| !namespace.is_empty() && !name.is_empty() && !name.contains('/'))
}
