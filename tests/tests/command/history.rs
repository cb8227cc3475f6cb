//! Comparisons with revisions of a Git repository.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::support::{crd_gen, temporary};

fn git(dir: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
    let output = Command::new("git")
        .current_dir(dir)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .args(identity)
        .args(arguments)
        .output()
        .unwrap_or_else(|error| panic!("git: {error}"));
    assert!(output.status.success(), "git {arguments:?}: {output:?}");
}

/// Writes the CRD with these fields of `spec`.
fn write(dir: &Path, fields: &str) {
    let text = format!(
        "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: databases.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: databases, kind: Database}}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: {{spec: {{type: object, properties: {{{fields}}}}}}}
"
    );
    fs::create_dir_all(dir.join("crds")).unwrap();
    fs::write(dir.join("crds/databases.yaml"), text).unwrap();
}

/// A repository with releases: `v1.0.0` has `size` and `mode`, `v1.1.0` only `size`; the working tree has both again, `mode` as a number.
fn repository() -> TempDir {
    let dir = temporary();
    let path = dir.path();
    git(path, &["init", "-q", "-b", "main"]);
    for (tag, fields) in [
        ("v1.0.0", "size: {type: integer}, mode: {type: string}"),
        ("v1.1.0", "size: {type: integer}"),
    ] {
        write(path, fields);
        git(path, &["add", "."]);
        git(path, &["commit", "-q", "-m", tag]);
        git(path, &["tag", tag]);
    }
    write(path, "size: {type: integer, maximum: 9}, mode: {type: integer}");
    dir
}

/// Runs `crd-gen compat --format concise`; returns the output, the messages and the exit code.
fn compat(dir: &Path, arguments: &[&str]) -> (String, String, i32) {
    let output = crd_gen(dir)
        .args(["compat", "--format", "concise"])
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code().unwrap(),
    )
}

const SIZE: &str = "error[CRD0720] `maximum` of `spec.size` is 9 now, and was not set before";
const REMOVED: &str = "error[CRD0711] `spec.mode` is removed";
const RETURNED: &str = "error[CRD0715] `spec.mode` is an integer now, and was a string in an older release";

#[test]
fn without_arguments_the_old_side_is_the_merge_base_of_the_default_branch() {
    let dir = repository();
    let path = dir.path();
    git(path, &["checkout", "-q", "-b", "topic"]);
    git(path, &["commit", "-q", "-a", "-m", "a limit"]);
    let (found, _, code) = compat(path, &[]);
    assert!(found.contains(SIZE) && !found.contains("spec.mode"), "{found}");
    assert_eq!(code, 1);
    let (found, said, code) = compat(path, &["git:topic", "."]);
    assert_eq!((found.as_str(), code), ("", 0), "{said}");
}

#[test]
fn a_revision_alone_is_compared_with_the_same_path_of_the_working_tree() {
    let dir = repository();
    let path = dir.path();
    fs::write(path.join("other.yaml"), "kind: CustomResourceDefinition\na: [\n").unwrap();
    let (found, said, code) = compat(path, &["git:v1.1.0:crds"]);
    assert!(found.contains(SIZE), "{found}{said}");
    assert_eq!(code, 1);
    let (_, said, code) = compat(path, &["crds"]);
    assert!(said.contains("pass two sides"), "{said}");
    assert_eq!(code, 2);
}

#[test]
fn since_a_release_each_step_is_compared_and_names_do_not_return_with_another_type() {
    let dir = repository();
    let (found, said, code) = compat(dir.path(), &["--since", "v1.0.0", "crds"]);
    for expected in [REMOVED, SIZE, RETURNED] {
        assert!(found.contains(expected), "{expected}: {found}{said}");
    }
    assert_eq!(code, 1);
    let (_, said, code) = compat(dir.path(), &["--since", "v9", "crds"]);
    assert!(said.contains("there is no revision `v9`"), "{said}");
    assert_eq!(code, 2);
}

#[test]
fn removed_names_are_written_to_the_file_of_tombstones() {
    let dir = repository();
    let path = dir.path();
    let (found, said, _) = compat(
        path,
        &["git:v1.0.0:crds", "git:v1.1.0:crds", "--tombstones", "names.toml"],
    );
    assert!(found.contains(REMOVED), "{found}{said}");
    let written = fs::read_to_string(path.join("names.toml")).unwrap();
    assert!(written.contains("\"spec.mode\" = \"string\""), "{written}");
    let (found, said, _) = compat(path, &["git:v1.1.0:crds", "--tombstones", "names.toml"]);
    assert!(found.contains(RETURNED), "{found}{said}");
    assert_eq!(fs::read_to_string(path.join("names.toml")).unwrap(), written);
}

