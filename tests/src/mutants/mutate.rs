//! Random changes to a CRD.

use serde_json::{Map, Value, json};

use super::pointers::{Focus, name_of, pointers, schemas, split};
use super::seeds::Seeds;
use crate::rng::Rng;

/// Changes a CRD in one to four places.
pub fn mutate(crd: &mut Value, seeds: &Seeds, rng: &mut Rng) {
    let rounds = 1 + rng.below(2) + rng.below(2) + rng.below(2);
    for _ in 0..rounds {
        let focus = if rng.below(10) < 6 {
            Focus::Schema
        } else {
            Focus::Frame
        };
        mutate_once(crd, focus, seeds, rng);
    }
}

fn mutate_once(crd: &mut Value, focus: Focus, seeds: &Seeds, rng: &mut Rng) {
    match (rng.below(16), focus) {
        (0 | 1, _) => drop_member(crd, focus, rng),
        (2..=4, _) => add_member(crd, focus, seeds, rng),
        (5, _) => alter_scalar(crd, focus, seeds, rng),
        (6, _) => duplicate_element(crd, focus, rng),
        (7, _) => rename_key(crd, focus, rng),
        (8, Focus::Schema) => wrap_in_junctor(crd, rng),
        (9, Focus::Schema) => move_schema(crd, rng),
        (10 | 11, Focus::Schema) => invent_default(crd, seeds, rng),
        (12, Focus::Schema) => graft_schema(crd, seeds, rng),
        (8 | 9, Focus::Frame) => duplicate_version(crd, seeds, rng),
        (10, Focus::Frame) => rename_resource(crd, rng),
        _ => replace_value(crd, focus, seeds, rng),
    }
}

fn drop_member(crd: &mut Value, focus: Focus, rng: &mut Rng) {
    let all = pointers(crd, focus);
    let Some(pointer) = rng.pick(&all) else {
        return;
    };
    let (parent, last) = split(pointer);
    match crd.pointer_mut(parent) {
        Some(Value::Object(map)) => drop(map.remove(&last)),
        Some(Value::Array(items)) => {
            if let Some(index) = last.parse::<usize>().ok().filter(|&index| index < items.len()) {
                items.remove(index);
            }
        }
        _ => {}
    }
}

fn add_member(crd: &mut Value, focus: Focus, seeds: &Seeds, rng: &mut Rng) {
    let (pointer, key) = match focus {
        Focus::Schema => {
            let all = schemas(crd);
            let Some(pointer) = rng.pick(&all) else {
                return;
            };
            let Some(key) = rng.pick(&seeds.corners.keywords) else {
                return;
            };
            (pointer.clone(), key.clone())
        }
        Focus::Frame => {
            let mut all = pointers(crd, focus);
            all.retain(|pointer| crd.pointer(pointer).is_some_and(Value::is_object));
            let Some(pointer) = rng.pick(&all) else {
                return;
            };
            let name = name_of(pointer);
            let seen = seeds
                .siblings
                .get(&name)
                .and_then(|names| rng.pick(names))
                .cloned();
            let rare = seeds
                .corners
                .names
                .get(&name)
                .and_then(|names| rng.pick(names))
                .cloned();
            let Some(key) = (if rng.one_in(2) {
                seen.clone().or(rare)
            } else {
                rare.or(seen)
            }) else {
                return;
            };
            (pointer.clone(), key)
        }
    };
    let value = value_for(&key, seeds, rng);
    if let Some(Value::Object(map)) = crd.pointer_mut(&pointer) {
        map.insert(key, value);
    }
}

fn value_for(key: &str, seeds: &Seeds, rng: &mut Rng) -> Value {
    let made = match rng.below(12) {
        0 => None,
        1..=4 => seeds.value(key, rng),
        _ => seeds.corners.value(key, rng, 2).or_else(|| seeds.value(key, rng)),
    };
    made.unwrap_or_else(|| seeds.corners.misfit(rng))
}

