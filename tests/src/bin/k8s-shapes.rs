//! Writes `crd-core/src/rust/interop/k8s/published`: the shapes of Kubernetes' own types, from what it publishes.
//!
//! `cargo run -p crd-gen-tests --bin k8s-shapes` writes them, and the list of them that the tests of
//! `examples/workloads` walk; with `--check` it only says whether they are stale.
//! Go is needed to fetch the documents (module `k8s.io/kubernetes`, [`RELEASES`]). Only facts are taken: names, types,
//! formats, required lists, defaults, list types, map keys and map types; descriptions are not.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use serde_json::{Map, Value};

/// The Kubernetes releases that k8s-openapi 0.29 knows, by minor version.
const RELEASES: &[(u32, &str)] = &[
    (33, "v1.33.9"),
    (34, "v1.34.5"),
    (35, "v1.35.3"),
    (36, "v1.36.1"),
    (37, "v1.37.0"),
];

/// Definitions whose shapes are written by hand in `crd-core/src/rust/interop/k8s/scalars.rs`.
const BY_HAND: &[(&str, &str)] = &[
    ("io.k8s.apimachinery.pkg.api.resource.Quantity", "QUANTITY"),
    ("io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1", "FIELDS_V1"),
    ("io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime", "MICRO_TIME"),
    ("io.k8s.apimachinery.pkg.apis.meta.v1.Time", "TIME"),
    ("io.k8s.apimachinery.pkg.runtime.RawExtension", "RAW_EXTENSION"),
    ("io.k8s.apimachinery.pkg.util.intstr.IntOrString", "INT_OR_STRING"),
];

/// Definitions that are no data of an API: requests to the server and its answers.
const LEFT_OUT: &[&str] = &[
    "APIGroup",
    "APIGroupList",
    "APIResource",
    "APIResourceList",
    "APIVersions",
    "Patch",
    "WatchEvent",
];

/// Only groups of stable APIs are written; what they refer to comes along.
const GROUPS: &[&str] = &[
    "io.k8s.apimachinery.pkg.apis.meta.v1.",
    "io.k8s.api.apps.v1.",
    "io.k8s.api.autoscaling.v1.",
    "io.k8s.api.autoscaling.v2.",
    "io.k8s.api.batch.v1.",
    "io.k8s.api.coordination.v1.",
    "io.k8s.api.core.v1.",
    "io.k8s.api.discovery.v1.",
    "io.k8s.api.networking.v1.",
    "io.k8s.api.node.v1.",
    "io.k8s.api.policy.v1.",
    "io.k8s.api.rbac.v1.",
    "io.k8s.api.scheduling.v1.",
    "io.k8s.api.storage.v1.",
];

type Schemas = BTreeMap<String, Value>;

fn main() -> ExitCode {
    let check = env::args().any(|argument| argument == "--check");
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = workspace.join("crd-core/src/rust/interop/k8s/published");
    let versions: Vec<(u32, Schemas)> = RELEASES
        .iter()
        .map(|(minor, release)| (*minor, schemas(&documents(release))))
        .collect();
    let mut stale = false;
    let mut files: Vec<(PathBuf, String)> = files(&versions)
        .into_iter()
        .map(|(name, text)| (target.join(name), text))
        .collect();
    files.push((
        workspace.join("examples/workloads/tests/support/types.rs"),
        list(&versions),
    ));
    for (path, text) in files {
        if fs::read_to_string(&path).is_ok_and(|old| old == text) {
            continue;
        }
        stale = true;
        if check {
            eprintln!("{} is stale", path.display());
        } else {
            fs::write(&path, text).unwrap();
            eprintln!("wrote {}", path.display());
        }
    }
    ExitCode::from(u8::from(check && stale))
}

/// The directory of a release's schemas, fetched from the Go module proxy where it is not there yet.
fn documents(release: &str) -> PathBuf {
    let module = format!("k8s.io/kubernetes@{release}");
    let output = Command::new("go")
        .args(["mod", "download", "-json", &module])
        .output()
        .unwrap();
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let directory = answer["Dir"]
        .as_str()
        .unwrap_or_else(|| panic!("`{module}` cannot be had: {answer}"));
    Path::new(directory).join("api/openapi-spec/v3")
}

