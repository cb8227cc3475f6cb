//! The scale subresource.

use crate::attr::meta::Meta;
use crate::attr::read::{self, Spanned};
use crate::attr::{keys, kube};
use crate::codes;
use crate::context::Context;
use crate::suggest::did_you_mean;

/// The scale subresource.
#[expect(clippy::struct_field_names, reason = "the names of the API")]
pub(crate) struct Scale {
    pub(crate) spec_replicas_path: Spanned<String>,
    pub(crate) status_replicas_path: Spanned<String>,
    pub(crate) label_selector_path: Option<Spanned<String>>,
}

impl Scale {
    pub(super) fn read(cx: &Context, meta: &Meta, has_status: bool) -> Option<Scale> {
        let before = cx.count();
        let mut spec = None;
        let mut status = None;
        let mut selector = None;
        let expected =
            "`scale(spec_replicas_path = \".spec.replicas\", status_replicas_path = \".status.replicas\")`";
        for part in keys::once(cx, kube::parts(cx, meta, expected)?) {
            let value = read::string(cx, &part);
            match part.name.as_str() {
                "spec_replicas_path" => spec = value,
                "status_replicas_path" => status = value,
                "label_selector_path" => selector = value,
                other => {
                    let parts = [
                        "spec_replicas_path",
                        "status_replicas_path",
                        "label_selector_path",
                    ];
                    let hint = did_you_mean(other, parts);
                    cx.error(
                        &part.ident,
                        codes::UNKNOWN,
                        format!("`scale` has no `{other}`{hint}"),
                    );
                }
            }
        }
        if cx.count() == before && (spec.is_none() || status.is_none()) {
            cx.error(
                &meta.ident,
                codes::MISSING,
                "`scale` needs `spec_replicas_path = \".spec.replicas\"` and `status_replicas_path = \".status.replicas\"`",
            );
        }
        if !has_status {
            cx.error(
                &meta.ident,
                codes::MISSING,
                "`scale` reads the status; name its type with `status = …`",
            );
        }
        let (spec, status) = (spec?, status?);
        // CRD-31, CRD-34, CRD-36: each path lies under its part of the object.
        for (path, prefix) in [
            (Some(&spec), ".spec."),
            (Some(&status), ".status."),
            (selector.as_ref(), "."),
        ] {
            if let Some(path) = path
                && path.value.starts_with('.')
                && !path.value.starts_with(prefix)
            {
                cx.error(
                    path,
                    codes::SCALE,
                    format!("this path must start with `{prefix}`"),
                );
            }
        }
        if let Some(selector) = &selector
            && !selector.value.starts_with(".spec.")
            && !selector.value.starts_with(".status.")
        {
            cx.error(
                selector,
                codes::SCALE,
                "this path must start with `.spec.` or `.status.`",
            );
        }
        Some(Scale {
            spec_replicas_path: spec,
            status_replicas_path: status,
            label_selector_path: selector,
        })
    }
}
