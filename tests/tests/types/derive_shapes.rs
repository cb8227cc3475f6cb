//! The schema that the derive makes for each kind of Rust type.

#![expect(dead_code, reason = "the types are only looked at")]
#![expect(
    clippy::needless_pass_by_value,
    reason = "expected values are written in place"
)]
#![expect(clippy::panic, reason = "a test says what it met")]

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

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Internal {
    /// Every day.
    Daily {
        at_hour: u8,
    },
    Weekly {
        at_hour: u8,
        week_day: Choice,
    },
    Never,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum External {
    S3 { bucket: String },
    Pvc(Inner),
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    A { x: u8 },
    B { y: u8 },
    Off,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(i32),
    Text(String),
}

#[test]
fn enums_with_data() {
    let internal = schema::<Internal>();
    assert_eq!(
        internal["properties"]["type"]["enum"],
        json!(["daily", "weekly", "never"])
    );
    assert_eq!(internal["properties"]["atHour"]["type"], json!("integer"));
    assert_eq!(
        internal["x-kubernetes-validations"],
        json!([
            {"rule": "self.type == 'never' || has(self.atHour)", "message": "atHour must be set unless type is never"},
            {"rule": "self.type != 'weekly' || has(self.weekDay)", "message": "weekDay must be set if type is weekly"},
        ])
    );
    let external = schema::<External>();
    assert_eq!(external["properties"]["s3"]["required"], json!(["bucket"]));
    assert_eq!(
        external["x-kubernetes-validations"][0]["message"],
        json!("exactly one of s3, pvc must be set")
    );
    let adjacent = schema::<Adjacent>();
    assert_eq!(adjacent["properties"]["t"]["enum"], json!(["A", "B", "Off"]));
    assert_eq!(
        adjacent["x-kubernetes-validations"],
        json!([
            {"rule": "self.t == 'Off' || has(self.c)", "message": "c must be set unless t is Off"},
            {"rule": "self.t != 'A' || !has(self.c) || has(self.c.x)", "message": "c.x must be set if t is A"},
            {"rule": "self.t != 'B' || !has(self.c) || has(self.c.y)", "message": "c.y must be set if t is B"},
            {"rule": "self.t != 'Off' || !has(self.c)", "message": "c must not be set if t is Off"},
        ])
    );
    assert_eq!(schema::<Untagged>()["x-kubernetes-int-or-string"], json!(true));
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "kind", deny_unknown_fields)]
enum Guarded {
    Number {
        value: i32,
    },
    Byte {
        #[crd(pattern = "^[0-9]+$")]
        text: Option<String>,
        value: u8,
    },
    Nothing {
        #[serde(alias = "reason")]
        why: String,
        detail: Value,
    },
    Chosen(External),
}

#[derive(Schema, Serialize, Deserialize)]
struct MaybeGuarded {
    #[serde(flatten)]
    guarded: Option<Guarded>,
    #[crd(max_items = 10)]
    few: Vec<Internal>,
    many: Vec<Internal>,
    #[crd(max_items = 100_001)]
    too_many: Vec<Internal>,
}

/// What CEL cannot express stays in `oneOf`, and where the tag may be absent rules look for it first.
#[test]
fn what_rules_cannot_say_of_an_enum_stays_in_one_of() {
    let guarded = schema::<Guarded>();
    let messages: Vec<&str> = guarded["x-kubernetes-validations"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|rule| rule["message"].as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "value must be set if kind is Number or Byte",
            "pvc must not be set unless kind is Chosen",
            "reason must not be set unless kind is Nothing",
            "s3 must not be set unless kind is Chosen",
            "why must not be set unless kind is Nothing",
            "value must be at least -2147483648 and at most 2147483647 if kind is Number",
            "value must be at least 0 and at most 255 if kind is Byte",
            "exactly one of why, reason must be set if kind is Nothing",
            "value must not be set if kind is Nothing or Chosen",
            "exactly one of s3, pvc must be set",
        ],
        "{guarded:#}"
    );
    assert_eq!(guarded["oneOf"].as_array().map(Vec::len), Some(4), "{guarded:#}");
    let flat = schema::<MaybeGuarded>();
    assert_eq!(
        flat["x-kubernetes-validations"][0],
        json!({"rule": "!has(self.kind) || !(self.kind in ['Number', 'Byte']) || has(self.value)",
            "message": "value must be set if kind is Number or Byte"})
    );
    assert_eq!(flat["properties"]["few"]["items"]["oneOf"], Value::Null);
    for unlimited in ["many", "too_many"] {
        assert_eq!(
            flat["properties"][unlimited]["items"]["x-kubernetes-validations"],
            Value::Null
        );
    }
}

