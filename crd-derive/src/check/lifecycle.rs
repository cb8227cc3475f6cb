//! Lifecycle markers (KEP-2558).

use crate::attr::allow::{Allowance, allows};
use crate::attr::lifecycle::LifecycleMarker;
use crate::codes;
use crate::errors::{Errors, report};
use crate::spanned::Spanned;
use crate::suggest::did_you_mean;

/// Checks the version of every marker.
pub(super) fn check(cx: &Errors, lifecycles: &[LifecycleMarker], allowed: &[Allowance]) {
    for lifecycle in lifecycles {
        version(cx, &lifecycle.project, &lifecycle.min_version);
        let is_explained = lifecycle
            .replacement
            .as_ref()
            .is_some_and(|text| !text.value.trim().is_empty());
        let is_allowed = allows(allowed, codes::DEPRECATION_UNEXPLAINED);
        if lifecycle.status == "deprecated" && !is_explained && !is_allowed {
            report!(cx, lifecycle.ident => DEPRECATION_UNEXPLAINED,
                "a deprecated field needs a replacement: `replacement = \"use `spec.size`\"`");
        } else if let (Some(replacement), true) = (&lifecycle.replacement, lifecycle.status != "deprecated") {
            report!(cx, replacement => LIFECYCLE_MARKER,
                "only a deprecated field can have a `replacement`; write `status = deprecated`, or remove it");
        }
    }
}

/// Checks that each project has one marker, and that the gates are declared on the type, if it declares any.
pub(super) fn check_in_type(cx: &Errors, lifecycles: &[LifecycleMarker], gates: Option<&[Spanned<String>]>) {
    for (index, lifecycle) in lifecycles.iter().enumerate() {
        if lifecycles
            .iter()
            .take(index)
            .any(|earlier| earlier.project == lifecycle.project)
        {
            report!(cx, lifecycle.ident => LIFECYCLE_MARKER,
                "project `{}` already has a lifecycle; write one for each project", lifecycle.project);
        }
        if let (Some(gate), Some(gates)) = (&lifecycle.feature_gate, gates) {
            gate_is_declared(cx, gate, gates);
        }
    }
}

/// Checks that a gate is declared on the type.
pub(super) fn gate_is_declared(cx: &Errors, gate: &Spanned<String>, gates: &[Spanned<String>]) {
    if gates.iter().any(|declared| declared.value == gate.value) {
        return;
    }
    let hint = did_you_mean(&gate.value, gates.iter().map(|gate| gate.value.as_str()));
    let hint = if hint.is_empty() {
        format!(
            "; add it to `#[crd(feature_gates(\"{}\"))]` of the type",
            gate.value
        )
    } else {
        hint
    };
    report!(cx, gate => FEATURE_GATE_UNKNOWN, "feature gate `{}` is not declared{hint}", gate.value);
}

/// `^v[1-9][0-9]*\.(0|[1-9][0-9]*)$` for kubernetes, `vX.Y[.Z]` for other projects.
fn version(cx: &Errors, project: &str, version: &Spanned<String>) {
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
        report!(cx, version => LIFECYCLE_MARKER,
            "`{}` is not a version of {project}: write {form}", version.value);
    }
}

fn is_number(part: &str) -> bool {
    !part.is_empty()
        && part.bytes().all(|byte| byte.is_ascii_digit())
        && (part == "0" || !part.starts_with('0'))
}
