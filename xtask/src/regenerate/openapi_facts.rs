//! Records the common parts of all published documents, and the hashes of whole documents.
//!
//! The facts come from the documents that the code of every server publishes for one CRD: Kubernetes' own definitions, and
//! the parameters of each action. A value is recorded with the first server that has it, and each description once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io, mem};

use crd_core::KubeVersion;
use crd_gen_tests::published::{self, Hashes, RecordedDocuments, SERVERS};
use crd_gen_tests::server_parity::oracle::Oracle;
use crd_gen_tests::shared;
use serde_json::{Map, Value, json};

/// A CRD with all features that change the parameters and definitions of a document.
const PROBE: &str = r#"{
    "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
    "metadata": {"name": "widgets.a.example.com"},
    "spec": {
        "group": "a.example.com", "scope": "Namespaced",
        "names": {"kind": "Widget", "listKind": "WidgetList", "plural": "widgets", "singular": "widget"},
        "versions": [{
            "name": "v1", "served": true, "storage": true,
            "subresources": {
                "status": {},
                "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"}
            },
            "schema": {"openAPIV3Schema": {"type": "object"}}
        }]
    }
}"#;

/// The operations that show the parameters of each action.
const SHOWN_BY: [(&str, &str, &str); 7] = [
    ("list", "/apis/a.example.com/v1/widgets", "get"),
    (
        "post",
        "/apis/a.example.com/v1/namespaces/{namespace}/widgets",
        "post",
    ),
    (
        "deletecollection",
        "/apis/a.example.com/v1/namespaces/{namespace}/widgets",
        "delete",
    ),
    (
        "get",
        "/apis/a.example.com/v1/namespaces/{namespace}/widgets/{name}",
        "get",
    ),
    (
        "put",
        "/apis/a.example.com/v1/namespaces/{namespace}/widgets/{name}",
        "put",
    ),
    (
        "delete",
        "/apis/a.example.com/v1/namespaces/{namespace}/widgets/{name}",
        "delete",
    ),
    (
        "patch",
        "/apis/a.example.com/v1/namespaces/{namespace}/widgets/{name}",
        "patch",
    ),
];

/// Returns the path and text of `facts.json`.
pub(super) fn generate(workspace: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let mut documents = BTreeMap::new();
    for server in KubeVersion::all() {
        let oracle = Oracle::of_server(server, "publish")?;
        let answer = published::ask(&oracle, PROBE, server)?;
        let of_version = answer.versions.get("v1").cloned();
        documents.insert(
            server.minor(),
            of_version.ok_or_else(|| io::Error::other("the oracle publishes nothing"))?,
        );
    }
    let mut facts = Facts::default();
    for (minor, document) in &documents {
        facts.add(*minor, document, &documents)?;
    }
    Ok(vec![(
        workspace.join("crd-core/src/server/publish/facts.json"),
        text(facts.to_json()),
    )])
}

/// Returns the text of the facts: each description once, with one entry on a line.
fn text(mut facts: Value) -> String {
    let mut descriptions = Vec::new();
    number(&mut facts, &mut descriptions);
    let lines = |entries: Vec<String>| entries.join(",\n");
    let descriptions = descriptions.into_iter().map(|text| Value::from(text).to_string());
    let mut text = format!("{{\"descriptions\": [\n{}\n]", lines(descriptions.collect()));
    for (name, entries) in facts.as_object().into_iter().flatten() {
        let entry = match entries {
            Value::Object(entries) => {
                let entries = entries.iter();
                let entries = entries.map(|(name, entry)| format!("{}: {entry}", json!(name)));
                format!("{{\n{}\n}}", lines(entries.collect()))
            }
            other => other.to_string(),
        };
        text.push_str(&format!(",\n{}: {entry}", json!(name)));
    }
    text + "}\n"
}

/// Replaces each description by its position in `descriptions`, which lists each once.
fn number(value: &mut Value, descriptions: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match member {
                    Value::String(text) if name == "description" => {
                        let known = descriptions.iter().position(|known| known == text);
                        let position = known.unwrap_or_else(|| {
                            descriptions.push(mem::take(text));
                            descriptions.len() - 1
                        });
                        *member = position.into();
                    }
                    _ => number(member, descriptions),
                }
            }
        }
        Value::Array(elements) => {
            for element in elements {
                number(element, descriptions);
            }
        }
        _ => {}
    }
}

/// Values with the first server that has each.
type Since = Vec<(u16, Value)>;

#[derive(Default)]
struct Facts {
    definitions: BTreeMap<String, Since>,
    parameters: BTreeMap<String, Since>,
    namespace: Since,
    bodies: BTreeMap<String, Since>,
}

