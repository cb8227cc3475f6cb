//! Small schemas with many rules and restrictions, and small updates of objects that violate them.
//!
//! ```text
//! schema   {type: array, x-kubernetes-list-type: map, items: {…, rules: [self.k != 'b']}}
//! old      [{k: b}, {k: c}]
//! new      [{k: c}, {k: b}]         valid: its only error is also in the old object
//! ```

use crd_gen_tests::conformance::crd_of_case;
use crd_gen_tests::rng::Rng;
use serde_json::{Map, Value, json};

use super::material::Case;

/// The names of properties and of keys of maps.
const NAMES: &[&str] = &["a", "b", "c", "k.y"];
const TEXTS: &[&str] = &["a", "b", "c", "", "bb"];
const REASONS: &[&str] = &[
    "FieldValueRequired",
    "FieldValueForbidden",
    "FieldValueDuplicate",
    "FieldValueInvalid",
];
/// The depth of schemas.
const DEPTH: usize = 4;

/// Generates the CRD with a number.
pub(super) fn crd(number: u64) -> Value {
    let mut rng = Rng::new(number ^ (1 << 41));
    let mut root = json!({
        "type": "object",
        "properties": {"spec": object(&mut rng, DEPTH), "status": object(&mut rng, DEPTH - 1)},
    });
    if rng.one_in(4) {
        add_rules(
            &mut root,
            &["has(self.spec)", "self == oldSelf", "!has(self.status)"],
            &mut rng,
        );
    }
    keep_correlatable(&mut root);
    let subresources = if rng.one_in(2) {
        json!({"status": {}})
    } else {
        json!({})
    };
    crd_of_case(&json!({"scope": "Cluster", "subresources": subresources, "schema": root}))
}

/// Removes the rules with `oldSelf` where elements of lists have no old values, since the server rejects them.
fn keep_correlatable(schema: &mut Value) {
    for_each_child(schema, &mut keep_correlatable);
    let is_map = schema["x-kubernetes-list-type"] == "map";
    if let Some(items) = schema.get_mut("items").filter(|_| !is_map) {
        without_old(items);
    }
}

/// Removes the rules with `oldSelf` from a schema and its descendants.
fn without_old(schema: &mut Value) {
    if let Some(Value::Array(rules)) = schema.get_mut("x-kubernetes-validations") {
        rules.retain(|rule| !rule.to_string().contains("oldSelf"));
    }
    for_each_child(schema, &mut without_old);
}

fn for_each_child(schema: &mut Value, body: &mut dyn FnMut(&mut Value)) {
    for key in ["items", "additionalProperties"] {
        schema.get_mut(key).into_iter().for_each(&mut *body);
    }
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    properties
        .into_iter()
        .flat_map(serde_json::Map::values_mut)
        .for_each(body);
}

/// Generates an update or, more rarely, a creation.
pub(super) fn case(crd: &Value, rng: &mut Rng) -> Case {
    let version = &crd["spec"]["versions"][0];
    let schema = &version["schema"]["openAPIV3Schema"];
    let mut old = whole(value(schema, rng));
    let mut object = old.clone();
    for _ in 0..rng.below(4) {
        let part = if rng.one_in(3) { "status" } else { "spec" };
        if let Some(place) = object.get_mut(part) {
            change(place, &schema["properties"][part], rng);
        }
    }
    if rng.one_in(12) {
        return Case {
            op: "create",
            object,
            old: None,
        };
    }
    // An object that was stored before a default was added lacks the field.
    if rng.one_in(8)
        && let Some(Value::Object(spec)) = old.get_mut("spec")
    {
        let names: Vec<String> = spec.keys().cloned().collect();
        rng.pick(&names).map(|name| spec.remove(name));
    }
    let has_status = version["subresources"].get("status").is_some();
    Case {
        op: if has_status && rng.one_in(2) {
            "status"
        } else {
            "update"
        },
        object,
        old: Some(old),
    }
}

fn whole(mut object: Value) -> Value {
    object["apiVersion"] = json!("g.example.com/v1");
    object["kind"] = json!("Thing");
    object["metadata"] = json!({"name": "a"});
    object
}

