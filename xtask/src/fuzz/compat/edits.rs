//! Edits of CRDs that the server accepts in most cases: every keyword of schemas is set, changed and removed where it applies.
//!
//! The mutants of the other drivers are rejected in most cases, and therefore do not test compatibility.

use crd_gen_tests::mutants::pointers::{schemas, split};
use crd_gen_tests::mutants::seeds::Seeds;
use crd_gen_tests::rng::Rng;
use serde_json::{Map, Value, json};

use super::{frames, rules};

type Schema = Map<String, Value>;

/// Changes a CRD in one place.
pub(super) fn edit(crd: &mut Value, seeds: &Seeds, rng: &mut Rng) {
    if rng.one_in(8) {
        return frames::edit(crd, rng);
    }
    let all = schemas(crd);
    if rng.one_in(6) {
        return tweak_rule(crd, rng);
    }
    let Some(pointer) = rng.pick(&all) else { return };
    let is_below_junctor = ["/allOf/", "/anyOf/", "/oneOf/", "/not"]
        .iter()
        .any(|junctor| pointer.contains(junctor));
    let Some(Value::Object(schema)) = crd.pointer_mut(pointer) else {
        return;
    };
    if is_below_junctor {
        return validation(schema, rng);
    }
    let is_root = pointer.ends_with("/openAPIV3Schema");
    match rng.below(14) {
        0..=4 => validation(schema, rng),
        5 if !is_root => default(schema, seeds, rng),
        6 | 7 => junctor(schema, rng),
        8 | 9 => rules::edit(schema, &names(schema), rng),
        10 if !is_root => flip(schema, "nullable"),
        11 if !is_root => another_type(schema, seeds, rng),
        12 if rng.one_in(2) => move_property(crd, pointer.as_str(), rng),
        _ => structure(schema, seeds, rng),
    }
}

/// Changes a rule that a schema has; adds one if there is none.
pub(super) fn tweak_rule(crd: &mut Value, rng: &mut Rng) {
    let mut all = schemas(crd);
    all.retain(|pointer| {
        crd.pointer(pointer)
            .is_some_and(|schema| schema.get("x-kubernetes-validations").is_some())
    });
    let Some(pointer) = rng.pick(&all) else {
        return add_rule(crd, rng);
    };
    let rules = crd.pointer_mut(&format!("{pointer}/x-kubernetes-validations"));
    if let Some(Value::Array(rules)) = rules {
        let place = rng.below(rules.len());
        rules
            .get_mut(place)
            .into_iter()
            .for_each(|rule| rules::tweak(rule, rng));
    }
}

/// Adds a rule to a schema outside junctors.
pub(super) fn add_rule(crd: &mut Value, rng: &mut Rng) {
    let mut all = schemas(crd);
    all.retain(|pointer| {
        !["/allOf/", "/anyOf/", "/oneOf/", "/not"]
            .iter()
            .any(|junctor| pointer.contains(junctor))
    });
    let Some(pointer) = rng.pick(&all) else { return };
    if let Some(Value::Object(schema)) = crd.pointer_mut(pointer) {
        rules::edit(schema, &names(schema), rng);
    }
}

fn kind(schema: &Schema) -> &str {
    schema.get("type").and_then(Value::as_str).unwrap_or_default()
}

/// Sets a keyword, or removes it in some cases if it is set.
fn put(schema: &mut Schema, keyword: &str, value: impl Into<Value>, rng: &mut Rng) {
    if schema.contains_key(keyword) && rng.one_in(3) {
        schema.remove(keyword);
    } else {
        schema.insert(keyword.to_owned(), value.into());
    }
}

fn flip(schema: &mut Schema, keyword: &str) {
    if schema.get(keyword) == Some(&json!(true)) {
        schema.remove(keyword);
    } else {
        schema.insert(keyword.to_owned(), json!(true));
    }
}

/// Raises, lowers, sets or removes a bound.
fn bound(schema: &mut Schema, keyword: &str, most: usize, rng: &mut Rng) {
    let now = schema.get(keyword).and_then(Value::as_i64);
    let value = match now {
        Some(now) => now + [1, -1, 2, -2, 10][rng.below(5)],
        None => i64::try_from(rng.below(most)).unwrap_or(0),
    };
    put(schema, keyword, value.max(0), rng);
}