fn replace_value(crd: &mut Value, focus: Focus, seeds: &Seeds, rng: &mut Rng) {
    let all = pointers(crd, focus);
    let Some(pointer) = rng.pick(&all) else {
        return;
    };
    let value = value_for(&name_of(pointer), seeds, rng);
    if let (Some(place), false) = (crd.pointer_mut(pointer), pointer.is_empty()) {
        // If the key holds a list, the value is a list: an element is replaced by one of its elements.
        *place = match (split(pointer).1.parse::<usize>(), value) {
            (Ok(_), Value::Array(items)) => rng.pick(&items).cloned().unwrap_or_default(),
            (_, value) => value,
        };
    }
}

/// Characters that Go's tables of Unicode and those of Rust have in other versions, or that are mapped to another case differently.
const CHARACTERS: &[&str] = &[
    "é", "İ", "\u{212A}", "ſ", "Σ", "ß", "ǅ", "Ⅷ", "٣", "\u{9BC}", "\u{1C89}", "\u{378}", "\u{A0}", "\u{AD}",
];

fn alter_scalar(crd: &mut Value, focus: Focus, seeds: &Seeds, rng: &mut Rng) {
    let mut all = pointers(crd, focus);
    all.retain(|pointer| {
        crd.pointer(pointer)
            .is_some_and(|value| !value.is_object() && !value.is_array())
    });
    let Some(place) = rng.pick(&all).and_then(|pointer| crd.pointer_mut(pointer)) else {
        return;
    };
    *place = match place {
        Value::String(text) => match rng.below(8) {
            0 => json!(text.to_uppercase()),
            1 => json!(format!("{text}.")),
            2 => json!(format!("-{text}")),
            3 => json!(text.repeat(30)),
            4 => json!(format!(
                "{text}{}",
                rng.pick(CHARACTERS).copied().unwrap_or_default()
            )),
            5 => json!(text.get(1..).unwrap_or_default()),
            6 => json!(format!(" {text}")),
            _ => json!([text]),
        },
        Value::Number(number) => match (rng.below(4), number.as_i64()) {
            (0, Some(int)) => json!(int.wrapping_add(1)),
            (1, Some(int)) => json!(int.wrapping_neg()),
            (2, _) => json!(number.to_string()),
            _ => json!(number.as_f64().unwrap_or(0.0) + 0.5),
        },
        Value::Bool(flag) => json!(!*flag),
        _ => seeds.corners.misfit(rng),
    };
}

fn duplicate_element(crd: &mut Value, focus: Focus, rng: &mut Rng) {
    let mut all = pointers(crd, focus);
    all.retain(|pointer| {
        crd.pointer(pointer)
            .and_then(Value::as_array)
            .is_some_and(|items| !items.is_empty())
    });
    let Some(Value::Array(items)) = rng.pick(&all).and_then(|pointer| crd.pointer_mut(pointer)) else {
        return;
    };
    if let Some(item) = rng.pick(items).cloned() {
        items.push(item);
    }
}

fn rename_key(crd: &mut Value, focus: Focus, rng: &mut Rng) {
    let all = pointers(crd, focus);
    let Some((parent, last)) = rng.pick(&all).map(|pointer| split(pointer)) else {
        return;
    };
    // The server accepts these two in upper or lower case, but no client writes them so.
    if parent.is_empty() && matches!(last.as_str(), "apiVersion" | "kind") {
        return;
    }
    let Some(Value::Object(map)) = crd.pointer_mut(parent) else {
        return;
    };
    let renamed = match rng.below(6) {
        0 => last.to_lowercase(),
        1 => format!("{last}s"),
        2 => String::from("metadata"),
        3 => String::from("a"),
        4 => String::from("name"),
        _ => last.to_uppercase(),
    };
    if let Some(value) = map.remove(&last) {
        map.insert(renamed, value);
    }
}

fn wrap_in_junctor(crd: &mut Value, rng: &mut Rng) {
    let all = schemas(crd);
    let Some(place) = rng.pick(&all).and_then(|pointer| crd.pointer_mut(pointer)) else {
        return;
    };
    let Value::Object(map) = place else {
        return;
    };
    let junctor = rng
        .pick(&["allOf", "anyOf", "oneOf", "not"])
        .copied()
        .unwrap_or("not");
    // Some keywords are moved below the junctor, or copied there.
    let copied = rng.one_in(2);
    let mut below = Map::new();
    for key in map.keys().cloned().collect::<Vec<_>>() {
        if rng.one_in(2) {
            let value = if copied {
                map.get(&key).cloned()
            } else {
                map.remove(&key)
            };
            below.extend(value.map(|value| (key, value)));
        }
    }
    let below = Value::Object(below);
    let wrapped = if junctor == "not" { below } else { json!([below]) };
    map.insert(String::from(junctor), wrapped);
}

