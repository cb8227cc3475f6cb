//! Reads the features of packages and of CRDs.

use std::path::PathBuf;

use crd_core::Crd;
use crd_core::check::crds_of;
use crd_core::decode::decode;
use crd_core::yaml;
use serde_json::Value;

use super::{Feature, Marker, ProjectChannels};
use crate::Failure;
use crate::crds::{self, PackageArgs};
use crate::terminal::Terminal;

/// What was found.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) crds: Vec<Crd>,
    pub(crate) features: Vec<Feature>,
    pub(crate) channels: Vec<ProjectChannels>,
}

/// Reads paths and packages.
pub(crate) fn load(paths: &[PathBuf], packages: &PackageArgs, terminal: &Terminal) -> Result<Found, Failure> {
    let mut found = Found::default();
    for place in crds::read(paths, packages, terminal)? {
        found.features.extend(place.features);
        found.channels.extend(place.channels);
        for text in &place.texts {
            let read = yaml::read(&text.bytes, yaml::Options::default());
            for node in read.documents.iter().flat_map(|document| crds_of(&document.root)) {
                let crd = decode(node).crd.ok_or_else(|| {
                    Failure::new(format!(
                        "a CRD in `{}` cannot be decoded; `crd-gen check` says why",
                        text.name
                    ))
                })?;
                of_crd(&node.to_json(), &crd, &mut found.features, terminal);
                found.crds.push(crd);
            }
        }
        if found.crds.is_empty() {
            return Err(crds::none_in(&place.shown));
        }
    }
    Ok(found)
}

/// The lifecycles in the schemas of a CRD.
fn of_crd(document: &Value, crd: &Crd, features: &mut Vec<Feature>, terminal: &Terminal) {
    let versions = document.pointer("/spec/versions").and_then(Value::as_array);
    for version in versions.into_iter().flatten() {
        let Some(schema) = version.pointer("/schema/openAPIV3Schema") else {
            continue;
        };
        let name = version.get("name").and_then(Value::as_str).unwrap_or_default();
        of_node(schema, "", &mut |path, lifecycle| {
            let marker = |(project, given): (&String, &Value)| {
                let text = |member: &str| {
                    given
                        .get(member)
                        .and_then(Value::as_str)
                        .unwrap_or_default()
                        .to_owned()
                };
                let marker = Marker {
                    project: project.clone(),
                    min_version: text("minVersion"),
                    status: text("status"),
                    feature_gate: text("featureGate"),
                    replacement: String::new(),
                };
                if let Some(problem) = problem_of(&marker) {
                    terminal.warning(&format!(
                        "`{path}` of {} {name}: {problem}; the entry is passed over",
                        crd.metadata.name
                    ));
                    return None;
                }
                Some(marker)
            };
            let lifecycle: Vec<Marker> = lifecycle.iter().filter_map(marker).collect();
            let is_known = features.iter().any(|feature| {
                feature.path == path
                    && feature.version == name
                    && *feature.kind == *crd.spec.names.kind
                    && *feature.group == *crd.spec.group
            });
            // What the types of a package say is there already, with more than the extension holds.
            if !lifecycle.is_empty() && !is_known {
                features.push(Feature {
                    group: crd.spec.group.to_string(),
                    kind: crd.spec.names.kind.to_string(),
                    version: name.to_owned(),
                    path: path.to_owned(),
                    value: None,
                    channel: None,
                    gates: Vec::new(),
                    lifecycle,
                });
            }
        });
    }
}

/// Walks a schema. The reader of YAML bounds its depth.
fn of_node(node: &Value, path: &str, found: &mut dyn FnMut(&str, &serde_json::Map<String, Value>)) {
    if let Some(lifecycle) = node.get("x-kubernetes-api-lifecycle").and_then(Value::as_object) {
        found(path, lifecycle);
    }
    for (name, property) in node
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        of_node(property, &format!("{path}.{name}"), found);
    }
    if let Some(items) = node.get("items").filter(|items| items.is_object()) {
        of_node(items, &format!("{path}[]"), found);
    }
    if let Some(values) = node
        .get("additionalProperties")
        .filter(|values| values.is_object())
    {
        of_node(values, &format!("{path}.*"), found);
    }
}

/// What KEP-2558 does not allow: statuses other than its three, and versions of Kubernetes that are none.
fn problem_of(marker: &Marker) -> Option<String> {
    if !["alpha", "beta", "deprecated"].contains(&marker.status.as_str()) {
        return Some(format!("`{}` is no status of a lifecycle", marker.status));
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
        .then(|| format!("`{version}` is no version of {}", marker.project))
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