/// Changes a keyword that restricts values.
fn validation(schema: &mut Schema, rng: &mut Rng) {
    if schema.contains_key("x-kubernetes-int-or-string") {
        return match rng.below(3) {
            0 => enum_(schema, &["a", "1"], rng),
            1 => pattern(schema, rng),
            _ => number(schema, rng),
        };
    }
    let kind = match kind(schema) {
        // Schemas below junctors have no types.
        "" => ["string", "integer", "array", "object"][rng.below(4)].to_owned(),
        kind => kind.to_owned(),
    };
    match &*kind {
        "string" => match rng.below(6) {
            0 => bound(schema, "minLength", 4, rng),
            1 => bound(schema, "maxLength", 12, rng),
            2 | 3 => pattern(schema, rng),
            4 => format(schema, &FORMATS, rng),
            _ => enum_(schema, &["a", "b", "", "A", "abc"], rng),
        },
        "integer" | "number" => number(schema, rng),
        "array" => bound(schema, ["minItems", "maxItems"][rng.below(2)], 4, rng),
        "object" => match rng.below(4) {
            0 => bound(schema, "minProperties", 3, rng),
            1 => bound(schema, "maxProperties", 6, rng),
            _ => required(schema, rng),
        },
        _ => {
            let values = [json!([true]), json!([false]), json!([true, false])];
            put(schema, "enum", values[rng.below(3)].clone(), rng);
        }
    }
}

const FORMATS: [&str; 12] = [
    "date",
    "date-time",
    "duration",
    "ipv4",
    "cidr",
    "uuid",
    "byte",
    "email",
    "uri",
    "hostname",
    "mac",
    "bogus",
];

const PATTERNS: [&str; 12] = [
    "^[a-z]+$",
    "^[a-z]*$",
    "^[a-z0-9]+$",
    "^[a-z]([-a-z0-9]*[a-z0-9])?$",
    "a",
    "^a",
    "^(a|b)$",
    "^.{2,5}$",
    "^$|^[a-c]+$",
    "^[^/]*$",
    "\\d+",
    "(?i)^abc$",
];

fn pattern(schema: &mut Schema, rng: &mut Rng) {
    put(schema, "pattern", PATTERNS[rng.below(PATTERNS.len())], rng);
}

fn format(schema: &mut Schema, formats: &[&str], rng: &mut Rng) {
    put(schema, "format", formats[rng.below(formats.len())], rng);
}

fn number(schema: &mut Schema, rng: &mut Rng) {
    match rng.below(8) {
        0 | 1 => bound(schema, "minimum", 4, rng),
        2 | 3 => bound(schema, "maximum", 12, rng),
        4 if schema.contains_key("minimum") => flip(schema, "exclusiveMinimum"),
        5 if schema.contains_key("maximum") => flip(schema, "exclusiveMaximum"),
        6 => put(schema, "multipleOf", [1, 2, 3, 4, 6][rng.below(5)], rng),
        _ if rng.one_in(2) => format(schema, &["int32", "int64", "float", "double"], rng),
        _ => {
            let mut listed: Vec<Value> = (0..=rng.below(3)).map(|_| rng.below(8).into()).collect();
            listed.dedup();
            put(schema, "enum", listed, rng);
        }
    }
}

/// Adds or removes a value of an enum, or the enum.
fn enum_(schema: &mut Schema, values: &[&str], rng: &mut Rng) {
    let value = json!(values[rng.below(values.len())]);
    match schema.get_mut("enum").and_then(Value::as_array_mut) {
        None => {
            let listed: Vec<Value> = values
                .iter()
                .map(|value| json!(value))
                .take(1 + rng.below(4))
                .collect();
            schema.insert("enum".to_owned(), listed.into());
        }
        Some(_) if rng.one_in(4) => drop(schema.remove("enum")),
        Some(listed) if listed.len() > 1 && rng.one_in(2) => drop(listed.remove(rng.below(listed.len()))),
        Some(listed) if !listed.contains(&value) => listed.push(value),
        Some(_) => {}
    }
}

/// Returns the names of the properties of a schema.
fn names(schema: &Schema) -> Vec<String> {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.into_iter().flat_map(Map::keys).cloned().collect()
}

fn required(schema: &mut Schema, rng: &mut Rng) {
    let mut names = names(schema);
    names.push("new".to_owned());
    let Some(name) = rng.pick(&names).cloned() else {
        return;
    };
    let Value::Array(list) = schema.entry("required").or_insert_with(|| json!([])) else {
        return;
    };
    match list.iter().position(|other| *other == *name) {
        Some(place) => drop(list.remove(place)),
        None => list.push(name.into()),
    }
    if list.is_empty() {
        schema.remove("required");
    }
}

