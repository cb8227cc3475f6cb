//! Types of crd-gen as fields of a type with kube's derive, with `#[crd(json_schema)]`: the server accepts the CRD that kube
//! generates, and accepts what serde writes without pruning.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use crd_core::field::Path;
use crd_core::objects::{Admission, Admitted, Request, ResourceOptions};
use crd_core::types::{Duration, IntOrString, Quantity, Time};
use crd_core::{Crd, KubeVersion, Schema, Structural, Union, validate, yaml};
use kube::{CustomResource, CustomResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Declared with kube.
#[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.com", version = "v1", kind = "Mixed", namespaced)]
struct MixedSpec {
    name: String,
    pool: Pool,
    maybe: Option<Pool>,
    backups: Vec<Backup>,
    maybe_backup: Option<Backup>,
    storage: Storage,
    maybe_storage: Option<Storage>,
    level: Option<Level>,
    memory: Quantity,
    port: IntOrString,
    maybe_port: Option<IntOrString>,
    every: Option<Duration>,
    since: Time,
}

/// Declared with crd-gen.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(json_schema, rule("self.low <= self.high", message = "low is above high"))]
struct Pool {
    #[crd(minimum = 1, maximum = 100, exclusive_maximum = true)]
    low: u32,
    high: u32,
    level: Option<Level>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[crd(list_type = map, list_map_keys("name"), max_items = 4)]
    users: Vec<User>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct User {
    name: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(json_schema)]
enum Level {
    Low,
    High,
}

/// Internally tagged, which kube's own derive cannot.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(json_schema)]
#[serde(tag = "type", rename_all_fields = "camelCase")]
enum Backup {
    Bucket { bucket_name: String, level: Level },
    Disk { path: String, level: Level },
    Nowhere,
}

#[derive(Union, Clone, Debug)]
#[crd(json_schema)]
enum Storage {
    Claim(Claim),
    Memory,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Claim {
    size: Quantity,
}

/// Returns the CRD that kube generates, as the server reads it.
fn crd() -> Crd {
    let written = serde_json::to_string(&Mixed::crd()).unwrap();
    let read = yaml::read(written.as_bytes(), yaml::Options::default());
    crd_core::decode::decode(&read.documents[0].root).crd.unwrap()
}

fn structural(crd: &Crd) -> Structural {
    let version = &crd.spec.versions.as_ref().unwrap()[0];
    let schema = version
        .schema
        .as_ref()
        .unwrap()
        .open_api_v3_schema
        .as_ref()
        .unwrap();
    Structural::from_schema(schema, &Path::root("schema"), KubeVersion::DEFAULT).unwrap()
}

/// Returns the server's result for an object with this spec.
fn stored(schema: &Structural, spec: &Value) -> Admitted {
    let object = json!({
        "apiVersion": "example.com/v1", "kind": "Mixed", "metadata": {"name": "m", "namespace": "n"}, "spec": spec,
    });
    let options = ResourceOptions::new(KubeVersion::DEFAULT, "example.com/v1", "Mixed");
    Admission::of_structural(schema, options).admit(Request::create(&object))
}

fn pool(level: Option<Level>) -> Pool {
    Pool {
        low: 1,
        high: 2,
        level,
        note: None,
        users: vec![User { name: "u".to_owned() }],
    }
}

fn specs() -> Vec<MixedSpec> {
    let level = || Level::High;
    let backups = vec![
        Backup::Bucket {
            bucket_name: "b".to_owned(),
            level: Level::Low,
        },
        Backup::Disk {
            path: "/".to_owned(),
            level: level(),
        },
        Backup::Nowhere,
    ];
    let full = MixedSpec {
        name: "n".to_owned(),
        pool: pool(Some(level())),
        maybe: Some(pool(None)),
        backups,
        maybe_backup: Some(Backup::Nowhere),
        storage: Storage::Claim(Claim {
            size: "1Gi".parse().unwrap(),
        }),
        maybe_storage: Some(Storage::Memory),
        level: Some(Level::Low),
        memory: "500m".parse().unwrap(),
        port: IntOrString::Int(80),
        maybe_port: Some(IntOrString::from("http")),
        every: Some("1h30m".parse().unwrap()),
        since: "2026-11-21T08:30:00Z".parse().unwrap(),
    };
    let bare = MixedSpec {
        maybe: None,
        backups: vec![],
        maybe_backup: None,
        storage: Storage::Memory,
        maybe_storage: None,
        level: None,
        maybe_port: None,
        every: None,
        ..full.clone()
    };
    vec![full, bare]
}

#[test]
fn the_server_accepts_the_crd() {
    let verdict = validate::create(&crd(), KubeVersion::DEFAULT);
    assert!(verdict.accepted(), "{:#?}", verdict.errors);
    assert_eq!(verdict.warnings, []);
}

#[test]
fn what_serde_writes_is_admitted_whole_and_read_back() {
    let schema = structural(&crd());
    for spec in specs() {
        let written = serde_json::to_value(&spec).unwrap();
        let admitted = stored(&schema, &written);
        assert!(admitted.errors.is_empty(), "{written}: {:?}", admitted.errors);
        assert!(admitted.strict.is_empty(), "{written}: {:?}", admitted.strict);
        let read: MixedSpec = serde_json::from_value(admitted.object["spec"].clone()).unwrap();
        assert_eq!(serde_json::to_value(read).unwrap(), written);
    }
}

#[test]
fn what_serde_cannot_read_is_refused() {
    let schema = structural(&crd());
    let good = serde_json::to_value(&specs()[0]).unwrap();
    for (place, value) in [
        (
            "/backups/0",
            json!({"type": "Disk", "bucketName": "b", "level": "Low"}),
        ),
        ("/backups/0", json!({"type": "Tape"})),
        ("/backups/0/level", json!("Middle")),
        ("/level", json!("Middle")),
        ("/pool/low", json!(100)),
        ("/pool/level", json!(1)),
        ("/pool/users", json!([{"name": "u"}, {"name": "u"}])),
        ("/storage", json!({"type": "Other"})),
        ("/memory", json!("much")),
        ("/port", json!(true)),
        ("/since", json!("yesterday")),
    ] {
        let mut spec = good.clone();
        *spec.pointer_mut(place).unwrap() = value.clone();
        let admitted = stored(&schema, &spec);
        assert!(!admitted.errors.is_empty(), "{place}: {value}");
    }
}
