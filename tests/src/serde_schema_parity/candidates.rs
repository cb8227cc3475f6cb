//! Random JSON that a schema is likely to admit, and random changes to JSON.

use serde_json::{Map, Value, json};

use super::arbitrary::Gen;

/// Returns a value that is likely to fit the schema.
pub fn fit(schema: &Value, g: &mut Gen) -> Value {
    fit_all(&[schema], g, 8)
}

/// Returns a value for several schemas at once; the first one has the type.
fn fit_all(schemas: &[&Value], g: &mut Gen, depth: usize) -> Value {
    let mut all: Vec<&Value> = Vec::new();
    for schema in schemas {
        choose(schema, &mut all, g, 4);
    }
    let keyword = |key: &str| {
        all.iter()
            .filter_map(|schema| schema.get(key))
            .collect::<Vec<_>>()
    };
    if keyword("nullable").contains(&&json!(true)) && g.one_in(6) {
        return Value::Null;
    }
    if let Some(values) = keyword("enum").last().and_then(|values| values.as_array())
        && !values.is_empty()
    {
        return g.pick(values);
    }
    if depth == 0 {
        return Value::Null;
    }
    if keyword("x-kubernetes-int-or-string").contains(&&json!(true)) {
        return if g.one_in(2) {
            json!(g.pick(&[0_i64, 1, -7, 70_000, i64::MAX]))
        } else {
            text(&all, g)
        };
    }
    let number = |key: &str| {
        keyword(key)
            .iter()
            .filter_map(|value| value.as_f64())
            .collect::<Vec<_>>()
    };
    let low = number("minimum").into_iter().fold(f64::NEG_INFINITY, f64::max);
    let high = number("maximum").into_iter().fold(f64::INFINITY, f64::min);
    match keyword("type").first().and_then(|name| name.as_str()) {
        Some("object") => object(&all, g, depth - 1),
        Some("array") => {
            let count = |key| {
                keyword(key)
                    .into_iter()
                    .filter_map(Value::as_u64)
                    .collect::<Vec<_>>()
            };
            let least = count("minItems").into_iter().max().unwrap_or(0);
            let most = count("maxItems").into_iter().fold(least + 2, u64::min);
            let (least, most) = (short(least), short(most));
            let items = keyword("items");
            let length = least + g.below(most.saturating_sub(least) + 1);
            (0..length).map(|_| fit_all(&items, g, depth - 1)).collect()
        }
        Some("integer") => {
            let candidates = [
                0.0,
                1.0,
                -1.0,
                7.0,
                300.0,
                70_000.0,
                5e9,
                low,
                high,
                low + 1.0,
                high - 1.0,
            ];
            let fitting: Vec<f64> = candidates
                .into_iter()
                .filter(|n| *n >= low && *n <= high && n.is_finite())
                .collect();
            let chosen = if fitting.is_empty() { low } else { g.pick(&fitting) };
            #[expect(
                clippy::cast_possible_truncation,
                reason = "candidates are whole and in range"
            )]
            {
                json!(chosen as i64)
            }
        }
        Some("number") => {
            let candidates = [0.0, 1.0, -1.5, 0.5, 1e300, low, high];
            let fitting: Vec<f64> = candidates
                .into_iter()
                .filter(|n| *n >= low && *n <= high && n.is_finite())
                .collect();
            if fitting.is_empty() {
                json!(low)
            } else {
                json!(g.pick(&fitting))
            }
        }
        Some("boolean") => json!(g.one_in(2)),
        Some("string") => text(&all, g),
        _ => super::arbitrary::arbitrary(g),
    }
}

/// Collects a schema and those below its `allOf`, and a random one each below its `oneOf` and `anyOf`.
fn choose<'a>(schema: &'a Value, into: &mut Vec<&'a Value>, g: &mut Gen, depth: usize) {
    into.push(schema);
    if depth == 0 {
        return;
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(branches) = schema[key].as_array()
            && !branches.is_empty()
        {
            let at = g.below(branches.len());
            choose(&branches[at], into, g, depth - 1);
        }
    }
    for branch in schema["allOf"].as_array().into_iter().flatten() {
        choose(branch, into, g, depth - 1);
    }
}

