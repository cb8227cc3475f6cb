//! Validates `allOf`, `anyOf`, `oneOf` and `not` of a value.

use serde_json::Value;

use super::{At, Check, SchemaNode, ValidParts, ValidationOutcome};
use crate::go;

impl Check<'_, '_> {
    /// Checks `anyOf`, `oneOf`, `allOf` and `not`. Branches are never ratcheted.
    pub(super) fn junctors(
        &self,
        outcome: &mut ValidationOutcome,
        node: SchemaNode<'_>,
        at: &At<'_>,
        value: &Value,
    ) {
        self.any_of(outcome, node, at, value);
        self.one_of(outcome, node, at, value);
        self.all_of(outcome, node, at, value);
        if let Some(branch) = node.not()
            && self
                .value(branch, &at.branch("not", None), value, None, ValidParts::NOTHING)
                .is_valid()
        {
            self.compose(outcome, at, "not", "must not validate the schema (not)");
        }
    }

    fn any_of(&self, outcome: &mut ValidationOutcome, node: SchemaNode<'_>, at: &At<'_>, value: &Value) {
        let mut best: Option<ValidationOutcome> = None;
        for (position, branch) in node.any_of().enumerate() {
            let result = self.value(
                branch,
                &at.branch("anyOf", Some(position)),
                value,
                None,
                ValidParts::NOTHING,
            );
            if result.is_valid() {
                outcome.merge(result);
                return;
            }
            keep_better(&mut best, result);
        }
        if let Some(best) = best {
            self.compose(outcome, at, "anyOf", "must validate at least one schema (anyOf)");
            outcome.merge(best);
        }
    }

    fn one_of(&self, outcome: &mut ValidationOutcome, node: SchemaNode<'_>, at: &At<'_>, value: &Value) {
        let (mut best, mut first_valid) = (None, None);
        let mut valid = 0_usize;
        for (position, branch) in node.one_of().enumerate() {
            let result = self.value(
                branch,
                &at.branch("oneOf", Some(position)),
                value,
                None,
                ValidParts::NOTHING,
            );
            if result.is_valid() {
                valid += 1;
                first_valid.get_or_insert(result);
            } else if valid == 0 {
                keep_better(&mut best, result);
            }
        }
        match (valid, first_valid, best) {
            (1, Some(result), _) => outcome.merge(result),
            (0, _, Some(best)) => {
                self.compose(
                    outcome,
                    at,
                    "oneOf",
                    "must validate one and only one schema (oneOf). Found none valid",
                );
                outcome.merge(best);
            }
            (0, _, None) => {}
            (count, _, _) => {
                let text = format!(
                    "must validate one and only one schema (oneOf). Found {count} valid alternatives"
                );
                self.compose(outcome, at, "oneOf", &text);
            }
        }
    }

    fn all_of(&self, outcome: &mut ValidationOutcome, node: SchemaNode<'_>, at: &At<'_>, value: &Value) {
        let (mut branches, mut valid) = (0_usize, 0_usize);
        for (position, branch) in node.all_of().enumerate() {
            let result = self.value(
                branch,
                &at.branch("allOf", Some(position)),
                value,
                None,
                ValidParts::NOTHING,
            );
            branches += 1;
            valid += usize::from(result.is_valid());
            outcome.merge(result);
        }
        if valid < branches {
            let none = if valid == 0 { ". None validated" } else { "" };
            self.compose(
                outcome,
                at,
                "allOf",
                &format!("must validate all the schemas (allOf){none}"),
            );
        }
    }

    fn compose(&self, outcome: &mut ValidationOutcome, at: &At<'_>, keyword: &str, what: &str) {
        self.report
            .say_at_root(outcome, at, keyword, format!("{} {what}", go::quote(&at.name())));
    }
}

/// Keeps the failing branch that passed most checks, which is the one to report; of equal ones the first.
fn keep_better(best: &mut Option<ValidationOutcome>, result: ValidationOutcome) {
    if best.as_ref().is_none_or(|best| result.matched > best.matched) {
        *best = Some(result);
    }
}
