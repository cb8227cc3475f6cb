//! The schema that the derive generates for each kind of Rust type.

#![expect(dead_code, reason = "the types are only looked at")]
#![expect(
    clippy::needless_pass_by_value,
    reason = "expected values are written in place"
)]
#![expect(clippy::panic, reason = "a test says what it met")]

mod attributes;
mod elsewhere;
mod enums;
mod opened;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::marker::PhantomData;

use crd_core::generate::{Profile, structural};
use crd_core::types::IntOrString;
use crd_core::{JsonSchemaProps, Schema, Union};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

fn schema<T: Schema>() -> Value {
    let schema = structural(&T::SHAPE, Profile::ApiServer).unwrap_or_else(|problems| panic!("{problems}"));
    serde_json::to_value(JsonSchemaProps::from(schema)).unwrap_or_default()
}

#[track_caller]
fn check<T: Schema>(expected: Value) {
    assert_eq!(schema::<T>(), expected, "{}", T::SHAPE.name);
}

#[track_caller]
fn field<T: Schema>(name: &str, expected: Value) {
    let schema = schema::<T>();
    assert_eq!(schema["properties"][name], expected, "`{name}` of {schema:#}");
}

#[derive(Schema, Serialize, Deserialize, Default)]
struct Nulls {
    plain: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skipped: Option<u8>,
    #[serde(default)]
    defaulted: Option<u8>,
    #[crd(nullable)]
    by_hand: Option<u8>,
    elements: Vec<Option<bool>>,
    values: BTreeMap<String, Option<bool>>,
}

#[test]
fn null_only_where_serde_writes_it() {
    let byte = json!({"type": "integer", "format": "int32", "minimum": 0, "maximum": 255});
    let nullable =
        json!({"type": "integer", "format": "int32", "minimum": 0, "maximum": 255, "nullable": true});
    field::<Nulls>("plain", nullable.clone());
    field::<Nulls>("skipped", byte);
    field::<Nulls>("defaulted", nullable.clone());
    field::<Nulls>("by_hand", nullable);
    field::<Nulls>(
        "elements",
        json!({"type": "array", "items": {"type": "boolean", "nullable": true}}),
    );
    field::<Nulls>(
        "values",
        json!({"type": "object", "additionalProperties": {"type": "boolean", "nullable": true}}),
    );
    assert_eq!(schema::<Nulls>()["required"], json!(["elements", "values"]));
}

#[derive(Schema, Serialize, Deserialize)]
struct Defaults {
    #[serde(default)]
    flag: bool,
    #[serde(default)]
    text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    list: Vec<u8>,
    #[serde(default)]
    map: BTreeMap<String, String>,
    #[serde(default = "seven")]
    number: i64,
    #[serde(default = "seven", skip_serializing_if = "is_seven")]
    hidden: i64,
    #[serde(default)]
    inner: Inner,
    #[crd(default = Inner { size: 3, name: None })]
    made: Inner,
    #[crd(default = [1, 2])]
    bytes: Vec<u8>,
    #[crd(default = -1.5)]
    float: f64,
    #[crd(default = "b")]
    choice: Choice,
    #[crd(default = 8080)]
    port: IntOrString,
}

