//! The schema of random expressions, and random objects for it.

use serde_json::{Map, Value, json};

use super::material::{DOUBLES, INTS, TEXTS};
use crate::rng::Rng;

/// Returns the schema.
pub fn schema() -> Value {
    let text = || json!({"type": "string"});
    let int = || json!({"type": "integer"});
    let list = |items: Value| json!({"type": "array", "items": items});
    let set = |items: Value| json!({"type": "array", "items": items, "x-kubernetes-list-type": "set"});
    let map = |values: Value| json!({"type": "object", "additionalProperties": values});
    let format = |format: &str| json!({"type": "string", "format": format});
    let any = || json!({"x-kubernetes-int-or-string": true});
    let nullable = |mut schema: Value| {
        schema["nullable"] = json!(true);
        schema
    };
    let item = || {
        json!({"type": "object", "properties": {
            "k": text(), "v": int(), "w": nullable(text()), "t": format("date-time"), "l": list(int()), "x": any(),
        }})
    };
    let map_list = |keys: Value, items: Value| {
        json!({
            "type": "array", "items": items, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys,
        })
    };
    let escaped = json!({"type": "object", "properties": {"a-b": text(), "v": int()}});
    let scalars = json!({
        "s": text(), "s2": text(), "e": {"type": "string", "enum": TEXTS}, "ns": nullable(text()),
        "i": int(), "j": int(), "d": {"type": "number"}, "d2": {"type": "number"},
        "b": {"type": "boolean"}, "c": {"type": "boolean"},
        "y": format("byte"), "t": format("date-time"), "day": format("date"), "u": format("duration"), "x": any(),
    });
    let lists = json!({
        "ls": list(text()), "set": set(text()), "nls": list(nullable(text())), "li": list(int()), "seti": set(int()),
        "ld": list(json!({"type": "number"})), "lb": list(json!({"type": "boolean"})),
        "ly": list(format("byte")), "lt": list(format("date-time")), "lu": set(format("duration")), "lx": list(any()),
        "ll": list(list(int())), "lo": list(item()), "lm": map_list(json!(["k"]), item()),
        "lm2": map_list(json!(["k", "v"]), item()), "lme": map_list(json!(["a-b"]), escaped),
    });
    let maps = json!({
        "m": map(text()), "mn": map(nullable(text())), "mi": map(int()), "mo": map(item()), "ml": map(list(int())),
        "mt": map(format("date-time")), "mx": map(any()), "io": item(),
    });
    let inner = json!({"type": "object", "properties": {"z": int(), "q": set(text())}});
    let objects = json!({
        "o": {"type": "object", "properties": {
            "s": text(), "a-b": text(), "namespace": text(), "i": int(), "ni": nullable(int()), "ls": list(text()),
            "o": inner,
        }},
        "p": {"type": "object", "x-kubernetes-preserve-unknown-fields": true, "properties": {"k": text()}},
        "emb": {
            "type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true,
        },
    });
    let mut properties = Map::new();
    for part in [scalars, lists, maps, objects] {
        if let Value::Object(part) = part {
            properties.extend(part);
        }
    }
    json!({"type": "object", "properties": properties})
}

/// Generates a random object.
pub fn object(rng: &mut Rng) -> Value {
    let mut object = value(&schema(), rng, 0);
    if let Some(members) = object.as_object_mut() {
        if !rng.one_in(8) {
            members.insert("apiVersion".to_owned(), json!("example.com/v1"));
            members.insert("kind".to_owned(), json!("Thing"));
            members.insert("metadata".to_owned(), json!({"name": "a", "labels": {"x": "y"}}));
        }
        if rng.one_in(4) {
            members.insert("undeclared".to_owned(), odd(rng));
        }
    }
    object
}

/// Returns the object with some members changed.
pub fn changed(object: &Value, rng: &mut Rng) -> Value {
    let mut changed = object.clone();
    let other = self::object(rng);
    if let (Some(members), Some(others)) = (changed.as_object_mut(), other.as_object()) {
        for (key, value) in others {
            if rng.one_in(3) {
                members.insert(key.clone(), value.clone());
            }
        }
    }
    changed
}

