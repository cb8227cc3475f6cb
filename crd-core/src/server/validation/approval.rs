//! Checks API groups of the Kubernetes community, and `spec.preserveUnknownFields` (rules CRD-85 to CRD-87).

use super::internal::Internal;
use crate::go::quote;
use crate::model::field::{FieldError, Path};
use crate::model::rules;
use crd_cel::go::url::Url;

const ANNOTATION: &str = "api-approved.kubernetes.io";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Approval {
    Missing,
    Bypassed,
    Approved,
    Invalid,
}

/// Checks the approval (CRD-85, CRD-86). An update may keep an unchanged state.
pub(super) fn check(crd: &Internal<'_>, old: Option<&Internal<'_>>, errors: &mut Vec<FieldError>) {
    let protected = |suffix: &str| {
        crd.group
            .strip_suffix(suffix)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    if !protected("k8s.io") && !protected("kubernetes.io") {
        return;
    }
    let state = approval(crd);
    if old.is_some_and(|old| approval(old) == state) {
        return;
    }
    let metadata = Path::root("metadata");
    let annotations = metadata.child("annotations");
    let path = annotations.key(ANNOTATION);
    let error = match state {
        Approval::Approved | Approval::Bypassed => return,
        Approval::Missing => FieldError::required(
            rules::CRD_85,
            &path,
            "protected groups must have approval annotation \"api-approved.kubernetes.io\", see https://github.com/kubernetes/enhancements/pull/1111",
        ),
        Approval::Invalid => FieldError::invalid(
            rules::CRD_86,
            &path,
            quote(annotation(crd)),
            "protected groups must have approval annotation \"api-approved.kubernetes.io\" with either a URL or a reason starting with \"unapproved\", see https://github.com/kubernetes/enhancements/pull/1111",
        ),
    };
    let spec = Path::root("spec");
    errors.push(error.with_related(spec.child("group").to_field_path(), "a protected group"));
}

fn annotation<'a>(crd: &Internal<'a>) -> &'a str {
    crd.metadata.annotations.get(ANNOTATION).map_or("", |value| value)
}

fn approval(crd: &Internal<'_>) -> Approval {
    let annotation = annotation(crd);
    if annotation.is_empty() {
        Approval::Missing
    } else if annotation.starts_with("unapproved") {
        Approval::Bypassed
    } else if Url::parse_request_uri(annotation)
        .is_ok_and(|url| !url.host.is_empty() && !url.scheme.is_empty())
    {
        Approval::Approved
    } else {
        Approval::Invalid
    }
}

/// Checks `preserveUnknownFields` (CRD-87).
pub(super) fn preserve_unknown_fields(
    crd: &Internal<'_>,
    old: Option<&Internal<'_>>,
    errors: &mut Vec<FieldError>,
) {
    if crd.preserve_unknown_fields && !old.is_some_and(|old| old.preserve_unknown_fields) {
        let spec = Path::root("spec");
        errors.push(FieldError::invalid(
            rules::CRD_87,
            &spec.child("preserveUnknownFields"),
            "true".into(),
            "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead",
        ));
    }
}