fn seven() -> i64 {
    7
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_seven(value: &i64) -> bool {
    *value == 7
}

#[derive(Schema, Serialize, Deserialize, Default)]
#[serde(default)]
struct Inner {
    size: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Choice {
    A,
    /// The second.
    B,
    #[serde(skip)]
    Hidden,
}

#[test]
fn defaults_of_serde_and_by_hand() {
    for (name, default) in [
        ("flag", json!(false)),
        ("text", json!("")),
        ("list", Value::Null),
        ("map", json!({})),
        ("number", json!(7)),
        ("hidden", Value::Null),
        ("inner", json!({"size": 0})),
        ("made", json!({"size": 3})),
        ("bytes", json!([1, 2])),
        ("float", json!(-1.5)),
        ("choice", json!("b")),
        ("port", json!(8080)),
    ] {
        assert_eq!(
            schema::<Defaults>()["properties"][name]["default"],
            default,
            "{name}"
        );
    }
    assert_eq!(schema::<Defaults>()["required"], Value::Null);
    assert_eq!(schema::<Inner>()["properties"]["size"]["default"], json!(0));
    assert_eq!(schema::<Choice>()["enum"], json!(["a", "b"]));
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Flat {
    own_field: u8,
    #[serde(flatten)]
    inner: Inner,
    #[serde(flatten)]
    rest: HashMap<String, Value>,
    r#type: String,
    #[serde(rename = "renamed-field")]
    other: bool,
    #[serde(skip)]
    never: PhantomData<u128>,
}

#[test]
fn names_and_flatten() {
    let schema = schema::<Flat>();
    let names: Vec<&String> = schema["properties"]
        .as_object()
        .map(|map| map.keys().collect())
        .unwrap_or_default();
    assert_eq!(names, ["name", "ownField", "renamed-field", "size", "type"]);
    assert_eq!(schema["x-kubernetes-preserve-unknown-fields"], json!(true));
    assert_eq!(schema["required"], json!(["ownField", "renamed-field", "type"]));
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(min_length = 1, max_length = 63, pattern = "^[a-z]+$")]
struct Name(String);

#[derive(Schema, Serialize, Deserialize)]
#[serde(transparent)]
struct Maybe(Option<Name>);

#[derive(Schema, Serialize, Deserialize)]
struct Triple(u8, u8, u8);

#[derive(Schema, Serialize, Deserialize)]
struct Unit;

#[derive(Schema, Serialize, Deserialize)]
struct Empty {}

#[derive(Schema, Serialize, Deserialize, Clone)]
#[serde(from = "String", into = "String")]
struct ByText(u128);

impl From<String> for ByText {
    fn from(text: String) -> Self {
        ByText(text.parse().unwrap_or_default())
    }
}

impl From<ByText> for String {
    fn from(number: ByText) -> Self {
        number.0.to_string()
    }
}

#[test]
fn tuples_and_newtypes() {
    check::<Name>(json!({"type": "string", "minLength": 1, "maxLength": 63, "pattern": "^[a-z]+$"}));
    check::<Maybe>(
        json!({"type": "string", "minLength": 1, "maxLength": 63, "pattern": "^[a-z]+$", "nullable": true}),
    );
    let byte = json!({"type": "integer", "format": "int32", "minimum": 0, "maximum": 255});
    check::<Triple>(json!({"type": "array", "items": byte, "minItems": 3, "maxItems": 3}));
    check::<Unit>(json!({"type": "object", "nullable": true, "minProperties": 1, "maxProperties": 0}));
    check::<Empty>(json!({"type": "object"}));
    check::<ByText>(json!({"type": "string"}));
}

#[derive(Schema)]
#[crd(maximum = 5, rule("self < 5"))]
struct AtMostFive<T>(T);

#[derive(Schema)]
#[crd(pattern = "^a", enum("a", "ab"))]
struct Named<T>(#[crd(max_length = 5)] T);

#[derive(Schema)]
#[crd(max_items = 5, list_type = map, list_map_keys("name"), items(min_properties = 1))]
struct ByName<T>(Vec<T>);

#[derive(Schema)]
#[crd(map_type = atomic, values(minimum = 3))]
struct Numbers<T>(BTreeMap<String, T>);

#[derive(Schema, Serialize)]
#[serde(transparent)]
struct Wrapped<T> {
    #[crd(minimum = 1)]
    value: T,
}

#[derive(Schema)]
#[crd(schema_as = T, maximum = 4)]
struct As<T: Schema>(PhantomData<T>);

#[derive(Schema)]
struct Member {
    name: String,
}

#[test]
fn newtypes_with_parameters() {
    let rules = json!([{"rule": "self < 5"}]);
    let number =
        json!({"type": "integer", "format": "int32", "maximum": 5, "x-kubernetes-validations": rules});
    check::<AtMostFive<i32>>(number.clone());
    let mut nullable = number;
    nullable["nullable"] = json!(true);
    check::<AtMostFive<Option<i32>>>(nullable);
    check::<Named<String>>(json!({"type": "string", "maxLength": 5, "pattern": "^a", "enum": ["a", "ab"]}));
    let mut member = schema::<Member>();
    member["minProperties"] = json!(1);
    check::<ByName<Member>>(json!({
        "type": "array", "items": member, "maxItems": 5,
        "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
    }));
    let element = json!({"type": "integer", "format": "int64", "minimum": 3});
    check::<Numbers<i64>>(
        json!({"type": "object", "additionalProperties": element, "x-kubernetes-map-type": "atomic"}),
    );
    check::<Wrapped<i64>>(json!({"type": "integer", "format": "int64", "minimum": 1}));
    check::<As<i64>>(json!({"type": "integer", "format": "int64", "maximum": 4}));
}

#[derive(Schema)]
struct Generic<'a, T, const N: usize = 2>
where
    T: Clone,
{
    #[crd(items(minimum = 1))]
    items: Vec<u8>,
    fixed: [T; N],
    text: Cow<'a, str>,
    marker: PhantomData<fn() -> T>,
    by_mode: BTreeMap<Choice, bool>,
    set: BTreeSet<String>,
}

impl PartialEq for Choice {
    fn eq(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

#[test]
fn generics() {
    let schema = schema::<Generic<'static, bool>>();
    let fixed = json!({"type": "array", "items": {"type": "boolean"}, "minItems": 2, "maxItems": 2});
    assert_eq!(schema["properties"]["fixed"], fixed);
    assert_eq!(schema["properties"]["items"]["items"]["minimum"], json!(1));
    assert_eq!(
        schema["properties"]["set"]["x-kubernetes-list-type"],
        json!("set")
    );
    assert_eq!(
        schema["properties"]["by_mode"]["additionalProperties"]["type"],
        json!("boolean")
    );
}

mod renamed {
    pub(crate) mod core {
        pub(crate) use crd_core::__private;
    }

    #[derive(crd_core::Schema)]
    #[crd(crate = "crate::derive_shapes::renamed::core")]
    pub(crate) struct Elsewhere {
        size: u8,
    }
}

#[test]
fn other_crate_paths() {
    assert_eq!(schema::<renamed::Elsewhere>()["required"], json!(["size"]));
}

macro_rules! made_by_macro {
    ($name:ident, $type:ty, $maximum:expr) => {
        #[derive(Schema)]
        struct $name {
            #[crd(maximum = $maximum)]
            size: $type,
            #[cfg_attr(all(), crd(min_length = 1))]
            name: String,
        }
    };
}

made_by_macro!(ByMacro, u8, 9);

#[test]
fn types_made_by_macros() {
    field::<ByMacro>(
        "size",
        json!({"type": "integer", "format": "int32", "minimum": 0, "maximum": 9}),
    );
    field::<ByMacro>("name", json!({"type": "string", "minLength": 1}));
}

/// Creates a schema at run time.
fn by_hand() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    structural(&<Choice as Schema>::SHAPE, Profile::ApiServer).map_err(|problems| {
        crd_core::shape::ForeignError {
            pointer: String::new(),
            message: problems.to_string(),
        }
    })
}

#[derive(Schema)]
struct Foreign {
    /// From elsewhere.
    #[crd(schema_with = by_hand)]
    choice: Option<u128>,
    #[crd(schema_with = without_errors)]
    text: Option<u128>,
}

/// A function may return the schema without a `Result`.
fn without_errors() -> crd_core::Structural {
    crd_core::interop::schema_from_json(r#"{"type": "string"}"#).unwrap()
}

#[test]
fn schemas_made_at_run_time() {
    let schema = schema::<Foreign>();
    assert_eq!(schema["properties"]["choice"]["enum"], json!(["a", "b"]));
    assert_eq!(
        schema["properties"]["choice"]["description"],
        json!("From elsewhere.")
    );
    assert_eq!(schema["properties"]["text"]["type"], json!("string"));
    assert_eq!(schema["required"], Value::Null);
}

macro_rules! resource {
    ($spec:ident, $kind:literal, $plural:literal, $max:expr, $default:expr, $rule:literal) => {
        #[derive(crd_core::CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(group = "example.com", version = "v1", kind = $kind, plural = $plural, rule($rule))]
        struct $spec {
            #[crd(maximum = $max, default = $default, title = $kind)]
            size: u8,
            #[crd(enum($kind, $plural))]
            word: String,
        }
    };
}
resource!(MadeSpec, "Made", "mades", 9, 3, "self.size > 1");

#[test]
fn literals_given_to_a_macro_are_read() {
    let crd = <Made as crd_core::CustomResource>::RESOURCE;
    assert_eq!((crd.kind, crd.plural), ("Made", "mades"));
    check::<MadeSpec>(json!({
        "type": "object",
        "required": ["word"],
        "properties": {
            "size": {
                "type": "integer", "format": "int32", "title": "Made", "minimum": 0, "maximum": 9, "default": 3
            },
            "word": {"type": "string", "enum": ["Made", "mades"]},
        },
        "x-kubernetes-validations": [{"rule": "self.size > 1"}],
    }));
}

mod bare {
    #![no_implicit_prelude]
    use ::crd_core::{CustomResource, Schema, Union};
    use ::serde::{Deserialize, Serialize};
    use ::std::clone::Clone;
    use ::std::fmt::Debug;
    use ::std::option::Option;
    use ::std::prelude::rust_2024::derive;
    use ::std::string::String;
    use ::std::vec::Vec;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Bare", rule("self.a > 1"))]
    pub struct BareSpec {
        #[crd(minimum = 1, default = 4)]
        a: i32,
        #[serde(default)]
        b: String,
        #[crd(list_type = set, items(max_length = 3))]
        c: Option<Vec<String>>,
        d: How,
        e: Many,
    }

    #[derive(Union, Clone, Debug)]
    #[crd(discriminator = "type")]
    pub enum How {
        A(One),
        B,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub enum Many {
        A(One),
        B { x: u8 },
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(deny_unknown_fields)]
    pub struct One {
        #[serde(alias = "b", default)]
        a: i32,
    }
}

#[test]
fn no_prelude_is_needed() {
    assert_eq!(bare::BareSpec::SHAPE.name, "BareSpec");
    let made = bare::Bare::new(
        "x",
        serde_json::from_value(json!({"a": 2, "d": {"type": "B"}, "e": {"B": {"x": 1}}})).expect("a spec"),
    );
    assert_eq!(made.metadata.name.as_deref(), Some("x"));
}

/// The server would set the default beside the other name.
#[test]
fn a_field_with_two_names_has_no_default() {
    field::<bare::One>("a", json!({"type": "integer", "format": "int32"}));
}
