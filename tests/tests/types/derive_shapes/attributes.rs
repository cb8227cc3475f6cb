//! The effects of attributes on schemas, and unions.

use super::*;

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
