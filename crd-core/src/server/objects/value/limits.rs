//! How many elements a list has, how many members an object has, and which.

use serde_json::{Map, Value};

use super::outcome::ValidationOutcome;
use super::{Check, equal};
use crate::go;
use crate::model::changes::Change;
use crate::model::field::{ErrorType, ValueFaultKind};
use crate::model::structural::ValueValidation;
use crate::server::objects::at::At;

impl Check<'_, '_> {
    pub(super) fn list_limits(
        &self,
        outcome: &mut ValidationOutcome,
        at: &At<'_>,
        items: &[Value],
        validation: &ValueValidation,
    ) {
        let size = i64::try_from(items.len()).unwrap_or(i64::MAX);
        if let Some(limit) = validation.min_items
            && size < limit
        {
            let message = format!("{} in body should have at least {limit} items", at.name());
            self.report.say(
                outcome,
                at,
                "minItems",
                ErrorType::Invalid,
                size.to_string(),
                message,
            );
            outcome.explain(at, ValueFaultKind::TooFewItems(limit));
        }
        if let Some(limit) = validation.max_items
            && size > limit
        {
            let message = format!("{} in body should have at most {limit} items", at.name());
            self.too_many(outcome, at, "maxItems", size, limit, message);
            outcome.explain(at, ValueFaultKind::TooManyItems(limit));
        }
        if validation.unique_items && equal::has_duplicates(items) {
            let message = format!("{} in body shouldn't contain duplicates", at.name());
            self.report.say(
                outcome,
                at,
                "uniqueItems",
                ErrorType::Invalid,
                go::quote(""),
                message,
            );
            outcome.explain(at, ValueFaultKind::Duplicates);
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
        if let Some(limit) = validation.min_properties
            && size < limit
        {
            let message = format!("{} in body should have at least {limit} properties", at.name());
            self.report.say(
                outcome,
                at,
                "minProperties",
                ErrorType::Invalid,
                size.to_string(),
                message,
            );
            outcome.explain(at, ValueFaultKind::TooFewProperties(limit));
        }
        if let Some(limit) = validation.max_properties
            && size > limit
        {
            let message = format!("{} in body should have at most {limit} properties", at.name());
            self.too_many(outcome, at, "maxProperties", size, limit, message);
            outcome.explain(at, ValueFaultKind::TooManyProperties(limit));
        }
        for key in validation.required.iter().flatten() {
            if !members.contains_key(&**key) {
                let member = at.member(key);
                let message = format!("{} in body is required", member.name());
                self.report.missing(outcome, at, &member, message);
                outcome.explain(&member, ValueFaultKind::Missing);
            }
        }
    }

    fn too_many(
        &self,
        outcome: &mut ValidationOutcome,
        at: &At<'_>,
        keyword: &str,
        size: i64,
        limit: i64,
        message: String,
    ) {
        let detail = match limit {
            i64::MIN..=-1 => "has too many items".to_owned(),
            1 if self.rules.version.has(Change::SingularItem) => "must have at most 1 item".to_owned(),
            limit => format!("must have at most {limit} items"),
        };
        let value = Some(size.to_string());
        self.report
            .report(outcome, at, keyword, ErrorType::TooMany, value, detail, message);
    }
}
