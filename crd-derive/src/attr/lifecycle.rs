//! Lifecycle markers (KEP-2558).

use super::keys;
use super::meta::Meta;
use super::read::{self, Spanned};
use crate::codes;
use crate::context::Context;
use crate::suggest::did_you_mean;

/// One project's lifecycle of a field.
#[derive(Clone)]
pub(crate) struct Lifecycle {
    pub(crate) project: String,
    pub(crate) min_version: String,
    pub(crate) status: &'static str,
    pub(crate) feature_gate: Option<Spanned<String>>,
}

const STATUSES: &[(&str, &str)] = &[("alpha", "alpha"), ("beta", "beta"), ("deprecated", "deprecated")];

impl Lifecycle {
    pub(crate) fn read(cx: &Context, meta: &Meta) -> Option<Lifecycle> {
        let before = cx.count();
        let mut project = None;
        let mut min_version = None;
        let mut status = None;
        let mut feature_gate = None;
        for part in keys::once(cx, read::metas(cx, meta)) {
            match part.name.as_str() {
                "project" => project = read::string(cx, &part),
                "min_version" => min_version = read::string(cx, &part),
                "feature_gate" => feature_gate = read::string(cx, &part),
                "status" => status = part_status(cx, &part),
                other => {
                    let parts = ["project", "min_version", "status", "feature_gate"];
                    let hint = did_you_mean(other, parts);
                    cx.error(
                        &part.ident,
                        codes::UNKNOWN,
                        format!("a lifecycle has no `{other}`{hint}"),
                    );
                }
            }
        }
        for (name, missing) in [
            ("min_version", min_version.is_none()),
            ("status", status.is_none()),
        ] {
            if cx.count() == before && missing {
                cx.error(
                    &meta.ident,
                    codes::LIFECYCLE,
                    format!(
                        "a lifecycle needs `{name}`: `lifecycle(min_version = \"v1.30\", status = alpha)`"
                    ),
                );
            }
        }
        let project = project.map_or_else(|| "kubernetes".to_owned(), |project| project.value);
        let min_version = min_version?;
        check_version(cx, &project, &min_version);
        Some(Lifecycle {
            project,
            min_version: min_version.value,
            status: status?,
            feature_gate,
        })
    }

    /// At most one marker a project, and gates that are declared.
    pub(crate) fn check(cx: &Context, lifecycles: &[(Lifecycle, Meta)], gates: Option<&[Spanned<String>]>) {
        for (index, (lifecycle, meta)) in lifecycles.iter().enumerate() {
            if lifecycles
                .iter()
                .take(index)
                .any(|(earlier, _)| earlier.project == lifecycle.project)
            {
                cx.error(
                    &meta.ident,
                    codes::LIFECYCLE,
                    format!(
                        "project `{}` has a lifecycle already; one for each project",
                        lifecycle.project
                    ),
                );
            }
            if let (Some(gate), Some(gates)) = (&lifecycle.feature_gate, gates)
                && !gates.iter().any(|declared| declared.value == gate.value)
            {
                let hint = did_you_mean(&gate.value, gates.iter().map(|gate| gate.value.as_str()));
                let hint = if hint.is_empty() {
                    format!(
                        "; add it to `#[crd(feature_gates(\"{}\"))]` of the struct",
                        gate.value
                    )
                } else {
                    hint
                };
                cx.error(
                    gate,
                    codes::FEATURE_GATE,
                    format!("feature gate `{}` is not declared{hint}", gate.value),
                );
            }
        }
    }
}

/// `status = alpha`; the parser takes it for a type, as the status of a root is one.
fn part_status(cx: &Context, part: &Meta) -> Option<&'static str> {
    let as_word = match &part.body {
        super::meta::Body::Type(syn::Type::Path(path)) => Meta {
            body: super::meta::Body::Value(syn::Expr::Path(syn::ExprPath {
                attrs: Vec::new(),
                qself: None,
                path: path.path.clone(),
            })),
            ..part.clone()
        },
        _ => part.clone(),
    };
    read::word(cx, &as_word, STATUSES).map(|status| status.value)
}

/// `^v[1-9][0-9]*\.(0|[1-9][0-9]*)$` for kubernetes, `vX.Y[.Z]` for other projects.
fn check_version(cx: &Context, project: &str, version: &Spanned<String>) {
    let kubernetes = project == "kubernetes";
    let parts: Vec<&str> = version
        .value
        .strip_prefix('v')
        .map(|rest| rest.split('.').collect())
        .unwrap_or_default();
    let counts: &[usize] = if kubernetes { &[2] } else { &[2, 3] };
    let major = parts.first().is_some_and(|major| !kubernetes || *major != "0");
    if !counts.contains(&parts.len()) || !major || !parts.iter().all(|part| is_number(part)) {
        let form = if kubernetes {
            "`vX.Y`, such as `v1.30`"
        } else {
            "`vX.Y` or `vX.Y.Z`, such as `v3.0.0`"
        };
        cx.error(
            version,
            codes::LIFECYCLE,
            format!("`{}` is not a version of {project}: write {form}", version.value),
        );
    }
}

fn is_number(part: &str) -> bool {
    !part.is_empty()
        && part.bytes().all(|byte| byte.is_ascii_digit())
        && (part == "0" || !part.starts_with('0'))
}
