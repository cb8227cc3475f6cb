//! The condition `NonStructuralSchema` (rules NSS).

use super::internal::Internal;
use crate::KubeVersion;
use crate::model::crd::{Crd, CrdValidation};
use crate::model::field::{FieldError, Path};
use crate::model::rules;
use crate::server::structural::{check, unsupported};

/// The condition `NonStructuralSchema` that the controller would set.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Condition {
    /// `True`, or `Unknown` if a schema cannot be converted to a structural one.
    pub status: &'static str,
    /// `Violations` or `StructuralError`.
    pub reason: &'static str,
    /// The message of the condition.
    pub message: String,
    /// The violations, with v1 paths that are not hoisted.
    pub errors: Vec<FieldError>,
}

/// Returns the condition `NonStructuralSchema`, or `None` if the controller would not set it.
pub fn condition(crd: &Crd, version: KubeVersion) -> Option<Condition> {
    let internal = Internal::new(crd);
    let spec = Path::root("spec");
    let mut errors = Vec::new();
    if crd.spec.preserve_unknown_fields {
        errors.push(FieldError::invalid(
            rules::NSS_01,
            &spec.child("preserveUnknownFields"),
            "true".into(),
            "must be false",
        ));
    }
    let versions = spec.child("versions");
    for (index, (name, validation)) in as_v1(crd, &internal).into_iter().enumerate() {
        let Some(schema) = validation.and_then(|validation| validation.open_api_v3_schema.as_deref()) else {
            continue;
        };
        if let Err(reason) = unsupported::check(schema) {
            return Some(Condition {
                status: "Unknown",
                reason: "StructuralError",
                message: format!(
                    "failed to check validation schema for version {name}: {}",
                    reason.text
                ),
                errors: Vec::new(),
            });
        }
        let element = versions.index(index);
        let holder = element.child("schema");
        errors.extend(check::check(schema, &holder.child("openAPIV3Schema"), version));
    }
    (!errors.is_empty()).then(|| Condition {
        status: "True",
        reason: "Violations",
        message: aggregate(&errors),
        errors,
    })
}

/// Returns the versions as a `v1` client reads them: each has the schema that `v1beta1` has for all versions.
fn as_v1<'a>(crd: &'a Crd, internal: &Internal<'a>) -> Vec<(&'a str, Option<&'a CrdValidation>)> {
    if crd.spec.v1beta1.is_none() {
        let versions = crd.versions().iter();
        return versions
            .map(|version| (&*version.name, version.schema.as_ref()))
            .collect();
    }
    internal
        .versions()
        .iter()
        .map(|version| (version.name, internal.validation.or(version.schema)))
        .collect()
}

/// Joins the texts of errors without repetitions (apimachinery `Aggregate`).
fn aggregate(errors: &[FieldError]) -> String {
    let mut texts: Vec<String> = Vec::new();
    for error in errors {
        let text = error.to_string();
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    match texts.as_slice() {
        [one] => one.clone(),
        many => format!("[{}]", many.join(", ")),
    }
}