fn default(schema: &mut Schema, seeds: &Seeds, rng: &mut Rng) {
    let mut outline = schema.clone();
    outline.remove("default");
    outline.remove("x-kubernetes-validations");
    let value = seeds.corners.fitting(&Value::Object(outline), rng);
    put(schema, "default", value, rng);
}

/// Adds, changes or removes a junctor.
fn junctor(schema: &mut Schema, rng: &mut Rng) {
    let junctor = ["allOf", "anyOf", "oneOf", "not"][rng.below(4)];
    if schema.contains_key(junctor) && rng.one_in(2) {
        schema.remove(junctor);
        return;
    }
    let branch = |rng: &mut Rng| branch(schema, rng);
    let value = if junctor == "not" {
        branch(rng)
    } else {
        (0..=rng.below(3)).map(|_| branch(rng)).collect()
    };
    schema.insert(junctor.to_owned(), value);
}

/// Generates a branch of a junctor that applies to values of a schema.
fn branch(of: &Schema, rng: &mut Rng) -> Value {
    let names = names(of);
    if let Some(name) = rng.pick(&names)
        && !rng.one_in(3)
    {
        if rng.one_in(2) {
            return json!({"required": [name]});
        }
        let mut below = Map::new();
        if let Some(kind) = of["properties"][name].get("type") {
            below.insert("type".to_owned(), kind.clone());
        }
        validation(&mut below, rng);
        below.remove("type");
        return json!({"properties": {name: below}, "required": [name]});
    }
    let mut branch = Map::new();
    if let Some(kind) = of.get("type") {
        branch.insert("type".to_owned(), kind.clone());
    }
    validation(&mut branch, rng);
    branch.remove("type");
    Value::Object(branch)
}

/// Changes the members or elements of a schema.
fn structure(schema: &mut Schema, seeds: &Seeds, rng: &mut Rng) {
    match kind(schema) {
        "object" => match rng.below(12) {
            0..=2 => add_property(schema, seeds, rng),
            3 | 4 => drop(remove_property(schema, rng)),
            5 => rename_property(schema, rng),
            6 => fields_or_map(schema, seeds, rng),
            7 => {
                schema.remove("properties");
                schema.remove("required");
                put(schema, "additionalProperties", true, rng);
            }
            8 | 9 => flip(schema, "x-kubernetes-preserve-unknown-fields"),
            10 => put(
                schema,
                "x-kubernetes-map-type",
                ["atomic", "granular"][rng.below(2)],
                rng,
            ),
            _ => {
                if !schema.contains_key("properties") {
                    schema.insert("x-kubernetes-preserve-unknown-fields".to_owned(), json!(true));
                }
                flip(schema, "x-kubernetes-embedded-resource");
            }
        },
        "array" if rng.one_in(6) => flip(schema, "x-kubernetes-preserve-unknown-fields"),
        "array" => list_type(schema, rng),
        "string" if rng.one_in(2) => put(schema, "description", "Other words.", rng),
        _ => {}
    }
}

fn a_schema(seeds: &Seeds, rng: &mut Rng) -> Value {
    if rng.one_in(2) {
        let parts = seeds.values.get("part");
        if let Some(part) = parts.and_then(|parts| rng.pick(parts)) {
            return part.clone();
        }
    }
    let depth = rng.below(3);
    seeds.corners.schema(rng, depth)
}

fn add_property(schema: &mut Schema, seeds: &Seeds, rng: &mut Rng) {
    let added = a_schema(seeds, rng);
    let name = ["new", "a", "name", "other"][rng.below(4)];
    schema.remove("additionalProperties");
    if let Value::Object(properties) = schema.entry("properties").or_insert_with(|| json!({})) {
        properties.insert(name.to_owned(), added);
    }
}

fn remove_property(schema: &mut Schema, rng: &mut Rng) -> Option<(String, Value)> {
    let name = rng.pick(&names(schema)).cloned()?;
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        required.retain(|other| *other != *name);
    }
    let properties = schema.get_mut("properties")?.as_object_mut()?;
    let gone = properties.remove(&name)?;
    Some((name, gone))
}

fn rename_property(schema: &mut Schema, rng: &mut Rng) {
    if let Some((name, moved)) = remove_property(schema, rng)
        && let Some(Value::Object(properties)) = schema.get_mut("properties")
    {
        properties.insert(format!("{name}2"), moved);
    }
}

