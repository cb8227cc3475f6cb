//! What rules may cost (rules §5.3).

use crate::model::field::{FieldError, FieldPath, Path};
use crate::model::rules::{self, RuleId};

/// The most one expression may cost.
pub const EXPRESSION_LIMIT: u64 = 10_000_000;
/// The most all expressions of a schema may cost together.
pub const SCHEMA_LIMIT: u64 = 100_000_000;
/// How many of the most expensive expressions are named.
const NAMED: usize = 4;

/// What the expressions of one schema cost together.
#[derive(Clone, Debug, Default)]
pub(crate) struct CostBudget {
    total: u64,
    most_expensive: Vec<(FieldPath, u64)>,
}

impl CostBudget {
    /// Adds the cost of the expression at `path`.
    pub(super) fn spend(&mut self, path: &Path<'_>, cost: u64) {
        self.total = self.total.saturating_add(cost);
        // What is below a hundredth of the limit is not worth naming.
        if cost < SCHEMA_LIMIT / 100 {
            return;
        }
        let place = self.most_expensive.partition_point(|(_, other)| *other >= cost);
        self.most_expensive.insert(place, (path.to_field_path(), cost));
        self.most_expensive.truncate(NAMED);
    }

    /// SCH-08 and SCH-09: refuses a schema whose expressions cost too much together. `root` is the schema's root.
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
        errors.push(FieldError::forbidden(
            rules::SCH_09,
            root,
            exceeds(what, self.total, SCHEMA_LIMIT),
        ));
    }
}

/// The error of an expression that costs more than it may.
pub(super) fn over_limit(rule: RuleId, path: &Path<'_>, what: &str, cost: u64, errors: &mut Vec<FieldError>) {
    if cost > EXPRESSION_LIMIT {
        errors.push(FieldError::forbidden(
            rule,
            path,
            exceeds(what, cost, EXPRESSION_LIMIT),
        ));
    }
}

#[expect(clippy::cast_precision_loss, reason = "the server divides in floating point")]
fn exceeds(what: &str, cost: u64, limit: u64) -> String {
    let ratio = cost as f64 / limit as f64;
    let factor = if ratio > 100.0 {
        "more than 100x".to_owned()
    } else if ratio < 1.5 {
        format!("{ratio:.6}x")
    } else {
        format!("{ratio:.1}x")
    };
    format!(
        "{what} exceeds budget by factor of {factor} (try simplifying the rule, or adding maxItems, maxProperties, \
         and maxLength where arrays, maps, and strings are declared)"
    )
}

#[cfg(test)]
mod tests {
    use super::exceeds;

    #[test]
    fn factors_are_rounded_as_the_server_rounds_them() {
        let factor = |cost| {
            let text = exceeds("it", cost, 10_000_000);
            text.split("factor of ")
                .nth(1)
                .and_then(|rest| rest.split(" (").next())
                .map(str::to_owned)
        };
        assert_eq!(factor(12_582_960).as_deref(), Some("1.258296x"));
        assert_eq!(factor(31_000_000).as_deref(), Some("3.1x"));
        assert_eq!(factor(1_000_000_000).as_deref(), Some("100.0x"));
        assert_eq!(factor(1_000_000_001).as_deref(), Some("more than 100x"));
    }
}
