//! Checks `spec.names` and `status.acceptedNames` (rules N-01 to N-07).

use crate::go::quote;
use crate::go::unicode::to_lower;
use crate::model::crd::Names;
use crate::model::field::{FieldError, Path};
use crate::model::rules::{self, RuleId};
use crate::server::metadata::names::dns1035_label;

/// CRD-48: checks for the names that `spec` must have.
pub(super) fn required(names: &Names, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    for (name, value) in [
        ("plural", &names.plural),
        ("singular", &names.singular),
        ("kind", &names.kind),
        ("listKind", &names.list_kind),
    ] {
        if value.is_empty() {
            errors.push(FieldError::required(rules::CRD_48, &path.child(name), ""));
        }
    }
}

/// Checks the syntax of names.
pub(super) fn check(names: &Names, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    for (rule, name, value) in [
        (rules::N_01, "plural", &names.plural),
        (rules::N_02, "singular", &names.singular),
    ] {
        if !value.is_empty() {
            label(rule, value, &path.child(name), errors);
        }
    }
    for (rule, name, value) in [
        (rules::N_03, "kind", &names.kind),
        (rules::N_04, "listKind", &names.list_kind),
    ] {
        let faults = dns1035_label(&to_lower(value));
        if !value.is_empty() && !faults.is_empty() {
            let detail = format!(
                "may have mixed case, but should otherwise match: {}",
                faults.join(",")
            );
            errors.push(FieldError::invalid(rule, &path.child(name), quote(value), detail));
        }
    }
    list(rules::N_05, &names.short_names, &path.child("shortNames"), errors);
    if !names.kind.is_empty() && names.kind == names.list_kind {
        let error = FieldError::invalid(
            rules::N_06,
            &path.child("listKind"),
            quote(&names.list_kind),
            "kind and listKind may not be the same",
        );
        errors.push(error.with_related(path.child("kind").to_field_path(), "the kind"));
    }
    list(rules::N_07, &names.categories, &path.child("categories"), errors);
}

fn list(rule: RuleId, values: &[Box<str>], path: &Path<'_>, errors: &mut Vec<FieldError>) {
    for (index, value) in values.iter().enumerate() {
        label(rule, value, &path.index(index), errors);
    }
}

/// Checks a DNS-1035 label, and reports all its faults in one error.
pub(super) fn label(rule: RuleId, value: &str, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    let faults = dns1035_label(value);
    if !faults.is_empty() {
        errors.push(FieldError::invalid(rule, path, quote(value), faults.join(",")));
    }
}
