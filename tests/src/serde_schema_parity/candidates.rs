//! Random changes to JSON.

use serde_json::{Value, json};

use super::arbitrary::Gen;

/// Texts for the formats and patterns that are used in the types, and others.
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
