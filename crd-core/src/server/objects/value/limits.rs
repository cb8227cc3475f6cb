//! Checks the numbers of elements and members, unique elements, and required members.

use serde_json::{Map, Value};

use super::outcome::ValidationOutcome;
use super::settings::Check;
use crate::go;
use crate::model::field::ValueFaultKind;
use crate::model::structural::ValueValidation;
use crate::server::objects::at::At;
use crate::server::objects::parts::has_duplicates;

impl Check<'_, '_> {
    pub(super) fn list_limits(
        &self,
        outcome: &mut ValidationOutcome,
        at: &At<'_>,
        items: &[Value],
        validation: &ValueValidation,
    ) {
        let size = i64::try_from(items.len()).unwrap_or(i64::MAX);
        let mut fail = |keyword, value, fault| self.report.fail(outcome, at, keyword, value, fault);
        if let Some(limit) = validation.min_items.filter(|limit| size < *limit) {
            fail("minItems", size.to_string(), ValueFaultKind::TooFewItems(limit));
        }
        if let Some(limit) = validation.max_items.filter(|limit| size > *limit) {
            fail("maxItems", size.to_string(), ValueFaultKind::TooManyItems(limit));
        }
        if validation.unique_items && has_duplicates(items) {
            fail("uniqueItems", go::quote(""), ValueFaultKind::Duplicates);
        }
    }

    pub(super) fn object_limits(
        &self,
        outcome: &mut ValidationOutcome,
        at: &At<'_>,
        members: &Map<String, Value>,
        validation: &ValueValidation,
    ) {
        let size = i64::try_from(members.len()).unwrap_or(i64::MAX);
        let mut fail = |keyword, fault| self.report.fail(outcome, at, keyword, size.to_string(), fault);
        if let Some(limit) = validation.min_properties.filter(|limit| size < *limit) {
            fail("minProperties", ValueFaultKind::TooFewProperties(limit));
        }
        if let Some(limit) = validation.max_properties.filter(|limit| size > *limit) {
            fail("maxProperties", ValueFaultKind::TooManyProperties(limit));
        }
        for key in validation.required.iter().flatten() {
            if !members.contains_key(&**key) {
                let missing = ValueFaultKind::Missing;
                self.report
                    .fail(outcome, &at.member(key), "required", String::new(), missing);
            }
        }
    }
}
