//! Values that are generated, not taken from recordings: corner cases of each keyword (`corners.json`), small schemas, and
//! instances of schemas.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::pointers::split;
use crate::rng::Rng;
use crate::values::{FITTING, structural, value};

/// The corner cases of `corners.json`.
#[derive(Debug, Default, Deserialize)]
pub struct Corners {
    /// The keywords of schemas; one of them is unknown to the server.
    pub keywords: Vec<String>,
    /// Member names of objects outside schemas, by the key of the object.
    pub names: BTreeMap<String, Vec<String>>,
    values: BTreeMap<String, Vec<Value>>,
    misfits: Vec<Value>,
    /// Members that only have an effect together, by their JSON pointers.
    pieces: Vec<BTreeMap<String, Value>>,
}

impl Corners {
    /// Parses `corners.json`.
    pub fn load() -> serde_json::Result<Corners> {
        serde_json::from_str(include_str!("corners.json"))
    }

    /// Returns a corner case for a key, or `None` if the key has none.
    pub fn value(&self, key: &str, rng: &mut Rng, depth: usize) -> Option<Value> {
        let inner = depth.checked_sub(1).filter(|_| rng.one_in(2));
        match (key, inner) {
            ("items" | "additionalProperties" | "additionalItems" | "not", Some(inner)) => {
                Some(self.schema(rng, inner))
            }
            ("openAPIV3Schema", Some(inner)) => Some(self.schema(rng, inner + 1)),
            ("allOf" | "anyOf" | "oneOf", Some(inner)) => Some(
                (0..=rng.below(2))
                    .map(|_| self.value_validation(rng, inner))
                    .collect(),
            ),
            ("properties" | "patternProperties" | "definitions", Some(inner)) => {
                Some(self.properties(rng, inner))
            }
            ("default" | "example", Some(inner)) => Some(instance(rng, inner)),
            _ => rng.pick(self.values.get(key)?).cloned(),
        }
    }

    /// Returns any scalar or small value, to be used where it is invalid.
    pub fn misfit(&self, rng: &mut Rng) -> Value {
        rng.pick(&self.misfits).cloned().unwrap_or_default()
    }

    /// Adds members that only have an effect together to a CRD, if it has their parent objects.
    pub fn add_piece(&self, crd: &mut Value, rng: &mut Rng) {
        for (pointer, value) in rng.pick(&self.pieces).into_iter().flatten() {
            let (parent, key) = split(pointer);
            if let Some(Value::Object(map)) = crd.pointer_mut(parent) {
                map.insert(key, value.clone());
            }
        }
    }

    /// Returns a schema that is structural in most cases.
    pub fn schema(&self, rng: &mut Rng, depth: usize) -> Value {
        let mut map = Map::new();
        let inner = depth.saturating_sub(1);
        let kinds: &[&str] = match depth {
            0 => &["string", "integer", "number", "boolean"],
            _ => &["object", "object", "array", "string", "integer"],
        };
        let kind = rng.pick(kinds).copied().unwrap_or("object");
        map.insert("type".into(), json!(kind));
        match kind {
            "object" if rng.one_in(3) => {
                drop(map.insert("additionalProperties".into(), self.schema(rng, inner)));
            }
            "object" => drop(map.insert("properties".into(), self.properties(rng, inner))),
            "array" => drop(map.insert("items".into(), self.schema(rng, inner))),
            _ => {}
        }
        for _ in 0..rng.below(3) {
            self.add_keyword(&mut map, rng, depth);
        }
        Value::Object(map)
    }

    fn properties(&self, rng: &mut Rng, depth: usize) -> Value {
        let names = [
            "a",
            "b",
            "name",
            "spec",
            "metadata",
            "status",
            "apiVersion",
            "kind",
        ];
        let mut map = Map::new();
        for _ in 0..=rng.below(3) {
            if let Some(name) = rng.pick(&names) {
                map.insert(String::from(*name), self.schema(rng, depth));
            }
        }
        Value::Object(map)
    }

    /// Returns a schema for use under `allOf`, `anyOf`, `oneOf` and `not`.
    fn value_validation(&self, rng: &mut Rng, depth: usize) -> Value {
        let mut map = Map::new();
        for _ in 0..=rng.below(2) {
            self.add_keyword(&mut map, rng, depth);
        }
        if depth > 0 && rng.one_in(2) {
            map.insert(
                "properties".into(),
                json!({ "a": self.value_validation(rng, depth - 1) }),
            );
        }
        Value::Object(map)
    }

    fn add_keyword(&self, map: &mut Map<String, Value>, rng: &mut Rng, depth: usize) {
        if let Some(keyword) = rng.pick(&self.keywords) {
            let value = self.value(keyword, rng, depth);
            map.extend(value.map(|value| (keyword.clone(), value)));
        }
    }

    /// Returns a value that a schema most likely admits; any value if the schema is not structural.
    pub fn fitting(&self, schema: &Value, rng: &mut Rng) -> Value {
        if rng.one_in(12) {
            return self.misfit(rng);
        }
        match structural(schema) {
            Some(schema) => value(&schema, FITTING, rng),
            None => instance(rng, 2),
        }
    }
}

fn one_of(values: &Value, rng: &mut Rng) -> Value {
    values
        .as_array()
        .and_then(|values| rng.pick(values))
        .cloned()
        .unwrap_or_default()
}

/// Returns a small JSON value, for defaults.
fn instance(rng: &mut Rng, depth: usize) -> Value {
    let Some(inner) = depth.checked_sub(1).filter(|_| rng.one_in(2)) else {
        return one_of(&json!(["a", 1, 1.5, true, null]), rng);
    };
    match rng.below(3) {
        0 => json!([instance(rng, inner), instance(rng, inner)]),
        _ => json!({ "a": instance(rng, inner), "name": instance(rng, inner) }),
    }
}