/// All schemas of a release, by definition.
fn schemas(directory: &Path) -> Schemas {
    let mut all = Schemas::new();
    for entry in fs::read_dir(directory).unwrap() {
        let text = fs::read(entry.unwrap().path()).unwrap();
        let mut document: Value = serde_json::from_slice(&text).unwrap();
        if let Value::Object(schemas) = document["components"]["schemas"].take() {
            all.extend(schemas);
        }
    }
    all
}

/// Each generated file: `mod.rs` and one for each API group.
fn files(versions: &[(u32, Schemas)]) -> Vec<(String, String)> {
    // Definition to its text in each version.
    let mut items: BTreeMap<String, Vec<(u32, String)>> = BTreeMap::new();
    for (minor, schemas) in versions {
        for name in wanted(schemas) {
            let text = item(schemas, &name);
            items.entry(name).or_default().push((*minor, text));
        }
    }
    let mut modules: BTreeMap<String, String> = BTreeMap::new();
    for (definition, versions) in &items {
        let text = modules
            .entry(module(definition))
            .or_insert_with(|| HEADER.to_owned());
        text.push('\n');
        for (first, last, item) in runs(versions) {
            text.push_str(&between(first, last, item));
        }
    }
    let mut index = format!("{INDEX}\n");
    for name in modules.keys() {
        writeln!(index, "#[rustfmt::skip]\nmod {name};").unwrap();
    }
    let mut files: Vec<_> = modules
        .into_iter()
        .map(|(name, text)| (format!("{name}.rs"), text))
        .collect();
    files.push(("mod.rs".to_owned(), index));
    files
}

const HEADER: &str = "\
//! Generated by `k8s-shapes` (tests/src/bin) from what Kubernetes publishes; do not edit.

#[allow(unused_imports, reason = \"a module whose types are not in every version may need none\")]
use super::*;
";

const INDEX: &str = "\
//! Generated by `k8s-shapes` (tests/src/bin) from what Kubernetes publishes; do not edit.
//!
//! One static for each published type that does not refer to itself. A type that changed between the versions
//! k8s-openapi knows is there once for each of its forms.

#![allow(clippy::wildcard_imports, reason = \"every file needs most of what its statics are made of\")]

use super::shapes::*;
";

/// The version of Kubernetes that the tests have.
const TESTED: u32 = 36;

/// Every type of [`TESTED`], for tests.
fn list(versions: &[(u32, Schemas)]) -> String {
    let (_, schemas) = versions.iter().find(|(minor, _)| *minor == TESTED).unwrap();
    let mut text = String::from(
        "//! Generated by `k8s-shapes` (tests/src/bin) from what Kubernetes publishes; do not edit.\n\n\
         /// Calls a macro with every published type: its name in Kubernetes and its path.\n\
         macro_rules! published {\n    ($each:ident) => {\n        $each! {\n",
    );
    let by_hand = BY_HAND.iter().map(|(name, _)| (*name).to_owned());
    for name in wanted(schemas).into_iter().chain(by_hand) {
        writeln!(text, "            \"{name}\": k8s_openapi::{};", rust_path(&name)).unwrap();
    }
    text.push_str("        }\n    };\n}\n\npub(crate) use published;\n");
    text
}

/// The definitions to write, with what they refer to.
fn wanted(schemas: &Schemas) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut queue: Vec<String> = schemas
        .iter()
        .filter(|(name, schema)| {
            let short = short(name);
            GROUPS.iter().any(|group| **name == format!("{group}{short}"))
                && !(short.ends_with("List") && schema["properties"]["items"].is_object())
                && !LEFT_OUT.contains(&short)
        })
        .map(|(name, _)| name.clone())
        .collect();
    while let Some(name) = queue.pop() {
        if BY_HAND.iter().any(|(by_hand, _)| *by_hand == name) || found.contains(&name) {
            continue;
        }
        let mut references = Vec::new();
        refers(&schemas[&name], &mut references);
        found.insert(name);
        queue.extend(references);
    }
    found
}

