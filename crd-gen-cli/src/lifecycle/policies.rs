//! `crd-gen policies`: `ValidatingAdmissionPolicies` that warn of fields which are deprecated or not for everybody, and one that
//! keeps CRDs from being switched to another channel or an older version of the API.
//!
//! Every expression is compiled and its cost estimated against the schema before it is written.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use crd_core::cel::{OldSelf, RuleScope};
use crd_core::{Crd, JsonSchemaProps, KubeVersion, yaml};
use serde_json::{Value, json};

use super::{Feature, FeatureSources, ProjectChannels, load, unused};
use crate::options::{KubernetesVersion, PackageArgs};
use crate::terminal::Terminal;
use crate::write::{self, FileChange};
use crate::{CommandError, CommandOutcome};

const EXAMPLES: &str = "\
Examples:
  crd-gen policies -p my-operator | kubectl apply --server-side -f -
  crd-gen policies -p my-operator -o config/policies     a file for each policy and its binding

A policy for each version with deprecated, gated or channelled fields warns whoever uses them, and writes it to the audit
log; it never refuses an object. Where `crd_core::channels!` names an annotation, a further policy refuses updates of the
CRDs themselves to another channel, or to an older version of the API. ValidatingAdmissionPolicy is stable since 1.30.

Exit codes: 0 the policies were written, 2 the command was misused or could not do its work.";

/// The most that one expression of a policy may cost at run time.
const COST_LIMIT: u64 = 1_000_000;

/// Arguments of `crd-gen policies`.
#[derive(Args, Debug)]
#[command(after_long_help = EXAMPLES)]
pub struct PoliciesArgs {
    /// The CRDs, as files, directories, Rust packages (a `Cargo.toml` or its directory), `git:REVISION[:PATH]`, or `-` for
    /// standard input [default: this directory].
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Rust packages whose types have features.
    #[command(flatten)]
    pub packages: PackageArgs,
    /// Write a file for each policy into this directory [default: standard output].
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// The version of the API server.
    #[command(flatten)]
    pub server: KubernetesVersion,
}

pub(crate) fn run(args: &PoliciesArgs, terminal: &Terminal) -> Result<CommandOutcome, CommandError> {
    let found = load(&args.paths, &args.packages, terminal)?;
    let version = args.server.or(&found.config);
    let mut policies = Vec::new();
    for crd in &found.crds {
        policies.extend(of_crd(crd, &found.features, version, terminal)?);
    }
    policies.extend(of_channels(&found, version)?);
    if policies.is_empty() {
        return Err(
            CommandError::new("no field is deprecated, behind a feature gate or in a channel")
                .help("types say it with `lifecycle(…)`, `feature_gate = …` and `channel = …`")
                .help("CRDs in files say it where `crd-gen generate --profile extended` wrote them"),
        );
    }
    let mut texts = BTreeMap::new();
    for [policy, binding] in &policies {
        let name = policy
            .pointer("/metadata/name")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let text = |value: &Value| {
            yaml::to_string(value)
                .map_err(|error| CommandError::new(format!("cannot write `{name}`: {error}")))
        };
        texts.insert(
            name.to_owned(),
            format!("{}---\n{}", text(policy)?, text(binding)?),
        );
    }
    let Some(directory) = &args.output else {
        let all: Vec<&str> = texts.values().map(String::as_str).collect();
        terminal.stdout().write_all(all.join("---\n").as_bytes())?;
        return Ok(CommandOutcome::Clean);
    };
    for (name, text) in &texts {
        let path = directory.join(format!("{name}.yaml"));
        if write::file(&path, text)? == FileChange::Changed {
            terminal.note(&format!("wrote {}", path.display()));
        }
    }
    Ok(CommandOutcome::Clean)
}