/// Moves a property to another object of the same version.
fn move_property(crd: &mut Value, from: &str, rng: &mut Rng) {
    let Some(Value::Object(schema)) = crd.pointer_mut(from) else {
        return;
    };
    let Some((name, moved)) = remove_property(schema, rng) else {
        return;
    };
    let all: Vec<String> = schemas(crd);
    if let Some(Value::Object(to)) = rng.pick(&all).and_then(|to| crd.pointer_mut(to))
        && let Some(Value::Object(properties)) = to.get_mut("properties")
    {
        properties.insert(name, moved);
    }
}

/// Turns fields into a map, and a map into fields.
fn fields_or_map(schema: &mut Schema, seeds: &Seeds, rng: &mut Rng) {
    if let Some(values) = schema.remove("additionalProperties") {
        if values.is_object() {
            schema.insert("properties".to_owned(), json!({"a": values}));
        }
        return;
    }
    let properties = schema.remove("properties");
    schema.remove("required");
    let first = properties
        .as_ref()
        .and_then(Value::as_object)
        .and_then(|map| map.values().next());
    let values = match first {
        Some(first) if rng.one_in(2) => first.clone(),
        _ => a_schema(seeds, rng),
    };
    schema.insert("additionalProperties".to_owned(), values);
}

fn list_type(schema: &mut Schema, rng: &mut Rng) {
    const TYPE: &str = "x-kubernetes-list-type";
    const KEYS: &str = "x-kubernetes-list-map-keys";
    schema.remove(KEYS);
    let Some(Value::Object(items)) = schema.get_mut("items") else {
        return;
    };
    let of_scalars: Vec<String> = names(items)
        .into_iter()
        .filter(|name| {
            let kind = items["properties"][name].get("type").and_then(Value::as_str);
            matches!(kind, Some("string" | "integer" | "boolean"))
        })
        .collect();
    match (rng.pick(&of_scalars), rng.below(4)) {
        (_, 0) => drop(schema.remove(TYPE)),
        (_, 1) => drop(schema.insert(TYPE.to_owned(), json!("atomic"))),
        (Some(key), _) => {
            let required = items.entry("required").or_insert_with(|| json!([]));
            if let Value::Array(required) = required
                && !required.contains(&json!(key))
                && items["properties"][key].get("default").is_none()
            {
                items["required"]
                    .as_array_mut()
                    .into_iter()
                    .for_each(|list| list.push(json!(key)));
            }
            schema.insert(TYPE.to_owned(), json!("map"));
            schema.insert(KEYS.to_owned(), json!([key]));
        }
        (None, _) if kind(items) == "object" => {
            items.insert("x-kubernetes-map-type".to_owned(), json!("atomic"));
            schema.insert(TYPE.to_owned(), json!("set"));
        }
        (None, _) => drop(schema.insert(TYPE.to_owned(), json!("set"))),
    }
}

/// Replaces a schema with one of another type; keywords that do not apply to the type are removed.
fn another_type(schema: &mut Schema, seeds: &Seeds, rng: &mut Rng) {
    let kind = kind(schema).to_owned();
    match (&*kind, rng.below(6)) {
        ("integer", 0..=2) => drop(schema.insert("type".to_owned(), json!("number"))),
        ("number", 0..=2) => drop(schema.insert("type".to_owned(), json!("integer"))),
        ("integer" | "string", 3) => {
            schema.remove("type");
            schema.insert("x-kubernetes-int-or-string".to_owned(), json!(true));
        }
        ("", 0..=2) if schema.remove("x-kubernetes-int-or-string").is_some() => {
            let kind = ["integer", "string"][rng.below(2)];
            schema.insert("type".to_owned(), json!(kind));
        }
        (_, 4) => *schema = preserving(),
        (_, 5) => {
            *schema = preserving();
            schema.insert("type".to_owned(), json!("object"));
        }
        _ => {
            if let Value::Object(other) = a_schema(seeds, rng) {
                *schema = other;
            }
        }
    }
}

fn preserving() -> Schema {
    let mut schema = Map::new();
    schema.insert("x-kubernetes-preserve-unknown-fields".to_owned(), json!(true));
    schema
}

/// Adds a status to a CRD, so that it is also changed.
pub(super) fn add_status(crd: &mut Value, seeds: &Seeds, rng: &mut Rng) {
    let added = a_schema(seeds, rng);
    let all = schemas(crd);
    for pointer in all.iter().filter(|pointer| split(pointer).1 == "openAPIV3Schema") {
        if let Some(Value::Object(properties)) = crd.pointer_mut(&format!("{pointer}/properties")) {
            properties.insert("status".to_owned(), added.clone());
        }
    }
}