fn move_schema(crd: &mut Value, rng: &mut Rng) {
    let all = schemas(crd);
    let from = rng.pick(&all).and_then(|pointer| crd.pointer(pointer)).cloned();
    if let (Some(schema), Some(place)) = (from, rng.pick(&all).and_then(|pointer| crd.pointer_mut(pointer)))
        && schema.to_string().len() < 3000
    {
        *place = schema;
    }
}

fn graft_schema(crd: &mut Value, seeds: &Seeds, rng: &mut Rng) {
    let all = schemas(crd);
    let schema = match rng.pick(&all).and_then(|pointer| crd.pointer(pointer)) {
        Some(schema) if rng.one_in(2) && schema.to_string().len() < 2000 => schema.clone(),
        _ => seeds.corners.schema(rng, 2),
    };
    let Some(Value::Object(map)) = rng.pick(&all).and_then(|pointer| crd.pointer_mut(pointer)) else {
        return;
    };
    let key = rng
        .pick(&[
            "items",
            "additionalProperties",
            "not",
            "a",
            "metadata",
            "spec",
            "status",
        ])
        .copied()
        .unwrap_or("a");
    match key {
        "items" | "additionalProperties" | "not" => drop(map.insert(String::from(key), schema)),
        name => {
            if let Value::Object(properties) = map.entry("properties").or_insert_with(|| json!({})) {
                properties.insert(String::from(name), schema);
            }
        }
    }
}

fn invent_default(crd: &mut Value, seeds: &Seeds, rng: &mut Rng) {
    let all = schemas(crd);
    let Some(Value::Object(map)) = rng.pick(&all).and_then(|pointer| crd.pointer_mut(pointer)) else {
        return;
    };
    let outline = Value::Object(map.clone());
    map.insert(String::from("default"), seeds.corners.fitting(&outline, rng));
}

fn duplicate_version(crd: &mut Value, seeds: &Seeds, rng: &mut Rng) {
    let Some(versions) = crd.pointer_mut("/spec/versions").and_then(Value::as_array_mut) else {
        return;
    };
    if versions.len() > 3 {
        return;
    }
    let Some(mut version) = rng.pick(versions).cloned() else {
        return;
    };
    if let Value::Object(map) = &mut version {
        let name = rng
            .pick(&["v1", "v2", "v1beta1", "v1alpha1", "x"])
            .copied()
            .unwrap_or("v2");
        map.insert("name".into(), json!(name));
        if !rng.one_in(4) {
            map.insert("storage".into(), json!(false));
        }
        for part in [
            "schema",
            "subresources",
            "additionalPrinterColumns",
            "selectableFields",
        ] {
            if rng.one_in(4) {
                map.insert(String::from(part), value_for(part, seeds, rng));
            } else if rng.one_in(8) {
                map.remove(part);
            }
        }
    }
    let at = rng.below(versions.len() + 1);
    versions.insert(at, version);
}

/// Changes the group and the plural, and `metadata.name` with them, so that only the rules on these names apply.
fn rename_resource(crd: &mut Value, rng: &mut Rng) {
    let groups = [
        "example.com",
        "k8s.io",
        "x.k8s.io",
        "foo.kubernetes.io",
        "a.b.c",
        "nodot",
    ];
    let group = rng.pick(&groups).copied().unwrap_or("example.com");
    let plural = rng.pick(&["widgets", "as", "a-b"]).copied().unwrap_or("widgets");
    for (pointer, value) in [
        ("/spec/group", String::from(group)),
        ("/spec/names/plural", String::from(plural)),
        ("/metadata/name", format!("{plural}.{group}")),
    ] {
        if let Some(place) = crd.pointer_mut(pointer) {
            *place = json!(value);
        }
    }
}
