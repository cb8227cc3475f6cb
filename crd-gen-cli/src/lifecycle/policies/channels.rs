//! The policy that prevents CRDs of a project from being switched to another channel, or to an older version of the API.

use crd_core::cel::{OldSelf, RuleScope};
use crd_core::sort::sort;
use crd_core::{KubeVersion, yaml};
use serde_json::json;

use super::COST_LIMIT;
use super::policy::{FailurePolicy, Policy, Validation, Variable, inlined};
use crate::CommandError;
use crate::feature::ProjectChannels;
use crate::lifecycle::FeatureSources;

/// Returns the policy for the CRDs of a project; `None` if the project names no annotation.
pub(super) fn policy(found: &FeatureSources, server: KubeVersion) -> Result<Option<Policy>, CommandError> {
    let mut names: Vec<String> = found
        .crds
        .iter()
        .map(|crd| crd.metadata.name.to_string())
        .collect();
    sort(&mut names);
    names.dedup();
    let mut groups: Vec<&str> = found.crds.iter().map(|crd| &*crd.spec.group).collect();
    sort(&mut groups);
    let (Some(group), Some(channels)) = (groups.first(), found.channels.first()) else {
        return Ok(None);
    };
    let (variables, validations) = expressions(channels);
    for validation in &validations {
        let texts = std::iter::once(&validation.expression).chain(&validation.message_expression);
        for text in texts {
            check(text, &variables, server)?;
        }
    }
    if validations.is_empty() {
        return Ok(None);
    }
    Ok(Some(Policy {
        name: format!("channels.{group}"),
        purpose: "Rejects updates of these CRDs to another channel, or to an older version of the API."
            .to_owned(),
        on_error: FailurePolicy::Fail,
        matches: json!({
            "resourceRules": [{
                "apiGroups": ["apiextensions.k8s.io"], "apiVersions": ["v1"], "operations": ["UPDATE"],
                "resources": ["customresourcedefinitions"], "resourceNames": names,
            }],
        }),
        variables,
        validations,
        actions: &["Deny"],
    }))
}

/// Compiles an expression, and estimates its cost.
fn check(text: &str, variables: &[Variable], server: KubeVersion) -> Result<(), CommandError> {
    let Some(cost) = cost_in(server, &inlined(text, variables)) else {
        return Err(
            CommandError::new(format!("Kubernetes {server} does not accept `{text}`"))
                .help("check that the annotation in `crd_core::channels!` has a valid name"),
        );
    };
    if cost > COST_LIMIT {
        return Err(CommandError::new(format!(
            "`{text}` may cost {cost}, but the limit of the server is {COST_LIMIT}"
        ))
        .help("shorten the list of channels in `crd_core::channels!`"));
    }
    Ok(())
}

/// Condition that is evaluated before expressions that are expensive for long strings, which are then skipped.
const SHORT: &str = ".size() <= 128";
/// Maximum length of an annotation, since this is the limit on the total size of all keys and values in bytes.
const LONGEST: u32 = 262_144;
const LONGEST_IF_SHORT: u32 = 128;

/// The parts of a CRD that the expressions of channels use: the annotations of the old one and of the new one.
const ANNOTATED: &str = "
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: pairs.crd-gen.example.com}
spec:
  group: crd-gen.example.com
  names: {kind: Pair, plural: pairs}
  scope: Cluster
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          before: &meta
            type: object
            properties:
              annotations: {type: object, additionalProperties: {type: string, maxLength: LONGEST}}
          after: *meta
";

fn channel_scope(server: KubeVersion, longest: u32) -> Option<RuleScope> {
    let text = ANNOTATED.replace("LONGEST", &longest.to_string());
    let read = yaml::read(text.as_bytes(), yaml::Options::default());
    let document = read.documents.first()?;
    let crd = crd_core::decode::decode(&document.root).crd?;
    let schema = crd.versions().first()?.openapi_schema()?;
    RuleScope::new(schema, &schema.lookup("").ok()?.path, server)
}

/// Returns the maximum cost of an expression on the new and the old CRD; `None` if it does not compile.
fn cost_in(server: KubeVersion, expression: &str) -> Option<u64> {
    let longest = if expression.contains(SHORT) {
        LONGEST_IF_SHORT
    } else {
        LONGEST
    };
    let scope = channel_scope(server, longest)?;
    let here = expression
        .replace("oldObject.metadata", "self.before")
        .replace("object.metadata", "self.after");
    Some(scope.compile(&here, OldSelf::Value).ok()?.cost.max)
}

