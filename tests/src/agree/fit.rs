//! Random JSON that a schema may admit, and changes to JSON.

use serde_json::{Map, Value, json};

use super::any::Chance;

/// A value that is likely to fit the schema.
pub fn fit(schema: &Value, chance: &mut Chance) -> Value {
    fit_all(&[schema], chance, 8)
}

/// A value for a schema and the restrictions chosen beside it; the first says the type.
fn fit_all(schemas: &[&Value], chance: &mut Chance, depth: usize) -> Value {
    let mut all: Vec<&Value> = Vec::new();
    for schema in schemas {
        choose(schema, &mut all, chance, 4);
    }
    let said = |key: &str| {
        all.iter()
            .filter_map(|schema| schema.get(key))
            .collect::<Vec<_>>()
    };
    if said("nullable").contains(&&json!(true)) && chance.one_in(6) {
        return Value::Null;
    }
    if let Some(values) = said("enum").last().and_then(|values| values.as_array())
        && !values.is_empty()
    {
        return chance.pick(values);
    }
    if depth == 0 {
        return Value::Null;
    }
    if said("x-kubernetes-int-or-string").contains(&&json!(true)) {
        return if chance.one_in(2) {
            json!(chance.pick(&[0_i64, 1, -7, 70_000, i64::MAX]))
        } else {
            text(&all, chance)
        };
    }
    let number = |key: &str| {
        said(key)
            .iter()
            .filter_map(|value| value.as_f64())
            .collect::<Vec<_>>()
    };
    let low = number("minimum").into_iter().fold(f64::NEG_INFINITY, f64::max);
    let high = number("maximum").into_iter().fold(f64::INFINITY, f64::min);
    match said("type").first().and_then(|name| name.as_str()) {
        Some("object") => object(&all, chance, depth - 1),
        Some("array") => {
            let count = |key| {
                said(key)
                    .into_iter()
                    .filter_map(Value::as_u64)
                    .collect::<Vec<_>>()
            };
            let least = count("minItems").into_iter().max().unwrap_or(0);
            let most = count("maxItems").into_iter().fold(least + 2, u64::min);
            let (least, most) = (short(least), short(most));
            let items = said("items");
            let length = least + chance.below(most.saturating_sub(least) + 1);
            (0..length).map(|_| fit_all(&items, chance, depth - 1)).collect()
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
            let chosen = if fitting.is_empty() {
                low
            } else {
                chance.pick(&fitting)
            };
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
                json!(chance.pick(&fitting))
            }
        }
        Some("boolean") => json!(chance.one_in(2)),
        Some("string") => text(&all, chance),
        _ => super::any::any(chance),
    }
}

/// The schema and, of what stands under its junctors, what is chosen to hold.
fn choose<'a>(schema: &'a Value, into: &mut Vec<&'a Value>, chance: &mut Chance, depth: usize) {
    into.push(schema);
    if depth == 0 {
        return;
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(branches) = schema[key].as_array()
            && !branches.is_empty()
        {
            let at = chance.below(branches.len());
            choose(&branches[at], into, chance, depth - 1);
        }
    }
    for branch in schema["allOf"].as_array().into_iter().flatten() {
        choose(branch, into, chance, depth - 1);
    }
}

fn object(all: &[&Value], chance: &mut Chance, depth: usize) -> Value {
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
    let chosen = chance.below(names.len().max(1));
    for (at, name) in names.iter().enumerate() {
        let wanted = if one { at == chosen } else { chance.one_in(2) };
        if wanted || required.contains(&name.as_str()) {
            let inner: Vec<&Value> = all
                .iter()
                .filter_map(|schema| schema["properties"].get(*name))
                .collect();
            map.insert((*name).clone(), fit_all(&inner, chance, depth));
        }
    }
    let additional: Vec<&Value> = all
        .iter()
        .filter_map(|schema| schema.get("additionalProperties"))
        .collect();
    if additional.first().is_some_and(|schema| schema.is_object()) {
        for _ in 0..chance.below(3) {
            let key = chance.pick(&["a", "key", "b", "Z", "é", "One", ""]).to_owned();
            map.insert(key, fit_all(&additional, chance, depth));
        }
    }
    if all[0]["x-kubernetes-preserve-unknown-fields"] == true && chance.one_in(2) {
        map.insert("unknown".to_owned(), super::any::any(chance));
    }
    if all[0]["x-kubernetes-embedded-resource"] == true {
        map.insert("apiVersion".to_owned(), json!("example.com/v1"));
        map.insert("kind".to_owned(), json!("Other"));
    }
    Value::Object(map)
}

/// Texts of the formats and patterns in use, and others.
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

fn text(all: &[&Value], chance: &mut Chance) -> Value {
    let short = |schema: &&Value| schema["maxLength"].as_u64();
    match (all.iter().filter_map(short).min(), chance.one_in(2)) {
        (Some(most), true) => json!(chance.text(0, usize::try_from(most).unwrap_or(9).min(9))),
        _ if all.iter().any(|schema| schema["format"] == "date-time") => json!(chance.pick(&TEXTS[11..16])),
        _ => json!(chance.pick(&TEXTS)),
    }
}

/// Changes a value somewhere.
pub fn disturb(place: &mut Value, chance: &mut Chance) {
    match place {
        Value::Object(map) if !map.is_empty() => {
            let keys: Vec<String> = map.keys().cloned().collect();
            let key = chance.pick(&keys);
            match chance.below(8) {
                0 | 1 => drop(map.remove(&key)),
                2 => drop(map.insert("unknown".to_owned(), super::any::any(chance))),
                3 => drop(map.insert(key, super::any::any(chance))),
                _ => disturb(map.entry(key).or_insert(Value::Null), chance),
            }
        }
        Value::Array(items) if !items.is_empty() => {
            let at = chance.below(items.len());
            match chance.below(6) {
                0 => drop(items.remove(at)),
                1 => {
                    let copy = items[at].clone();
                    items.push(copy);
                }
                _ => disturb(&mut items[at], chance),
            }
        }
        scalar => {
            let other: Value = super::any::any(chance);
            *scalar = match scalar {
                Value::Number(_) if chance.one_in(2) => {
                    json!(chance.pick(&[0, -1, 256, 70_000, 5_000_000_000_i64]))
                }
                Value::String(_) if chance.one_in(2) => json!(chance.pick(&TEXTS)),
                _ => other,
            };
        }
    }
}

/// A length; none here is long.
fn short(length: u64) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}
