//! The guide "attributes" shows the effect of each attribute on a schema or a CRD. Its tables are generated from the types below.
//!
//! `CRD_GEN_UPDATE=1` writes them.

#![expect(clippy::unwrap_used, reason = "a test may stop")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crd_core::generate::{Profile, structural};
use crd_core::types::{Condition, IntOrString};
use crd_core::{CustomResource, JsonSchemaProps, Schema, Union};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A row: the source, and its effect.
type Row = (String, String);

fn schema<T: Schema>() -> Value {
    let schema = structural(&T::SHAPE, Profile::ApiServer).unwrap();
    serde_json::to_value(JsonSchemaProps::from(schema)).unwrap()
}

/// Returns the source of an item on one line.
fn source(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.replace("# [", "#[").replace(" (", "(").replace(" :", ":");
    text.trim_end_matches(',').replace('|', "\\|")
}

fn row(text: &str, value: &str) -> Row {
    (
        format!("`{}`", source(text)),
        format!("`{}`", value.replace('|', "\\|")),
    )
}

/// Rows of fields: the schema of the property.
macro_rules! fields {
    ($({ $($field:tt)* })*) => {
        vec![$({
            #[derive(Schema, Serialize, Deserialize)]
            struct Row { $($field)* }
            let schema = schema::<Row>();
            let property = schema["properties"].as_object().and_then(|map| map.values().next().cloned());
            let mut shown = property.unwrap_or_default().to_string();
            if schema["required"].is_null() && !stringify!($($field)*).contains("Option") {
                shown.push_str(", not required");
            }
            row(stringify!($($field)*), &shown)
        }),*]
    };
}

