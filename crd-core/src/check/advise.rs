//! Suggests bounds that bring an expensive rule within its budget.

use crd_cel::Purpose;

use super::rules::{Advice, CostlyExpression, advice, report_of};
use super::{Diagnostic, thousands};
use crate::KubeVersion;
use crate::model::crd::Crd;
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::model::rules;
use crate::model::schema::JsonSchemaProps;
use crate::server::cel::EXPRESSION_LIMIT;

/// Adds a suggestion to the diagnostic of a rule that exceeds its budget: the bounds to set, and their values. `crd` is
/// the CRD with the rule.
pub(super) fn add(diagnostic: &mut Diagnostic, error: &FieldError, crd: &Crd, version: KubeVersion) {
    let purpose = match error.rule {
        rules::CEL_12 | rules::SCH_08 => Purpose::Rule,
        rules::CEL_15 => Purpose::MessageExpression,
        _ => return,
    };
    let Some((schema, path, index)) = rule_at(crd, &error.field) else {
        return;
    };
    let Some(rule) = report_of(schema, &path, index, version) else {
        return;
    };
    let expression = CostlyExpression {
        schema,
        rule: &rule,
        purpose,
        version,
    };
    if let Some(written) = expression.formatted() {
        diagnostic.help = vec![format!(
            "write `{written}`: the result of `string(…)` counts as being of any length, that of `format` does not"
        )];
        return;
    }
    if let Some(written) = expression.indexed() {
        diagnostic.help = vec![format!(
            "write `{written}`: a value of a map that is selected with a dot counts as being of any length"
        )];
        return;
    }
    if purpose == Purpose::MessageExpression {
        return;
    }
    let hopeful = |advice: &Advice| advice.suffices() || advice.total <= HOPEFUL;
    let Some(advice) = advice(schema, &rule, version).filter(hopeful) else {
        let help = "no bound in the schema makes this rule cheaper; loop over fewer elements, or compare values whose size is \
                    known, such as fields instead of results of functions";
        diagnostic.help = vec![help.to_owned()];
        return;
    };
    let then = if advice.suffices() {
        "the rule then costs at most"
    } else {
        "more is needed, but the rule then costs only"
    };
    let bounds = advice.bounds_in_words();
    diagnostic.help = vec![format!("set {bounds}: {then} {}", thousands(advice.total))];
}

/// The highest cost for which one bound is proposed although it is not enough.
const HOPEFUL: u64 = 100 * EXPRESSION_LIMIT;

/// Returns the schema, node and index of a rule at `spec.versions[0].schema.openAPIV3Schema….x-kubernetes-validations[1].rule`.
fn rule_at<'c>(crd: &'c Crd, field: &FieldPath) -> Option<(&'c JsonSchemaProps, FieldPath, usize)> {
    let is = |segment: &Segment, name: &str| matches!(segment, Segment::Field(field) if **field == *name);
    let segments = &field.segments;
    let root = segments
        .iter()
        .position(|segment| is(segment, "openAPIV3Schema"))?;
    let rules = segments
        .iter()
        .rposition(|segment| is(segment, "x-kubernetes-validations"))?;
    let Segment::Index(index) = segments.get(rules + 1)? else {
        return None;
    };
    let versions = crd.versions();
    let version = match segments.get(..root)? {
        [.., Segment::Index(version), _] => versions.get(*version)?,
        // If all versions have the same schema, the server does not name the version.
        _ => versions.first()?,
    };
    let schema = version.openapi_schema()?;
    let segments = segments.get(root..rules)?.to_vec();
    Some((schema, FieldPath { segments }, *index))
}
