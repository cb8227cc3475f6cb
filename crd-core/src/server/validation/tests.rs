//! Tests of whole verdicts: mistakes that an update may keep, and differences between server versions.

use super::{Verdict, condition, create, update};
use crate::KubeVersion;
use crate::model::crd::Crd;
use crate::model::rules::{self, RuleId};
use crate::server::decode::decode;
use crate::yaml::{Options, read};

/// Returns a CRD whose only version has the given schema, in flow style; `more` are further members of the version.
fn crd(schema: &str, more: &str) -> Crd {
    let text = format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: as.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: as, kind: A}}
  versions: [{{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {schema}}}{more}}}]
"
    );
    let read = read(text.as_bytes(), Options::default());
    decode(&read.documents[0].root).crd.unwrap()
}

fn server(minor: u16) -> KubeVersion {
    KubeVersion::from_minor(minor).unwrap()
}

fn rules(verdict: &Verdict) -> Vec<RuleId> {
    verdict.errors.iter().map(|error| error.rule).collect()
}

const FINE: &str = "{type: object}";

#[test]
fn a_plain_crd_is_accepted_by_every_server() {
    for version in KubeVersion::all() {
        assert_eq!(create(&crd(FINE, ""), version), Verdict::default(), "{version}");
    }
}

#[test]
fn what_was_broken_may_stay_broken() {
    // The old schema, the new one, the rules that a create violates; an update violates none.
    let set =
        "{type: object, properties: {a: {type: array, x-kubernetes-list-type: set, items: {type: object}}}}";
    let key = "{type: object, properties: {a: {type: array, x-kubernetes-list-type: map, \
               x-kubernetes-list-map-keys: [k], items: {type: object, properties: {k: {type: string}}}}}}";
    let default = "{type: object, properties: {a: {type: object, default: {b: 1}}}}";
    for (schema, broken) in [
        (set, rules::OAS_21),
        (key, rules::OAS_41),
        (default, rules::DFT_01),
    ] {
        let schema = crd(schema, "");
        assert_eq!(rules(&create(&schema, KubeVersion::DEFAULT)), [broken]);
        assert_eq!(
            rules(&update(&schema, &schema, KubeVersion::DEFAULT)),
            [],
            "{broken}"
        );
        assert_eq!(
            rules(&update(&crd(FINE, ""), &schema, KubeVersion::DEFAULT)),
            [broken]
        );
    }
}

#[test]
fn names_are_immutable() {
    let old = crd(FINE, "");
    let mut new = old.clone();
    new.spec.group = "other.com".into();
    new.spec.names.kind = "B".into();
    assert_eq!(rules(&update(&old, &new, KubeVersion::DEFAULT)), [rules::UPD_12]);
    let mut established = old;
    established.status.established = true;
    let found = update(&established, &new, KubeVersion::DEFAULT);
    assert_eq!(rules(&found), [rules::UPD_11, rules::UPD_12]);
}

#[test]
fn texts_and_rules_by_server() {
    let nested = crd(
        "{type: object, properties: {a: {type: object, allOf: [{additionalProperties: false}]}}}",
        "",
    );
    assert_eq!(rules(&create(&nested, server(30))), [rules::STR_21]);
    assert_eq!(rules(&create(&nested, server(31))), []);
    let documented = crd(
        "{type: object, properties: {metadata: {type: object, externalDocs: {url: u}}}}",
        "",
    );
    assert_eq!(rules(&create(&documented, server(35))), []);
    assert_eq!(rules(&create(&documented, server(36))), [rules::STR_11]);
    let mut without = crd(FINE, "");
    without.spec.versions.as_mut().unwrap()[0].schema = None;
    let text = |minor| create(&without, server(minor)).errors[0].text();
    assert_eq!(text(33), "Required value: schemas are required");
    assert_eq!(text(34), "Required value");
}

#[test]
fn unknown_formats_are_warned_of() {
    let odd = crd("{type: object, properties: {a: {type: string, format: foo}}}", "");
    let texts = |verdict: Verdict| verdict.warnings.into_iter().map(|w| w.text).collect::<Vec<_>>();
    assert_eq!(
        texts(create(&odd, KubeVersion::DEFAULT)),
        ["unrecognized format \"foo\""]
    );
    assert_eq!(texts(create(&odd, server(33))), [""; 0]);
    assert_eq!(texts(update(&odd, &odd, KubeVersion::DEFAULT)), [""; 0]);
}

#[test]
fn what_crashes_the_server_is_told_apart() {
    let crashing = crd(
        "{type: object, properties: {a: {additionalItems: true}}}",
        ", selectableFields: [{jsonPath: .a}]",
    );
    let verdict = create(&crashing, KubeVersion::DEFAULT);
    assert!(verdict.panic.is_some());
    assert!(verdict.errors.is_empty() && !verdict.accepted());
}

#[test]
fn conditions_have_paths_of_the_manifest() {
    let found = condition(&crd("{type: array}", ""), KubeVersion::DEFAULT).unwrap();
    assert_eq!((found.status, found.reason), ("True", "Violations"));
    assert_eq!(
        found.message,
        "[spec.versions[0].schema.openAPIV3Schema.items: Required value: must be specified, \
         spec.versions[0].schema.openAPIV3Schema.type: Invalid value: \"array\": must be object at the root]"
    );
    assert_eq!(condition(&crd(FINE, ""), KubeVersion::DEFAULT), None);
}

#[test]
fn deep_schemas_need_little_stack() {
    let depth = 120;
    let schema = format!(
        "{}{{type: string}}{}",
        "{type: object, properties: {a: ".repeat(depth),
        "}}".repeat(depth)
    );
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    let verdict = thread
        .spawn(move || create(&crd(&schema, ""), KubeVersion::DEFAULT))
        .unwrap()
        .join()
        .unwrap();
    assert_eq!(rules(&verdict), []);
}
