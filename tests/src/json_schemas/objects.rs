//! Random objects for a schema: mostly what the server admits, and what a few changes make of it.

use regex::Regex;
use serde_json::{Map, Value, json};

use crate::rng::Rng;

/// Texts of many formats and for many patterns.
const TEXTS: [&str; 28] = [
    "a",
    "abc",
    "A",
    "a.example.com",
    "example.com/a",
    "a/b",
    "1",
    "10",
    "0755",
    "1h",
    "1h30m",
    "10s",
    "100m",
    "1Gi",
    "50%",
    "v1",
    "v1.2.3",
    "http://a.example.com",
    "https://a.example.com/b",
    "/a",
    "1.2.3.4",
    "10.0.0.0/8",
    "2020-01-01T00:00:00Z",
    "2020-01-01",
    "AAAA",
    "a@b.example",
    "arn:aws:iam::123456789012:role/a",
    "123e4567-e89b-12d3-a456-426614174000",
];

/// What takes the place of a value.
const MISFITS: &str = r#"[null, "", "x", "X y", "é", 0, -1, 1.5, 7, 100000000000, true, false, [], {}, ["a", "a"], [null], {"a": null}, {"a": 1}]"#;

/// A value of an `OpenAPI` schema, which the server admits more often than not.
pub fn fitting(schema: &Value, rng: &mut Rng, depth: usize) -> Value {
    if schema["nullable"] == true && rng.one_in(8) {
        return Value::Null;
    }
    if let Some(default) = schema.get("default")
        && rng.one_in(3)
    {
        return default.clone();
    }
    if let Some(value) = schema["enum"].as_array().and_then(|values| rng.pick(values)) {
        return value.clone();
    }
    if schema["x-kubernetes-int-or-string"] == true {
        return if rng.one_in(2) { json!(1) } else { json!("50%") };
    }
    match schema["type"].as_str() {
        Some("object") => object(schema, rng, depth),
        Some("array") => {
            let least = schema["minItems"].as_u64().unwrap_or(0);
            let more = u64::from(depth > 0 && rng.one_in(2));
            let elements =
                (0..(least + more).min(4)).map(|_| fitting(&schema["items"], rng, depth.saturating_sub(1)));
            elements.collect()
        }
        Some("integer") => json!(number(schema, rng).round()),
        Some("number") => json!(number(schema, rng)),
        Some("boolean") => json!(rng.one_in(2)),
        Some("string") => text(schema, rng),
        _ => json!({}),
    }
}

fn object(schema: &Value, rng: &mut Rng, depth: usize) -> Value {
    let mut members = Map::new();
    let required = schema["required"].as_array();
    let is_required = |name: &str| required.is_some_and(|names| names.iter().any(|other| other == name));
    for (name, inner) in schema["properties"].as_object().into_iter().flatten() {
        if is_required(name) || (depth > 0 && rng.one_in(3)) {
            members.insert(name.clone(), fitting(inner, rng, depth.saturating_sub(1)));
        }
    }
    if let Some(values @ Value::Object(_)) = schema.get("additionalProperties") {
        for name in ["a", "b"] {
            if depth > 0 && rng.one_in(2) {
                members.insert(name.to_owned(), fitting(values, rng, depth - 1));
            }
        }
    }
    if schema["x-kubernetes-preserve-unknown-fields"] == true && rng.one_in(2) {
        members.insert("unknown".to_owned(), json!({"a": [1]}));
    }
    Value::Object(members)
}

fn number(schema: &Value, rng: &mut Rng) -> f64 {
    let exclusive = |name: &str| if schema[name] == true { 1.0 } else { 0.0 };
    let low = schema["minimum"]
        .as_f64()
        .map(|bound| bound + exclusive("exclusiveMinimum"));
    let high = schema["maximum"]
        .as_f64()
        .map(|bound| bound - exclusive("exclusiveMaximum"));
    let wanted: f64 = if rng.one_in(2) { 1.0 } else { 80.0 };
    wanted.max(low.unwrap_or(wanted)).min(high.unwrap_or(f64::MAX))
}

fn text(schema: &Value, rng: &mut Rng) -> Value {
    let compiled = schema["pattern"].as_str().map(Regex::new);
    let least = usize::try_from(schema["minLength"].as_u64().unwrap_or(0)).unwrap_or(0);
    let fits = |text: &str| {
        text.len() >= least
            && compiled
                .as_ref()
                .is_none_or(|pattern| pattern.as_ref().is_ok_and(|pattern| pattern.is_match(text)))
    };
    let known: &[&str] = match schema["format"].as_str() {
        Some("date-time") => &["2020-01-01T00:00:00Z"],
        Some("byte") => &["AAAA"],
        Some("duration") => &["1h"],
        Some("uri") => &["http://a.example.com"],
        Some("ipv4") => &["1.2.3.4"],
        Some("uuid") => &["123e4567-e89b-12d3-a456-426614174000"],
        _ => &TEXTS,
    };
    let start = rng.below(known.len());
    let candidates = known.iter().cycle().skip(start).take(known.len());
    let found = candidates.into_iter().find(|text| fits(text));
    found.map_or_else(|| json!("a".repeat(least.clamp(1, 64))), |text| json!(text))
}

/// Makes one random change to a value.
pub fn disturb(place: &mut Value, rng: &mut Rng) {
    match place {
        Value::Object(members) if !members.is_empty() => {
            let names: Vec<String> = members.keys().cloned().collect();
            let name = rng.pick(&names).cloned().unwrap_or_default();
            match rng.below(12) {
                0 => drop(members.remove(&name)),
                1 => drop(members.insert("unknown".to_owned(), misfit(rng))),
                2 => drop(members.insert(name, misfit(rng))),
                _ => disturb(members.entry(name).or_insert(Value::Null), rng),
            }
        }
        Value::Array(elements) if !elements.is_empty() => {
            let at = rng.below(elements.len());
            match elements.get(at).cloned() {
                Some(element) if rng.one_in(5) => elements.push(element),
                _ if rng.one_in(8) => drop(elements.remove(at)),
                _ => elements
                    .iter_mut()
                    .skip(at)
                    .take(1)
                    .for_each(|element| disturb(element, rng)),
            }
        }
        Value::String(text) if rng.one_in(3) => text.push_str(if rng.one_in(2) { "!" } else { "\n" }),
        scalar => *scalar = misfit(rng),
    }
}

fn misfit(rng: &mut Rng) -> Value {
    let all: Vec<Value> = serde_json::from_str(MISFITS).unwrap_or_default();
    rng.pick(&all).cloned().unwrap_or_default()
}
