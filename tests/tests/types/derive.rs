//! The CRDs that the derive macros generate.

#![expect(clippy::expect_used, clippy::panic, reason = "a test says what it met")]
#![expect(dead_code, reason = "the types are only looked at")]
#![expect(
    clippy::needless_pass_by_value,
    reason = "expected values are written in place"
)]

use std::collections::BTreeMap;

use crd_core::generate::{Profile, structural};
use crd_core::shape::Kind;
use crd_core::types::{Condition, IntOrString};
use crd_core::{CustomResource, Schema, Union};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A managed database.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "db.example.com",
    version = "v1",
    kind = "Database",
    namespaced,
    shortname = "db",
    status = DatabaseStatus,
    scale(spec_replicas_path = ".spec.replicas", status_replicas_path = ".status.replicas")
)]
#[crd(rule(
    "self.replicas <= self.maxReplicas",
    message = "replicas must not exceed maxReplicas"
))]
#[serde(rename_all = "camelCase")]
pub struct DatabaseSpec {
    /// Number of instances.
    #[crd(minimum = 1, maximum = 50, default = 1, printcolumn(name = "Replicas"))]
    replicas: u32,
    max_replicas: u32,
    port: IntOrString,
    #[crd(list_type = map, list_map_keys("name"), max_items = 64)]
    users: Vec<User>,
    storage: Storage,
    #[serde(default)]
    mode: Mode,
    #[serde(default = "three")]
    three: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[crd(lifecycle(min_version = "v1.30", status = alpha, feature_gate = "WideDatabases"))]
    width: Option<u32>,
    #[crd(values(max_length = 63))]
    labels: BTreeMap<String, String>,
}

fn three() -> i32 {
    3
}

/// The status.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct DatabaseStatus {
    #[serde(default)]
    replicas: i32,
    #[serde(default)]
    conditions: Vec<Condition>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
enum Mode {
    #[default]
    Fast,
    Safe,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct User {
    #[crd(min_length = 1)]
    name: String,
}

const LONGEST: usize = 63;
const NAME: &str = "^[a-z]+$";

struct Limits;

impl Limits {
    const LOWEST: i32 = -3;
    const STEP: f32 = 0.5;

    const fn items() -> u8 {
        4
    }
}

/// Bounds that are constants.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct WithConstants<const N: usize> {
    #[crd(min_length = 1, max_length = LONGEST, pattern = NAME)]
    name: String,
    #[crd(minimum = Limits::LOWEST, exclusive_maximum = i8::MAX)]
    low: i32,
    #[crd(multiple_of = Limits::STEP, maximum = 1 << 4)]
    step: f64,
    #[crd(max_items = Limits::items() + 1, items(any_of(max_length = NAME.len(), pattern = concat!("^", "x"))))]
    items: Vec<String>,
    #[crd(min_items = N)]
    generic: Vec<u8>,
}