/// Returns the variables and validations for the annotations that a project names.
fn expressions(channels: &ProjectChannels) -> (Vec<Variable>, Vec<Validation>) {
    let (mut variables, mut validations) = (Vec::new(), Vec::new());
    if !channels.annotation.is_empty() {
        variables.extend(channel_variables(channels));
        validations.push(Validation {
            comment: "The channel stays.",
            expression: "!variables.hadChannel ||\n\
                         variables.hasChannel && variables.newChannel == variables.oldChannel"
                .to_owned(),
            message: "this CRD is in another channel; fields that the new channel does not have would be \
                lost"
                .to_owned(),
            message_expression: Some(
                "'this CRD is in the channel ' + variables.oldChannel + '; ' + (\n  variables.isLater\n    \
                 ? 'fields that ' + variables.newChannel + ' adds may change or be removed'\n    : 'fields \
                 that another channel does not have would be lost')"
                    .to_owned(),
            ),
        });
    }
    if !channels.bundle_version.is_empty() {
        variables.extend(version_variables(&channels.bundle_version));
        validations.push(Validation {
            comment: "The version does not become an older one.",
            expression: NOT_OLDER.to_owned(),
            message:
                "this CRD has a newer version of the API; fields that an older version does not have would \
                 be lost"
                    .to_owned(),
            message_expression: None,
        });
    }
    (variables, validations)
}

const NOT_OLDER: &str = "\
!variables.hadVersion ||
variables.hasVersion && (
  variables.newVersion[0] > variables.oldVersion[0] ||
  variables.newVersion[0] == variables.oldVersion[0] && (
    variables.newVersion[1] > variables.oldVersion[1] ||
    variables.newVersion[1] == variables.oldVersion[1] &&
    variables.newVersion[2] >= variables.oldVersion[2]))";

/// Returns the expression that checks whether an object has an annotation.
fn has(object: &str, name: &str) -> String {
    format!("has({object}.metadata.annotations) &&\n'{name}' in {object}.metadata.annotations")
}

/// Returns the expression for an annotation of an object that has it.
fn value(object: &str, name: &str) -> String {
    format!("{object}.metadata.annotations['{name}']")
}

fn channel_variables(channels: &ProjectChannels) -> [Variable; 5] {
    let name = channels.annotation.as_str();
    let variable = |name, comment, expression| Variable {
        name,
        comment,
        expression,
    };
    [
        variable(
            "hadChannel",
            "Whether the CRD is in a channel before the update, and after it.",
            has("oldObject", name),
        ),
        variable("hasChannel", "", has("object", name)),
        variable(
            "oldChannel",
            "The channel before and after.",
            value("oldObject", name),
        ),
        variable("newChannel", "", value("object", name)),
        // A switch to a later channel loses nothing, but the later one is less stable.
        variable(
            "isLater",
            "Whether the new channel has all that the old one has, and promises less.",
            later(channels),
        ),
    ]
}

/// Returns the expression that checks whether the new channel comes after the old one.
fn later(channels: &ProjectChannels) -> String {
    let mut ways = Vec::new();
    for (at, name) in channels.names.iter().enumerate() {
        let later: Vec<String> = channels
            .names
            .iter()
            .skip(at + 1)
            .map(|later| format!("'{later}'"))
            .collect();
        if !later.is_empty() {
            ways.push(format!(
                "  variables.oldChannel == '{name}' &&\n  variables.newChannel in [{}]",
                later.join(", ")
            ));
        }
    }
    if ways.is_empty() {
        "false".to_owned()
    } else {
        format!("variables.hasChannel && (\n{})", ways.join(" ||\n"))
    }
}