impl Facts {
    fn add(&mut self, minor: u16, document: &Value, all: &BTreeMap<u16, Value>) -> io::Result<()> {
        let names = all
            .values()
            .flat_map(|document| kubernetes_definitions(document).into_iter().map(|(name, _)| name));
        for name in names {
            let v3 = kubernetes_definitions(document).get(&name).cloned();
            let v2 = document
                .pointer("/v2/definitions")
                .and_then(|all| all.get(&name))
                .cloned();
            let value = v3.map_or(Value::Null, |v3| json!({"v3": v3, "v2": v2}));
            push(self.definitions.entry(name.clone()).or_default(), minor, value);
        }
        for (action, path, method) in SHOWN_BY {
            let missing = || io::Error::other(format!("the document has no {method} of {path}"));
            let item = document
                .pointer("/v2/paths")
                .and_then(|paths| paths.get(path))
                .ok_or_else(missing)?;
            let operation = item.get(method).ok_or_else(missing)?;
            let mut queried = Vec::new();
            for parameter in elements(item).chain(elements(operation)) {
                let (parameter, shared) = resolve(document, parameter);
                match parameter.get("in").and_then(Value::as_str) {
                    Some("query") => queried.push(fact(parameter, shared)),
                    Some("path") if action == "get" && shared.is_some() => {
                        push(&mut self.namespace, minor, fact(parameter, shared));
                    }
                    Some("body") => {
                        if let Some(name) = shared {
                            push(self.bodies.entry(action.into()).or_default(), minor, name.into());
                        }
                    }
                    _ => {}
                }
            }
            queried.sort_by_key(|parameter| parameter["name"].as_str().map(str::to_owned));
            push(
                self.parameters.entry(action.into()).or_default(),
                minor,
                queried.into(),
            );
        }
        Ok(())
    }

    fn to_json(&self) -> Value {
        json!({
            "definitions": self.definitions,
            "parameters": self.parameters,
            "namespace": self.namespace,
            "bodies": self.bodies,
        })
    }
}

fn push(values: &mut Since, minor: u16, value: Value) {
    if values.last().is_none_or(|(_, last)| *last != value) {
        values.push((minor, value));
    }
}

fn kubernetes_definitions(document: &Value) -> Map<String, Value> {
    let schemas = document
        .pointer("/v3/components/schemas")
        .and_then(Value::as_object);
    let own = schemas
        .into_iter()
        .flatten()
        .filter(|(name, _)| name.starts_with("io.k8s."));
    own.map(|(name, schema)| (name.clone(), schema.clone())).collect()
}

fn elements(of: &Value) -> impl Iterator<Item = &Value> {
    of.get("parameters")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}

/// Resolves a reference to a parameter; returns the parameter and the name of the reference.
fn resolve<'a>(document: &'a Value, parameter: &'a Value) -> (&'a Value, Option<&'a str>) {
    let reference = parameter.get("$ref").and_then(Value::as_str);
    let name = reference.and_then(|reference| reference.strip_prefix("#/parameters/"));
    let shared = document.pointer("/v2/parameters");
    match name.and_then(|name| Some((shared?.get(name)?, name))) {
        Some((parameter, name)) => (parameter, Some(name)),
        None => (parameter, None),
    }
}

fn fact(parameter: &Value, shared: Option<&str>) -> Value {
    let mut fact = json!({
        "name": parameter["name"], "type": parameter["type"], "description": parameter["description"],
    });
    if let Some(name) = shared {
        fact["shared"] = name.into();
    }
    fact
}

/// Returns the path and text of the hashes of the documents of the corpus.
pub(super) fn record_documents(workspace: &Path) -> io::Result<Vec<(PathBuf, String)>> {
    let root = shared("")
        .ok_or_else(|| io::Error::other("the corpus is not here; CRD_GEN_SHARED says where it is"))?;
    let mut oracles = Vec::new();
    for minor in SERVERS {
        let server = KubeVersion::from_minor(minor).ok_or_else(|| io::Error::other("no such server"))?;
        oracles.push((server, Oracle::of_server(server, "publish")?));
    }
    let mut text = String::new();
    for file in published::corpus_files().unwrap_or_default() {
        let source = fs::read_to_string(root.join(&file))?;
        for (document, crd) in published::crds(&source).into_iter().enumerate() {
            let crd_text = crd.text();
            let mut servers: BTreeMap<u16, BTreeMap<String, Hashes>> = BTreeMap::new();
            let mut apply: BTreeMap<u16, String> = BTreeMap::new();
            for (server, oracle) in &oracles {
                let answer = published::ask(oracle, &crd_text, *server)?;
                let mut hashes = BTreeMap::new();
                for name in &crd.served {
                    if let Some(of_version) = answer.versions.get(name) {
                        hashes.insert(name.clone(), Hashes::new(&of_version["v2"], &of_version["v3"]));
                    }
                }
                if servers.values().next_back() != Some(&hashes) {
                    servers.insert(server.minor(), hashes);
                }
                let hash = published::hash(&answer.apply);
                if !answer.apply.is_null() && apply.values().next_back() != Some(&hash) {
                    apply.insert(server.minor(), hash);
                }
            }
            let recorded = RecordedDocuments {
                file: file.clone(),
                document,
                servers,
                apply,
            };
            text.push_str(&serde_json::to_string(&recorded)?);
            text.push('\n');
        }
    }
    Ok(vec![(workspace.join("tests/fixtures/published.jsonl"), text)])
}
