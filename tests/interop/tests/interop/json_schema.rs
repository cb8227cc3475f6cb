//! `#[crd(json_schema)]`: the JSON schema of our types, converted back to a structural schema, admits the same values.

use std::collections::BTreeMap;

use crd_core::types::{Duration, EmbeddedResource, IntOrString, ObjectMeta, Quantity, RawExtension, Time};
use crd_core::{Schema, Union};
use crd_gen_interop_tests::{Judge, normal, schema, structure};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Returns schemars' schema of `T`.
#[derive(Schema)]
struct Lifted<T: JsonSchema>(#[crd(schemars)] T);

#[derive(Schema, Serialize, Deserialize)]
#[crd(json_schema, rule("self.low <= self.high", message = "low is above high"))]
struct Plain {
    /// Docs.
    #[crd(minimum = 1, exclusive_maximum = true, maximum = 10, default = 2)]
    low: u8,
    high: i64,
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<Level>,
    maybe: Option<Level>,
    #[crd(list_type = map, list_map_keys("key"))]
    list: Vec<Item>,
    values: BTreeMap<String, Value>,
    port: IntOrString,
    #[crd(pattern = "^a", max_length = 9)]
    text: String,
}

#[derive(Schema, Serialize, Deserialize)]
struct Item {
    key: String,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(json_schema)]
enum Level {
    Low,
    High,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(json_schema)]
#[serde(tag = "type")]
enum Internal {
    Struct { x: u8 },
    Item(Item),
    Unit,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(json_schema)]
enum External {
    Struct { x: u8 },
    Item(Item),
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(json_schema)]
struct Flat {
    own: bool,
    #[serde(flatten)]
    internal: Option<Internal>,
    #[serde(flatten)]
    external: External,
}

#[derive(Union)]
#[crd(json_schema)]
enum Storage {
    Item(Item),
    Nothing,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(json_schema)]
struct FlatUnion {
    own: bool,
    #[serde(flatten)]
    storage: Option<Storage>,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(json_schema)]
struct Declared {
    #[crd(discriminator)]
    kind: Option<Kind>,
    #[crd(union)]
    #[serde(skip_serializing_if = "Option::is_none")]
    disk: Option<Item>,
    #[crd(union)]
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<Item>,
}

#[derive(Schema, Serialize, Deserialize)]
enum Kind {
    Disk,
    Net,
    Nothing,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(json_schema)]
struct Generic<T> {
    inner: T,
}

#[test]
fn the_same_when_lifted_back() {
    #[track_caller]
    fn same<T: Schema + JsonSchema>() {
        assert_eq!(
            normal(schema::<Lifted<T>>()),
            normal(schema::<T>()),
            "{}",
            T::SHAPE.name
        );
    }
    same::<Plain>();
    same::<Level>();
    same::<Generic<Plain>>();
    same::<Generic<Vec<Option<Level>>>>();
    same::<Duration>();
    same::<EmbeddedResource>();
    same::<IntOrString>();
    same::<ObjectMeta>();
    same::<Quantity>();
    same::<RawExtension>();
    same::<Time>();
}

/// Both forms of the schema give the same verdict on each value; the JSON schema needs no rules for it, in either dialect.
#[track_caller]
fn agrees<T: Schema + JsonSchema>(good: Value, bad: Value) {
    for settings in [SchemaSettings::draft2020_12(), SchemaSettings::openapi3()] {
        let written = settings.into_generator().into_root_schema_for::<T>();
        let written = written.as_value().to_string();
        assert!(!written.contains("x-kubernetes-validations"), "{written}");
    }
    let forms = [structure::<T>(), structure::<Lifted<T>>()].map(Judge::new);
    for (values, expected) in [(&good, true), (&bad, false)] {
        for value in values.as_array().into_iter().flatten() {
            for (form, which) in forms.iter().zip(["ours", "lifted"]) {
                assert_eq!(
                    form.admits(value),
                    expected,
                    "{which}, {}: {value}",
                    T::SHAPE.name
                );
            }
        }
    }
}

#[test]
fn the_same_verdict() {
    agrees::<Internal>(
        json!([{"type": "Struct", "x": 1}, {"type": "Item", "key": "k"}, {"type": "Unit"}]),
        json!([{}, {"type": "Other"}, {"type": "Struct"}, {"type": "Item", "x": 1}, {"type": "Struct", "x": 256}]),
    );
    agrees::<External>(
        json!([{"Struct": {"x": 1}}, {"Item": {"key": "k"}}]),
        json!([{}, {"Struct": {"x": 1}, "Item": {"key": "k"}}, {"Struct": {}}]),
    );
    agrees::<Flat>(
        json!([{"own": true, "Item": {"key": "k"}}, {"own": true, "type": "Struct", "x": 1, "Item": {"key": "k"}}]),
        json!([{"own": true}, {"own": true, "type": "Struct", "Item": {"key": "k"}}, {"own": true, "Item": {"key": "k"}, "Struct": {"x": 1}}]),
    );
    let nullable = json!([null, {"type": "Unit"}]);
    agrees::<Generic<Option<Internal>>>(
        nullable
            .as_array()
            .unwrap()
            .iter()
            .map(|value| json!({"inner": value}))
            .collect(),
        json!([{"inner": {"type": "Struct"}}, {"inner": 1}]),
    );
    agrees::<Storage>(
        json!([{"type": "Nothing"}, {"type": "Item", "item": {"key": "k"}}]),
        json!([{"type": "Other"}, {}, {"type": "Item"}, {"type": "Nothing", "item": {"key": "k"}}]),
    );
    agrees::<Declared>(
        json!([
            {}, {"kind": null}, {"kind": "Nothing"}, {"kind": "Disk", "disk": {"key": "k"}}, {"kind": "Net", "net": {"key": "k"}},
        ]),
        json!([
            {"kind": "Disk"},
            {"kind": "Nothing", "disk": {"key": "k"}},
            {"kind": null, "disk": {"key": "k"}},
            {"disk": {"key": "k"}},
            {"kind": "Net", "net": {"key": "k"}, "disk": {"key": "k"}},
        ]),
    );
    agrees::<FlatUnion>(
        json!([{"own": true}, {"own": true, "type": "Nothing"}, {"own": true, "type": "Item", "item": {"key": "k"}}]),
        json!([
            {"own": true, "type": "Other"},
            {"own": true, "type": "Item"},
            {"own": true, "type": "Nothing", "item": {"key": "k"}},
            {"own": true, "item": {"key": "k"}},
        ]),
    );
}

#[test]
fn both_dialects() {
    let plain = serde_json::to_value(schema_for!(Plain)).unwrap();
    assert_eq!(plain["properties"]["low"]["exclusiveMaximum"], json!(10));
    assert_eq!(plain["properties"]["name"]["type"], json!(["string", "null"]));
    assert_eq!(
        plain["properties"]["maybe"]["allOf"],
        json!([{"enum": ["Low", "High", null]}])
    );
    assert_eq!(plain["properties"]["low"]["description"], "Docs.");
    assert_eq!(
        plain["x-kubernetes-validations"][0]["rule"],
        "self.low <= self.high"
    );
    let plain = SchemaSettings::openapi3()
        .into_generator()
        .into_root_schema_for::<Plain>();
    let plain = serde_json::to_value(plain).unwrap();
    assert_eq!(plain["properties"]["low"]["maximum"], json!(10));
    assert_eq!(plain["properties"]["low"]["exclusiveMaximum"], json!(true));
    assert_eq!(
        plain["properties"]["name"],
        json!({"type": "string", "nullable": true})
    );
    assert_eq!(Generic::<Option<Level>>::schema_name(), "Generic_Option_Level");
    assert_eq!(Plain::schema_name(), "Plain");
}
