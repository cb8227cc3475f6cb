//! Confirms that a value with a failure occurs in an object that the rules and schemas around it admit.

use serde_json::Value;

use crate::KubeVersion;
use crate::model::crd::Crd;
use crate::model::field::{FieldError, FieldPath};
use crate::model::rules::RUL_07;
use crate::model::schema::JsonSchemaProps;
use crate::samples::Samples;
use crate::server::objects::{Admission, Request, ResourceOptions};
use crate::values::{ValueStep, value_at_mut};

use super::node::{is_of_rule, is_read, needed};
use crate::check::rules::{Failure, PitfallKind, may_require};

/// Whether nodes around that of a rule may reject a value with a failure. `above` are these nodes, from the root, and `node` is the path
/// of the node below the root.
pub(in crate::check) fn may_be_rejected_around(
    above: &[&JsonSchemaProps],
    node: &FieldPath,
    failure: &Failure,
) -> bool {
    let is_update = failure.old.is_some();
    let mut steps = ValueStep::of_node(&node.segments).into_iter();
    above.iter().any(|schema| {
        let step = steps.next();
        let reads = |rule: &str| match &step {
            Some(ValueStep::Member(name)) => is_read(rule, name),
            _ => true,
        };
        let mut rules = schema.rules().iter();
        may_require(schema)
            || is_update && schema.items.is_some()
            || rules.any(|rule| is_update || reads(&rule.rule))
    })
}

/// Whether an object of a version exists in which nothing except failing rules rejects the value, and this rule is one of them, or is false
/// and has the message expression that fails. `rule` is the path of the rule below the schema, and `node` that of its node.
pub(in crate::check) fn is_admitted_around(
    crd: &Crd,
    (name, schema): (&str, &JsonSchemaProps),
    node: &FieldPath,
    rule: &FieldPath,
    pitfall: &PitfallKind,
    version: KubeVersion,
) -> bool {
    let (failure, is_message) = match pitfall {
        PitfallKind::Failing(failure) => (failure, false),
        PitfallKind::FailingMessage(failure) => (failure, true),
        _ => return false,
    };
    let is_expected = |error: &FieldError| error.rule == RUL_07 || is_message && is_of_rule(rule, error);
    let mut steps = ValueStep::of_node(&node.segments);
    let schema = needed(schema, "", &steps);
    let api_version = format!("{}/{name}", crd.spec.group);
    let options = ResourceOptions::new(version, &api_version, &crd.spec.names.kind);
    let Ok(admission) = Admission::of_schema(&schema, options) else {
        return false;
    };
    let mut samples = Samples::of(admission);
    // The nodes around it may require other texts in it.
    let obliged = samples.obliged(&steps, &failure.value);
    let mut confirm = |steps: &[ValueStep], value: &Value| {
        let placed = samples.placed(steps, value, &is_expected)?;
        let admission = samples.admission();
        let errors = |request| admission.admit(request).errors;
        let errors = match &failure.old {
            None => errors(Request::create(&placed.whole)),
            Some(old) => {
                let mut whole = placed.whole.clone();
                *value_at_mut(&mut whole, &placed.place)? = old.clone();
                if !errors(Request::create(&whole)).is_empty() {
                    return None;
                }
                errors(Request::update(&whole, &placed.whole))
            }
        };
        let is_found = errors.iter().any(|error| is_of_rule(rule, error));
        (is_found && errors.iter().all(is_expected)).then_some(())
    };
    if confirm(&steps, &failure.value).is_some() {
        return true;
    }
    if failure.old.is_none() && obliged.is_some_and(|value| confirm(&steps, &value).is_some()) {
        return true;
    }
    // They may require other elements of a list.
    steps.push(ValueStep::Element);
    let mut elements = failure.value.as_array().into_iter().flatten();
    failure.old.is_none() && elements.any(|element| confirm(&steps, element).is_some())
}
