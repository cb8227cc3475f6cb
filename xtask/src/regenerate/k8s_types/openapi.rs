//! Reads the `OpenAPI` documents of Kubernetes, and selects the definitions to write and those that they refer to.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::BY_HAND;

/// The schemas of a release, by definition, such as `io.k8s.api.core.v1.Pod`.
pub(super) type PublishedSchemas = BTreeMap<String, Value>;

/// Definitions that are not part of an API object: requests to the server and its responses.
const LEFT_OUT: &[&str] = &[
    "APIGroup",
    "APIGroupList",
    "APIResource",
    "APIResourceList",
    "APIVersions",
    "Patch",
    "WatchEvent",
];

/// The stable API groups. Their types are written, and all types that they refer to.
const GROUPS: &[&str] = &[
    "io.k8s.apimachinery.pkg.apis.meta.v1.",
    "io.k8s.api.apps.v1.",
    "io.k8s.api.autoscaling.v1.",
    "io.k8s.api.autoscaling.v2.",
    "io.k8s.api.batch.v1.",
    "io.k8s.api.coordination.v1.",
    "io.k8s.api.core.v1.",
    "io.k8s.api.discovery.v1.",
    "io.k8s.api.networking.v1.",
    "io.k8s.api.node.v1.",
    "io.k8s.api.policy.v1.",
    "io.k8s.api.rbac.v1.",
    "io.k8s.api.scheduling.v1.",
    "io.k8s.api.storage.v1.",
];

/// Returns all schemas of a release. Go downloads them from its module proxy unless they are in its cache.
pub(super) fn schemas(release: &str) -> io::Result<PublishedSchemas> {
    let mut all = PublishedSchemas::new();
    for entry in fs::read_dir(documents(release)?)? {
        let mut document: Value = serde_json::from_slice(&fs::read(entry?.path())?)?;
        if let Value::Object(schemas) = document["components"]["schemas"].take() {
            all.extend(schemas);
        }
    }
    Ok(all)
}

/// Returns the folder of a release's `OpenAPI` v3 documents.
fn documents(release: &str) -> io::Result<PathBuf> {
    let module = format!("k8s.io/kubernetes@{release}");
    let output = Command::new("go")
        .args(["mod", "download", "-json", &module])
        .output()?;
    let answer: Value = serde_json::from_slice(&output.stdout)?;
    let directory = answer["Dir"]
        .as_str()
        .ok_or_else(|| io::Error::other(format!("`{module}` cannot be downloaded: {answer}")))?;
    Ok(Path::new(directory).join("api/openapi-spec/v3"))
}

/// Returns the definitions to write: those of [`GROUPS`], and all that they refer to.
pub(super) fn wanted(schemas: &PublishedSchemas) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut queue: Vec<String> = schemas
        .iter()
        .filter(|(name, schema)| {
            let short = short(name);
            GROUPS.iter().any(|group| **name == format!("{group}{short}"))
                && !(short.ends_with("List") && schema["properties"]["items"].is_object())
                && !LEFT_OUT.contains(&short)
        })
        .map(|(name, _)| name.clone())
        .collect();
    while let Some(name) = queue.pop() {
        if BY_HAND.iter().any(|(by_hand, _)| *by_hand == name) || found.contains(&name) {
            continue;
        }
        let mut references = Vec::new();
        references_of(&schemas[&name], &mut references);
        found.insert(name);
        queue.extend(references);
    }
    found
}

/// Collects the definitions that a schema refers to.
fn references_of(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::String(pointer)) = members.get("$ref") {
                found.push(definition(pointer).to_owned());
            }
            members.values().for_each(|member| references_of(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| references_of(item, found)),
        _ => {}
    }
}

/// Converts `#/components/schemas/io.k8s.api.core.v1.Pod` to `io.k8s.api.core.v1.Pod`.
pub(super) fn definition(pointer: &str) -> &str {
    pointer.rsplit('/').next().unwrap()
}

/// Converts `io.k8s.api.core.v1.Pod` to `Pod`.
pub(super) fn short(definition: &str) -> &str {
    definition.rsplit('.').next().unwrap()
}
