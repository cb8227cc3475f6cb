//! The material of mutants: recorded CRDs, and small parts of the corpus.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

use serde_json::{Value, json};

use super::corners::Corners;
use crate::rng::Rng;
use crate::server_parity::oracle::Oracle;

/// The largest schema that is cut out of a CRD of the corpus, in bytes of JSON.
const LARGEST_PART: usize = 1500;
/// The maximum number of values that are kept for one key.
const VALUES_PER_KEY: usize = 64;

/// The material of mutants.
#[derive(Debug, Default)]
pub struct Seeds {
    /// Generated corner cases.
    pub corners: Corners,
    /// Small whole CRDs, as sent.
    pub creates: Vec<Value>,
    /// Pairs of an old and a new CRD.
    pub updates: Vec<(Value, Value)>,
    /// The values of each key, at any place.
    pub values: BTreeMap<String, Vec<Value>>,
    /// The member names of the objects of each key, at any place.
    pub siblings: BTreeMap<String, Vec<String>>,
}

impl Seeds {
    /// Reads the recorded verdicts and the corpus below `shared`; the oracle parses the YAML.
    pub fn load(shared: &Path) -> io::Result<Seeds> {
        let mut seeds = Seeds {
            corners: Corners::load()?,
            ..Seeds::default()
        };
        let mut pool = Pool::default();
        for line in fs::read_to_string(shared.join("conformance/crd.jsonl"))?.lines() {
            let mut record: Value = serde_json::from_str(line)?;
            let new = record["new"].take();
            if new.to_string().len() > 8000 {
                continue;
            }
            pool.learn("", &new);
            match record["old"].take() {
                Value::Null => seeds.creates.push(new),
                old => {
                    seeds.creates.push(old.clone());
                    seeds.updates.push((old, new));
                }
            }
        }
        for crd in corpus(shared)? {
            cut(&crd, &mut seeds.creates, &mut pool);
        }
        seeds.values = pool
            .values
            .into_iter()
            .map(|(key, values)| (key, values.into_values().collect()))
            .collect();
        seeds.siblings = pool
            .siblings
            .into_iter()
            .map(|(key, names)| (key, names.into_iter().collect()))
            .collect();
        Ok(seeds)
    }

    /// Returns a recorded value of the key.
    pub fn value(&self, key: &str, rng: &mut Rng) -> Option<Value> {
        rng.pick(self.values.get(key)?).cloned()
    }
}

/// Returns the CRDs of the corpus, parsed as kubectl parses them.
fn corpus(shared: &Path) -> io::Result<Vec<Value>> {
    let mut files = BTreeSet::new();
    for line in fs::read_to_string(shared.join("corpus/verdicts.jsonl"))?.lines() {
        let record: Value = serde_json::from_str(line)?;
        if let Some(file) = record["file"].as_str() {
            files.insert(String::from(file));
        }
    }
    let oracle = Oracle::start("yaml")?;
    for file in &files {
        let text = fs::read_to_string(shared.join(file))?;
        oracle.send(json!({ "text": text }).to_string())?;
    }
    let mut crds = Vec::new();
    for _ in &files {
        let answer: Value = oracle.receive()?;
        let documents = answer["documents"].as_array().into_iter().flatten();
        for document in documents.filter_map(|document| document["json"].as_str()) {
            let Ok(crd) = serde_json::from_str::<Value>(document) else {
                continue;
            };
            if crd["kind"] == "CustomResourceDefinition" {
                crds.push(crd);
            }
        }
    }
    Ok(crds)
}

/// Creates small CRDs from a large one, each with one small part of its schema.
fn cut(crd: &Value, into: &mut Vec<Value>, pool: &mut Pool) {
    let mut frame = crd.clone();
    let mut parts = Vec::new();
    if let Some(versions) = frame.pointer_mut("/spec/versions").and_then(Value::as_array_mut) {
        for version in versions {
            if let Some(schema) = version.pointer_mut("/schema/openAPIV3Schema") {
                parts_of(schema, &mut parts);
                *schema = json!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true });
            }
        }
    }
    pool.learn("", &frame);
    if frame.to_string().len() > 4000 {
        return;
    }
    for (index, part) in parts.iter().enumerate() {
        pool.learn("properties", &json!({ "part": part }));
        // Neighbouring parts are similar, so every seventh part is enough.
        if index % 7 == 0 {
            let mut seed = frame.clone();
            if let Some(schema) = seed.pointer_mut("/spec/versions/0/schema/openAPIV3Schema") {
                *schema = json!({ "type": "object", "properties": { "spec": part } });
            }
            into.push(seed);
        }
    }
}

/// Collects the largest parts of a schema that fit into [`LARGEST_PART`], without descriptions.
fn parts_of(schema: &Value, parts: &mut Vec<Value>) {
    let mut small = schema.clone();
    strip_texts(&mut small);
    if small.to_string().len() <= LARGEST_PART {
        parts.push(small);
        return;
    }
    let properties = schema["properties"]
        .as_object()
        .into_iter()
        .flat_map(|map| map.values());
    for inner in properties
        .chain(schema.get("items"))
        .chain(schema.get("additionalProperties"))
    {
        if inner.is_object() {
            parts_of(inner, parts);
        }
    }
}

fn strip_texts(value: &mut Value) {
    match value {
        Value::Object(map) => {
            if map.get("description").is_some_and(Value::is_string) {
                map.remove("description");
            }
            map.values_mut().for_each(strip_texts);
        }
        Value::Array(items) => items.iter_mut().for_each(strip_texts),
        _ => {}
    }
}

#[derive(Default)]
struct Pool {
    values: BTreeMap<String, BTreeMap<String, Value>>,
    siblings: BTreeMap<String, BTreeSet<String>>,
}

impl Pool {
    /// Adds a value of the key, and all values in it.
    fn learn(&mut self, key: &str, value: &Value) {
        let text = value.to_string();
        if !key.is_empty() && text.len() <= 400 {
            let seen = self.values.entry(String::from(key)).or_default();
            if seen.len() < VALUES_PER_KEY {
                seen.insert(text, value.clone());
            }
        }
        match value {
            Value::Object(map) => {
                let names_are_free = matches!(
                    key,
                    "properties" | "definitions" | "patternProperties" | "default" | "example"
                );
                for (name, inner) in map {
                    if names_are_free {
                        self.learn("", inner);
                        self.values.entry(String::from("schema")).or_default();
                    } else {
                        self.siblings
                            .entry(String::from(key))
                            .or_default()
                            .insert(name.clone());
                        self.learn(name, inner);
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.learn(key, item)),
            _ => {}
        }
    }
}
