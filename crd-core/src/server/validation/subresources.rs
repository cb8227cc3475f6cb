//! Checks subresources and printer columns (rules CRD-30 to CRD-43).

use crate::go::{json_string, quote};
use crate::model::crd::{PrinterColumn, Subresources};
use crate::model::field::{FieldError, Path};
use crate::model::rules::{self, RuleId};

/// Checks subresources (CRD-30 to CRD-36).
pub(super) fn check(subresources: Option<&Subresources>, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    let Some(scale) = subresources.and_then(|subresources| subresources.scale.as_ref()) else {
        return;
    };
    let path = path.child("scale");
    for (required, wrong, member, value, prefix, detail) in [
        (
            rules::CRD_30,
            rules::CRD_31,
            "specReplicasPath",
            &scale.spec_replicas_path,
            ".spec.",
            "should be a json path under .spec",
        ),
        (
            rules::CRD_33,
            rules::CRD_34,
            "statusReplicasPath",
            &scale.status_replicas_path,
            ".status.",
            "should be a json path under .status",
        ),
    ] {
        let path = path.child(member);
        if value.is_empty() {
            errors.push(FieldError::required(required, &path, ""));
        } else if is_simple_path(wrong, value, &path, errors) && !value.starts_with(prefix) {
            errors.push(FieldError::invalid(wrong, &path, quote(value), detail));
        }
    }
    let selector = scale.label_selector_path.as_deref().unwrap_or_default();
    let path = path.child("labelSelectorPath");
    if !selector.is_empty()
        && is_simple_path(rules::CRD_36, selector, &path, errors)
        && !selector.starts_with(".spec.")
        && !selector.starts_with(".status.")
    {
        let detail = "should be a json path under either .spec or .status";
        errors.push(FieldError::invalid(
            rules::CRD_36,
            &path,
            json_string(selector),
            detail,
        ));
    }
}

/// Checks printer columns (CRD-37 to CRD-43).
pub(super) fn columns(columns: &[PrinterColumn], path: &Path<'_>, errors: &mut Vec<FieldError>) {
    for (index, column) in columns.iter().enumerate() {
        check_column(column, &path.index(index), errors);
    }
}

fn check_column(column: &PrinterColumn, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    const TYPES: &str = "must be one of boolean,date,integer,number,string";
    const FORMATS: &str = "must be one of byte,date,date-time,double,float,int32,int64,password";
    if column.name.is_empty() {
        errors.push(FieldError::required(rules::CRD_37, &path.child("name"), ""));
    }
    match &*column.type_ {
        "boolean" | "date" | "integer" | "number" | "string" => {}
        "" => errors.push(FieldError::required(rules::CRD_38, &path.child("type"), TYPES)),
        other => errors.push(FieldError::invalid(
            rules::CRD_39,
            &path.child("type"),
            quote(other),
            TYPES,
        )),
    }
    match &*column.format {
        "" | "byte" | "date" | "date-time" | "double" | "float" | "int32" | "int64" | "password" => {}
        other => errors.push(FieldError::invalid(
            rules::CRD_41,
            &path.child("format"),
            quote(other),
            FORMATS,
        )),
    }
    let path = path.child("JSONPath");
    if column.json_path.is_empty() {
        errors.push(FieldError::required(rules::CRD_42, &path, ""));
    } else {
        is_simple_path(rules::CRD_43, &column.json_path, &path, errors);
    }
}

/// Checks whether the path starts with a dot, which is all that the server requires; reports an error otherwise.
fn is_simple_path(rule: RuleId, value: &str, path: &Path<'_>, errors: &mut Vec<FieldError>) -> bool {
    let simple = value.starts_with('.');
    if !simple {
        errors.push(FieldError::invalid(
            rule,
            path,
            quote(value),
            "must be a simple json path starting with .",
        ));
    }
    simple
}
