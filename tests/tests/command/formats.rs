//! The formats for CI services have the structure that the services expect.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::support::{crd_gen, temporary};

const BAD: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Everywhere
  names: {plural: widgets, kind: Widget}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {size: {type: integer, minimum: 1, format: \"in<t>&\"}}}
";

const CASES: &str = "\
kind: CrdTest
crds: [good.yaml]
base: {apiVersion: example.com/v1, kind: Widget, metadata: {name: a}}
cases:
- {name: large is fine, create: {spec: {size: 3}}, expect: accepted}
- {name: \"small \\\"&\\\" is not\", create: {spec: {size: 0}}, expect: accepted}
";

fn folder() -> TempDir {
    let folder = temporary();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    let good = BAD.replace("Everywhere", "Namespaced").replace("in<t>&", "int32");
    write("bad.yaml", BAD);
    write("good.yaml", &good);
    write("broken.yaml", "kind: CustomResourceDefinition\na: [\n");
    write(
        "object.yaml",
        "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {size: 0}\n",
    );
    write("cases.yaml", CASES);
    folder
}

/// Returns the output of the command, and its exit code.
fn run(dir: &Path, arguments: &[&str]) -> (String, i32) {
    let output = crd_gen(dir).args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (text, output.status.code().unwrap())
}

/// The commands with these formats, and the exit code of each.
const RUNS: [(&[&str], i32); 4] = [
    (&["check", "bad.yaml", "good.yaml", "broken.yaml"], 1),
    (&["check", "good.yaml"], 0),
    (&["validate", "--crds", "good.yaml", "object.yaml"], 1),
    (&["test", "cases.yaml"], 1),
];

/// Reports have the documented members of an issue of GitLab's Code Quality, and valid values of its severity.
#[test]
fn gitlab_reports_are_lists_of_issues() {
    let folder = folder();
    for (command, code) in RUNS {
        let (text, exit) = run(folder.path(), &[command, &["--format", "gitlab"]].concat());
        assert_eq!(exit, code, "{command:?}");
        let issues: Vec<Value> = serde_json::from_str(&text).unwrap();
        assert_eq!(issues.is_empty(), code == 0, "{command:?}: {text}");
        let mut fingerprints = BTreeSet::new();
        for issue in &issues {
            for member in ["description", "check_name", "fingerprint"] {
                assert!(
                    issue[member].as_str().is_some_and(|text| !text.is_empty()),
                    "{issue}"
                );
            }
            let severity = issue["severity"].as_str().unwrap();
            assert!(
                ["info", "minor", "major", "critical", "blocker"].contains(&severity),
                "{issue}"
            );
            assert!(
                issue["location"]["lines"]["begin"].as_u64().unwrap() > 0,
                "{issue}"
            );
            let path = issue["location"]["path"].as_str().unwrap();
            assert!(!path.starts_with(['.', '/']), "{issue}");
            assert!(fingerprints.insert(issue["fingerprint"].to_string()), "{issue}");
        }
    }
}

#[test]
fn a_fingerprint_does_not_change_with_the_lines_above() {
    let folder = folder();
    let fingerprints = || -> Vec<String> {
        let (text, _) = run(folder.path(), &["check", "bad.yaml", "--format", "gitlab"]);
        let issues: Vec<Value> = serde_json::from_str(&text).unwrap();
        issues
            .iter()
            .map(|issue| issue["fingerprint"].to_string())
            .collect()
    };
    let before = fingerprints();
    fs::write(folder.path().join("bad.yaml"), format!("# a comment\n\n{BAD}")).unwrap();
    assert_eq!(fingerprints(), before);
}

/// The elements of the XML Schema that Jenkins publishes for `JUnit`, as far as they are written here.
const ELEMENTS: [(&str, &[&str], &[&str]); 6] = [
    (
        "testsuites",
        &["testsuite"],
        &["name", "tests", "failures", "errors"],
    ),
    (
        "testsuite",
        &["testcase"],
        &["name", "tests", "failures", "errors"],
    ),
    (
        "testcase",
        &["failure", "error", "system-out"],
        &["name", "classname", "file", "line"],
    ),
    ("failure", &[], &["type", "message"]),
    ("error", &[], &["message"]),
    ("system-out", &[], &[]),
];

#[test]
fn junit_reports_are_suites_of_tests() {
    let folder = folder();
    for (command, code) in RUNS {
        let (text, exit) = run(folder.path(), &[command, &["--format", "junit"]].concat());
        assert_eq!(exit, code, "{command:?}");
        let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
        let root = parse(text.strip_prefix(declaration).unwrap());
        assert_eq!(root.name, "testsuites");
        hold(&root);
        count(&root);
        let failed = root.attributes["failures"] != "0" || root.attributes["errors"] != "0";
        assert_eq!(failed, code != 0, "{command:?}: {text}");
    }
}

/// Checks an element against the schema.
fn hold(element: &Element) {
    let known = ELEMENTS.iter().find(|(name, ..)| *name == element.name);
    let (_, children, attributes) = known.unwrap_or_else(|| panic!("<{}>", element.name));
    for name in element.attributes.keys() {
        assert!(
            attributes.contains(&name.as_str()),
            "{name} of <{}>",
            element.name
        );
    }
    let is_named = !attributes.contains(&"name") || element.attributes.contains_key("name");
    assert!(is_named, "<{}> has no name", element.name);
    for child in &element.children {
        assert!(
            children.contains(&child.name.as_str()),
            "<{}> in <{}>",
            child.name,
            element.name
        );
        hold(child);
    }
}

/// Compares the counts in an element's attributes with its content.
fn count(element: &Element) -> [usize; 3] {
    let mut sums = [0; 3];
    for child in &element.children {
        if child.name == "testcase" {
            let has = |name: &str| usize::from(child.children.iter().any(|inner| inner.name == name));
            let of_case = [1, has("failure"), has("error")];
            sums = std::array::from_fn(|index| sums[index] + of_case[index]);
        } else {
            let inner = count(child);
            sums = std::array::from_fn(|index| sums[index] + inner[index]);
        }
    }
    for (name, sum) in ["tests", "failures", "errors"].iter().zip(sums) {
        assert_eq!(
            element.attributes[*name],
            sum.to_string(),
            "{name} of <{}>",
            element.name
        );
    }
    sums
}

/// An element of XML.
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    children: Vec<Element>,
}

/// Parses a document with elements, attributes in double quotes and texts; panics if it is not well formed.
fn parse(text: &str) -> Element {
    let (element, rest) = element(text);
    assert_eq!(rest.trim(), "");
    element
}

fn element(text: &str) -> (Element, &str) {
    let (tag, mut rest) = text.strip_prefix('<').unwrap().split_once('>').unwrap();
    let (name, mut written) = tag.split_once(' ').unwrap_or((tag, ""));
    let mut attributes = BTreeMap::new();
    while !written.is_empty() {
        let (key, after) = written.split_once("=\"").unwrap();
        let (value, after) = after.split_once('"').unwrap();
        assert!(!value.contains(['<', '\n']) && references(value), "{value}");
        attributes.insert(key.to_owned(), value.to_owned());
        written = after.trim_start();
    }
    let mut children = Vec::new();
    loop {
        let (before, after) = rest.split_at(rest.find('<').unwrap());
        assert!(references(before), "{before}");
        if let Some(end) = after.strip_prefix(&format!("</{name}>")) {
            let element = Element {
                name: name.to_owned(),
                attributes,
                children,
            };
            return (element, end);
        }
        let (child, end) = element(after);
        children.push(child);
        rest = end;
    }
}

/// Whether each `&` starts a reference.
fn references(text: &str) -> bool {
    text.split('&').skip(1).all(|after| {
        let name = after.split(';').next().unwrap_or_default();
        ["amp", "lt", "gt", "quot", "#9", "#10", "#13"].contains(&name)
    })
}