#[test]
fn a_shallow_clone_and_a_folder_without_a_repository_have_a_way_out() {
    let dir = repository();
    let clone = temporary();
    let url = format!("file://{}", dir.path().display());
    git(clone.path(), &["clone", "-q", "--depth", "1", &url, "."]);
    for arguments in [&["git:v1.0.0:crds"][..], &["--since", "v1.0.0", "crds"]] {
        let (_, said, code) = compat(clone.path(), arguments);
        assert!(said.contains("git fetch --unshallow --tags"), "{said}");
        assert_eq!(code, 2);
    }
    let none = temporary();
    write(none.path(), "size: {type: integer}");
    for arguments in [&[][..], &["--since", "v1.0.0", "crds"]] {
        let (_, said, code) = compat(none.path(), arguments);
        assert!(
            said.contains("not a git repository") && said.contains("OLD NEW"),
            "{said}"
        );
        assert_eq!(code, 2);
    }
}

#[test]
fn stored_objects_that_a_change_hurts_are_named_and_others_are_counted() {
    let dir = repository();
    let path = dir.path();
    let object = |kind: &str, name: &str, spec: &str| {
        format!(
            "{{\"apiVersion\": \"example.com/v1\", \"kind\": \"{kind}\", \"metadata\": {{\"name\": \"{name}\"}}, \"spec\": {spec}}}"
        )
    };
    let items = [
        object("Database", "large", "{\"size\": 11}"),
        object("Database", "small", "{\"size\": 1, \"mode\": \"fast\"}"),
        object("Other", "other", "{}"),
    ];
    let list = format!(
        "{{\"kind\": \"List\", \"apiVersion\": \"v1\", \"items\": [{}]}}",
        items.join(",")
    );
    fs::write(path.join("objects.json"), list).unwrap();
    let (found, said, code) = compat(
        path,
        &["git:v1.0.0:crds", "git:v1.1.0:crds", "--objects", "objects.json"],
    );
    assert_eq!(
        found,
        "databases.example.com: 1 of 2 loses data: unknown field \"spec.mode\"\n  small\n"
    );
    assert!(
        said.contains("1 of 3 objects in `objects.json` belong to no CRD"),
        "{said}"
    );
    assert_eq!(code, 1);
    let (found, _, code) = compat(path, &["git:v1.1.0:crds", "--objects", "objects.json"]);
    assert!(
        found.contains("1 of 2 can be edited only if this value does not change: spec.size"),
        "{found}"
    );
    assert_eq!(code, 0);
}

#[test]
fn patches_of_kustomize_are_not_taken_for_the_crd() {
    let dir = repository();
    let path = dir.path();
    let patch = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: databases.example.com}\nspec: {conversion: {strategy: None}}\n";
    for name in ["crds/a-patch.yaml", "crds/z-patch.yaml"] {
        fs::write(path.join(name), patch).unwrap();
    }
    let (found, said, code) = compat(path, &["git:v1.1.0:crds"]);
    assert!(found.contains(SIZE), "{found}{said}");
    assert!(!said.contains("the first is used"), "{said}");
    assert_eq!(code, 1);
}

/// Most manifests do not have lifecycles. Such a manifest does not promise that its fields are stable.
#[test]
fn manifests_without_lifecycles_promise_none() {
    let dir = temporary();
    let path = dir.path();
    git(path, &["init", "-q", "-b", "main"]);
    let release = |tag: &str, marker: &str| {
        write(path, &format!("size: {{type: integer{marker}}}"));
        git(path, &["add", "."]);
        git(path, &["commit", "-q", "-m", tag]);
        git(path, &["tag", tag]);
    };
    let marked = |status: &str| {
        format!(", x-kubernetes-api-lifecycle: {{db: {{minVersion: v1.0.0, status: {status}}}}}")
    };
    release("none", "");
    release("beta", &marked("beta"));
    release("alpha", &marked("alpha"));
    let (found, _, code) = compat(path, &["git:none:crds", "git:alpha:crds"]);
    assert_eq!((found.as_str(), code), ("", 0));
    let (found, _, _) = compat(path, &["git:beta:crds", "git:alpha:crds"]);
    assert!(
        found.contains("`spec.size` is alpha now, and was beta"),
        "{found}"
    );
}
