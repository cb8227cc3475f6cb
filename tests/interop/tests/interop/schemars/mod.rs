//! `#[crd(schemars)]`: for every type that serde can serialize, the converted schema of schemars equals the schema of our own
//! derive in which `oneOf` enforces enums; a schema without a structural form is an error that names the place.
//!
//! A converted enum keeps the `oneOf` that schemars writes, while our derive generates rules, whose messages are easier to
//! read. The rules enforce as much: both return the same verdict on random values.

#![expect(dead_code, reason = "the types are only looked at")]

mod by_hand;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::{NonZeroI8, NonZeroU8};

use crd_core::Schema;
use crd_core::generate::{Profile, structural};
use crd_gen_interop_tests::{Judge, manifest, near, normal, schema, structure, structure_by_one_of};
use proptest::prelude::prop_assert_eq;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Returns schemars' schema of `T`.
#[derive(Schema)]
struct Lifted<T: JsonSchema>(#[crd(schemars)] T);

#[track_caller]
fn same<T: Schema + JsonSchema>() {
    let ours = normal(manifest(structure_by_one_of::<T>()));
    let lifted = normal(schema::<Lifted<T>>());
    assert_eq!(
        lifted,
        ours,
        "left: lifted from schemars, right: derived; {}",
        T::SHAPE.name
    );
    if normal(schema::<T>()) != ours {
        same_verdicts::<T>();
    }
}

/// Asserts that the rules of the derived schema and the `oneOf` of the converted one give the same verdicts.
#[track_caller]
fn same_verdicts<T: Schema + JsonSchema>() {
    let (derived, lifted) = (Judge::new(structure::<T>()), Judge::new(structure::<Lifted<T>>()));
    let (admitted, refused) = (Cell::new(0), Cell::new(0));
    let config = Config {
        cases: 1000,
        failure_persistence: None,
        ..Config::default()
    };
    let run = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha)).run(
        &near(&schema::<T>()),
        |value| {
            let verdict = derived.admits(&value);
            prop_assert_eq!(lifted.admits(&value), verdict, "left: lifted, right: derived");
            let count = if verdict { &admitted } else { &refused };
            count.set(count.get() + 1);
            Ok(())
        },
    );
    run.unwrap_or_else(|error| panic!("{}: {error}", T::SHAPE.name));
    let (admitted, refused) = (admitted.get(), refused.get());
    println!("{}: {admitted} admitted, {refused} refused", T::SHAPE.name);
    assert!(
        admitted >= 20 && refused >= 20,
        "{}: {admitted} admitted, {refused} refused",
        T::SHAPE.name
    );
}

/// Asserts that `T` has one problem, and that its text contains each of `parts`.
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
        "`interop::schemars::Recursive`",
        "(at `#/properties/children/items/$ref`)",
        "#[schemars(with",
    ]);
    refused::<Wide>(&["`interop::schemars::Wide`", "(at `#/properties/number/format`)"]);
    refused::<ByNumber>(&["(at `#/properties/map/patternProperties/^\\d+$`)"]);
    refused::<Mixed>(&[
        "`Lifted`: the JSON schema of `interop::schemars::Mixed`",
        "(at `#/oneOf`)",
        "tag the enum",
    ]);
    refused::<(u8, String)>(&["(at `#/prefixItems`)", "named fields"]);
}

/// The attributes of a field override the converted schema.
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

/// A type with our derive may use the schema of schemars too.
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
