//! The types of `examples/real-world` generate the CRDs that their projects ship.
//!
//! Both must be structurally equal: descriptions, annotations, labels and the order of names are ignored. Other differences are
//! listed with their reasons, and a listed difference that no longer exists fails the test.

use std::collections::BTreeSet;

use crd_core::{Crd, CustomResource, yaml};
use crd_gen_tests::shared;
use real_world_examples::{bottlerocket, cert_manager, karpenter};
use serde_json::Value;

/// An intended difference: the end of its path, both values, and the reason.
type Accepted = (&'static str, &'static str);

fn check(file: &str, crds: Vec<Crd>, accepted: &[Accepted]) {
    let Some(path) = shared(&format!("corpus/{file}")) else {
        return;
    };
    let text = std::fs::read(path).unwrap();
    let read = yaml::read(&text, yaml::Options::default());
    let theirs = read.documents.first().unwrap().root.to_json();
    let merged = crd_core::generate::merge(crds).unwrap();
    assert_eq!(merged.len(), 1);
    let ours = serde_json::to_value(&merged[0]).unwrap();
    let mut found = Vec::new();
    compare("", &normal(ours), &normal(theirs), &mut found);
    println!(
        "{file}: {} differences, {} of them accepted",
        found.len(),
        accepted.len()
    );
    let mut used = BTreeSet::new();
    let unexpected: Vec<&String> = found
        .iter()
        .filter(
            |difference| match accepted.iter().position(|(text, _)| difference.contains(text)) {
                Some(at) => {
                    used.insert(at);
                    false
                }
                None => true,
            },
        )
        .collect();
    assert!(unexpected.is_empty(), "{unexpected:#?}");
    let unused: Vec<_> = accepted
        .iter()
        .enumerate()
        .filter(|(at, _)| !used.contains(at))
        .collect();
    assert!(unused.is_empty(), "these differences are gone: {unused:#?}");
}

/// Removes ignored parts, and sorts names.
fn normal(value: Value) -> Value {
    match value {
        Value::Object(entries) => entries
            .into_iter()
            .filter(|(key, value)| !(matches!(key.as_str(), "description") && value.is_string()))
            .filter(|(key, _)| !matches!(key.as_str(), "annotations" | "labels" | "creationTimestamp"))
            .map(|(key, value)| {
                let value = normal(value);
                (key, value)
            })
            .collect(),
        Value::Array(items) => {
            let mut items: Vec<Value> = items.into_iter().map(normal).collect();
            if items.iter().all(Value::is_string) {
                items.sort_by_key(ToString::to_string);
            }
            Value::Array(items)
        }
        // `0.0` and `0` are equal bounds.
        Value::Number(number) => number.as_f64().map_or(Value::Null, Value::from),
        other => other,
    }
}

fn compare(path: &str, ours: &Value, theirs: &Value, found: &mut Vec<String>) {
    match (ours, theirs) {
        (Value::Object(a), Value::Object(b)) => {
            for key in a.keys().chain(b.keys()).collect::<BTreeSet<_>>() {
                let path = format!("{path}.{key}");
                match (a.get(key), b.get(key)) {
                    (Some(a), Some(b)) => compare(&path, a, b, found),
                    (Some(a), None) => found.push(format!("{path}: only ours: {a}")),
                    (None, b) => found.push(format!("{path}: only theirs: {}", b.unwrap_or(&Value::Null))),
                }
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (at, (a, b)) in a.iter().zip(b).enumerate() {
                compare(&format!("{path}[{at}]"), a, b, found);
            }
        }
        (a, b) if a == b => {}
        (a, b) => found.push(format!("{path}: ours {a}, theirs {b}")),
    }
}

const LIST_KIND: Accepted = (
    ".spec.names.listKind: only ours",
    "the server fills the same value in",
);
const ROOT_MEMBERS: [Accepted; 3] = [
    (
        ".openAPIV3Schema.properties.apiVersion: only ours",
        "kube-derive leaves out what the server adds; tools want it",
    ),
    (
        ".openAPIV3Schema.properties.kind: only ours",
        "kube-derive leaves out what the server adds; tools want it",
    ),
    (
        ".openAPIV3Schema.properties.metadata: only ours",
        "kube-derive leaves out what the server adds; tools want it",
    ),
];

#[test]
fn bottlerocket_shadow() {
    let mut accepted = vec![
        LIST_KIND,
        (
            ".spec.conversion: only theirs",
            "conversion is added where the CRD is installed",
        ),
        (
            ".openAPIV3Schema.title: only theirs",
            "schemars puts the type's name there; ours has a title where one is given",
        ),
        (
            ".status.nullable: only theirs",
            "kube-derive's `Option<Status>`; a status is never written as null",
        ),
        (
            ".crash_count.format: ours \"int64\", theirs \"uint32\"",
            "the server knows no `uint32`",
        ),
        (".crash_count.maximum: only ours", "the true bound of a `u32`"),
    ];
    accepted.extend(ROOT_MEMBERS);
    check(
        "bottlerocket-os+bottlerocket-update-operator/60c9fe_deploy_tests_golden_custom-resource-definition.yaml",
        vec![
            bottlerocket::v2::BottlerocketShadow::crd().unwrap(),
            bottlerocket::v1::BottlerocketShadow::crd().unwrap(),
        ],
        &accepted,
    );
}

#[test]
fn cert_manager_certificate_request() {
    check(
        "cert-manager+cert-manager/74cf38_deploy_crds_cert-manager.io_certificaterequests.yaml",
        vec![cert_manager::CertificateRequest::crd().unwrap()],
        &[(
            ".openAPIV3Schema.required: only ours",
            "cert-manager leaves `spec` optional at the root",
        )],
    );
}

#[test]
fn karpenter_node_overlay() {
    check(
        "kubernetes-sigs+karpenter/375f00_kwok_charts_crds_karpenter.sh_nodeoverlays.yaml",
        vec![karpenter::NodeOverlay::crd().unwrap()],
        &[
            (
                ".values.maxLength: only theirs",
                "a limit for strings on a list, which restricts nothing",
            ),
            (
                ".values.pattern: only theirs",
                "a pattern for strings on a list, which restricts nothing",
            ),
        ],
    );
}
