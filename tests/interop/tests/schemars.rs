//! `#[crd(schemars)]`: for every shape that serde can write, schemars' schema lifted is the schema that our own
//! derive makes; what has no structural form is an error that names the place.

#![expect(dead_code, reason = "the types are only looked at")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::{NonZeroI8, NonZeroU8};

use crd_core::JsonSchemaProps;
use crd_core::Schema;
use crd_core::generate::{Profile, structural};
use crd_core::interop::schemars::from_json_schema;
use crd_gen_interop_tests::{normal, schema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The schema of `T` by schemars.
#[derive(Schema)]
struct Lifted<T: JsonSchema>(#[crd(schemars)] T);

#[track_caller]
fn same<T: Schema + JsonSchema>() {
    let ours = normal(schema::<T>());
    let lifted = normal(schema::<Lifted<T>>());
    assert_eq!(
        lifted,
        ours,
        "left: lifted from schemars, right: derived; {}",
        T::SHAPE.name
    );
}

/// Checks what a JSON schema becomes.
#[track_caller]
fn becomes(schema: Value, expected: Value) {
    let node = from_json_schema(&schema, "T").unwrap_or_else(|errors| panic!("{schema}: {errors:?}"));
    let lifted = serde_json::to_value(JsonSchemaProps::from(node)).unwrap();
    assert_eq!(lifted, expected, "{schema}");
}

/// Checks that a JSON schema is refused once, at `pointer`, with `text`.
#[track_caller]
fn fails(schema: Value, pointer: &str, text: &str) {
    let errors = from_json_schema(&schema, "T")
        .map(JsonSchemaProps::from)
        .unwrap_err();
    assert_eq!(errors.len(), 1, "{schema}: {errors:?}");
    assert_eq!(errors[0].pointer, pointer, "{schema}: {}", errors[0].message);
    assert!(
        errors[0].message.contains(text),
        "{schema}: {}",
        errors[0].message
    );
    assert!(
        errors[0].message.starts_with("the JSON schema of `T`: "),
        "{}",
        errors[0].message
    );
}

/// Checks that each of `parts` stands in the one problem of `T`.
#[track_caller]
fn refused<T: JsonSchema>(parts: &[&str]) {
    let problems = structural(&<Lifted<T> as Schema>::SHAPE, Profile::ApiServer).unwrap_err();
    let text = problems.to_string();
    assert_eq!(problems.0.len(), 1, "{text}");
    assert!(text.contains("[CRD0922]"), "{text}");
    for part in parts {
        assert!(text.contains(part), "no `{part}` in: {text}");
    }
}

#[derive(Schema, JsonSchema, Serialize, Deserialize, Default)]
struct Inner {
    a: u8,
    #[serde(default)]
    b: Option<String>,
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
struct Other {
    c: bool,
    d: Vec<Inner>,
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
enum Unit {
    A,
    /// With docs.
    B,
    C,
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
enum External {
    Struct { x: u8, y: Option<Unit> },
    Newtype(Inner),
    Map(BTreeMap<String, String>),
    Pair(u8, u8),
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Internal {
    /// Docs.
    Struct {
        x: u8,
    },
    Newtype(Inner),
    Unit,
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Struct { x: u8 },
    Newtype(Inner),
    Unit,
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Struct { x: u8 },
    Newtype(Inner),
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
#[serde(untagged)]
enum IntOrText {
    Int(i32),
    Text(String),
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
struct Flat {
    own: u8,
    #[serde(flatten)]
    inner: Other,
    #[serde(flatten)]
    external: External,
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
struct FlatTwo {
    own: u8,
    #[serde(flatten)]
    external: External,
    #[serde(flatten)]
    internal: Internal,
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
struct FlatOptional {
    own: u8,
    #[serde(flatten)]
    internal: Option<Internal>,
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
struct FlatOptionalExternal {
    own: u8,
    #[serde(flatten)]
    external: Option<External>,
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
struct FlatRest {
    own: u8,
    #[serde(flatten)]
    rest: HashMap<String, Value>,
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Scalars {
    boolean: bool,
    signed_8: i8,
    signed_16: i16,
    signed_32: i32,
    signed_64: i64,
    signed: isize,
    unsigned_8: u8,
    unsigned_16: u16,
    unsigned_32: u32,
    unsigned_64: u64,
    unsigned: usize,
    single: f32,
    double: f64,
    letter: char,
    address: std::net::IpAddr,
    nonzero: NonZeroU8,
    signed_nonzero: NonZeroI8,
    path: std::path::PathBuf,
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
struct Containers {
    set: BTreeSet<String>,
    array: [u8; 3],
    pair: (u8, u8),
    list: Vec<Option<u8>>,
    map: BTreeMap<String, Inner>,
    any: Value,
    anything: serde_json::Map<String, Value>,
    nothing: (),
    deep: Vec<BTreeMap<String, Vec<Internal>>>,
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
struct Options {
    scalar: Option<u8>,
    unit: Option<Unit>,
    object: Option<Inner>,
    external: Option<External>,
    internal: Option<Internal>,
    adjacent: Option<Adjacent>,
    untagged: Option<Untagged>,
    int_or_text: Option<IntOrText>,
    value: Option<Value>,
    #[serde(default = "seven")]
    defaulted: u8,
}

fn seven() -> u8 {
    7
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
struct Newtype(Inner);

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
struct Nothing;

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
#[serde(untagged)]
enum Nested {
    External(External),
    Struct { z: bool },
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Holds {
    Enum(Internal),
    Plain { z: bool },
}

#[test]
fn the_same_as_our_own_derive() {
    same::<Inner>();
    same::<Other>();
    same::<Unit>();
    same::<External>();
    same::<Internal>();
    same::<Adjacent>();
    same::<Untagged>();
    same::<IntOrText>();
    same::<Flat>();
    same::<FlatTwo>();
    same::<FlatOptional>();
    same::<FlatOptionalExternal>();
    same::<FlatRest>();
    same::<Scalars>();
    same::<Containers>();
    same::<Options>();
    same::<Newtype>();
    same::<Nothing>();
    same::<Nested>();
    same::<Holds>();
    same::<Vec<Internal>>();
    same::<BTreeMap<String, Option<Adjacent>>>();
}

#[test]
fn forms_written_by_hand() {
    let any = json!({"x-kubernetes-preserve-unknown-fields": true, "nullable": true});
    becomes(json!(true), any.clone());
    becomes(json!({}), any.clone());
    becomes(
        json!({"type": "object", "additionalProperties": true}),
        json!({"type": "object", "additionalProperties": any}),
    );
    becomes(
        json!({"type": "object", "additionalProperties": {}}),
        json!({"type": "object", "additionalProperties": any}),
    );
    becomes(json!({"type": "array"}), json!({"type": "array", "items": any}));
    becomes(
        json!({"type": ["string", "null"]}),
        json!({"type": "string", "nullable": true}),
    );
    becomes(
        json!({"type": "string", "nullable": true}),
        json!({"type": "string", "nullable": true}),
    );
    becomes(json!({"const": "a"}), json!({"type": "string", "enum": ["a"]}));
    becomes(
        json!({"enum": ["a", null]}),
        json!({"type": "string", "enum": ["a"], "nullable": true}),
    );
    becomes(
        json!({"type": "string", "enum": ["a", null]}),
        json!({"type": "string", "enum": ["a"]}),
    );
    becomes(
        json!({"enum": [1, 2]}),
        json!({"type": "integer", "enum": [1, 2]}),
    );
    becomes(
        json!({"type": ["integer", "string"]}),
        json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]}),
    );
    becomes(json!({"type": ["integer", "number"]}), json!({"type": "number"}));
    becomes(
        json!({"type": "null"}),
        json!({"type": "object", "nullable": true, "minProperties": 1, "maxProperties": 0}),
    );
    becomes(
        json!({"x-kubernetes-int-or-string": true}),
        json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]}),
    );
    becomes(
        json!({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string", "pattern": "^[0-9]+%$"}]}),
        json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}], "minimum": 1, "pattern": "^[0-9]+%$"}),
    );
    becomes(
        json!({"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10, "multipleOf": 2}),
        json!({"type": "integer", "minimum": 0, "exclusiveMinimum": true, "maximum": 10, "exclusiveMaximum": true, "multipleOf": 2}),
    );
    becomes(
        json!({"type": "integer", "format": "uint64", "minimum": 3}),
        json!({"type": "integer", "format": "int64", "minimum": 3}),
    );
    becomes(
        json!({"type": "string", "format": "duration"}),
        json!({"type": "string"}),
    );
    becomes(
        json!({"type": "string", "format": "date-time"}),
        json!({"type": "string", "format": "date-time"}),
    );
    becomes(
        json!({"type": "string", "title": "T", "description": "D.", "deprecated": true, "writeOnly": true, "examples": ["a", "b"], "$comment": "c", "default": "x", "x-other": 1}),
        json!({"type": "string", "title": "T", "description": "D.\n\nDeprecated.\n\nWrite-only.", "example": "a", "default": "x"}),
    );
    becomes(
        json!({"type": "string", "default": null}),
        json!({"type": "string"}),
    );
    becomes(
        json!({"allOf": [{"$ref": "#/$defs/a~1b%20c"}], "description": "D", "$defs": {"a/b c": {"type": "string", "description": "E"}}}),
        json!({"type": "string", "description": "D"}),
    );
    becomes(
        json!({"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]}, {"properties": {"a": {"minLength": 1}, "b": {"type": "boolean"}}, "required": ["b"]}]}),
        json!({"type": "object", "properties": {"a": {"type": "string", "minLength": 1}, "b": {"type": "boolean"}}, "required": ["a", "b"]}),
    );
    becomes(
        json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}),
        json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}),
    );
    becomes(
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "anyOf": [{"properties": {"a": {"maxLength": 3}}}, {"properties": {"a": {"pattern": "^x"}}}]}),
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "anyOf": [{"properties": {"a": {"maxLength": 3}}}, {"properties": {"a": {"pattern": "^x"}}}]}),
    );
    becomes(
        json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "dependentRequired": {"a": ["b"]}}),
        json!({"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "allOf": [{"anyOf": [{"not": {"required": ["a"]}}, {"required": ["b", "a"]}]}]}),
    );
    becomes(
        json!({"type": "string", "anyOf": [{"maxLength": 3}, {"pattern": "^x"}]}),
        json!({"type": "string", "anyOf": [{"maxLength": 3}, {"pattern": "^x"}]}),
    );
    becomes(
        json!({"type": "string", "not": {"enum": ["a"]}}),
        json!({"type": "string", "not": {"enum": ["a"]}}),
    );
    becomes(
        json!({"type": ["string", "null"], "not": {"type": "null"}}),
        json!({"type": "string"}),
    );
    becomes(
        json!({"type": "array", "items": {"type": "string"}, "uniqueItems": true, "minItems": 1}),
        json!({"type": "array", "items": {"type": "string"}, "x-kubernetes-list-type": "set", "minItems": 1}),
    );
    becomes(
        json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "string"}], "items": false, "minItems": 2}),
        json!({"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}),
    );
    becomes(
        json!({"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": {"type": "object", "properties": {"k": {"type": "string"}}, "required": ["k"]}}),
        json!({"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": {"type": "object", "properties": {"k": {"type": "string"}}, "required": ["k"]}}),
    );
    becomes(
        json!({"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-validations": [{"rule": "true", "message": "m"}]}),
        json!({"type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-validations": [{"rule": "true", "message": "m"}]}),
    );
    becomes(
        json!({"type": "object", "patternProperties": {".*": {"type": "string"}}}),
        json!({"type": "object", "additionalProperties": {"type": "string"}}),
    );
    becomes(
        json!({"type": "object", "propertyNames": {"type": "string"}}),
        json!({"type": "object"}),
    );
}

#[test]
fn what_has_no_structural_form() {
    fails(json!(false), "#", "`false` admits no value");
    fails(json!(7), "#", "a schema is an object");
    fails(
        json!({"type": ["string", "object"]}),
        "#",
        "values may be string, object, but",
    );
    fails(json!({"type": "strin"}), "#/type", "there is no type `strin`");
    fails(
        json!({"type": "string", "minLength": "3"}),
        "#/minLength",
        "no value for `minLength`",
    );
    fails(
        json!({"allOf": [{"type": "string"}, {"type": "integer"}]}),
        "#",
        "no value can be both",
    );
    fails(json!({"maxLength": 3}), "#", "gives them no `type`");
    fails(
        json!({"type": "object", "if": {}, "then": {}})
            .as_object()
            .map(|map| {
                let mut map = map.clone();
                map.remove("then");
                Value::from(map)
            })
            .unwrap(),
        "#/if",
        "`if` has no structural form",
    );
    fails(
        json!({"type": "array", "contains": true}),
        "#/contains",
        "`contains` has no structural form",
    );
    fails(
        json!({"type": "object", "dependentSchemas": {}}),
        "#/dependentSchemas",
        "no structural form",
    );
    fails(
        json!({"type": "string", "x-kubernetes-unknown": 1}),
        "#/x-kubernetes-unknown",
        "no structural form",
    );
    fails(
        json!({"type": "object", "patternProperties": {"^\\d+$": {"type": "string"}}, "additionalProperties": false}),
        "#/patternProperties/^\\d+$",
        "keys that match `^\\d+$`",
    );
    fails(
        json!({"type": "object", "propertyNames": {"pattern": "^a"}}),
        "#/propertyNames",
        "restricts keys",
    );
    fails(
        json!({"type": "object", "properties": {"a": true}, "additionalProperties": {"type": "string"}}),
        "#",
        "a map stands beside named properties",
    );
    fails(
        json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false}),
        "#/prefixItems",
        "of different types",
    );
    fails(
        json!({"type": "array", "prefixItems": [{"type": "string"}]}),
        "#/prefixItems",
        "after the first 1 may be anything",
    );
    fails(
        json!({"type": "array", "items": {"type": "object"}, "uniqueItems": true}),
        "#/uniqueItems",
        "can be sets",
    );
    fails(
        json!({"type": "string", "pattern": "a(?=b)"}),
        "#/pattern",
        "no pattern the API server can read",
    );
    fails(
        json!({"type": "integer", "format": "uint128"}),
        "#/format",
        "128 bits",
    );
    fails(json!({"$ref": "#/$defs/none"}), "#/$ref", "is not in the schema");
    fails(json!({"$ref": "other.json"}), "#/$ref", "is not in the schema");
    fails(
        json!({"type": "object", "properties": {"a": {"type": "array", "items": {"$ref": "#"}}}}),
        "#/properties/a/items/$ref",
        "contains itself",
    );
    fails(
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"type": "object", "properties": {"b": {"$ref": "#/$defs/b"}}}, "b": {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}}}}),
        "#/$defs/b/properties/a/$ref",
        "`#/$defs/a` contains itself",
    );
    fails(
        json!({"anyOf": [{"type": "string"}, {"type": "object", "title": "O"}]}),
        "#/anyOf",
        "the variants #1 (string), O (object) are values of different types",
    );
    fails(
        json!({"oneOf": [{"type": "object", "properties": {"t": {"const": "A"}, "x": {"type": "string"}}, "required": ["t", "x"]}, {"type": "object", "properties": {"t": {"const": "B"}, "x": {"type": "integer"}}, "required": ["t", "x"]}]}),
        "#/oneOf",
        "variants `A` and `B` disagree on the type of `x`",
    );
    fails(
        json!({"anyOf": [{"type": "boolean"}, {"type": "string"}]}),
        "#",
        "values may be boolean, string",
    );
    fails(
        json!({"type": ["string", "integer"], "not": {"type": "string", "maxLength": 3}}),
        "#/not",
        "depends on the type",
    );
    fails(
        json!({"type": "object", "not": {"required": ["b"], "properties": {"b": {"const": "x"}}}}),
        "#/not",
        "names properties",
    );
    let mut deep = json!({"type": "string"});
    for _ in 0..500 {
        deep = json!({"type": "array", "items": deep});
    }
    let errors = from_json_schema(&deep, "T").map(|_| ()).unwrap_err();
    assert!(errors[0].message.contains("too deep"), "{errors:?}");
    let doubled: serde_json::Map<String, Value> = (0..40)
        .map(|at: i32| {
            let next = json!({"$ref": format!("#/$defs/{}", at + 1)});
            (
                at.to_string(),
                json!({"type": "object", "properties": {"l": next, "r": next}}),
            )
        })
        .chain([("40".to_owned(), json!({"type": "string"}))])
        .collect();
    let errors = from_json_schema(&json!({"$ref": "#/$defs/0", "$defs": doubled}), "T")
        .map(|_| ())
        .unwrap_err();
    assert!(errors[0].message.contains("too large"), "{errors:?}");
}

