//! The scale subresource.

use proc_macro2::Ident;

use crate::attr::keys::scale as part;
use crate::attr::meta::Meta;
use crate::attr::{parts, reject, value};
use crate::errors::{Errors, report};
use crate::spanned::Spanned;

/// The scale subresource. Paths are relative to the object, such as `.spec.replicas`.
pub(crate) struct ScaleAttr {
    pub(crate) ident: Ident,
    pub(crate) spec_replicas_path: Spanned<String>,
    pub(crate) status_replicas_path: Spanned<String>,
    pub(crate) label_selector_path: Option<Spanned<String>>,
}

impl ScaleAttr {
    /// Parses `scale(…)`.
    pub(super) fn parse(cx: &Errors, meta: &Meta) -> Option<ScaleAttr> {
        let errors_before = cx.count();
        let mut spec = None;
        let mut status = None;
        let mut selector = None;
        let expected = "`scale(spec_replicas_path = \"…\", status_replicas_path = \"…\")`";
        for given in reject::repeated_parts(cx, parts::parse(cx, meta, expected)?) {
            match given.name.as_str() {
                part::SPEC_REPLICAS_PATH => spec = value::string(cx, &given),
                part::STATUS_REPLICAS_PATH => status = value::string(cx, &given),
                part::LABEL_SELECTOR_PATH => selector = value::string(cx, &given),
                _ => reject::unknown_part(cx, &given, "`scale`", part::ALL),
            }
        }
        // A part with an error is not reported as missing.
        if cx.count() == errors_before && (spec.is_none() || status.is_none()) {
            let missing = match (&spec, &status) {
                (Some(_), _) => "`status_replicas_path = \".status.…\"`",
                (None, Some(_)) => "`spec_replicas_path = \".spec.…\"`",
                (None, None) => {
                    "`spec_replicas_path = \".spec.…\"` and `status_replicas_path = \".status.…\"`"
                }
            };
            report!(cx, meta.ident => ATTRIBUTE_MISSING, "`scale` needs {missing}");
        }
        Some(ScaleAttr {
            ident: meta.ident.clone(),
            spec_replicas_path: spec?,
            status_replicas_path: status?,
            label_selector_path: selector,
        })
    }
}