#[derive(Union, Clone, Debug)]
#[crd(discriminator = "type")]
enum Storage {
    EmptyDir(EmptyDir),
    HostPath(HostPath),
    None,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct EmptyDir {}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct HostPath {
    #[crd(pattern = "/.*")]
    path: String,
}

#[derive(Schema, Clone, Debug)]
struct Page<T, const N: usize> {
    #[crd(list_type = atomic)]
    items: Vec<T>,
    fixed: [u32; N],
    next: Option<Box<T>>,
}

fn spec(pointer: &str) -> Value {
    let crd = serde_json::to_value(Database::crd().expect("a crd")).expect("json");
    let place = format!("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties{pointer}");
    crd.pointer(&place)
        .cloned()
        .unwrap_or_else(|| panic!("nothing at {place}"))
}

fn check(pointer: &str, expected: Value) {
    assert_eq!(spec(pointer), expected, "{pointer}");
}

#[test]
fn fields_of_a_resource() {
    check(
        "/replicas",
        json!({"type": "integer", "format": "int64", "minimum": 1, "maximum": 50, "default": 1, "description": "Number of instances."}),
    );
    check(
        "/mode",
        json!({"type": "string", "enum": ["Fast", "Safe"], "default": "Fast"}),
    );
    check(
        "/three",
        json!({"type": "integer", "format": "int32", "default": 3}),
    );
    check(
        "/labels",
        json!({"type": "object", "additionalProperties": {"type": "string", "maxLength": 63}}),
    );
    check("/users/x-kubernetes-list-map-keys", json!(["name"]));
    check(
        "/storage/properties/hostPath/properties/path/pattern",
        json!("/.*"),
    );
}

#[test]
fn unions_on_the_wire() {
    for (value, json) in [
        (
            Storage::HostPath(HostPath { path: "/a".into() }),
            json!({"type": "HostPath", "hostPath": {"path": "/a"}}),
        ),
        (
            Storage::EmptyDir(EmptyDir {}),
            json!({"type": "EmptyDir", "emptyDir": {}}),
        ),
        (Storage::None, json!({"type": "None"})),
    ] {
        assert_eq!(serde_json::to_value(&value).expect("json"), json);
        let read: Storage = serde_json::from_value(json.clone()).expect("a union");
        assert_eq!(serde_json::to_value(&read).expect("json"), json);
    }
    for (json, message) in [
        (
            json!({"type": "HostPath"}),
            "`hostPath` is missing, but the discriminator is `HostPath`",
        ),
        (
            json!({"type": "Other"}),
            "unknown variant `Other`, expected one of `EmptyDir`, `HostPath`, `None`",
        ),
        (json!({}), "missing field `type`"),
    ] {
        let error = serde_json::from_value::<Storage>(json).expect_err("refused");
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn roots_on_the_wire() {
    let json = json!({
        "apiVersion": "db.example.com/v1",
        "kind": "Database",
        "metadata": {"name": "a"},
        "spec": {
            "replicas": 1, "maxReplicas": 2, "port": "http", "users": [], "storage": {"type": "None"},
            "mode": "Safe", "three": 3, "labels": {}
        }
    });
    let read: Database = serde_json::from_value(json.clone()).expect("a database");
    assert_eq!(serde_json::to_value(&read).expect("json"), json);
}

#[test]
fn generic_types() {
    let Kind::Object(fields) = <Page<Mode, 3> as Schema>::SHAPE.kind else {
        panic!("not an object")
    };
    let names: Vec<_> = fields
        .iter()
        .map(|field| (field.name, field.is_required()))
        .collect();
    assert_eq!(names, [("items", true), ("fixed", true), ("next", false)]);
}

#[test]
fn bounds_can_be_constants() {
    let schema =
        crd_core::generate::structural(&WithConstants::<2>::SHAPE, crd_core::generate::Profile::ApiServer)
            .expect("a schema");
    let schema = serde_json::to_value(crd_core::JsonSchemaProps::from(schema)).expect("JSON");
    let check = |pointer: &str, expected: Value| {
        assert_eq!(schema.pointer(pointer), Some(&expected), "{pointer}");
    };
    check("/properties/name/maxLength", json!(63));
    check("/properties/name/pattern", json!("^[a-z]+$"));
    check("/properties/low/minimum", json!(-3));
    check("/properties/low/maximum", json!(127));
    check("/properties/low/exclusiveMaximum", json!(true));
    check("/properties/step/multipleOf", json!(0.5));
    check("/properties/step/maximum", json!(16));
    check("/properties/items/maxItems", json!(5));
    check(
        "/properties/items/items/anyOf",
        json!([{ "maxLength": 8 }, { "pattern": "^x" }]),
    );
    check("/properties/generic/minItems", json!(2));
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Cache",
    spec_optional,
    printcolumn(
        name = "Age",
        type_ = "date",
        json_path = ".metadata.creationTimestamp",
        position = 9
    )
)]
#[serde(default)]
struct CacheSpec {
    #[crd(printcolumn)]
    size: u32,
    #[crd(printcolumn(position = 1), format = "", no_default)]
    weight: i32,
}

#[test]
fn an_optional_spec_and_the_order_of_columns() {
    let crd = serde_json::to_value(Cache::crd().expect("a CRD")).expect("json");
    let version = &crd["spec"]["versions"][0];
    let schema = &version["schema"]["openAPIV3Schema"];
    assert_eq!(schema["required"], Value::Null);
    let weight = &schema["properties"]["spec"]["properties"]["weight"];
    assert_eq!(*weight, json!({"type": "integer"}));
    let names: Vec<&Value> = version["additionalPrinterColumns"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|column| &column["name"])
        .collect();
    assert_eq!(names, ["Weight", "Size", "Age"]);
    let read: Cache = serde_json::from_value(json!({
        "apiVersion": "example.com/v1", "kind": "Cache", "metadata": {"name": "a"}
    }))
    .expect("a cache without spec");
    assert_eq!(read.spec.size, 0);
}

#[derive(Schema, Serialize, Deserialize)]
struct MaybeSize(Option<u32>);

#[derive(Schema, Serialize, Deserialize, Default)]
#[expect(
    clippy::option_option,
    reason = "authors write it for values that may be null"
)]
struct Nulls {
    #[serde(skip_serializing_if = "Option::is_none")]
    once: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    of_any_type: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    twice: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    boxed: Option<Box<Option<u32>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    newtype: Option<MaybeSize>,
}