#[derive(JsonSchema)]
struct Recursive {
    children: Vec<Recursive>,
}

#[derive(JsonSchema)]
struct Wide {
    number: u128,
}

#[derive(JsonSchema)]
struct ByNumber {
    map: BTreeMap<u32, u8>,
}

#[derive(JsonSchema)]
enum Mixed {
    Unit,
    Struct { x: u8 },
}

#[test]
fn refusals_name_the_type_and_the_place() {
    refused::<Recursive>(&[
        "`schemars::Recursive`",
        "(at `#/properties/children/items/$ref`)",
        "#[schemars(with",
    ]);
    refused::<Wide>(&["`schemars::Wide`", "(at `#/properties/number/format`)"]);
    refused::<ByNumber>(&["(at `#/properties/map/patternProperties/^\\d+$`)"]);
    refused::<Mixed>(&[
        "`Lifted`: the JSON schema of `schemars::Mixed`",
        "(at `#/oneOf`)",
        "tag the enum",
    ]);
    refused::<(u8, String)>(&["(at `#/prefixItems`)", "named fields"]);
}

/// A field's own attributes lie over the lifted schema.
#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    /// Of ours.
    #[crd(schemars, min_properties = 1)]
    inner: Inner,
    #[crd(schemars)]
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<Inner>,
    #[crd(schemars)]
    null: Option<Inner>,
    #[crd(schemars, max_items = 3)]
    list: Vec<Internal>,
    #[crd(schemars)]
    #[serde(flatten)]
    flat: Other,
}

/// A type of our own may take its schema from schemars as well.
#[derive(Schema, JsonSchema, Serialize, Deserialize)]
#[crd(schemars)]
struct Own {
    a: u16,
}

#[test]
fn on_fields_and_types() {
    let schema = schema::<Spec>();
    assert_eq!(schema["required"], json!(["c", "d", "inner", "list"]));
    assert_eq!(schema["properties"]["inner"]["description"], "Of ours.");
    assert_eq!(schema["properties"]["inner"]["minProperties"], 1);
    assert_eq!(schema["properties"]["maybe"]["nullable"], Value::Null);
    assert_eq!(schema["properties"]["null"]["nullable"], true);
    assert_eq!(schema["properties"]["list"]["maxItems"], 3);
    assert_eq!(schema["properties"]["c"], json!({"type": "boolean"}));
    let own = crd_gen_interop_tests::schema::<Own>();
    assert_eq!(own["properties"]["a"]["maximum"], 65535.0);
}