fn object(all: &[&Value], g: &mut Gen, depth: usize) -> Value {
    let mut map = Map::new();
    let required: Vec<&str> = all
        .iter()
        .filter_map(|schema| schema["required"].as_array())
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let most = all
        .iter()
        .filter_map(|schema| schema["maxProperties"].as_u64())
        .min();
    let one = most == Some(1);
    let names: Vec<&String> = all[0]["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, _)| name)
        .collect();
    let chosen = g.below(names.len().max(1));
    for (at, name) in names.iter().enumerate() {
        let wanted = if one { at == chosen } else { g.one_in(2) };
        if wanted || required.contains(&name.as_str()) {
            let inner: Vec<&Value> = all
                .iter()
                .filter_map(|schema| schema["properties"].get(*name))
                .collect();
            map.insert((*name).clone(), fit_all(&inner, g, depth));
        }
    }
    let additional: Vec<&Value> = all
        .iter()
        .filter_map(|schema| schema.get("additionalProperties"))
        .collect();
    if additional.first().is_some_and(|schema| schema.is_object()) {
        for _ in 0..g.below(3) {
            let key = g.pick(&["a", "key", "b", "Z", "é", "One", ""]).to_owned();
            map.insert(key, fit_all(&additional, g, depth));
        }
    }
    if all[0]["x-kubernetes-preserve-unknown-fields"] == true && g.one_in(2) {
        map.insert("unknown".to_owned(), super::arbitrary::arbitrary(g));
    }
    if all[0]["x-kubernetes-embedded-resource"] == true {
        map.insert("apiVersion".to_owned(), json!("example.com/v1"));
        map.insert("kind".to_owned(), json!("Other"));
    }
    Value::Object(map)
}

/// Strings of the formats and patterns that are used in the types, and others.
const TEXTS: [&str; 24] = [
    "",
    "a",
    "ab",
    "é",
    "Z",
    "1.2.3.4",
    "::1",
    "::ffff:1.2.3.4",
    "fe80::1%eth0",
    "01.2.3.4",
    "1.2.3.4:80",
    "2020-01-01T00:00:00Z",
    "2020-01-01t00:00:00.5+01:00",
    "2020-01-01T00:00:00.123456Z",
    "2016-12-31T23:59:60Z",
    "0000-01-01T00:00:00Z",
    "[::1]:80",
    "[::::]:80",
    "1h30m",
    "-5.5ms",
    "1.5Gi",
    "0500m",
    "1E+3",
    "9999999999999999999h",
];

fn text(all: &[&Value], g: &mut Gen) -> Value {
    let short = |schema: &&Value| schema["maxLength"].as_u64();
    match (all.iter().filter_map(short).min(), g.one_in(2)) {
        (Some(most), true) => json!(g.text(0, usize::try_from(most).unwrap_or(9).min(9))),
        _ if all.iter().any(|schema| schema["format"] == "date-time") => json!(g.pick(&TEXTS[11..16])),
        _ => json!(g.pick(&TEXTS)),
    }
}

/// Makes one random change to a value.
pub fn disturb(place: &mut Value, g: &mut Gen) {
    match place {
        Value::Object(map) if !map.is_empty() => {
            let keys: Vec<String> = map.keys().cloned().collect();
            let key = g.pick(&keys);
            match g.below(8) {
                0 | 1 => drop(map.remove(&key)),
                2 => drop(map.insert("unknown".to_owned(), super::arbitrary::arbitrary(g))),
                3 => drop(map.insert(key, super::arbitrary::arbitrary(g))),
                _ => disturb(map.entry(key).or_insert(Value::Null), g),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let at = g.below(items.len());
            match g.below(6) {
                0 => drop(items.remove(at)),
                1 => {
                    let copy = items[at].clone();
                    items.push(copy);
                }
                _ => disturb(&mut items[at], g),
            }
        }
        scalar => {
            let other: Value = super::arbitrary::arbitrary(g);
            *scalar = match scalar {
                Value::Number(_) if g.one_in(2) => {
                    json!(g.pick(&[0, -1, 256, 70_000, 5_000_000_000_i64]))
                }
                Value::String(_) if g.one_in(2) => json!(g.pick(&TEXTS)),
                _ => other,
            };
        }
    }
}

/// Converts a length.
fn short(length: u64) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}
