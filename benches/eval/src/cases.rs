//! The rules that are measured, each with the schema and the value that it is evaluated over.

use std::collections::BTreeSet;
use std::error::Error;

use crd_core::cel::{Expression, OldSelf, RuleScope, SelfKind};
use crd_core::field::{FieldPath, Segment};
use crd_core::{JsonSchemaProps, KubeVersion, decode, yaml};
use serde_json::{Value, json};

/// A rule with the value that it is evaluated over.
pub struct Case {
    /// The name: a text for the rules of this file, the rule itself for those of real CRDs.
    pub name: String,
    pub rule: String,
    pub schema: Value,
    pub value: Value,
    /// Whether the schema is that of a part of a resource.
    pub is_nested: bool,
    /// Whether the rule is from a real CRD.
    pub is_real: bool,
}

const RULES: &[(&str, &str)] = &[
    ("a <= b", "self.a <= self.b"),
    ("in", "self.t in ['a', 'b', 'example']"),
    (
        "startsWith, endsWith, contains",
        "self.t.startsWith('ex') && self.t.endsWith('le') && self.t.contains('amp')",
    ),
    (
        "matches",
        "self.dns.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$')",
    ),
    (
        "split, join, lowerAscii",
        "self.csv.split(',').join('-').lowerAscii() == 'a-b-c-d'",
    ),
    (
        "quantity compareTo",
        "quantity(self.q).compareTo(quantity('1Gi')) <= 0",
    ),
    ("all over 100 integers", "self.ints.all(i, i >= 0)"),
    (
        "all over 100 objects, 3 conditions",
        "self.items.all(e, e.name.size() > 0 && e.port > 0 && e.port < 65536)",
    ),
    (
        "100 x 100 uniqueness by name",
        "self.items.all(x, self.items.exists_one(y, x.name == y.name))",
    ),
    (
        "filter and map, 100 objects",
        "self.items.filter(e, e.port > 8000).map(e, e.name).size() >= 0",
    ),
    ("optional chain", "self.?o.?x.orValue(0) == 0"),
    ("format", "'%s-%d'.format([self.t, self.a]) == 'example-1'"),
    ("has and ternary", "has(self.o) ? self.o.y == 2 : true"),
    ("ip and cidr", "cidr('10.0.0.0/8').containsIP(ip(self.ip))"),
    (
        "map of labels",
        "self.labels.all(k, k.size() <= 63 && self.labels[k].size() <= 63)",
    ),
    (
        "a missing key for each of 100 objects",
        "self.items.all(e, self.labels[e.name] == 'x' || e.port > 0)",
    ),
    (
        "a failing conversion for each of 100 objects",
        "self.items.exists(e, int(e.name) > 0) || self.a == 1",
    ),
];

fn schema() -> Value {
    let text = || json!({"type": "string"});
    let int = || json!({"type": "integer"});
    json!({"type": "object", "properties": {
        "a": int(), "b": int(), "t": text(), "dns": text(), "csv": text(), "q": text(), "ip": text(),
        "ints": {"type": "array", "items": int()},
        "items": {"type": "array", "items": {"type": "object", "properties": {"name": text(), "port": int()}}},
        "o": {"type": "object", "properties": {"x": int(), "y": int()}},
        "labels": {"type": "object", "additionalProperties": text()},
    }})
}

fn object() -> Value {
    let items: Vec<Value> = (0..100)
        .map(|i| json!({"name": format!("listener-{i}"), "port": 8000 + i % 7}))
        .collect();
    let ints: Vec<i64> = (0..100).collect();
    let labels: serde_json::Map<String, Value> = (0..10)
        .map(|i| {
            (
                format!("app.kubernetes.io/label-{i}"),
                json!(format!("value-{i}")),
            )
        })
        .collect();
    json!({
        "a": 1, "b": 2, "t": "example", "dns": "my-service.my-namespace.example.com", "csv": "A,b,C,d", "q": "500Mi",
        "ip": "10.1.2.3", "ints": ints, "items": items, "o": {"y": 2}, "labels": labels,
    })
}