/// A type without a schema.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Either {
    Number(i32),
    Text(String),
}

#[derive(Schema, Serialize)]
#[crd(exactly_one_of(host_path, "url"), title = "A source")]
#[crd(validation = ("self.size > 1", "too small"))]
#[serde(rename_all = "camelCase")]
struct Extras {
    #[crd(any_of((minimum = 1, maximum = 3), minimum = 10), not(enum(2)))]
    size: u32,
    host_path: Option<String>,
    url: Option<String>,
    #[crd(preserve_unknown_fields)]
    open: Option<Box<Extras>>,
    #[crd(schema_as = String)]
    wide: u128,
    #[crd(int_or_string)]
    either: Either,
    #[crd(exclusive_minimum = 0, multiple_of = 0.5, example = 1.5)]
    ratio: f64,
    #[crd(map_type = atomic, values(enum("a", "b")), min_properties = 1)]
    labels: BTreeMap<String, String>,
    #[crd(items(items(pattern = "^a")), list_type = atomic)]
    matrix: Vec<Vec<String>>,
    #[crd(enum("x", "y"), immutable, description = "By hand.")]
    mode: String,
}

#[test]
fn attributes() {
    let size = json!({
        "type": "integer", "format": "int64", "minimum": 0, "maximum": 4_294_967_295_u32,
        "anyOf": [{"minimum": 1, "maximum": 3}, {"minimum": 10}],
        "not": {"enum": [2]}
    });
    field::<Extras>("size", size);
    field::<Extras>("wide", json!({"type": "string"}));
    field::<Extras>(
        "either",
        json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]}),
    );
    field::<Extras>(
        "ratio",
        json!({"type": "number", "format": "double", "minimum": 0, "exclusiveMinimum": true, "multipleOf": 0.5, "example": 1.5}),
    );
    let matrix = json!({
        "type": "array", "x-kubernetes-list-type": "atomic",
        "items": {"type": "array", "items": {"type": "string", "pattern": "^a"}}
    });
    field::<Extras>("matrix", matrix);
    let schema = schema::<Extras>();
    assert_eq!(schema["title"], json!("A source"));
    assert_eq!(
        schema["properties"]["open"]["x-kubernetes-preserve-unknown-fields"],
        json!(true)
    );
    assert_eq!(
        schema["properties"]["labels"]["x-kubernetes-map-type"],
        json!("atomic")
    );
    assert_eq!(
        schema["properties"]["mode"]["x-kubernetes-validations"][0]["rule"],
        json!("self == oldSelf")
    );
    let rules = schema["x-kubernetes-validations"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    assert_eq!(rules.len(), 2, "{rules:?}");
    assert!(rules.iter().any(|rule| rule["message"] == "too small"));
}

#[derive(Schema, Serialize, Deserialize)]
struct Source {
    #[serde(rename = "type")]
    #[crd(discriminator)]
    kind: String,
    #[serde(rename = "emptyDir")]
    #[crd(union)]
    empty_dir: Option<Empty>,
    #[serde(rename = "hostPath")]
    #[crd(union)]
    host_path: Option<Inner>,
    shared: String,
}

#[derive(Union)]
#[crd(rule("self.type != 'A' || self.a.size > 1", message = "too small"))]
enum Members {
    A(Inner),
    #[crd(value = "b-value")]
    #[serde(rename = "bField")]
    B(Empty),
}

#[test]
fn unions() {
    let source = schema::<Source>();
    assert_eq!(
        source["properties"]["type"]["enum"],
        json!(["EmptyDir", "HostPath"])
    );
    let members = schema::<Members>();
    assert_eq!(members["properties"]["type"]["enum"], json!(["A", "b-value"]));
    assert_eq!(members["properties"]["bField"]["type"], json!("object"));
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

/// A schema made at run time.
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
}

