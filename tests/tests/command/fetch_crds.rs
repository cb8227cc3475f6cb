//! `crd-gen server --fetch-crds` caches the CRDs that kubectl prints, and only those.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::{Value, json};

use super::support::{crd_gen, temporary};

fn crd(name: &str) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": name, "uid": "1", "resourceVersion": "2",
            "annotations": {"kubectl.kubernetes.io/last-applied-configuration": "{}"}},
        "spec": {"group": "example.com", "scope": "Namespaced"},
        "status": {"storedVersions": ["v1"]},
    })
}

/// Runs the command with this script as kubectl; returns the exit code and the output.
fn fetch(folder: &Path, script: &str) -> (Option<i32>, String) {
    let kubectl = folder.join("kubectl");
    fs::write(&kubectl, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&kubectl, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = crd_gen(folder);
    command.args([
        "server",
        "--fetch-crds",
        "--context",
        "staging",
        "--kubectl",
        "./kubectl",
    ]);
    let output = command
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.status.code(), said)
}

#[test]
fn the_cache_is_what_the_cluster_has() {
    let folder = temporary();
    let folder = folder.path();
    let list = |names: &[&str]| {
        let items: Vec<Value> = names.iter().map(|name| crd(name)).collect();
        fs::write(folder.join("list.json"), json!({"items": items}).to_string()).unwrap();
    };
    let print = "echo \"$@\" > arguments; cat list.json";
    list(&["widgets.example.com", "gadgets.example.com", "../evil"]);
    let (code, said) = fetch(folder, print);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("2 CRDs of the cluster in "), "{said}");
    let arguments = fs::read_to_string(folder.join("arguments")).unwrap();
    assert_eq!(
        arguments.trim(),
        "get customresourcedefinitions.apiextensions.k8s.io --output=json --context=staging"
    );
    let widgets = folder.join("cache/crd-gen/crds/widgets.example.com.yaml");
    assert_eq!(
        fs::read_to_string(&widgets).unwrap(),
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: widgets.example.com\nspec:\n  \
         group: example.com\n  scope: Namespaced\n"
    );
    // Another cluster, or a CRD that was deleted.
    list(&["gadgets.example.com"]);
    assert_eq!(fetch(folder, print).0, Some(0));
    assert!(!widgets.exists());
    // The output of kubectl is forwarded, and the cache is kept.
    let (code, said) = fetch(
        folder,
        "echo 'error: context \"staging\" does not exist' >&2; exit 1",
    );
    assert_eq!(code, Some(2));
    assert!(
        said.contains("kubectl: context \"staging\" does not exist"),
        "{said}"
    );
    let (code, said) = fetch(folder, "echo no");
    assert_eq!(code, Some(2));
    assert!(said.contains("not JSON"), "{said}");
    assert!(
        folder
            .join("cache/crd-gen/crds/gadgets.example.com.yaml")
            .exists()
    );
}