fn schema(rng: &mut Rng, depth: usize) -> Value {
    let kinds = if depth == 0 { 5 } else { 12 };
    let mut made = match rng.below(kinds) {
        0 | 1 => integer(rng),
        2 | 3 => text(rng),
        4 => match rng.below(3) {
            0 => json!({"type": "number", "maximum": 2}),
            1 => json!({"type": "boolean", "enum": [true]}),
            _ => json!({"x-kubernetes-int-or-string": true, "maxLength": 1}),
        },
        5 | 6 => list(rng, depth),
        7 | 8 => map_list(rng, depth),
        9 => {
            let mut map =
                json!({"type": "object", "maxProperties": 3, "additionalProperties": schema(rng, depth - 1)});
            add_rules(
                &mut map,
                &["self.size() < 2", "self == oldSelf", "!('b' in self)"],
                rng,
            );
            map
        }
        _ => object(rng, depth - 1),
    };
    if rng.one_in(6) {
        made["nullable"] = json!(true);
    }
    made
}

fn integer(rng: &mut Rng) -> Value {
    let mut made = json!({"type": "integer"});
    match rng.below(6) {
        0 => made["maximum"] = json!(2),
        1 => made["enum"] = json!([0, 1]),
        2 => made["allOf"] = json!([{"maximum": 2}, {"not": {"enum": [1]}}]),
        3 => made["anyOf"] = json!([{"maximum": 0}, {"minimum": 3}]),
        _ => {}
    }
    let rules = [
        "self < 2",
        "self <= oldSelf",
        "self != 3",
        "2 / self > 0",
        "self == oldSelf || self < 2",
    ];
    add_rules(&mut made, &rules, rng);
    made
}

fn text(rng: &mut Rng) -> Value {
    let mut made = json!({"type": "string", "maxLength": 8});
    match rng.below(5) {
        0 => made["maxLength"] = json!(1),
        1 => made["pattern"] = json!("^a?$"),
        2 => made["enum"] = json!(["a", "c"]),
        _ => {}
    }
    let rules = [
        "self != 'b'",
        "self == oldSelf",
        "self.size() < 2",
        "self.startsWith('a')",
    ];
    add_rules(&mut made, &rules, rng);
    made
}

fn list(rng: &mut Rng, depth: usize) -> Value {
    let is_set = rng.one_in(3);
    let items = match rng.below(2) {
        _ if !is_set => schema(rng, depth - 1),
        0 => json!({"type": "string", "maxLength": 1}),
        _ => json!({"type": "integer", "maximum": 2}),
    };
    let mut made = json!({"type": "array", "items": items, "maxItems": if rng.one_in(3) { 1 } else { 4 }});
    if is_set {
        made["items"]["nullable"] = json!(false);
        made["x-kubernetes-list-type"] = json!("set");
    } else if rng.one_in(3) {
        made["x-kubernetes-list-type"] = json!("atomic");
    }
    let rules = [
        "self.size() < 2",
        "self == oldSelf",
        "self.size() <= oldSelf.size()",
    ];
    add_rules(&mut made, &rules, rng);
    made
}

fn map_list(rng: &mut Rng, depth: usize) -> Value {
    let mut items = object(rng, depth - 1);
    items["properties"]["k"] = json!({"type": "string", "maxLength": 8});
    let mut keys = vec!["k"];
    if rng.one_in(3) {
        keys.push("n");
        items["properties"]["n"] = json!({"type": "integer", "default": 1});
        items["required"] = json!(["k"]);
    } else {
        items["required"] = json!(["k"]);
    }
    add_rules(&mut items, &["self.k != 'b'", "self == oldSelf"], rng);
    let mut made = json!({
        "type": "array", "maxItems": 4, "items": items,
        "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys,
    });
    let rules = ["self.all(x, x.k != 'b')", "self.size() < 2", "self == oldSelf"];
    add_rules(&mut made, &rules, rng);
    made
}

fn object(rng: &mut Rng, depth: usize) -> Value {
    let mut properties = Map::new();
    for name in NAMES {
        if rng.one_in(2) {
            let mut property = schema(rng, depth.saturating_sub(1));
            if rng.one_in(4) && property["type"] == "integer" {
                property["default"] = json!(0);
            }
            properties.insert((*name).to_owned(), property);
        }
    }
    let mut made = json!({"type": "object", "properties": properties});
    if rng.one_in(5) {
        made["required"] = json!(["a"]);
    }
    if rng.one_in(6) {
        made["x-kubernetes-preserve-unknown-fields"] = json!(true);
    }
    if rng.one_in(8) {
        made["anyOf"] = json!([{"required": ["a"]}, {"required": ["b"]}]);
    }
    if rng.one_in(10) {
        made["minProperties"] = json!(2);
    }
    let rules = [
        "has(self.a)",
        "self == oldSelf",
        "!has(self.b) || has(self.a)",
        "has(self.c) == has(oldSelf.c)",
    ];
    add_rules(&mut made, &rules, rng);
    made
}