#[test]
fn schemas_made_at_run_time() {
    let schema = schema::<Foreign>();
    assert_eq!(schema["properties"]["choice"]["enum"], json!(["a", "b"]));
    assert_eq!(
        schema["properties"]["choice"]["description"],
        json!("From elsewhere.")
    );
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

/// The server would set it beside the other name.
#[test]
fn a_field_with_two_names_has_no_default() {
    field::<bare::One>("a", json!({"type": "integer", "format": "int32"}));
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Pair {
    Both(String, String),
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Names {
    Named(BTreeMap<String, u8>),
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Whatever {
    Value(Value),
}

#[test]
fn an_untagged_variant_that_is_alone_is_its_content() {
    check::<Pair>(json!({"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2}));
    check::<Names>(json!({
        "type": "object",
        "additionalProperties": {"type": "integer", "format": "int32", "minimum": 0, "maximum": 255},
    }));
    check::<Whatever>(json!({"x-kubernetes-preserve-unknown-fields": true, "nullable": true}));
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Amount {
    Text(String),
    Quantity(crd_core::types::Quantity),
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(untagged)]
enum Level {
    Number(#[crd(enum(1, 2))] i32),
    Text(String),
}

#[test]
fn what_one_untagged_scalar_refuses_the_other_may_admit() {
    let any = json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]});
    check::<Amount>(any);
    let level = schema::<Level>();
    assert_eq!(level["enum"], Value::Null, "{level:#}");
    assert_eq!(level["anyOf"].as_array().map(Vec::len), Some(2), "{level:#}");
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Open {
    Known {
        #[serde(default)]
        size: i8,
    },
    Other {
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    },
}

#[test]
fn a_default_of_one_variant_does_not_reach_what_another_keeps() {
    let open = schema::<Open>();
    assert_eq!(open["properties"]["size"]["type"], json!("integer"));
    assert_eq!(open["properties"]["size"]["default"], Value::Null);
}

#[derive(Schema, Serialize, Deserialize, Default)]
#[serde(default)]
struct Opened {
    #[crd(preserve_unknown_fields)]
    limits: Limits,
    #[crd(preserve_unknown_fields)]
    sizes: BTreeMap<String, u8>,
    #[crd(preserve_unknown_fields)]
    parent: Option<Box<Opened>>,
    #[crd(preserve_unknown_fields)]
    first: Option<Box<First>>,
    #[crd(preserve_unknown_fields)]
    unknown: Option<NoSchema>,
    /// serde reads its absence, since the struct has a default.
    #[crd(optional)]
    count: u8,
}

#[derive(Schema, Serialize, Deserialize, Default)]
struct Limits {
    cpu: u8,
}

#[derive(Schema, Serialize, Deserialize)]
struct First {
    second: Option<Second>,
}

#[derive(Schema, Serialize, Deserialize)]
struct Second {
    #[crd(preserve_unknown_fields)]
    firsts: Vec<First>,
}

#[derive(Serialize, Deserialize)]
struct NoSchema {}

#[test]
fn open_beside_a_schema() {
    let opened = schema::<Opened>();
    let fields = &opened["properties"];
    assert_eq!(
        fields["limits"],
        json!({
            "type": "object",
            "properties": {"cpu": {"type": "integer", "format": "int32", "minimum": 0, "maximum": 255}},
            "required": ["cpu"],
            "x-kubernetes-preserve-unknown-fields": true,
            "default": {"cpu": 0},
        })
    );
    assert_eq!(fields["sizes"]["type"], json!("object"));
    assert_eq!(fields["sizes"]["additionalProperties"]["maximum"], json!(255));
    let any = json!({"x-kubernetes-preserve-unknown-fields": true, "nullable": true});
    assert_eq!(fields["parent"], any);
    assert_eq!(fields["unknown"], any);
    // The cycle is cut below `second`, not at the field that leads into it.
    assert_eq!(
        fields["first"]["properties"]["second"]["properties"]["firsts"],
        json!({"x-kubernetes-preserve-unknown-fields": true})
    );
    assert_eq!(opened["required"], Value::Null);
}

#[derive(Schema, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
enum Zone {
    #[serde(alias = "a")]
    A,
    B,
}

#[derive(Schema, Serialize)]
struct Zones {
    weights: BTreeMap<Zone, u16>,
    lists: Vec<BTreeMap<Zone, u16>>,
}

#[test]
fn enum_keys() {
    let zones = schema::<Zones>();
    let weights = &zones["properties"]["weights"];
    assert_eq!(weights["maxProperties"], json!(3));
    assert_eq!(
        weights["x-kubernetes-validations"],
        json!([{"rule": "self.all(key, key in ['A', 'a', 'B'])", "message": "keys must be one of A, a, B"}])
    );
    let inner = &zones["properties"]["lists"]["items"];
    assert_eq!(
        (&inner["maxProperties"], &inner["x-kubernetes-validations"]),
        (&json!(3), &Value::Null)
    );
}

/// What the generator says about a type.
fn problems<T: Schema>() -> Vec<String> {
    let problems = crd_core::generate::structural(&T::SHAPE, Profile::ApiServer).unwrap_err();
    problems.0.iter().map(ToString::to_string).collect()
}

#[derive(Schema, Serialize, Deserialize)]
struct Text(String);

#[derive(Schema, Serialize)]
struct Unsuited {
    #[crd(preserve_unknown_fields)]
    name: Text,
    #[crd(preserve_unknown_fields)]
    limits: Vec<Limits>,
    #[crd(int_or_string)]
    port: Text,
}

#[test]
fn opened_values_that_serde_cannot_read() {
    assert_eq!(
        problems::<Unsuited>(),
        [
            "`Unsuited`, `name`: `preserve_unknown_fields` keeps unknown members of objects, but this is a string; remove \
             it, or admit any value with `schema_as = serde_json::Value` [CRD0921]",
            "`Unsuited`, `limits`: `preserve_unknown_fields` keeps unknown members of objects, but this is a list; write \
             `items(preserve_unknown_fields)`, or remove it [CRD0921]",
            "`Unsuited`, `port`: `int_or_string` admits integers and strings, but this is a string; remove it, or replace \
             the schema of the type with `schema_as = crd_core::types::IntOrString` [CRD0921]",
        ]
    );
}

#[derive(Schema, Serialize, Deserialize)]
struct WrongDefaults {
    #[serde(default = "not_a_number")]
    ratio: f64,
    #[serde(default = "too_large")]
    size: u64,
    #[serde(default = "panics")]
    name: String,
    #[serde(default = "not_written")]
    refuses: Refuses,
    /// The default of k8s-openapi's `Quantity` is an empty text, too.
    #[serde(default)]
    #[crd(schema_as = crd_core::types::Quantity)]
    memory: String,
    #[crd(no_default)]
    #[serde(default = "panics")]
    kept_out: String,
    #[serde(default)]
    absent: Option<f64>,
}

fn not_a_number() -> f64 {
    f64::NAN
}

fn too_large() -> u64 {
    u64::MAX
}

fn panics() -> String {
    panic!("no name is known")
}

fn not_written() -> Refuses {
    Refuses {}
}

#[derive(Schema, Deserialize)]
struct Refuses {}

impl Serialize for Refuses {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("it is secret"))
    }
}

#[test]
fn defaults_that_cannot_be_written() {
    assert_eq!(
        problems::<WrongDefaults>(),
        [
            "`WrongDefaults`, `ratio`: the default of field `ratio` (`f64`) is NaN or infinite, which JSON cannot express; \
             choose a finite one [CRD0312]",
            "`WrongDefaults`, `size`: the default of field `size` (`u64`) is 18446744073709551615, but Kubernetes has no \
             integers above 9223372036854775807; choose a smaller one [CRD0312]",
            "`WrongDefaults`, `name`: the default of field `name` (`String`) panics when it is computed: no name is known; \
             generating the schema calls the function of the default [CRD0312]",
            "`WrongDefaults`, `refuses`: the default of field `refuses` (`Refuses`) cannot be written as JSON: it is secret; \
             change it, or its `Serialize` [CRD0312]",
            "`WrongDefaults`, `memory`: the default of field `memory` (`Quantity`) has the quantity \"\", which is none; give \
             one with `default = \"0\"`, or keep serde's default out of the schema with `no_default` [CRD0312]",
        ]
    );
}
