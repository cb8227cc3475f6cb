//! The pod template of `examples/workloads` equals the one that controller-gen writes into CRDs of the corpus.
//!
//! controller-gen reads the Go sources, so it is a source for types, formats, required lists, defaults, patterns, list types and
//! map keys that is independent of the published documents.

use crd_core::decode::decode;
use crd_core::yaml::{Options, read};
use crd_gen_tests::shared;
use serde_json::{Map, Value};

/// The CRDs of the corpus that contain the pod spec of a recent Kubernetes version.
const PEERS: &[&str] = &[
    "corpus/elastic+cloud-on-k8s/00ae47_config_crds_v1_resources_packageregistry.k8s.elastic.co_packageregistries.yaml",
    "corpus/elastic+cloud-on-k8s/a31647_config_crds_v1_resources_logstash.k8s.elastic.co_logstashes.yaml",
    "corpus/kubernetes-sigs+kueue/40102b_config_components_crd_bases_kueue.x-k8s.io_workloads.yaml",
];

/// The accepted differences: the end of the path, the keyword, and the reason.
const KNOWN: &[(&str, &str, &str)] = &[
    // controller-gen copies the map type of an embedded struct; Kubernetes publishes none.
    (
        ".configMapRef",
        "x-kubernetes-map-type",
        "embedded LocalObjectReference",
    ),
    (
        ".secretRef",
        "x-kubernetes-map-type",
        "embedded LocalObjectReference",
    ),
    (
        ".configMap",
        "x-kubernetes-map-type",
        "embedded LocalObjectReference",
    ),
    (
        ".secret",
        "x-kubernetes-map-type",
        "embedded LocalObjectReference",
    ),
    // controller-gen does not write defaults that refer to Go constants.
    (".azureDisk.cachingMode", "default", "a constant in Go"),
    (".azureDisk.kind", "default", "a constant in Go"),
];

#[test]
fn pod_specs_are_those_of_controller_gen() {
    let ours = format!(
        "{}/../examples/workloads/crds/workloads.example.com_workers.yaml",
        env!("CARGO_MANIFEST_DIR")
    );
    let mut ours = pod_specs(&std::fs::read(ours).unwrap());
    let ours = ours.remove(0);
    let (mut compared, mut nodes) = (0, 0);
    let mut different = Vec::new();
    for peer in PEERS {
        let Some(path) = shared(peer) else { return };
        for theirs in pod_specs(&std::fs::read(path).unwrap()) {
            compared += 1;
            nodes += compare(&theirs, &ours, "", &mut different);
        }
    }
    println!("{compared} pod specs, {nodes} nodes");
    assert_eq!(different, Vec::<String>::new());
    assert!(
        compared >= 4 && nodes >= 4_000,
        "{compared} pod specs, {nodes} nodes"
    );
}

/// Returns every pod spec in the schemas of a manifest.
fn pod_specs(text: &[u8]) -> Vec<Value> {
    let mut found = Vec::new();
    for document in read(text, Options::default()).documents {
        if let Some(crd) = decode(&document.root).crd {
            collect(&serde_json::to_value(&crd).unwrap(), &mut found);
        }
    }
    found
}

fn collect(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Object(members) => {
            let is_pod_spec = members.get("properties").is_some_and(|properties| {
                ["containers", "ephemeralContainers", "nodeSelector"]
                    .iter()
                    .all(|name| properties.get(name).is_some())
            });
            if is_pod_spec {
                found.push(value.clone());
            } else {
                members.values().for_each(|member| collect(member, found));
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        _ => {}
    }
}

/// Compares two schemas without their descriptions, and counts their nodes.
fn compare(theirs: &Value, ours: &Value, place: &str, different: &mut Vec<String>) -> usize {
    const KEYWORDS: &[&str] = &[
        "type",
        "format",
        "pattern",
        "default",
        "enum",
        "minimum",
        "maximum",
        "nullable",
        "anyOf",
        "x-kubernetes-int-or-string",
        "x-kubernetes-list-map-keys",
        "x-kubernetes-list-type",
        "x-kubernetes-map-type",
        "x-kubernetes-preserve-unknown-fields",
    ];
    let required = |schema: &Value| {
        let mut names: Vec<Value> = schema["required"].as_array().cloned().unwrap_or_default();
        names.sort_by_key(ToString::to_string);
        names
    };
    for keyword in KEYWORDS {
        let known = KNOWN
            .iter()
            .any(|(end, of, _)| place.ends_with(end) && of == keyword);
        if theirs[keyword] != ours[keyword] && !known {
            different.push(format!(
                "{place}: `{keyword}`: {} and {}",
                theirs[keyword], ours[keyword]
            ));
        }
    }
    if required(theirs) != required(ours) {
        different.push(format!(
            "{place}: required {} and {}",
            theirs["required"], ours["required"]
        ));
    }
    let mut nodes = 1;
    // An option of controller-gen decides whether an embedded `metadata` has properties.
    if !place.ends_with(".metadata") {
        let none = Map::new();
        let (other, own) = (theirs["properties"].as_object(), ours["properties"].as_object());
        let (other, own) = (other.unwrap_or(&none), own.unwrap_or(&none));
        for name in own.keys().filter(|name| !other.contains_key(*name)) {
            different.push(format!("{place}.{name}: only here"));
        }
        for (name, theirs) in other {
            nodes += compare(
                theirs,
                &ours["properties"][name],
                &format!("{place}.{name}"),
                different,
            );
        }
    }
    for (keyword, step) in [("items", "[]"), ("additionalProperties", "[*]")] {
        if theirs[keyword].is_object() {
            nodes += compare(
                &theirs[keyword],
                &ours[keyword],
                &format!("{place}{step}"),
                different,
            );
        }
    }
    nodes
}