/// Rows of types: the schema of the type.
macro_rules! types {
    ($($derive:ident { $(#[$attribute:meta])* $kind:ident $name:ident $($rest:tt)* })*) => {
        vec![$({
            types!(@ $derive [$(#[$attribute])* $kind $name $($rest)*]);
            row(stringify!($(#[$attribute])* $kind $name $($rest)*), &schema::<$name>().to_string())
        }),*]
    };
    (@ Schema [$($item:tt)*]) => { #[derive(Schema, Serialize, Deserialize)] $($item)* };
    (@ Union [$($item:tt)*]) => { #[derive(Union)] $($item)* };
}

/// Rows of custom resources: the differences from a CRD with only `group`, `version` and `kind`.
macro_rules! resources {
    ($({ $($attribute:tt)* } { $($field:tt)* })*) => {
        vec![$({
            #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
            #[crd(group = "example.com", version = "v1", kind = "Db", $($attribute)*)]
            struct DbSpec { $($field)* }
            let mut written = String::from(stringify!($($attribute)*));
            if written.is_empty() {
                written = stringify!($($field)*).to_owned();
            }
            row(&written, &added(&resource::<Db>()))
        }),*]
    };
}

fn resource<T: CustomResource>() -> Value {
    serde_json::to_value(T::crd().unwrap()).unwrap()
}

/// Returns the leaves of a CRD that the plain one does not have.
fn added(crd: &Value) -> String {
    let (plain, with) = (leaves(&resource::<Plain>()), leaves(crd));
    let mut lines: Vec<String> = with
        .iter()
        .filter(|(path, value)| *path != "spec.names.kind" && plain.get(*path) != Some(value))
        .map(|(path, value)| format!("{path}: {value}"))
        .collect();
    let gone = plain.keys().filter(|path| !with.contains_key(*path));
    lines.extend(gone.map(|path| format!("no {path}")));
    lines.join("; ")
}

fn leaves(value: &Value) -> BTreeMap<String, String> {
    fn walk(value: &Value, path: &str, found: &mut BTreeMap<String, String>) {
        match value {
            Value::Object(status) if path.ends_with("properties.status") => {
                if let Some(default) = status.get("default") {
                    found.insert("schema.properties.status.default".to_owned(), default.to_string());
                }
                found.insert(
                    "schema.properties.status".to_owned(),
                    "the schema of the type".to_owned(),
                );
            }
            Value::Object(map) if !map.is_empty() && !path.ends_with("x-kubernetes-validations[0]") => {
                for (key, value) in map {
                    let path = if path.is_empty() {
                        key.clone()
                    } else {
                        format!("{path}.{key}")
                    };
                    walk(value, &path, found);
                }
            }
            Value::Array(items) if items.iter().any(Value::is_object) => {
                for (at, value) in items.iter().enumerate() {
                    walk(value, &format!("{path}[{at}]"), found);
                }
            }
            _ => {
                let path = path
                    .replace("spec.versions[0].", "")
                    .replace("openAPIV3Schema.", "");
                found.insert(path, value.to_string());
            }
        }
    }
    let mut found = BTreeMap::new();
    walk(value, "", &mut found);
    found
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Plain",
    plural = "dbs",
    singular = "db",
    list_kind = "DbList"
)]
struct PlainSpec {
    size: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct DbStatus {
    replicas: u32,
    selector: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Part {
    name: String,
}

/// Descriptions of a type that has none, by path.
const TABLE: &[(&str, &str)] = &[("name", "What it is called.")];

#[expect(clippy::unnecessary_wraps, reason = "the attribute asks for a result")]
/// A template of another API: `schema_with` takes the schema from this function.
fn any_object() -> Result<crd_core::Structural, crd_core::shape::ForeignError> {
    use crd_core::structural::{Object, Structural, StructuralShape};
    Ok(Structural {
        preserve_unknown_fields: true,
        ..Structural::new(StructuralShape::Object(Object::default()))
    })
}

const MOST: u32 = 50;

fn field_rows() -> Vec<Row> {
    fields! {
        { #[crd(minimum = 1, maximum = 15)] size: u32 }
        { #[crd(exclusive_minimum = 0, multiple_of = 0.5)] ratio: f64 }
        { #[crd(maximum = MOST)] size: u32 }
        { #[crd(min_length = 1, max_length = 63, pattern = "^[a-z]+$")] name: String }
        { #[crd(format = "email")] mail: String }
        { #[crd(format = "")] size: i32 }
        { #[crd(enum("a", "b"))] class: String }
        { #[crd(min_items = 1, max_items = 8)] names: Vec<String> }
        { #[crd(list_type = set)] names: Vec<String> }
        { #[crd(list_type = map, list_map_keys("name"))] parts: Vec<Part> }
        { #[crd(items(max_length = 63))] names: Vec<String> }
        { #[crd(values(minimum = 1))] limits: BTreeMap<String, u32> }
        { #[crd(at("name", max_length = 63))] part: Part }
        { #[crd(min_properties = 1, max_properties = 8, map_type = atomic)] labels: BTreeMap<String, String> }
        { #[crd(default = 3)] size: u32 }
        { #[crd(no_default)] #[serde(default)] size: u32 }
        { #[crd(optional)] #[serde(default)] size: u32 }
        { #[crd(required)] size: Option<u32> }
        { #[crd(nullable)] size: Option<u32> }
        { #[crd(example = 5, title = "Size", description = "Of the disk.")] size: u32 }
        { #[crd(max_description = 0)] condition: Condition }
        { #[crd(rule("self > 1", message = "too small", reason = FieldValueInvalid))] size: u32 }
        { #[crd(immutable)] name: String }
        { #[crd(any_of((maximum = 5), (minimum = 10)))] size: u32 }
        { #[crd(all_of((maximum = 5)))] size: u32 }
        { #[crd(one_of((maximum = 5), (minimum = 3)))] size: u32 }
        { #[crd(not(enum(3)))] size: u32 }
        { #[crd(any_of((required("name")), (properties(name(max_length = 3)))))] part: Part }
        { #[crd(int_or_string)] port: IntOrString }
        { #[crd(preserve_unknown_fields)] part: Part }
        { #[crd(unchecked(format = "ip", max_length = 39))] addresses: Vec<String> }
        { #[crd(unchecked(int_or_string))] port: IntOrString }
        { #[crd(unchecked(int_or_string))] port: String }
        { #[crd(unchecked(int_or_string = any_of))] port: String }
        { #[crd(unchecked(nullable), enum("a", "b"))] class: String }
        { #[crd(unchecked(preserve_unknown_fields), items(unchecked(preserve_unknown_fields = false)))] parts: Vec<serde_json::Map<String, serde_json::Value>> }
        { #[crd(embedded_resource)] template: serde_json::Value }
        { #[crd(descriptions = TABLE)] part: Part }
        { #[crd(required, default = 3)] #[serde(skip_serializing_if = "Option::is_none")] size: Option<u32> }
        { #[crd(schema_as = String)] wide: u128 }
        { #[crd(schema_with = any_object)] template: serde_json::Value }
        { #[crd(merge_strategy = ListMerge::Set)] names: Vec<String> }
        { #[crd(lifecycle(project = "kubernetes", min_version = "v1.30", status = alpha))] width: Option<u32> }
    }
}

fn type_rows() -> Vec<Row> {
    types! {
        Schema { #[crd(rule("self.a <= self.b", message = "a is above b"))] struct Bounds { a: u32, b: u32 } }
        Schema { #[crd(exactly_one_of("a", "b"))] struct Choice { a: Option<bool>, b: Option<bool> } }
        Schema { #[crd(at_most_one_of("a", "b"))] struct AtMost { a: Option<bool>, b: Option<bool> } }
        Schema { #[crd(at_least_one_of("a", "b"))] struct AtLeast { a: Option<bool>, b: Option<bool> } }
        Schema { #[crd(map_type = atomic)] struct Limits { a: bool } }
        Schema { #[crd(max_length = 63)] struct Name(String); }
        Schema { struct Source { #[crd(discriminator)] kind: String, #[crd(union)] disk: Option<bool>, #[crd(union = "Net")] net: Option<bool> } }
        Union { #[crd(discriminator = "kind")] enum Storage { #[crd(value = "Disk")] Local(Part), Memory } }
        Schema { #[crd(no_derived_rules, min_properties = 1, max_properties = 1)] #[serde(rename_all = "camelCase")] enum Place { Disk(Part), Net(Part) } }
        Union { #[crd(discriminator_description = "Where.", no_derived_rules, rule("(self.type == 'Local') == has(self.local)"))] enum Storage { Local(Part), Memory } }
    }
}

fn resource_rows() -> Vec<Row> {
    resources! {
        { plural = "databases", singular = "database", list_kind = "Databases" } { size: u32 }
        { shortname = "d", category = "all" } { size: u32 }
        { namespaced } { size: u32 }
        { spec_optional } { size: u32 }
        { spec_optional = option } { size: u32 }
        { flatten } { size: u32 }
        { metadata_required } { size: u32 }
        { status_subresource = true } { size: u32 }
        { spec_optional = option, spec_default = serde_json::json!({"size": 3}) } { size: u32 }
        { status = DbStatus, status_nullable } { size: u32 }
        { describe_type_meta = joined } { size: u32 }
        { describe_type_meta("The version.", "The kind.") } { size: u32 }
        { root_title = "Db" } { size: u32 }
        { root_schema_with = any_object } { size: u32 }
        { unchecked_paths, printcolumn(name = "Gone", type_ = "string", json_path = ".spec.gone") } { size: u32 }
        { status = DbStatus } { size: u32 }
        { status = DbStatus, status_default = serde_json::json!({"replicas": 0}) } { size: u32 }
        { status = DbStatus, scale(spec_replicas_path = ".spec.size", status_replicas_path = ".status.replicas", label_selector_path = ".status.selector") } { size: u32 }
        { printcolumn(name = "Size", type_ = "integer", json_path = ".spec.size", format = "int64", description = "Its size.", priority = 1) } { size: u32 }
        {} { #[crd(printcolumn(name = "Size", position = 1))] size: u32 }
        {} { #[crd(selectable)] size: u32 }
        { selectable = ".spec.size" } { size: u32 }
        { root_rule("self.spec.size > 1", message = "too small") } { size: u32 }
        { annotation("example.com/team", "storage"), label("tier", "gold") } { size: u32 }
        { conversion(service = "db", namespace = "db-system", path = "/convert", port = 8443) } { size: u32 }
        { conversion(url = "https://example.com/convert") } { size: u32 }
        { conversion(service = "db", namespace = "db-system", cert_manager = "db-system/db") } { size: u32 }
        { conversion(service = "db", namespace = "db-system", openshift) } { size: u32 }
        { conversion(url = "https://example.com/convert", external) } { size: u32 }
        { conversion(url = "https://example.com/convert", external, review_versions("v1", "v1beta1")) } { size: u32 }
        { conversion = none } { size: u32 }
        { served = false } { size: u32 }
        { storage = false } { size: u32 }
        { deprecated } { size: u32 }
        { deprecated = "use v2" } { size: u32 }
        { doc = "A database." } { size: u32 }
    }
}

fn table(head: &str, rows: Vec<Row>) -> String {
    let rows: Vec<String> = rows
        .into_iter()
        .map(|(left, right)| format!("| {left} | {right} |"))
        .collect();
    format!("{head}\n|---|---|\n{}\n", rows.join("\n"))
}

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../crd-core/src/guide/attributes.md")
}

#[test]
fn the_tables_of_the_guide_are_true() {
    let tables = [
        table("| a field | the schema of its property |", field_rows()),
        table("| a type | its schema |", type_rows()),
        table(
            "| beside `group`, `version` and `kind` | what it changes in the CRD |",
            resource_rows(),
        ),
    ];
    let text = fs::read_to_string(page()).unwrap();
    let mut updated = text.clone();
    for expected in tables {
        let head = expected.lines().next().unwrap();
        let (before, rest) = updated.split_once(head).unwrap();
        let end = rest.find("\n\n").map_or(rest.len(), |end| end + 1);
        updated = format!("{before}{expected}{}", &rest[end..]);
    }
    if std::env::var_os("CRD_GEN_UPDATE").is_some() {
        fs::write(page(), updated).unwrap();
    } else {
        assert_eq!(text, updated, "CRD_GEN_UPDATE=1 writes the tables");
    }
}

/// The page names every attribute that the macros know.
#[test]
fn every_attribute_is_named() {
    let keys = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crd-derive/src/attr/keys.rs");
    let keys = fs::read_to_string(keys).unwrap();
    let text = fs::read_to_string(page()).unwrap();
    let words: BTreeSet<&str> = text
        .split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
        .collect();
    let mut known = 0;
    for line in keys.lines() {
        let Some((_, rest)) = line.split_once(" = \"") else {
            continue;
        };
        let Some((name, _)) = rest.split_once('"') else {
            continue;
        };
        known += 1;
        assert!(words.contains(name), "the page does not name `{name}`");
    }
    assert!(
        known > 80,
        "only {known} attributes are known: the search is broken"
    );
}
