//! The limits on the estimated cost of rules (rules CEL-12, CEL-15, SCH-08, SCH-09).

use crate::model::field::{Cause, CostExcess, FieldError, FieldPath, Path};
use crate::model::rules::{self, RuleId};

/// The maximum cost of one expression.
pub const EXPRESSION_LIMIT: u64 = 10_000_000;
/// The maximum total cost of all expressions of a schema.
pub const SCHEMA_LIMIT: u64 = 100_000_000;
/// Number of the most expensive expressions that errors name.
const NAMED: usize = 4;

/// The total cost of the expressions of one schema.
#[derive(Clone, Debug, Default)]
pub(crate) struct CostBudget {
    total: u64,
    most_expensive: Vec<(FieldPath, u64)>,
    costly_rules: Vec<RuleCost>,
}

/// The cost of a rule, for all occurrences of its node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RuleCost {
    /// The path of the rule, in the server's internal spelling.
    pub(crate) field: FieldPath,
    pub(crate) cost: u64,
}

impl CostBudget {
    /// Adds the cost of the expression at `path`.
    pub(super) fn spend(&mut self, path: &Path<'_>, cost: u64) {
        self.total = self.total.saturating_add(cost);
        // Costs below a hundredth of the limit of schemas, a tenth of that of expressions, are not worth naming.
        if cost < SCHEMA_LIMIT / 100 {
            return;
        }
        let place = self.most_expensive.partition_point(|(_, other)| *other >= cost);
        self.most_expensive.insert(place, (path.to_field_path(), cost));
        self.most_expensive.truncate(NAMED);
    }

    /// Adds the cost of the rule at `path`.
    pub(super) fn spend_rule(&mut self, path: &Path<'_>, cost: u64) {
        self.spend(path, cost);
        if cost > EXPRESSION_LIMIT / 10 {
            self.costly_rules.push(RuleCost {
                field: path.to_field_path(),
                cost,
            });
        }
    }

    /// Returns the rules that cost more than a tenth of the limit of expressions.
    pub(crate) fn into_costly_rules(self) -> Vec<RuleCost> {
        self.costly_rules
    }

    /// SCH-08 and SCH-09: rejects a schema whose total cost exceeds the limit. `root` is the schema's root.
    pub(crate) fn check(&self, root: &Path<'_>, errors: &mut Vec<FieldError>) {
        if self.total <= SCHEMA_LIMIT {
            return;
        }
        for (path, _) in &self.most_expensive {
            let detail =
                "contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema";
            let kind = crate::model::field::ErrorType::Forbidden;
            errors.push(FieldError::at(rules::SCH_08, kind, path.clone(), detail));
        }
        let what = "x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema";
        over_limit(rules::SCH_09, root, what, (self.total, SCHEMA_LIMIT), errors);
    }
}

/// Reports a cost that exceeds its limit; `what` is the server's name for it.
pub(super) fn over_limit(
    rule: RuleId,
    path: &Path<'_>,
    what: &str,
    (cost, limit): (u64, u64),
    errors: &mut Vec<FieldError>,
) {
    if let Some(excess) = CostExcess::of(cost, limit) {
        let detail = format!(
            "{what} exceeds budget by factor of {}x (try simplifying the rule, or adding maxItems, maxProperties, \
             and maxLength where arrays, maps, and strings are declared)",
            excess.factor()
        );
        errors.push(FieldError::forbidden(rule, path, detail).with_cause(Cause::Cost(excess)));
    }
}
