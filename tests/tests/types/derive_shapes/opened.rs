//! The schemas of types that are opened or replaced, and defaults that cannot be serialized.

use super::*;

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
    // The cycle is broken below `second`, not at the field that refers to it.
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

/// Returns the errors of the generator about a type.
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
            "`Unsuited`, `name`: `preserve_unknown_fields` keeps unknown fields of objects, but this is a \
             string; remove it, or accept any value with `schema_as = serde_json::Value` [CRD0921]",
            "`Unsuited`, `limits`: `preserve_unknown_fields` keeps unknown fields of objects, but this is a \
             list; write `items(preserve_unknown_fields)`, or remove it [CRD0921]",
            "`Unsuited`, `port`: `int_or_string` accepts integers and strings, but this is a string; remove \
             it, or replace the schema of the type with `schema_as = crd_core::types::IntOrString` [CRD0921]",
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
            "`WrongDefaults`, `ratio`: the default of field `ratio` (`f64`) is NaN or infinite, which JSON \
             cannot express; choose a finite number [CRD0312]",
            "`WrongDefaults`, `size`: the default of field `size` (`u64`) is 18446744073709551615, but \
             integers of Kubernetes are at most 9223372036854775807; choose a smaller one [CRD0312]",
            "`WrongDefaults`, `name`: the default of field `name` (`String`) panics when it is computed: no \
             name is known; the generator of the schema calls the function of the default [CRD0312]",
            "`WrongDefaults`, `refuses`: the default of field `refuses` (`Refuses`) cannot be written as JSON: it is secret; \
             change it, or its `Serialize` [CRD0312]",
            "`WrongDefaults`, `memory`: the default of field `memory` (`Quantity`) has the invalid quantity \
             \"\"; set one with `default = \"0\"`, or omit serde's default from the schema with \
             `no_default` [CRD0312]",
        ]
    );
}
