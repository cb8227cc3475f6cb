//! `crd-gen server --fetch-crds`: reads the CRDs of a cluster with kubectl, and writes them to a cache that the server reads.

use crd_core::sort::sort;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::CommandError;
use crate::terminal::Terminal;
use crate::text::counted;
use crate::write;

/// Metadata that a cluster sets, or that changes with every fetch.
const OF_CLUSTER: [&str; 5] = [
    "managedFields",
    "uid",
    "resourceVersion",
    "creationTimestamp",
    "generation",
];
const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// Returns the directory of the cache; `None` if there is no home directory.
pub(super) fn cache() -> Option<PathBuf> {
    let named = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let cache = named("XDG_CACHE_HOME")
        .or_else(|| named("HOME").map(|home| home.join(".cache")))
        .or_else(|| named("LOCALAPPDATA"))?;
    Some(cache.join("crd-gen").join("crds"))
}

/// Returns the files of the cache.
pub(super) fn cached() -> Vec<PathBuf> {
    let entries = cache().and_then(|directory| std::fs::read_dir(directory).ok());
    let paths = entries
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()));
    let mut paths: Vec<PathBuf> = paths.filter(|path| is_manifest(path)).collect();
    sort(&mut paths);
    paths
}

fn is_manifest(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "yaml")
}

/// Replaces the cache with the CRDs of a cluster.
pub(super) fn run(kubectl: &Path, context: Option<&str>, terminal: &Terminal) -> Result<(), CommandError> {
    let directory = cache().ok_or_else(|| {
        CommandError::new("no cache directory is known").help("set `XDG_CACHE_HOME` or `HOME`")
    })?;
    let list = ask(kubectl, context)?;
    let items = list.get("items").and_then(Value::as_array);
    let items = items.ok_or_else(|| CommandError::new("`kubectl get crds` did not print a list"))?;
    let mut written = BTreeSet::new();
    for item in items {
        let name = item
            .pointer("/metadata/name")
            .and_then(Value::as_str)
            .unwrap_or_default();
        // The name is used as a file name.
        if name.is_empty()
            || !name
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || ".-".contains(c))
        {
            continue;
        }
        let text = crd_core::yaml::to_string(&of_all_clusters(item.clone()))
            .map_err(|error| CommandError::new(format!("`{name}` cannot be written: {error}")))?;
        let path = directory.join(format!("{name}.yaml"));
        write::file(&path, text)?;
        written.insert(path);
    }
    for path in cached() {
        if !written.contains(&path) {
            std::fs::remove_file(&path).map_err(|error| CommandError::unwritable(&path, &error))?;
        }
    }
    let count = counted(written.len(), "CRD");
    terminal.summary(&format!("{count} of the cluster in {}\n", directory.display()));
    Ok(())
}

/// Returns the output of `kubectl get crds`.
fn ask(kubectl: &Path, context: Option<&str>) -> Result<Value, CommandError> {
    let mut command = Command::new(kubectl);
    command.args([
        "get",
        "customresourcedefinitions.apiextensions.k8s.io",
        "--output=json",
    ]);
    if let Some(context) = context {
        command.arg(format!("--context={context}"));
    }
    let output = command.output().map_err(|error| {
        let message = format!("cannot run `{}`: {}", kubectl.display(), crate::reason(&error));
        CommandError::new(message).help("install kubectl, or set its path with `--kubectl PATH`")
    })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        let line = said
            .lines()
            .rev()
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default();
        return Err(
            CommandError::new(format!("kubectl: {}", line.trim_start_matches("error: ")))
                .help("`kubectl config get-contexts` lists the clusters; `--context NAME` selects one"),
        );
    }
    serde_json::from_slice(&output.stdout)
        .map_err(|error| CommandError::new(format!("the output of kubectl is not JSON: {error}")))
}

/// Returns a CRD without its status and the metadata that the cluster sets.
fn of_all_clusters(mut crd: Value) -> Value {
    if let Some(object) = crd.as_object_mut() {
        object.remove("status");
    }
    if let Some(metadata) = crd.get_mut("metadata").and_then(Value::as_object_mut) {
        for name in OF_CLUSTER {
            metadata.remove(name);
        }
        if let Some(annotations) = metadata.get_mut("annotations").and_then(Value::as_object_mut) {
            annotations.remove(LAST_APPLIED);
            if annotations.is_empty() {
                metadata.remove("annotations");
            }
        }
    }
    crd
}
