//! Suggests bounds that bring an expensive rule within its budget.

use crd_cel::Purpose;

use super::rules::{Advice, CostlyExpression, report_of};
use super::{Diagnostic, thousands};
use crate::KubeVersion;
use crate::model::crd::Crd;
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::model::rules;
use crate::model::schema::JsonSchemaProps;

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
    let what = match purpose {
        Purpose::MessageExpression => "message expression",
        _ => "rule",
    };
    let help = if let Some((written, reason)) = expression.cheaper() {
        format!("write `{written}`: {reason}")
    } else if let Some(advice) = expression.bounds().filter(Advice::suffices) {
        format!(
            "set {}: the {what} then costs at most {}",
            advice.bounds_in_words(),
            thousands(advice.total)
        )
    } else if purpose == Purpose::MessageExpression {
        "no bound in the schema makes this message expression cheap enough; write values with `'%s'.format([…])`, \
         or use `message`"
            .to_owned()
    } else {
        let is_loop = [".all(", ".exists", ".map(", ".filter("]
            .iter()
            .any(|name| rule.rule.contains(name));
        let fewer = if is_loop {
            "loop over fewer elements, or "
        } else {
            ""
        };
        format!(
            "no bound in the schema makes this rule cheap enough; {fewer}compare values whose size is known, such as \
             fields instead of results of functions"
        )
    };
    diagnostic.help = vec![help];
}

/// Returns the schema, node and index of a rule at `spec.versions[0].schema.openAPIV3Schema….x-kubernetes-validations[1].rule`.
pub(super) fn rule_at<'c>(
    crd: &'c Crd,
    field: &FieldPath,
) -> Option<(&'c JsonSchemaProps, FieldPath, usize)> {
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