/// Generates a value that does not match the schema.
fn odd(rng: &mut Rng) -> Value {
    match rng.below(6) {
        0 => json!(1.0),
        1 => json!("odd"),
        2 => json!([1, "a", null]),
        3 => json!({"a": {"b": 1}}),
        4 => json!(true),
        _ => Value::Null,
    }
}

fn value(schema: &Value, rng: &mut Rng, depth: u32) -> Value {
    if rng.one_in(60) {
        return odd(rng);
    }
    if schema["nullable"] == json!(true) && rng.one_in(4) {
        return Value::Null;
    }
    let kind = if schema.get("x-kubernetes-int-or-string").is_some() {
        if rng.one_in(2) { "string" } else { "integer" }
    } else {
        schema["type"].as_str().unwrap_or_default()
    };
    match kind {
        "boolean" => json!(rng.one_in(2)),
        "integer" => match rng.below(3) {
            0 => json!(rng.pick(INTS)),
            _ => json!(rng.below(12)),
        },
        "number" => {
            if rng.below(3) == 0 {
                json!(rng.below(10))
            } else {
                let text = rng.pick(DOUBLES).copied().unwrap_or("0.0");
                json!(text.parse::<f64>().unwrap_or_default())
            }
        }
        "string" => json!(text(schema["format"].as_str().unwrap_or_default(), rng)),
        "array" => {
            let is_short = depth > 0 || !rng.one_in(12);
            let count = if is_short { rng.below(5) } else { rng.below(40) };
            let items = (0..count).map(|_| value(&schema["items"], rng, depth + 1));
            items.collect()
        }
        _ => members(schema, rng, depth),
    }
}

fn members(schema: &Value, rng: &mut Rng, depth: u32) -> Value {
    let mut members = Map::new();
    if let Some(values) = schema.get("additionalProperties") {
        for _ in 0..rng.below(4) {
            let keys = ["a", "b", "A", "", "a.b", "日本", "1"];
            let key = rng.pick(&keys).copied().unwrap_or("a");
            members.insert(key.to_owned(), value(values, rng, depth + 1));
        }
        return Value::Object(members);
    }
    for (key, property) in schema["properties"].as_object().into_iter().flatten() {
        match rng.below(14) {
            0 | 1 => {}
            2 if rng.one_in(2) => drop(members.insert(key.clone(), Value::Null)),
            _ => drop(members.insert(key.clone(), value(property, rng, depth + 1))),
        }
    }
    if schema.get("x-kubernetes-preserve-unknown-fields").is_some() {
        for key in ["kind", "metadata", "extra", "more"] {
            if rng.one_in(2) {
                members.insert(key.to_owned(), odd(rng));
            }
        }
    }
    if rng.one_in(12) {
        members.insert("undeclared".to_owned(), odd(rng));
    }
    Value::Object(members)
}

fn text(format: &str, rng: &mut Rng) -> String {
    let good: &[&str] = match format {
        "byte" => &["", "YQ==", "aGVsbG8=", "_-8=", "/+8=", "a"],
        "date" => &["2024-02-29", "1970-01-01", "0001-01-01", "2024-02-30"],
        "date-time" => &[
            "2024-02-29T12:00:00Z",
            "2024-02-29T12:00:00.5+02:00",
            "1970-01-01T00:00:00Z",
            "2024-02-29T12:00:00",
            "9999-12-31T23:59:59Z",
            "",
            "2024-02-29t12:00:00z",
            "2024-02-29T14:00:00.5+04:00",
        ],
        "duration" => &["0s", "1h", "1h30m", "-1.5s", "2w", "1 day", "300ms", "1ns", "60m"],
        _ => TEXTS,
    };
    let pool = if rng.one_in(20) { TEXTS } else { good };
    let first = rng.pick(pool).copied().unwrap_or_default().to_owned();
    if format.is_empty() && rng.one_in(15) {
        return format!("{first}{}", rng.pick(TEXTS).copied().unwrap_or_default());
    }
    first
}
