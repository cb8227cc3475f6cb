//! Lifecycle markers (KEP-2558): `lifecycle(min_version = "v1.30", status = alpha)`.

use proc_macro2::Ident;
use syn::{Expr, ExprPath, Type};

use super::keys::lifecycle as part;
use super::meta::{Meta, MetaValue};
use super::{reject, value};
use crate::errors::{Errors, report};
use crate::spanned::Spanned;

/// The lifecycle of a field in one project.
#[derive(Clone)]
pub(crate) struct LifecycleMarker {
    pub(crate) ident: Ident,
    /// `kubernetes` unless given.
    pub(crate) project: String,
    pub(crate) min_version: Spanned<String>,
    pub(crate) status: &'static str,
    pub(crate) feature_gate: Option<Spanned<String>>,
    /// The replacement of a deprecated field.
    pub(crate) replacement: Option<Spanned<String>>,
}

const STATUSES: &[(&str, &str)] = &[("alpha", "alpha"), ("beta", "beta"), ("deprecated", "deprecated")];

impl LifecycleMarker {
    /// Parses one `lifecycle` attribute.
    pub(super) fn parse(cx: &Errors, meta: &Meta) -> Option<LifecycleMarker> {
        let errors_before = cx.count();
        let mut project = None;
        let mut min_version = None;
        let mut status = None;
        let mut feature_gate = None;
        let mut replacement = None;
        for given in reject::repeated_parts(cx, value::metas(cx, meta)) {
            match given.name.as_str() {
                part::PROJECT => project = value::string(cx, &given),
                part::MIN_VERSION => min_version = value::string(cx, &given),
                part::FEATURE_GATE => feature_gate = value::string(cx, &given),
                part::REPLACEMENT => replacement = value::string(cx, &given),
                part::STATUS => status = parse_status(cx, &given),
                _ => reject::unknown_part(cx, &given, "a lifecycle", part::ALL),
            }
        }
        for (name, is_missing) in [
            (part::MIN_VERSION, min_version.is_none()),
            (part::STATUS, status.is_none()),
        ] {
            // A part with an error is not reported as missing.
            if cx.count() == errors_before && is_missing {
                report!(cx, meta.ident => LIFECYCLE_MARKER,
                    "`lifecycle` needs `{name}`: `lifecycle(min_version = \"v1.30\", status = alpha)`");
            }
        }
        Some(LifecycleMarker {
            ident: meta.ident.clone(),
            project: project.map_or_else(|| "kubernetes".to_owned(), |project| project.value),
            min_version: min_version?,
            status: status?,
            feature_gate,
            replacement,
        })
    }
}

/// `status = alpha`.
fn parse_status(cx: &Errors, given: &Meta) -> Option<&'static str> {
    // `status` of a custom resource is a type, so `keys::is_type_valued` holds here too.
    let value = match &given.value {
        MetaValue::Type(Type::Path(path)) => MetaValue::Expr(Expr::Path(ExprPath {
            attrs: Vec::new(),
            qself: None,
            path: path.path.clone(),
        })),
        other => other.clone(),
    };
    let given = Meta {
        value,
        ..given.clone()
    };
    value::word(cx, &given, STATUSES).map(|status| status.value)
}
