//! Values that are generated, not taken from recordings: corner cases of each keyword (`corners.json`), small schemas, and
//! instances of schemas.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::pointers::split;
use crate::rng::Rng;

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

    /// Returns any scalar or small value, to be used where it does not fit.
    pub fn misfit(&self, rng: &mut Rng) -> Value {
        rng.pick(&self.misfits).cloned().unwrap_or_default()
    }

    /// Adds members that only have an effect together to a CRD, where it has their parent objects.
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

    /// Returns a value that fits the types, properties and enums of a schema; other keywords are ignored.
    pub fn fitting(&self, schema: &Value, rng: &mut Rng, depth: usize) -> Value {
        if depth == 0 || rng.one_in(12) {
            return self.misfit(rng);
        }
        if let Some(value) = schema["enum"].as_array().and_then(|values| rng.pick(values)) {
            return value.clone();
        }
        match schema["type"].as_str() {
            Some("object") => self.fitting_object(schema, rng, depth - 1),
            Some("array") => (0..rng.below(3))
                .map(|_| self.fitting(&schema["items"], rng, depth - 1))
                .collect(),
            Some("integer") => one_of(&json!([0, 1, -5, 2_147_483_648_u32]), rng),
            Some("number") => one_of(&json!([0, 1.5, -1]), rng),
            Some("boolean") => json!(rng.one_in(2)),
            Some("string") if schema["format"].is_string() => one_of(&json!(FORMATTED), rng),
            Some("string") => one_of(&json!(["", "a", "abc", "É", "a b"]), rng),
            _ => instance(rng, 1),
        }
    }

    fn fitting_object(&self, schema: &Value, rng: &mut Rng, depth: usize) -> Value {
        let mut map = Map::new();
        for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
            if !rng.one_in(3) {
                map.insert(name.clone(), self.fitting(inner, rng, depth));
            }
        }
        if let Some(inner @ Value::Object(_)) = schema.get("additionalProperties") {
            map.insert("a".into(), self.fitting(inner, rng, depth));
        }
        if rng.one_in(6) {
            map.insert("unknown".into(), self.misfit(rng));
        }
        Value::Object(map)
    }
}

/// Strings of many formats, valid and invalid.
const FORMATTED: [&str; 24] = [
    "2020-01-01",
    "2020-02-30",
    "2020-01-01T00:00:00Z",
    "2020-01-01t00:00:00.5+01:00",
    "2020-01-01T25:00:00Z",
    "1.2.3.4",
    "::1",
    "10.0.0.0/8",
    "a@b.c",
    "AAAA",
    "AA==",
    "1h",
    "1h30m",
    "5 days",
    "http://a/b",
    "a.b.example",
    "123e4567-e89b-12d3-a456-426614174000",
    "123E4567E89B42D3A456426614174000",
    "00:11:22:33:44:55",
    "#fff",
    "rgb(1,2,3)",
    "4111111111111111",
    "978-3-16-148410-0",
    "078-05-1120",
];

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
