use super::*;
use crate::check::test_manifest::{widgets, with_profile};
use crate::check::{self, LintProfile, Options, codes};

#[test]
fn versions_without_served() {
    let check = |served: &str, expected: &[&str]| {
        let text = widgets("spec: {type: object, properties: {a: {type: string}}}");
        let report = check::text(&text.replace("    served: true\n", served), &Options::default());
        let messages: Vec<&str> = report
            .findings
            .iter()
            .map(|finding| &*finding.diagnostic.message)
            .collect();
        assert_eq!(messages, expected, "{served:?}");
    };
    check("    served: true\n", &[]);
    check(
        "    served: false\n",
        &["no version is served, so clients cannot read or write objects"],
    );
    for absent in ["", "    served:\n", "    served: null\n"] {
        check(absent, &["`v1` has no `served`, so it is not served"]);
    }
}

/// The default warning of the server names a newer version.
#[test]
fn deprecated_versions_without_a_newer_one() {
    for (name, other, is_silent) in [
        ("v1alpha1", "served: true", false),
        ("v1alpha1", "served: false", true),
        ("v2", "served: true", true),
    ] {
        let text = widgets("spec: {type: object, properties: {a: {type: string}}}");
        let (start, version) = text.split_once("  - name: v1\n").unwrap();
        let older = version.replace(
            "served: true\n    storage: true",
            "served: true\n    deprecated: true\n    storage: false",
        );
        let version = version.replace("served: true", other);
        let text = format!("{start}  - name: v1\n{version}  - name: {name}\n{older}");
        let report = check::text(&text, &with_profile(LintProfile::Conventions));
        let mut codes = report.findings.iter().map(|finding| finding.diagnostic.code);
        assert_eq!(
            codes.any(|code| code == codes::DEPRECATION_SILENT),
            is_silent,
            "{name}, {other}"
        );
    }
}

#[test]
fn fields_beside_those_that_are_kept() {
    for (members, shown) in [
        ("", "nothing"),
        (
            "properties: {a: {type: string}}, ",
            "only those that are declared",
        ),
    ] {
        let text = widgets(&format!(
            "spec: {{type: object, {members}x-kubernetes-preserve-unknown-fields: true}}"
        ));
        let report = check::text(&text, &with_profile(LintProfile::Conventions));
        let found = report.findings.iter().map(|finding| &finding.diagnostic);
        let found: Vec<&str> = found
            .filter(|one| one.code == codes::PRESERVE_AT_TOP)
            .map(|one| &*one.message)
            .collect();
        assert_eq!(
            found,
            [format!(
                "`spec` keeps all fields: misspelled fields are kept, and `kubectl explain` shows {shown}"
            )]
        );
    }
}

#[test]
fn paths_of_scale_have_only_names() {
    let check = |path: &str, expected: &[&str]| {
        let scale = format!(
            "    subresources:
      status: {{}}
      scale: {{specReplicasPath: .spec.a, statusReplicasPath: .status.a, labelSelectorPath: {path}}}
    schema:
"
        );
        let text = widgets(
            "spec: {type: object, properties: {a: {type: integer}}}
status:
  type: object
  properties:
    a: {type: integer}
    selector: {type: string}
    list: {type: array, items: {type: object, properties: {b: {type: string}}}}",
        );
        let report = check::text(&text.replace("    schema:\n", &scale), &Options::default());
        let help: Vec<&str> = report
            .findings
            .iter()
            .filter(|finding| finding.diagnostic.code == codes::SCALE_PATH_DANGLING)
            .flat_map(|finding| finding.diagnostic.help.iter().map(String::as_str))
            .collect();
        assert_eq!(help, expected, "{path}");
    };
    check(".status.selector", &[]);
    check(
        "'.status.list[0].b'",
        &[
            "a HorizontalPodAutoscaler does not work without it: correct the path, which can only have names of fields",
        ],
    );
    check(".status.selectors", &["did you mean `.status.selector`?"]);
    check(
        ".status.pods",
        &["a HorizontalPodAutoscaler does not work without it: declare the field, or correct the path"],
    );
    check(
        ".status.a",
        &[
            "a HorizontalPodAutoscaler does not work without it: write `type: string` on the field, or correct the path",
        ],
    );
}

#[test]
fn the_only_integer_is_proposed_as_the_number_of_replicas() {
    let only = "write `.spec.drones` if that is the number of replicas: it is the only integer there";
    let none =
        "`kubectl scale` and autoscalers do not work without it: declare the field, or correct the path";
    let several = "`kubectl scale` and autoscalers do not work without it: declare the field, or correct the path; \
                       the integers there are `.spec.drones` and `.spec.size`";
    for (path, fields, expected) in [
        (
            ".spec.replicas",
            "drones: {type: integer}, name: {type: string}",
            only,
        ),
        (
            ".spec.replicas",
            "drones: {type: integer}, size: {type: integer}",
            several,
        ),
        (".spec.replicas", "name: {type: string}", none),
    ] {
        let scale = format!(
            "    subresources: {{scale: {{specReplicasPath: {path}, statusReplicasPath: .status.a}}}}\n"
        );
        let text = widgets(&format!(
            "spec: {{type: object, properties: {{{fields}}}}}\nstatus: {{type: object, properties: {{a: {{type: integer}}}}}}"
        ));
        let text = text.replace("    schema:\n", &format!("{scale}    schema:\n"));
        let report = check::text(&text, &Options::default());
        let mut found = report.findings.iter().map(|finding| &finding.diagnostic);
        let found = found.find(|one| one.code == codes::SCALE_PATH_DANGLING).unwrap();
        assert_eq!(
            (&*found.label, &*found.help[0]),
            ("not declared", expected),
            "{fields}"
        );
    }
}

#[test]
fn names_of_versions_say_how_stable_they_are() {
    for (name, expected) in [
        ("v1", Some(Stability::Stable)),
        ("v2beta10", Some(Stability::Beta)),
        ("v1alpha1", Some(Stability::Alpha)),
        ("v1beta", None),
        ("v0", None),
        ("v01", None),
        ("1", None),
        ("v1gamma1", None),
    ] {
        assert_eq!(stability(name), expected, "{name}");
    }
}
