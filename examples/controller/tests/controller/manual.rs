//! Tests of crd-gen's schema with kube's derive and `schema = "manual"`.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by a panic")]

use std::collections::BTreeMap;

use crd_core::field::Path;
use crd_core::objects::{Admission, Admitted, Request, ResourceOptions};
use crd_core::types::{IntOrString, Quantity};
use crd_core::{KubeVersion, Schema, Structural, validate, yaml};
use kube::{CustomResource, CustomResourceExt};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A managed database.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[kube(
    group = "db.example.com",
    version = "v1",
    kind = "Database",
    namespaced,
    status = "DatabaseStatus",
    schema = "manual"
)]
#[crd(rule("self.replicas < 9", message = "too many"))]
#[serde(rename_all = "camelCase")]
pub(crate) struct DatabaseSpec {
    /// Number of instances.
    #[crd(minimum = 1, maximum = 50)]
    replicas: u32,
    /// Where data lives.
    storage: Storage,
    #[serde(skip_serializing_if = "Option::is_none")]
    port: Option<IntOrString>,
    #[serde(default)]
    memory: Quantity,
    mode: Option<Mode>,
    #[crd(list_type = map, list_map_keys("name"))]
    users: Vec<User>,
    settings: BTreeMap<String, Value>,
}

crd_core::json_schema!(Database: DatabaseSpec, status = DatabaseStatus);

/// Internally tagged: kube's own schema of it panics.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "type")]
enum Storage {
    Disk { path: String },
    Bucket { path: String, url: String },
    Memory,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
enum Mode {
    On,
    Off,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct User {
    #[crd(min_length = 1)]
    name: String,
}

/// What was found.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct DatabaseStatus {
    ready: bool,
}

/// A resource without a status.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "db.example.com", version = "v1", kind = "Backup", schema = "manual")]
pub(crate) struct BackupSpec {
    database: String,
}

crd_core::json_schema!(Backup: BackupSpec);

/// Returns the schema of kube's CRD, which the server must accept: as JSON, and in structural form.
fn accepted<T: CustomResourceExt>() -> (Value, Structural) {
    let json = serde_json::to_value(T::crd()).unwrap();
    let read = yaml::read(json.to_string().as_bytes(), yaml::Options::default());
    let crd = crd_core::decode::decode(&read.documents[0].root).crd.unwrap();
    let verdict = validate::create(&crd, KubeVersion::DEFAULT);
    assert!(verdict.accepted(), "{:?}\n{json:#}", verdict.errors);
    assert_eq!(verdict.warnings, []);
    let schema = crd.spec.versions.as_ref().unwrap()[0].schema.as_ref().unwrap();
    let schema = schema.open_api_v3_schema.as_ref().unwrap();
    let structural = Structural::from_schema(schema, &Path::root("schema"), KubeVersion::DEFAULT).unwrap();
    let schema = json["spec"]["versions"][0]["schema"]["openAPIV3Schema"].clone();
    (schema, structural)
}

fn stored(schema: &Structural, spec: &Value) -> Admitted {
    let object = json!({
        "apiVersion": "db.example.com/v1",
        "kind": "Database",
        "metadata": {"name": "orders", "namespace": "shop"},
        "spec": spec,
    });
    let options = ResourceOptions::new(KubeVersion::DEFAULT, "db.example.com/v1", "Database");
    Admission::of_structural(schema, options).admit(Request::create(&object))
}

fn spec(storage: Storage) -> DatabaseSpec {
    DatabaseSpec {
        replicas: 3,
        storage,
        port: Some(IntOrString::Int(5432)),
        memory: "1Gi".parse().unwrap(),
        mode: None,
        users: vec![User { name: "a".to_owned() }],
        settings: BTreeMap::from([("k".to_owned(), json!({"nested": {"deep": null}}))]),
    }
}

#[test]
fn kubes_crd_has_our_schema() {
    let (schema, _) = accepted::<Database>();
    assert_eq!(schema["required"], json!(["spec"]));
    assert_eq!(schema["properties"]["status"]["required"], json!(["ready"]));
    let spec = &schema["properties"]["spec"];
    assert_eq!(spec["x-kubernetes-validations"][0]["message"], "too many");
    let properties = &spec["properties"];
    assert_eq!(properties["replicas"]["minimum"], json!(1.0));
    assert_eq!(
        properties["storage"]["properties"]["type"]["enum"],
        json!(["Disk", "Bucket", "Memory"])
    );
    assert_eq!(properties["users"]["x-kubernetes-list-map-keys"], json!(["name"]));
    let (schema, _) = accepted::<Backup>();
    assert_eq!(schema["properties"]["status"], Value::Null);
}

#[test]
fn it_admits_what_serde_writes_and_prunes_nothing() {
    let (_, schema) = accepted::<Database>();
    let (path, url) = ("/data".to_owned(), "s3://data".to_owned());
    for storage in [
        Storage::Disk { path: path.clone() },
        Storage::Bucket { path, url },
        Storage::Memory,
    ] {
        let written = serde_json::to_value(spec(storage)).unwrap();
        let admitted = stored(&schema, &written);
        assert!(admitted.errors.is_empty(), "{:?}", admitted.errors);
        assert!(admitted.strict.is_empty(), "{:?}", admitted.strict);
        assert_eq!(admitted.object["spec"], written);
    }
}

#[test]
fn it_refuses_what_serde_cannot_read() {
    let (_, schema) = accepted::<Database>();
    let good = serde_json::to_value(spec(Storage::Memory)).unwrap();
    for (place, value) in [
        ("/replicas", json!(51)),
        ("/storage", json!({"type": "Disk"})),
        ("/storage", json!({"type": "Tape"})),
        ("/port", json!(true)),
        ("/memory", json!("much")),
        ("/mode", json!("Other")),
        ("/users", json!([{"name": "a"}, {"name": "a"}])),
    ] {
        let mut spec = good.clone();
        *spec.pointer_mut(place).unwrap() = value.clone();
        assert!(!stored(&schema, &spec).errors.is_empty(), "{place}: {value}");
    }
    // With kube alone, a null would be stored, which serde cannot deserialize.
    let mut spec = good;
    spec["memory"] = Value::Null;
    assert_eq!(stored(&schema, &spec).object["spec"]["memory"], "0");
}