#[test]
fn a_null_inside_of_an_option_is_written() {
    let written = serde_json::to_value(Nulls {
        twice: Some(None),
        boxed: Some(Box::new(None)),
        newtype: Some(MaybeSize(None)),
        ..Nulls::default()
    });
    let nulls = json!({"twice": null, "boxed": null, "newtype": null});
    assert_eq!(written.expect("JSON"), nulls);
    let schema = crd_core::generate::structural(&Nulls::SHAPE, crd_core::generate::Profile::ApiServer)
        .expect("a schema");
    let schema = serde_json::to_value(crd_core::JsonSchemaProps::from(schema)).expect("JSON");
    for (name, field) in schema["properties"].as_object().expect("properties") {
        let is_nullable = field["nullable"] == json!(true);
        assert_eq!(is_nullable, nulls.get(name).is_some(), "{name}");
    }
}

#[derive(Schema)]
struct WidenedFormats {
    #[crd(format = "int64")]
    all: i32,
    #[crd(format = "int64", minimum = 1)]
    positive: i32,
    #[crd(format = "int64")]
    short: i16,
    #[crd(format = "int32")]
    narrowed: i64,
}

#[test]
fn the_range_of_the_type_is_kept_with_another_format() {
    let schema =
        crd_core::generate::structural(&WidenedFormats::SHAPE, crd_core::generate::Profile::ApiServer)
            .expect("a schema");
    let schema = serde_json::to_value(crd_core::JsonSchemaProps::from(schema)).expect("JSON");
    let integer = |format, minimum: i64, maximum: i64| json!({"type": "integer", "format": format, "minimum": minimum, "maximum": maximum});
    let expected = json!({
        "all": integer("int64", i32::MIN.into(), i32::MAX.into()),
        "positive": integer("int64", 1, i32::MAX.into()),
        "short": integer("int64", i16::MIN.into(), i16::MAX.into()),
        "narrowed": {"type": "integer", "format": "int32"},
    });
    assert_eq!(schema["properties"], expected);
}

/// A reference to a pointer is one to its content, so serde accepts the functions of the content.
#[test]
fn functions_of_what_a_pointer_contains() {
    #[expect(
        clippy::box_collection,
        reason = "functions of the content are called with the pointer"
    )]
    #[derive(Default, Deserialize, Schema, Serialize)]
    struct Pointers {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        list: Box<Vec<String>>,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: Box<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        optional: Box<Option<String>>,
        #[serde(default, skip_serializing_if = "str::is_empty")]
        slice: Box<str>,
    }
    let written = serde_json::to_value(Pointers::default()).expect("texts have no errors");
    assert_eq!(written, json!({}));
    assert!(structural(&Pointers::SHAPE, Profile::ApiServer).is_ok());
}
