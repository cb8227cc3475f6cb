//! Reads the features of packages and of CRDs.

use std::path::PathBuf;
use std::sync::Arc;

use crd_core::Crd;
use crd_core::yaml::tree::Node;
use serde_json::Value;

use crate::CommandError;
use crate::config::Config;
use crate::feature::{Feature, Marker, ProjectChannels};
use crate::options::PackageArgs;
use crate::sources::{Completeness, CrdSources};
use crate::terminal::Terminal;

/// The extension of schemas that has the lifecycles of a field (KEP-2558).
const LIFECYCLE: &str = "x-kubernetes-api-lifecycle";

/// CRDs with their features.
pub(crate) struct FeatureSources {
    pub(crate) crds: Vec<Crd>,
    pub(crate) features: Vec<Feature>,
    pub(crate) channels: Vec<ProjectChannels>,
    pub(crate) config: Arc<Config>,
}

/// Reads paths and packages.
pub(crate) fn load(
    paths: &[PathBuf],
    packages: &PackageArgs,
    terminal: &Terminal,
) -> Result<FeatureSources, CommandError> {
    let read = CrdSources::read(paths, packages, terminal)?;
    let loaded = read.map(terminal, |found| (of_crd(found.node, &found.crd), found.crd))?;
    if loaded.completeness == Completeness::Part {
        return Err(CommandError::Reported);
    }
    let mut found = FeatureSources {
        crds: Vec::new(),
        features: Vec::new(),
        channels: Vec::new(),
        config: read.config,
    };
    for source in read.sources {
        found.features.extend(source.features);
        found.channels.extend(source.channels);
    }
    for ((features, warnings), crd) in loaded.crds {
        for warning in &warnings {
            terminal.warning(warning);
        }
        for feature in features {
            let is_same = |known: &Feature| {
                known.path == feature.path
                    && known.version == feature.version
                    && known.kind == feature.kind
                    && known.group == feature.group
            };
            // The features of a package's types have already been added, with more details than the extension has.
            if !found.features.iter().any(is_same) {
                found.features.push(feature);
            }
        }
        found.crds.push(crd);
    }
    Ok(found)
}

/// Returns the lifecycles in the schemas of a CRD.
pub(crate) fn lifecycles_of(node: &Node, crd: &Crd) -> Vec<Feature> {
    of_crd(node, crd).0
}

/// Returns the lifecycles in the schemas of a CRD, and warnings about skipped entries.
fn of_crd(node: &Node, crd: &Crd) -> (Vec<Feature>, Vec<String>) {
    let (mut features, mut warnings) = (Vec::new(), Vec::new());
    if !mentions_lifecycle(node) {
        return (features, warnings);
    }
    let document = node.to_json();
    let versions = document.pointer("/spec/versions").and_then(Value::as_array);
    for version in versions.into_iter().flatten() {
        let Some(schema) = version.pointer("/schema/openAPIV3Schema") else {
            continue;
        };
        let name = version.get("name").and_then(Value::as_str).unwrap_or_default();
        of_node(schema, "", &mut |path, lifecycle| {
            let mut markers = Vec::new();
            for (project, given) in lifecycle {
                let marker = marker(project, given);
                match problem_of(&marker) {
                    None => markers.push(marker),
                    Some(problem) => warnings.push(format!(
                        "`{path}` of {} {name}: {problem}; the entry is ignored",
                        crd.metadata.name
                    )),
                }
            }
            if !markers.is_empty() {
                features.push(Feature {
                    group: crd.spec.group.to_string(),
                    kind: crd.spec.names.kind.to_string(),
                    version: name.to_owned(),
                    path: path.to_owned(),
                    value: None,
                    channel: None,
                    gates: Vec::new(),
                    lifecycle: markers,
                });
            }
        });
    }
    (features, warnings)
}

/// Whether a lifecycle is anywhere in a document, which is rare.
fn mentions_lifecycle(node: &Node) -> bool {
    let mut members = node.members().iter();
    members.any(|member| *member.key == *LIFECYCLE || mentions_lifecycle(&member.value))
        || node.elements().iter().any(mentions_lifecycle)
}

/// Parses the entry of a project.
fn marker(project: &str, given: &Value) -> Marker {
    let text = |member: &str| {
        given
            .get(member)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    Marker {
        project: project.to_owned(),
        min_version: text("minVersion"),
        status: text("status"),
        feature_gate: text("featureGate"),
        replacement: String::new(),
    }
}

/// Walks a schema. The YAML parser bounds its depth.
fn of_node(node: &Value, path: &str, found: &mut dyn FnMut(&str, &serde_json::Map<String, Value>)) {
    if let Some(lifecycle) = node.get(LIFECYCLE).and_then(Value::as_object) {
        found(path, lifecycle);
    }
    let properties = node.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flatten() {
        of_node(property, &format!("{path}.{name}"), found);
    }
    for (keyword, step) in [("items", "[]"), ("additionalProperties", ".*")] {
        if let Some(values) = node.get(keyword).filter(|values| values.is_object()) {
            of_node(values, &format!("{path}{step}"), found);
        }
    }
}

/// Returns the violation of KEP-2558, if there is one: an unknown status, or an invalid version of Kubernetes.
fn problem_of(marker: &Marker) -> Option<String> {
    if !["alpha", "beta", "deprecated"].contains(&marker.status.as_str()) {
        return Some(format!("`{}` is not a status of a lifecycle", marker.status));
    }
    let version = &marker.min_version;
    let parts: Vec<&str> = version.strip_prefix('v').unwrap_or_default().split('.').collect();
    let is_number = |part: &&str| {
        let is_padded = part.len() > 1 && part.starts_with('0');
        !part.is_empty() && !is_padded && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_kubernetes = marker.project == "kubernetes";
    let fits = match parts.as_slice() {
        [major, _] => !is_kubernetes || *major != "0",
        [_, _, _] => !is_kubernetes,
        _ => false,
    };
    (!fits || !parts.iter().all(is_number))
        .then(|| format!("`{version}` is not a version of {}", marker.project))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_kep_allows_is_read() {
        for (project, version, status, fits) in [
            ("kubernetes", "v1.30", "alpha", true),
            ("kubernetes", "v1.30.1", "alpha", false),
            ("kubernetes", "1.30", "alpha", false),
            ("kubernetes", "v0.30", "beta", false),
            ("kubernetes", "v1.030", "beta", false),
            ("istio", "v3.0.0", "deprecated", true),
            ("istio", "v0.1", "deprecated", true),
            ("istio", "v3.0.0", "stable", false),
            ("istio", "", "beta", false),
        ] {
            let marker = Marker {
                project: project.to_owned(),
                min_version: version.to_owned(),
                status: status.to_owned(),
                feature_gate: String::new(),
                replacement: String::new(),
            };
            assert_eq!(problem_of(&marker).is_none(), fits, "{marker:?}");
        }
    }

    #[test]
    fn lifecycles_are_found_below_lists_and_maps() {
        let schema = serde_json::json!({"properties": {"spec": {"properties": {
            "users": {"items": {"properties": {"name": {"x-kubernetes-api-lifecycle": {"kubernetes": {}}}}}},
            "labels": {"additionalProperties": {"x-kubernetes-api-lifecycle": {}}},
        }}}});
        let mut found = Vec::new();
        of_node(&schema, "", &mut |path, _| found.push(path.to_owned()));
        assert_eq!(found, [".spec.labels.*", ".spec.users[].name"]);
    }
}
