//! Random changes to objects.

use serde_json::Value;

use crate::rng::Rng;

/// Replacements for values.
const MISFITS: &str = r#"[null, "", "x", "X y", "é", 0, -1, 1.5, 7, 100000000000, true, false, [], {}, ["a", "a"], [null], {"a": null}, {"a": 1}]"#;

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