fn refers(schema: &Value, found: &mut Vec<String>) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::String(pointer)) = members.get("$ref") {
                found.push(definition(pointer).to_owned());
            }
            members.values().for_each(|member| refers(member, found));
        }
        Value::Array(items) => items.iter().for_each(|item| refers(item, found)),
        _ => {}
    }
}

fn definition(pointer: &str) -> &str {
    pointer.rsplit('/').next().unwrap()
}

fn short(definition: &str) -> &str {
    definition.rsplit('.').next().unwrap()
}

/// `io.k8s.api.core.v1.Pod` to `core_v1`.
fn module(definition: &str) -> String {
    let parts: Vec<&str> = definition.split('.').collect();
    parts[parts.len() - 3..parts.len() - 1].join("_")
}

/// `io.k8s.api.core.v1.Pod` to `api::core::v1::Pod`.
fn rust_path(definition: &str) -> String {
    definition.strip_prefix("io.k8s.").unwrap().replace('.', "::")
}

/// `HTTPGetAction` to `HTTP_GET_ACTION`.
fn constant(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (at, letter) in letters.iter().enumerate() {
        let before = at.checked_sub(1).map(|at| letters[at]);
        let after = letters.get(at + 1);
        let starts = before.is_some_and(|before| {
            !before.is_ascii_uppercase() || after.is_some_and(char::is_ascii_lowercase)
        });
        if letter.is_ascii_uppercase() && starts {
            out.push('_');
        }
        out.push(letter.to_ascii_uppercase());
    }
    out
}

/// A type: `object!(STATIC: path as "Name" { fields })`.
fn item(schemas: &Schemas, name: &str) -> String {
    let schema = &schemas[name];
    let keys: BTreeSet<&str> = schema.as_object().unwrap().keys().map(String::as_str).collect();
    let known = BTreeSet::from([
        "description",
        "properties",
        "required",
        "type",
        "x-kubernetes-group-version-kind",
        "x-kubernetes-map-type",
        "x-kubernetes-unions",
    ]);
    assert!(
        keys.is_subset(&known) && schema["type"] == "object",
        "{name}: {keys:?}"
    );
    let map_type = map_type(schema).unwrap_or("PLAIN");
    let mut text = format!(
        "object!({}, k8s_openapi::{}, \"{}\", {map_type}, [\n",
        constant(short(name)),
        rust_path(name),
        short(name),
    );
    let empty = Map::new();
    let properties = schema["properties"].as_object().unwrap_or(&empty);
    for (property, of) in properties {
        let required = schema["required"]
            .as_array()
            .is_some_and(|list| list.iter().any(|name| name == property));
        writeln!(
            text,
            "    {},",
            field(schemas, &module(name), name, property, of, required)
        )
        .unwrap();
    }
    text.push_str("]);\n");
    text
}

/// A field: `required("name", &SHAPE)`, `optional(…)` or `default(…, Literal)`, under `with` where it has a list type.
fn field(schemas: &Schemas, here: &str, owner: &str, name: &str, schema: &Value, required: bool) -> String {
    let known = [
        "additionalProperties",
        "allOf",
        "$ref",
        "default",
        "description",
        "format",
        "items",
        "type",
        "x-kubernetes-list-map-keys",
        "x-kubernetes-list-type",
        "x-kubernetes-map-type",
        "x-kubernetes-patch-merge-key",
        "x-kubernetes-patch-strategy",
    ];
    for key in schema.as_object().unwrap().keys() {
        assert!(known.contains(&key.as_str()), "{owner}.{name}: `{key}`");
    }
    let shape = shape(here, &format!("{owner}.{name}"), schema);
    let attrs = list_type(schemas, schema).or_else(|| map_type(schema).map(str::to_owned));
    // What Go writes for a required or nested struct by itself is no default of the API.
    let default = match &schema["default"] {
        Value::String(text) => Some(format!("Str({text:?})")),
        Value::Number(number) => Some(format!("Int({number})")),
        Value::Bool(flag) => Some(format!("Bool({flag})")),
        _ => None,
    };
    let field = match default {
        _ if required => format!("required(\"{name}\", {shape})"),
        None => format!("optional(\"{name}\", {shape})"),
        Some(default) => format!("default(\"{name}\", {shape}, Literal::{default})"),
    };
    match attrs {
        Some(attrs) => format!("with(&{attrs}, {field})"),
        None => field,
    }
}

