//! Checks fields that an update must not change (rules UPD-10 to UPD-13).

use super::internal::Internal;
use super::options::ValidationOptions;
use super::spec::SPEC;
use crate::go::{json_string, quote};
use crate::model::field::FieldError;
use crate::model::rules;

/// Compares the new object with the old one.
pub(super) fn immutable(
    old: &Internal<'_>,
    new: &Internal<'_>,
    options: &ValidationOptions,
    errors: &mut Vec<FieldError>,
) {
    const DETAIL: &str = "field is immutable";
    let names = SPEC.child("names");
    if options.require_immutable_names {
        if new.scope != old.scope {
            let path = SPEC.child("scope");
            errors.push(FieldError::invalid(
                rules::UPD_10,
                &path,
                json_string(new.scope),
                DETAIL,
            ));
        }
        if new.names.kind != old.names.kind {
            let path = names.child("kind");
            errors.push(FieldError::invalid(
                rules::UPD_11,
                &path,
                quote(&new.names.kind),
                DETAIL,
            ));
        }
    }
    if new.group != old.group {
        let path = SPEC.child("group");
        errors.push(FieldError::invalid(
            rules::UPD_12,
            &path,
            quote(new.group),
            DETAIL,
        ));
    }
    if new.names.plural != old.names.plural {
        let path = names.child("plural");
        errors.push(FieldError::invalid(
            rules::UPD_13,
            &path,
            quote(&new.names.plural),
            DETAIL,
        ));
    }
}