/// The policies of a CRD, one for each version that has features.
fn of_crd(
    crd: &Crd,
    features: &[Feature],
    server: KubeVersion,
    terminal: &Terminal,
) -> Result<Vec<[Value; 2]>, CommandError> {
    let (group, plural) = (&crd.spec.group, &crd.spec.names.plural);
    let mut policies = Vec::new();
    for version in crd.versions() {
        let Some(schema) = version.openapi_schema() else {
            continue;
        };
        let mut validations = Vec::new();
        let of_version = features.iter().filter(|feature| {
            *feature.group == **group
                && *feature.kind == *crd.spec.names.kind
                && *feature.version == *version.name
        });
        for feature in of_version.filter(|feature| feature.value.is_none()) {
            let Some(message) = message(feature) else {
                continue;
            };
            let Some(expression) = unused::expression("object", &feature.path) else {
                continue;
            };
            check(schema, feature, server, terminal)?;
            validations.push(json!({"expression": expression, "message": message}));
        }
        if validations.is_empty() {
            continue;
        }
        policies.push(policy(
            &format!("lifecycle.{plural}.{}.{group}", version.name),
            &json!({
                "failurePolicy": "Ignore",
                "matchConstraints": {
                    "matchPolicy": "Exact",
                    "resourceRules": [{
                        "apiGroups": [group], "apiVersions": [version.name], "operations": ["CREATE", "UPDATE"],
                        "resources": [plural],
                    }],
                },
                "validations": validations,
            }),
            &["Warn", "Audit"],
        ));
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
        .help("the feature and the schema do not fit; generate both from the same types")
    })?;
    if compiled.cost.max > COST_LIMIT {
        terminal.warning(&format!(
            "the expression for `{}` of {} {} may cost {}, and the server stops at {COST_LIMIT}; of objects that large it does \
             not warn; limit the lists and maps on the way with `max_items` and `max_properties`",
            feature.path, feature.kind, feature.version, compiled.cost.max
        ));
    }
    Ok(())
}

/// What users of a field are told; `None` for fields that are for everybody.
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

/// A policy and its binding.
fn policy(name: &str, spec: &Value, actions: &[&str]) -> [Value; 2] {
    let api_version = "admissionregistration.k8s.io/v1";
    [
        json!({
            "apiVersion": api_version, "kind": "ValidatingAdmissionPolicy", "metadata": {"name": name}, "spec": spec,
        }),
        json!({
            "apiVersion": api_version, "kind": "ValidatingAdmissionPolicyBinding", "metadata": {"name": name},
            "spec": {"policyName": name, "validationActions": actions},
        }),
    ]
}

/// The policy that keeps the CRDs of a project in their channel, and from being downgraded.
fn of_channels(found: &FeatureSources, server: KubeVersion) -> Result<Vec<[Value; 2]>, CommandError> {
    let mut names: Vec<String> = found
        .crds
        .iter()
        .map(|crd| crd.metadata.name.to_string())
        .collect();
    names.sort();
    names.dedup();
    let mut groups: Vec<&str> = found.crds.iter().map(|crd| &*crd.spec.group).collect();
    groups.sort_unstable();
    let (Some(group), Some(channels)) = (groups.first(), found.channels.first()) else {
        return Ok(Vec::new());
    };
    let validations = channel_validations(channels);
    for validation in &validations {
        let texts = ["expression", "messageExpression"].iter();
        for text in texts.filter_map(|member| validation.get(member)?.as_str()) {
            let Some(cost) = cost_in(server, text) else {
                return Err(
                    CommandError::new(format!("Kubernetes {server} does not accept `{text}`"))
                        .help("is the annotation that `crd_core::channels!` names a name of annotations?"),
                );
            };
            if cost > COST_LIMIT {
                return Err(CommandError::new(format!(
                    "`{text}` may cost {cost}, and the server stops at {COST_LIMIT}"
                ))
                .help("shorten the list of channels in `crd_core::channels!`"));
            }
        }
    }
    if validations.is_empty() {
        return Ok(Vec::new());
    }
    Ok(vec![policy(
        &format!("channels.{group}"),
        &json!({
            "failurePolicy": "Fail",
            "matchConstraints": {
                "resourceRules": [{
                    "apiGroups": ["apiextensions.k8s.io"], "apiVersions": ["v1"], "operations": ["UPDATE"],
                    "resources": ["customresourcedefinitions"], "resourceNames": names,
                }],
            },
            "validations": validations,
        }),
        &["Deny"],
    )])
}

/// What an expression asks first that costs much for long texts: what it asks afterwards is then not evaluated.
const SHORT: &str = ".size() <= 128";
/// The longest annotation. Keys and values of all have at most so many bytes.
const LONGEST: u32 = 262_144;
const LONGEST_IF_SHORT: u32 = 128;

/// What of a CRD the expressions of channels see: the annotations of the old one and of the new one.
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

/// What an expression on the CRD and the one before it costs at most; `None` if it does not compile.
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

/// Whether one channel comes after another; each is an expression.
fn later(channels: &ProjectChannels, new: &str, old: &str) -> String {
    let mut ways = Vec::new();
    for (at, name) in channels.names.iter().enumerate() {
        let later: Vec<String> = channels
            .names
            .iter()
            .skip(at + 1)
            .map(|later| format!("'{later}'"))
            .collect();
        if !later.is_empty() {
            ways.push(format!("{old} == '{name}' && {new} in [{}]", later.join(", ")));
        }
    }
    if ways.is_empty() {
        "false".to_owned()
    } else {
        ways.join(" || ")
    }
}

