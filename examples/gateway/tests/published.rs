//! Tests that both channels of each kind are equal to those that Gateway API v1.6.3 publishes, except for descriptions and the order
//! of names, rules and conditions.
//!
//! `published.json` contains hashes of the CRDs of sigs.k8s.io/gateway-api v1.6.3: one for each CRD without its schema, and one for
//! each property, with its path. If `CRD_GEN_GATEWAY_API` is the folder of the module (`go mod download -json
//! sigs.k8s.io/gateway-api@v1.6.3`), the whole files are compared; `CRD_GEN_UPDATE=1` then writes the hashes again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crd_core::generate::{Profile, Selection, crd_of_selection};
use crd_core::shape::{Channel, Resource};
use crd_core::{CustomResource, KubeVersion, build, yaml};
use gateway_examples::{Gateway, GrpcRoute, HttpRoute, channels};
use serde_json::{Value, json};

const KINDS: [(&str, &Resource); 3] = [
    ("gateways", &Gateway::RESOURCE),
    ("grpcroutes", &GrpcRoute::RESOURCE),
    ("httproutes", &HttpRoute::RESOURCE),
];

/// Removes descriptions, and sorts lists whose order has no meaning.
fn normal(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .filter(|(name, value)| !(*name == "description" && value.is_string()))
            .map(|(name, value)| (name.clone(), normal(value)))
            .collect(),
        Value::Array(elements) => {
            let mut elements: Vec<Value> = elements.iter().map(normal).collect();
            let is_unordered = |element: &Value| element.is_string() || element.get("rule").is_some();
            if elements.iter().all(is_unordered) {
                elements.sort_by_key(ToString::to_string);
            }
            Value::Array(elements)
        }
        Value::Number(number) => number.as_f64().map_or(Value::Null, Value::from),
        other => other.clone(),
    }
}

/// Collects every leaf with its path.
fn leaves(path: &str, value: &Value, found: &mut BTreeMap<String, String>) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (name, member) in members {
                leaves(&format!("{path}.{name}"), member, found);
            }
        }
        Value::Array(elements) if elements.iter().any(Value::is_object) => {
            for (index, element) in elements.iter().enumerate() {
                leaves(&format!("{path}[{index}]"), element, found);
            }
        }
        _ => {
            found.insert(path.to_owned(), value.to_string());
        }
    }
}

/// Returns the FNV-1a hash, which does not depend on the version of the compiler.
fn number_of(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

/// Returns the facts of a CRD: its number of leaves, and a hash for each member of its spec and status, and for the rest.
fn facts(crd: &Value) -> Value {
    let mut parts: BTreeMap<String, (u64, String)> = BTreeMap::new();
    let mut all = BTreeMap::new();
    leaves("", &normal(crd), &mut all);
    for (path, value) in all {
        let steps: Vec<&str> = path.split(".properties.").collect();
        let part = match steps.as_slice() {
            [versions, root, member, ..] => format!(
                "{}.{root}.{}",
                &versions[..versions.find(']').map_or(0, |at| at + 1)],
                member.split('.').next().unwrap_or(member)
            ),
            _ => "the rest".to_owned(),
        };
        let (count, text) = parts.entry(part).or_default();
        *count += 1;
        text.push_str(&format!("{path}={value}\n"));
    }
    parts
        .into_iter()
        .map(|(part, (count, text))| (part, json!([count, format!("{:016x}", number_of(&text))])))
        .collect()
}

fn ours(resource: &Resource, channel: &Channel) -> Value {
    let crd = crd_of_selection(resource, Profile::ApiServer, &Selection::channel(*channel));
    let crd = crd.unwrap().unwrap();
    build::manifest(&crd, KubeVersion::DEFAULT).unwrap();
    serde_json::to_value(&crd).unwrap()
}

/// Returns the published CRD, if the folder of the module is known.
fn theirs(kind: &str, channel: &str) -> Option<Value> {
    let module = PathBuf::from(env::var_os("CRD_GEN_GATEWAY_API")?);
    let path = module.join(format!(
        "config/crd/{channel}/gateway.networking.k8s.io_{kind}.yaml"
    ));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let read = yaml::read(text.as_bytes(), yaml::Options::default());
    Some(read.documents.last().expect("a manifest").root.to_json())
}

#[test]
fn both_channels_are_those_that_the_project_publishes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/published.json");
    let recorded: Value =
        serde_json::from_str(&fs::read_to_string(&path).unwrap_or_default()).unwrap_or_default();
    let mut record = serde_json::Map::new();
    for (kind, resource) in KINDS {
        for channel in [channels::standard, channels::experimental] {
            let name = format!("{kind} {}", channel.name);
            let ours = ours(resource, &channel);
            if let Some(theirs) = theirs(kind, channel.name) {
                let [mut own, mut published] = [BTreeMap::new(), BTreeMap::new()];
                leaves("", &normal(&ours), &mut own);
                leaves("", &normal(&theirs), &mut published);
                let differs: Vec<_> = own
                    .iter()
                    .filter(|(path, value)| published.get(*path) != Some(*value))
                    .map(|(path, value)| format!("{path}: {value} instead of {:?}", published.get(path)))
                    .chain(
                        published
                            .keys()
                            .filter(|path| !own.contains_key(*path))
                            .map(|path| format!("no {path}")),
                    )
                    .collect();
                assert!(differs.is_empty(), "{name}: {differs:#?}");
                record.insert(name.clone(), facts(&theirs));
            } else {
                assert_eq!(facts(&ours), recorded[&name], "{name}");
            }
        }
    }
    if env::var_os("CRD_GEN_UPDATE").is_some() && !record.is_empty() {
        let text = serde_json::to_string_pretty(&record).unwrap();
        fs::write(&path, text + "\n").unwrap();
    }
}

#[test]
fn each_channel_is_committed() {
    crd_core::assert_crd!(
        Gateway,
        "crds/standard/gateway.networking.k8s.io_gateways.yaml",
        Selection::channel(channels::standard)
    );
    crd_core::assert_crd!(
        Gateway,
        "crds/experimental/gateway.networking.k8s.io_gateways.yaml",
        Selection::channel(channels::experimental)
    );
}

#[test]
fn a_build_script_writes_a_channel() {
    let dir = tempfile::tempdir().unwrap();
    for channel in [channels::standard, channels::experimental] {
        build::Manifests::in_dir(dir.path().join(channel.name))
            .selection(Selection::channel(channel))
            .add::<GrpcRoute>()
            .write()
            .unwrap();
        let below = format!("{}/gateway.networking.k8s.io_grpcroutes.yaml", channel.name);
        let written = fs::read_to_string(dir.path().join(&below)).unwrap();
        let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("crds").join(&below);
        assert_eq!(written, fs::read_to_string(committed).unwrap(), "{below}");
    }
}