fn version_variables(name: &str) -> [Variable; 4] {
    let is_version = |object: &str| {
        let value = value(object, name);
        format!(
            "{} &&\n{value}{SHORT} &&\n{value}\n  .matches('^v?[0-9]{{1,9}}[.][0-9]{{1,9}}[.][0-9]{{1,9}}([-+].*)?$')",
            has(object, name)
        )
    };
    let parts = |object: &str| {
        format!(
            "{}\n  .replace('v', '').split('-')[0].split('+')[0]\n  .split('.').map(part, int(part))",
            value(object, name)
        )
    };
    let variable = |name, comment, expression| Variable {
        name,
        comment,
        expression,
    };
    [
        variable(
            "hadVersion",
            "Whether the CRD names a version such as v1.2.3 before the update, and after it.",
            is_version("oldObject"),
        ),
        variable("hasVersion", "", is_version("object")),
        variable(
            "oldVersion",
            "The three numbers of the version before and after.",
            parts("oldObject"),
        ),
        variable("newVersion", "", parts("object")),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both() -> ProjectChannels {
        ProjectChannels {
            names: ["standard", "beta", "experimental"].map(str::to_owned).to_vec(),
            annotation: "example.networking.k8s.io/channel".to_owned(),
            bundle_version: "example.networking.k8s.io/bundle-version".to_owned(),
        }
    }

    #[test]
    fn a_policy_without_annotations_has_no_expressions() {
        let none = ProjectChannels {
            annotation: String::new(),
            bundle_version: String::new(),
            ..both()
        };
        let (variables, validations) = expressions(&none);
        assert!(variables.is_empty() && validations.is_empty());
        assert_eq!(expressions(&both()).1.len(), 2);
    }

    #[test]
    fn a_wrong_expression_is_not_written() {
        let server = KubeVersion::DEFAULT;
        assert!(cost_in(server, "!has(object.metadata.annotations)").is_some_and(|cost| cost < 10));
        assert_eq!(cost_in(server, "has(oldObject.metadata.annotation)"), None);
    }

    #[test]
    fn expressions_of_channels_cost_less_than_the_limit() {
        let (variables, validations) = expressions(&both());
        for server in ["1.30", "1.31", "1.36"] {
            let server: KubeVersion = server.parse().unwrap();
            for validation in &validations {
                let texts = std::iter::once(&validation.expression).chain(&validation.message_expression);
                for text in texts {
                    let cost = cost_in(server, &inlined(text, &variables));
                    assert!(
                        cost.is_some_and(|cost| cost <= COST_LIMIT),
                        "{server} {cost:?} {text}"
                    );
                }
            }
        }
    }

    #[test]
    fn each_line_is_short_and_each_name_is_used() {
        let (variables, validations) = expressions(&both());
        let mut texts: Vec<&str> = variables.iter().map(|one| one.expression.as_str()).collect();
        for validation in &validations {
            texts.push(&validation.expression);
            texts.extend(validation.message_expression.as_deref());
        }
        for line in texts.iter().flat_map(|text| text.lines()) {
            assert!(line.len() <= 100, "{line}");
        }
        for variable in &variables {
            let name = format!("variables.{}", variable.name);
            assert!(texts.iter().any(|text| text.contains(&name)), "{name}");
            // One name must not be the start of another, which `inlined` would replace.
            let starts = |other: &&Variable| other.name.starts_with(variable.name);
            assert_eq!(variables.iter().filter(starts).count(), 1, "{name}");
        }
    }

    /// Checks whether a server accepts an update, by the value of the inlined expression.
    #[test]
    fn updates_are_refused_as_their_annotations_say() {
        let (variables, validations) = expressions(&both());
        let (channel, version) = (&validations[0].expression, &validations[1].expression);
        let (named, numbered) = (
            "example.networking.k8s.io/channel",
            "example.networking.k8s.io/bundle-version",
        );
        for (expression, annotation, old, new, allowed) in [
            (channel, named, None, Some("standard"), true),
            (channel, named, Some("standard"), Some("standard"), true),
            (channel, named, Some("standard"), Some("beta"), false),
            (channel, named, Some("beta"), Some("standard"), false),
            (channel, named, Some("beta"), None, false),
            (version, numbered, None, None, true),
            (version, numbered, Some("next"), Some("v0.1.0"), true),
            (version, numbered, Some("v1.6.3"), Some("v1.6.3"), true),
            (version, numbered, Some("v1.6.3"), Some("v1.6.10"), true),
            (version, numbered, Some("v1.6.3"), Some("1.10.0-rc.1"), true),
            (version, numbered, Some("v1.6.3"), Some("v2.0.0"), true),
            (version, numbered, Some("v1.6.3"), Some("v1.6.2"), false),
            (version, numbered, Some("v1.6.3"), Some("v1.5.9"), false),
            (version, numbered, Some("v1.6.3"), Some("v0.9.9"), false),
            (version, numbered, Some("v1.6.3"), Some("next"), false),
            (version, numbered, Some("v1.6.3"), None, false),
        ] {
            let annotations = |value: Option<&str>| match value {
                Some(value) => json!({"annotations": {annotation: value}}),
                None => json!({}),
            };
            let pair = json!({"before": annotations(old), "after": annotations(new)});
            assert_eq!(
                evaluated(&inlined(expression, &variables), &pair),
                allowed,
                "{annotation}: {old:?} -> {new:?}"
            );
        }
    }

    /// Evaluates an expression on the new and the old CRD.
    fn evaluated(expression: &str, pair: &serde_json::Value) -> bool {
        use crd_core::cel::{EXPRESSION_COST_LIMIT, Expression, SelfKind};
        let text = ANNOTATED.replace("LONGEST", "128");
        let read = yaml::read(text.as_bytes(), yaml::Options::default());
        let crd = crd_core::decode::decode(&read.documents[0].root).crd.unwrap();
        let schema = crd.versions()[0].openapi_schema().unwrap();
        let root = &schema.lookup("").unwrap().path;
        let scope = RuleScope::new(schema, root, KubeVersion::DEFAULT).unwrap();
        let here = expression
            .replace("oldObject.metadata", "self.before")
            .replace("object.metadata", "self.after");
        let compiled = Expression::explaining(&scope, schema, SelfKind::Resource, &here, OldSelf::Value);
        let run = compiled
            .unwrap()
            .unwrap()
            .explain(pair, None, EXPRESSION_COST_LIMIT);
        run.value == Ok("bool(true)".to_owned())
    }
}