fn channel_validations(channels: &ProjectChannels) -> Vec<Value> {
    let mut validations = Vec::new();
    let has = |object: &str, name: &str| {
        format!("has({object}.metadata.annotations) && '{name}' in {object}.metadata.annotations")
    };
    let of = |object: &str, name: &str| format!("{object}.metadata.annotations['{name}']");
    let name = channels.annotation.as_str();
    if !name.is_empty() {
        // From one channel to a later one nothing is lost, but the later one promises less.
        let is_later = format!(
            "({}) && ({})",
            has("object", name),
            later(channels, &of("object", name), &of("oldObject", name))
        );
        validations.push(json!({
            "expression": format!(
                "!({}) || ({} && {} == {})",
                has("oldObject", name), has("object", name), of("object", name), of("oldObject", name)
            ),
            "messageExpression": format!(
                "'this CRD is in the channel ' + {} + '; ' + ({is_later} ? 'what ' + {} + ' adds may change or be removed' : \
                 'fields that another channel lacks would be lost')",
                of("oldObject", name),
                of("object", name)
            ),
            "message": "this CRD is in another channel; fields that a channel lacks would be lost",
        }));
    }
    let name = channels.bundle_version.as_str();
    if !name.is_empty() {
        let is_version = |object: &str| {
            format!(
                "({} && {}{SHORT} && {}.matches('^v?[0-9]{{1,9}}[.][0-9]{{1,9}}[.][0-9]{{1,9}}([-+].*)?$'))",
                has(object, name),
                of(object, name),
                of(object, name)
            )
        };
        let part = |object: &str, index: u8| {
            format!(
                "int({}.replace('v', '').split('-')[0].split('+')[0].split('.')[{index}])",
                of(object, name)
            )
        };
        let newer = |index: u8| format!("{} > {}", part("object", index), part("oldObject", index));
        let same = |index: u8| format!("{} == {}", part("object", index), part("oldObject", index));
        validations.push(json!({
            "expression": format!(
                "!{} || ({} && ({} || ({} && ({} || ({} && ({} || {}))))))",
                is_version("oldObject"), is_version("object"),
                newer(0), same(0), newer(1), same(1), newer(2), same(2)
            ),
            "message": "this CRD is of a newer version of the API; fields that an older version lacks would be lost",
        }));
    }
    validations
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_without_annotations_is_none() {
        let channels = |annotation: &str, bundle_version: &str| ProjectChannels {
            names: vec!["standard".to_owned()],
            annotation: annotation.to_owned(),
            bundle_version: bundle_version.to_owned(),
        };
        assert_eq!(channel_validations(&channels("", "")), Vec::<Value>::new());
        let both = channel_validations(&channels("a.b/channel", "a.b/version"));
        assert_eq!(
            both[0]["expression"],
            "!(has(oldObject.metadata.annotations) && 'a.b/channel' in oldObject.metadata.annotations) || \
             (has(object.metadata.annotations) && 'a.b/channel' in object.metadata.annotations && \
             object.metadata.annotations['a.b/channel'] == oldObject.metadata.annotations['a.b/channel'])"
        );
        assert_eq!(both.len(), 2);
    }

    #[test]
    fn a_wrong_expression_is_not_written() {
        let server = KubeVersion::DEFAULT;
        assert!(cost_in(server, "!has(object.metadata.annotations)").is_some_and(|cost| cost < 10));
        assert_eq!(cost_in(server, "has(oldObject.metadata.annotation)"), None);
    }

    #[test]
    fn expressions_of_channels_cost_less_than_the_limit() {
        for server in ["1.30", "1.31", "1.36"] {
            let server: KubeVersion = server.parse().unwrap();
            let channels = ProjectChannels {
                names: vec!["standard".to_owned(), "experimental".to_owned()],
                annotation: "a.b/channel".to_owned(),
                bundle_version: "a.b/version".to_owned(),
            };
            for validation in channel_validations(&channels) {
                for member in ["expression", "messageExpression"] {
                    if let Some(text) = validation[member].as_str() {
                        let cost = cost_in(server, text);
                        assert!(
                            cost.is_some_and(|cost| cost <= COST_LIMIT),
                            "{server} {cost:?} {text}"
                        );
                    }
                }
            }
        }
    }
}