/// Adds up to two of the rules to a schema.
fn add_rules(schema: &mut Value, rules: &[&str], rng: &mut Rng) {
    let mut added = Vec::new();
    for _ in 0..rng.below(3) {
        let Some(rule) = rng.pick(rules) else { continue };
        let mut made = json!({"rule": rule});
        if rng.one_in(4) {
            // `oldSelf` is an optional here.
            let optional = rule.replace("oldSelf", "oldSelf.orValue(self)");
            let before = *rng
                .pick(&["", "oldSelf.hasValue() && ", "!oldSelf.hasValue() || "])
                .unwrap_or(&"");
            made = json!({"rule": format!("{before}({optional})"), "optionalOldSelf": true});
            if !made["rule"].as_str().unwrap_or_default().contains("oldSelf") {
                made = json!({"rule": rule});
            }
        }
        if rng.one_in(3) {
            made["message"] = json!("not so");
        }
        if rng.one_in(5) {
            made["messageExpression"] = json!(rng.pick(&["'m'", "''", "string(oldSelf == self)"]));
        }
        if rng.one_in(3) {
            made["reason"] = json!(rng.pick(REASONS));
        }
        let names: Vec<String> = schema["properties"]
            .as_object()
            .map_or_else(Vec::new, |properties| {
                properties
                    .keys()
                    .filter(|name| !name.contains('.'))
                    .cloned()
                    .collect()
            });
        if rng.one_in(4)
            && let Some(name) = rng.pick(&names)
        {
            made["fieldPath"] = json!(format!(".{name}"));
        }
        added.push(made);
    }
    if !added.is_empty() {
        schema["x-kubernetes-validations"] = Value::Array(added);
    }
}

/// Generates a value of the schema's type, which may violate its restrictions.
fn value(schema: &Value, rng: &mut Rng) -> Value {
    if schema["nullable"] == true && rng.one_in(6) {
        return Value::Null;
    }
    match schema["type"].as_str() {
        Some("integer") => json!(rng.below(4)),
        Some("number") => json!(*rng.pick(&[1.0, 2.5, 3.0]).unwrap_or(&1.0)),
        Some("boolean") => json!(rng.one_in(2)),
        Some("string") => json!(rng.pick(TEXTS)),
        Some("array") => {
            let items = (0..rng.below(4)).map(|_| value(&schema["items"], rng));
            Value::Array(items.collect())
        }
        Some(_) => {
            let mut members = Map::new();
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                if name == "k" || rng.below(4) > 0 {
                    members.insert(name.clone(), value(property, rng));
                }
            }
            if let Some(values) = schema.get("additionalProperties") {
                for name in NAMES {
                    if rng.one_in(2) {
                        members.insert((*name).to_owned(), value(values, rng));
                    }
                }
            }
            if rng.one_in(10) {
                members.insert("unknown".to_owned(), json!(rng.below(3)));
            }
            Value::Object(members)
        }
        None => match rng.below(2) {
            0 => json!(rng.below(4)),
            _ => json!(rng.pick(TEXTS)),
        },
    }
}

/// Replaces one part of a value.
fn change(place: &mut Value, schema: &Value, rng: &mut Rng) {
    if rng.one_in(6) {
        *place = value(schema, rng);
        return;
    }
    match place {
        Value::Array(items) if !items.is_empty() => {
            let at = rng.below(items.len());
            match rng.below(5) {
                0 => items.reverse(),
                1 => drop(items.remove(at)),
                2 => items.push(value(&schema["items"], rng)),
                _ => {
                    if let Some(item) = items.get_mut(at) {
                        change(item, &schema["items"], rng);
                    }
                }
            }
        }
        Value::Object(members) if !members.is_empty() => {
            let names: Vec<String> = members.keys().cloned().collect();
            let name = rng.pick(&names).cloned().unwrap_or_default();
            let below = match schema["properties"].get(&name) {
                Some(below) => below,
                None => &schema["additionalProperties"],
            };
            match members.get_mut(&name) {
                Some(member) if rng.below(6) > 0 => change(member, below, rng),
                _ => drop(members.remove(&name)),
            }
        }
        place => *place = value(schema, rng),
    }
}
