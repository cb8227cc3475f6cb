//! The policies that warn of fields, one for each version of a CRD that has such fields.

use crd_core::cel::{OldSelf, RuleScope};
use crd_core::{Crd, JsonSchemaProps, KubeVersion};
use serde_json::json;

use super::COST_LIMIT;
use super::policy::{FailurePolicy, Policy, Validation};
use crate::CommandError;
use crate::feature::Feature;
use crate::lifecycle::unused;
use crate::terminal::Terminal;

/// Returns the policies of a CRD, one for each version that has features.
pub(super) fn policies(
    crd: &Crd,
    features: &[Feature],
    server: KubeVersion,
    terminal: &Terminal,
) -> Result<Vec<Policy>, CommandError> {
    let (group, plural) = (&crd.spec.group, &crd.spec.names.plural);
    let mut policies = Vec::new();
    for version in crd.versions() {
        let Some(schema) = version.openapi_schema() else {
            continue;
        };
        let of_version = features.iter().filter(|feature| {
            *feature.group == **group
                && *feature.kind == *crd.spec.names.kind
                && *feature.version == *version.name
        });
        let mut validations = Vec::new();
        for feature in of_version.filter(|feature| feature.value.is_none()) {
            let (Some(message), Some(expression)) =
                (message(feature), unused::expression("object", &feature.path))
            else {
                continue;
            };
            check(schema, feature, server, terminal)?;
            validations.push(Validation {
                comment: "",
                expression,
                message,
                message_expression: None,
            });
        }
        if validations.is_empty() {
            continue;
        }
        policies.push(Policy {
            name: format!("lifecycle.{plural}.{}.{group}", version.name),
            purpose: format!(
                "Warns clients that use fields of {} {} that are deprecated or not generally \
                 available.\nEach expression is true for objects without the field in its message.",
                crd.spec.names.kind, version.name
            ),
            on_error: FailurePolicy::Ignore,
            matches: json!({
                "matchPolicy": "Exact",
                "resourceRules": [{
                    "apiGroups": [group], "apiVersions": [version.name], "operations": ["CREATE", "UPDATE"],
                    "resources": [plural],
                }],
            }),
            variables: Vec::new(),
            validations,
            actions: &["Warn", "Audit"],
        });
    }
    Ok(policies)
}

/// Compiles an expression against the schema. The variable `object` has the type that rules know as `self`.
fn check(
    schema: &JsonSchemaProps,
    feature: &Feature,
    server: KubeVersion,
    terminal: &Terminal,
) -> Result<(), CommandError> {
    let place = schema.lookup("").ok();
    let scope = place.and_then(|place| RuleScope::new(schema, &place.path, server));
    let (Some(scope), Some(expression)) = (scope, unused::expression("self", &feature.path)) else {
        return Ok(());
    };
    let compiled = scope.compile(&expression, OldSelf::Value).map_err(|error| {
        CommandError::new(format!(
            "the expression for `{}` of {} {} is not accepted: {error:?}",
            feature.path, feature.kind, feature.version
        ))
        .help("the feature and the schema do not match; generate both from the same types")
    })?;
    if compiled.cost.max > COST_LIMIT {
        terminal.warning(&format!(
            "the expression for `{}` of {} {} may cost {}, but the limit of the server is {COST_LIMIT}, so \
             it does not warn about such large objects; limit the lists and maps of its path with \
             `max_items` and `max_properties`",
            feature.path, feature.kind, feature.version, compiled.cost.max
        ));
    }
    Ok(())
}

/// Returns the warning for users of a field; `None` for fields without restrictions.
fn message(feature: &Feature) -> Option<String> {
    let path = feature.path.trim_start_matches('.');
    let mut said = Vec::new();
    for marker in &feature.lifecycle {
        let project = match marker.project.as_str() {
            "kubernetes" => "Kubernetes",
            other => other,
        };
        let gate = if marker.feature_gate.is_empty() {
            String::new()
        } else {
            format!(", behind the feature gate {}", marker.feature_gate)
        };
        let replacement = if marker.replacement.is_empty() {
            String::new()
        } else {
            format!(": {}", marker.replacement)
        };
        if marker.status != "beta" || !marker.feature_gate.is_empty() {
            said.push(format!(
                "is {} since {project} {}{gate}{replacement}",
                marker.status, marker.min_version
            ));
        }
    }
    if !feature.gates.is_empty() {
        said.push(format!(
            "is behind the feature gate {}",
            feature.gates.join(" and ")
        ));
    }
    if let Some(channel) = &feature.channel {
        said.push(format!("is in the channel {channel} only"));
    }
    // A message must be one line.
    (!said.is_empty()).then(|| format!("{path} {}", said.join(", and ")).replace(['\n', '\r'], " "))
}