/// Returns the seventeen rules, over one object.
pub fn written() -> Vec<Case> {
    let case = |(name, rule): &(&str, &str)| Case {
        name: (*name).to_owned(),
        rule: (*rule).to_owned(),
        schema: schema(),
        value: object(),
        is_nested: false,
        is_real: false,
    };
    RULES.iter().map(case).collect()
}

/// Returns the rules of real CRDs in the recorded requests for objects (`conformance/objects.jsonl`), each with the first
/// value that it applies to. Transition rules are left out.
pub fn recorded(lines: &str) -> Result<Vec<Case>, Box<dyn Error>> {
    let mut found = Vec::new();
    let mut known = BTreeSet::new();
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line)?;
        let is_real = line["id"].as_str().is_some_and(|id| id.starts_with("gen-"));
        if !is_real || line["op"] != "create" || line["decode"].is_string() {
            continue;
        }
        let object = match &line["object"] {
            Value::String(text) => serde_json::from_str(text).unwrap_or_default(),
            object => object.clone(),
        };
        walk(&line["schema"], &object, false, &mut known, &mut found);
    }
    Ok(found)
}

fn walk(schema: &Value, value: &Value, is_nested: bool, known: &mut BTreeSet<String>, found: &mut Vec<Case>) {
    for rule in schema["x-kubernetes-validations"]
        .as_array()
        .into_iter()
        .flatten()
    {
        let Some(rule) = rule["rule"].as_str() else {
            continue;
        };
        if rule.contains("oldSelf") || !known.insert(rule.to_owned()) {
            continue;
        }
        found.push(Case {
            name: rule.split_whitespace().collect::<Vec<_>>().join(" "),
            rule: rule.to_owned(),
            schema: schema.clone(),
            value: value.clone(),
            is_nested,
            is_real: true,
        });
    }
    if let (Some(properties), Some(object)) = (schema["properties"].as_object(), value.as_object()) {
        for (name, schema) in properties {
            if let Some(value) = object.get(name) {
                walk(schema, value, true, known, found);
            }
        }
    }
    let first = match value {
        Value::Object(map) if schema["additionalProperties"].is_object() => map
            .values()
            .next()
            .map(|value| (&schema["additionalProperties"], value)),
        Value::Array(items) => items.first().map(|item| (&schema["items"], item)),
        _ => None,
    };
    if let Some((schema, value)) = first {
        walk(schema, value, true, known, found);
    }
}

impl Case {
    /// Compiles the rule.
    pub fn compile(&self) -> Result<Expression, Box<dyn Error>> {
        const PART: &str = "part";
        let root = Segment::Field("".into());
        let (schema, path): (Value, FieldPath) = if self.is_nested {
            let schema = json!({"type": "object", "properties": {PART: self.schema}});
            let path = [
                root,
                Segment::Field("properties".into()),
                Segment::Key(PART.into()),
            ];
            (schema, path.into_iter().collect())
        } else {
            (self.schema.clone(), [root].into_iter().collect())
        };
        let schema = decoded(&schema).ok_or("the schema cannot be decoded")?;
        let scope = RuleScope::new(&schema, &path, KubeVersion::DEFAULT)
            .ok_or("expressions cannot see the schema")?;
        let part = match (&schema.properties, self.is_nested) {
            (Some(properties), true) => properties.get(PART).ok_or("there is no part")?,
            _ => &schema,
        };
        let kind = if self.is_nested { SelfKind::Value } else { SelfKind::Resource };
        let compiled = Expression::compile(&scope, part, kind, &self.rule, OldSelf::Value);
        compiled
            .map_err(|error| error.to_string())?
            .ok_or_else(|| "no type".into())
    }
}

fn decoded(schema: &Value) -> Option<JsonSchemaProps> {
    let document = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema}}]},
    });
    let read = yaml::read(document.to_string().as_bytes(), yaml::Options::default());
    let crd = decode::decode(&read.documents.first()?.root).crd?;
    let version = crd.spec.versions.as_ref()?.first()?;
    version.openapi_schema().cloned()
}