/// A reference to the static of a type.
fn shape(here: &str, place: &str, schema: &Value) -> String {
    let format = schema["format"].as_str().unwrap_or_default();
    if let Some(pointer) = schema["$ref"]
        .as_str()
        .or_else(|| schema["allOf"][0]["$ref"].as_str())
    {
        let name = definition(pointer);
        if let Some((_, constant)) = BY_HAND.iter().find(|(by_hand, _)| *by_hand == name) {
            return format!("&{constant}");
        }
        let module = module(name);
        let constant = constant(short(name));
        return if module == here {
            format!("&{constant}")
        } else {
            format!("&{module}::{constant}")
        };
    }
    match (schema["type"].as_str().unwrap_or_default(), format) {
        ("string", "") => "&STRING".to_owned(),
        ("string", "byte") => "&BYTES".to_owned(),
        ("integer", "int32") => "&INT32".to_owned(),
        ("integer", "int64") => "&INT64".to_owned(),
        ("boolean", "") => "&BOOLEAN".to_owned(),
        ("array", "") => format!("&list({})", shape(here, place, &schema["items"])),
        ("object", "") if schema["additionalProperties"].is_object() => {
            format!("&map({})", shape(here, place, &schema["additionalProperties"]))
        }
        other => panic!("{place}: no shape for {other:?}"),
    }
}

fn map_type(schema: &Value) -> Option<&'static str> {
    match schema["x-kubernetes-map-type"].as_str()? {
        "atomic" => Some("ATOMIC_MAP"),
        "granular" => Some("GRANULAR_MAP"),
        other => panic!("map type `{other}`"),
    }
}

/// The list type. A list whose keys may be absent is atomic: the server takes such keys from its own code only (OAS-41).
fn list_type(schemas: &Schemas, schema: &Value) -> Option<String> {
    Some(match schema["x-kubernetes-list-type"].as_str()? {
        "atomic" => "ATOMIC_LIST".to_owned(),
        "set" => "SET_LIST".to_owned(),
        "map" => {
            let keys = schema["x-kubernetes-list-map-keys"].as_array().unwrap();
            let items = &schema["items"];
            let pointer = items["$ref"]
                .as_str()
                .or_else(|| items["allOf"][0]["$ref"].as_str())
                .unwrap();
            let element = &schemas[definition(pointer)];
            let always = keys.iter().all(|key| {
                let required = element["required"]
                    .as_array()
                    .is_some_and(|list| list.contains(key));
                required || !element["properties"][key.as_str().unwrap()]["default"].is_null()
            });
            if always {
                let keys: Vec<String> = keys.iter().map(ToString::to_string).collect();
                format!("keys!({})", keys.join(", "))
            } else {
                "ATOMIC_LIST".to_owned()
            }
        }
        other => panic!("list type `{other}`"),
    })
}

/// Versions in a row in which a type is the same.
fn runs(versions: &[(u32, String)]) -> Vec<(u32, u32, &str)> {
    let mut runs: Vec<(u32, u32, &str)> = Vec::new();
    for (minor, text) in versions {
        match runs.last_mut() {
            Some((_, last, same)) if *last + 1 == *minor && *same == text => *last = *minor,
            _ => runs.push((*minor, *minor, text)),
        }
    }
    runs
}

/// An item that is there in some versions only.
fn between(first: u32, last: u32, item: &str) -> String {
    let mut text = item.to_owned();
    let (oldest, newest) = (RELEASES[0].0, RELEASES[RELEASES.len() - 1].0);
    if last < newest {
        text = format!("k8s_openapi::k8s_if_le_1_{last}! {{\n{text}}}\n");
    }
    if first > oldest {
        text = format!("k8s_openapi::k8s_if_ge_1_{first}! {{\n{text}}}\n");
    }
    text
}
