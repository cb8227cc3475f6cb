//! Tests that no value satisfies the schemas that are reported, and the reverse for schemas with few enough values to try all.

use serde_json::{Value, json};

use super::{OwnBranches, Prover, SchemaQuestion, ValueJudge, admitted, candidates, contradiction};
use crate::model::schema::JsonSchemaProps;
use crate::server::objects::is_outside_of_format;
use crate::{KubeVersion, decode, yaml};

/// Parses a schema from JSON.
fn schema(json: &Value) -> JsonSchemaProps {
    let crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": json}}]},
    });
    let read = yaml::read(crd.to_string().as_bytes(), yaml::Options::default());
    let crd = decode::decode(&read.documents[0].root).crd.unwrap();
    crd.versions()[0].openapi_schema().unwrap().clone()
}

/// Returns the keyword at which nothing satisfies a schema.
fn said(json: &Value) -> Option<&'static str> {
    contradiction(&mut Prover::new(KubeVersion::DEFAULT), &schema(json), &[]).map(|found| found.keyword)
}

#[test]
fn values_that_are_admitted_without_validation_pass_it() {
    let values = [
        json!(true),
        json!(-1),
        json!(2),
        json!(5),
        json!(2.0),
        json!(""),
        json!("a"),
        json!("abc"),
        json!([]),
        json!([0, 0]),
        json!({}),
        json!({"a": 0}),
        json!({"b": 0, "c": 0}),
    ];
    let restrictions = [
        json!({}),
        json!({"minimum": 2}),
        json!({"maximum": 2}),
        json!({"maximum": 1.5}),
        json!({"enum": [2, 5]}),
        json!({"enum": ["a", "b"]}),
        json!({"enum": [true]}),
        json!({"multipleOf": 2}),
        json!({"minLength": 1, "maxLength": 2}),
        json!({"pattern": "a"}),
        json!({"minItems": 1}),
        json!({"maxItems": 1}),
        json!({"required": ["a"]}),
        json!({"required": ["b", "c"]}),
        json!({"minProperties": 1}),
        json!({"maxProperties": 0}),
    ];
    let (mut admitted, mut decided) = (0, 0);
    for type_ in ["boolean", "integer", "number", "string", "array", "object"] {
        for one in &restrictions {
            for other in &restrictions {
                for made in [
                    json!({"allOf": [one, other]}),
                    json!({"anyOf": [one, other]}),
                    json!({"oneOf": [one, other]}),
                    json!({"not": one, "allOf": [other]}),
                ] {
                    let mut made = made;
                    made["type"] = json!(type_);
                    let schema = schema(&made);
                    let question = SchemaQuestion {
                        schema: &schema,
                        own: OwnBranches::All,
                        more: &[],
                    };
                    let judged = candidates::judging(question.restrictions());
                    let Some(judge) = ValueJudge::new(judged, KubeVersion::DEFAULT) else {
                        continue;
                    };
                    for value in &values {
                        let is_admitted = judge.admits(value);
                        admitted += usize::from(is_admitted);
                        if admitted::is_admitted(question, value) {
                            decided += 1;
                            assert!(is_admitted, "{made} {value}");
                        }
                    }
                }
            }
        }
    }
    assert!(decided * 4 > admitted, "{decided} of {admitted}");
}

#[test]
fn bounds_formats_and_patterns_that_nothing_satisfies() {
    for (json, keyword) in [
        (
            json!({"type": "integer", "minimum": 5, "allOf": [{"maximum": 4}]}),
            "minimum",
        ),
        (
            json!({"type": "integer", "format": "int32", "minimum": 2_147_483_647, "exclusiveMinimum": true}),
            "minimum",
        ),
        (
            json!({"type": "integer", "minimum": 4, "maximum": 5, "multipleOf": 3}),
            "multipleOf",
        ),
        (
            json!({"type": "number", "minimum": 0.41, "maximum": 0.45, "multipleOf": 0.1}),
            "multipleOf",
        ),
        (json!({"type": "string", "maxLength": -1}), "maxLength"),
        (
            json!({"type": "string", "format": "date", "maxLength": 9}),
            "maxLength",
        ),
        (
            json!({"type": "string", "format": "date-time", "pattern": "^[a-z]+$"}),
            "pattern",
        ),
        (
            json!({"type": "string", "pattern": "^a", "allOf": [{"pattern": "^b"}]}),
            "pattern",
        ),
        (
            json!({"type": "string", "pattern": "^.{5,}$", "maxLength": 4}),
            "pattern",
        ),
        (
            json!({"type": "string", "format": "email", "pattern": "^[a-z]+$"}),
            "pattern",
        ),
    ] {
        assert_eq!(said(&json), Some(keyword), "{json}");
    }
}

#[test]
fn branches_and_enums_that_nothing_satisfies() {
    for (json, keyword) in [
        (
            json!({"type": "string", "enum": ["a"], "not": {"pattern": "a"}}),
            "enum",
        ),
        (
            json!({"type": "string", "enum": ["a"], "allOf": [{"enum": ["b"]}]}),
            "enum",
        ),
        (
            json!({"type": "string", "format": "ipv4", "enum": ["a.b.c.d"]}),
            "enum",
        ),
        (
            json!({"type": "boolean", "allOf": [{"enum": [true]}, {"enum": [false]}]}),
            "allOf",
        ),
        (
            json!({"type": "boolean", "oneOf": [{"enum": [true, false]}, {"enum": [true, false]}]}),
            "oneOf",
        ),
        (
            json!({"type": "integer", "minimum": 3, "maximum": 8, "not": {"anyOf": [{"multipleOf": 2}, {"multipleOf": 3}, {"minimum": 5}]}}),
            "not",
        ),
        (
            json!({"type": "string", "maxLength": 2, "anyOf": [{"enum": ["aaa"]}, {"minLength": 3}]}),
            "anyOf",
        ),
        (json!({"type": "string", "not": {}}), "not"),
        (
            json!({"type": "string", "pattern": "^a?$", "not": {"enum": ["a", ""]}}),
            "not",
        ),
    ] {
        assert_eq!(said(&json), Some(keyword), "{json}");
    }
}

#[test]
fn lists_and_objects_that_nothing_satisfies() {
    for (json, keyword) in [
        (
            json!({"type": "object", "x-kubernetes-embedded-resource": true, "maxProperties": 1,
                "x-kubernetes-preserve-unknown-fields": true}),
            "maxProperties",
        ),
        (
            json!({"type": "array", "items": {"type": "boolean"}, "x-kubernetes-list-type": "set", "minItems": 3}),
            "minItems",
        ),
        (
            json!({"type": "array", "minItems": 3, "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"],
                "items": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string", "enum": ["A", "B"]}}}}),
            "minItems",
        ),
        (
            json!({"type": "array", "minItems": 1, "items": {"type": "integer", "maximum": 3},
                "allOf": [{"items": {"minimum": 4}}]}),
            "items",
        ),
        (
            json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "integer", "maximum": 3}},
                "anyOf": [{"properties": {"a": {"minimum": 4}}}]}),
            "anyOf",
        ),
        (
            json!({"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
                "not": {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}}),
            "not",
        ),
        (
            json!({"type": "object", "minProperties": 9, "properties": {"a": {"type": "string"}}}),
            "minProperties",
        ),
        (of_alternatives(3), "minProperties"),
        (
            json!({"type": "array", "items": {"type": "string", "pattern": "^[ab.]$"}, "x-kubernetes-list-type": "set", "minItems": 4}),
            "minItems",
        ),
        (
            json!({"type": "object", "x-kubernetes-embedded-resource": true,
                "properties": {"kind": {"type": "string", "enum": ["Two Words", "a_b"]}}}),
            "required",
        ),
        (
            json!({"type": "object", "x-kubernetes-embedded-resource": true,
                "properties": {"apiVersion": {"type": "string", "pattern": "^a/b/c$"}}}),
            "required",
        ),
        (
            json!({"x-kubernetes-int-or-string": true, "minimum": 2, "maximum": 1, "maxLength": 2, "minLength": 3}),
            "maxLength",
        ),
    ] {
        assert_eq!(said(&json), Some(keyword), "{json}");
    }
}

/// Returns an object that has one of seven members, and an eighth.
fn of_alternatives(least: usize) -> Value {
    let all = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let properties: Value = all
        .iter()
        .map(|name| (*name, json!({"type": "string"})))
        .collect();
    let branches: Vec<Value> = all[..7].iter().map(|name| json!({"required": [name]})).collect();
    json!({"type": "object", "minProperties": least, "properties": properties, "oneOf": branches})
}

#[test]
fn schemas_that_something_satisfies() {
    for json in [
        of_alternatives(2),
        json!({"type": "integer", "nullable": true, "minimum": 5, "maximum": 4}),
        json!({"type": "string", "minimum": 5, "maximum": 4}),
        // The server truncates 1.5 to the member 1, and treats 65 as the letter.
        json!({"type": "number", "minimum": 1.2, "enum": [1]}),
        json!({"type": "integer", "enum": ["A"]}),
        json!({"type": "number", "minimum": 0.3, "maximum": 0.3, "multipleOf": 0.1}),
        // An integer is compared with bounds that are truncated to integers.
        json!({"type": "number", "minimum": 4.5, "maximum": 4.2}),
        json!({"type": "integer", "allOf": [{"maximum": -1.5}, {"minimum": -1}]}),
        json!({"type": "string", "format": "no-such", "maxLength": 1}),
        json!({"type": "string", "oneOf": [{"pattern": "^a"}, {"pattern": "^b"}]}),
        json!({"x-kubernetes-int-or-string": true, "minimum": 2, "maximum": 1}),
        json!({"type": "array", "items": {"type": "boolean", "nullable": true}, "x-kubernetes-list-type": "set", "minItems": 3}),
        json!({"type": "array", "items": {"type": "integer", "maximum": 3}, "allOf": [{"items": {"minimum": 4}}]}),
        json!({"type": "array", "items": {"type": "string", "pattern": "^[ab.]$"}, "x-kubernetes-list-type": "set", "minItems": 3}),
        // The server folds the Kelvin sign to a k.
        json!({"type": "object", "x-kubernetes-embedded-resource": true,
            "properties": {"kind": {"type": "string", "enum": ["\u{212a}"]}, "apiVersion": {"type": "string", "enum": ["/"]}}}),
    ] {
        assert_eq!(said(&json), None, "{json}");
    }
}

/// A random number generator that needs no feature.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn one_of<T: Clone>(&mut self, all: &[T]) -> T {
        let at = self.roll(all.len() as u64);
        all[usize::try_from(at).unwrap()].clone()
    }

    fn small(&mut self) -> i64 {
        i64::try_from(self.roll(7)).unwrap() - 3
    }

    /// Returns a random bound, which may have a fraction.
    fn bound(&mut self) -> Value {
        let bound = self.small();
        match self.roll(4) {
            0 => json!(f64::from(i32::try_from(bound).unwrap()) + 0.5),
            _ => json!(bound),
        }
    }

    /// Returns random restrictions on a value of a type.
    fn restrictions(&mut self, type_: &str, depth: u32) -> Value {
        let mut made = serde_json::Map::new();
        for _ in 0..=self.roll(2) {
            let (keyword, value) = match (type_, self.roll(5)) {
                (_, 0) if depth > 0 => {
                    let keyword = self.one_of(&["allOf", "anyOf", "oneOf", "not"]);
                    let below = self.restrictions(type_, depth - 1);
                    let value = match keyword {
                        "not" => below,
                        _ => json!([below, self.restrictions(type_, depth - 1)]),
                    };
                    (keyword, value)
                }
                ("integer" | "number", 1) => ("minimum", self.bound()),
                ("integer" | "number", 2) => ("maximum", self.bound()),
                ("integer" | "number", 3) => ("multipleOf", json!(self.one_of(&[2, 3, 5]))),
                ("integer", _) => ("enum", json!([self.small(), self.small()])),
                ("string", 1) => ("minLength", json!(self.roll(4))),
                ("string", 2) => ("maxLength", json!(self.roll(4))),
                ("string", 3) => (
                    "pattern",
                    json!(self.one_of(&["^a", "b$", "^a*$", "^.b", "^[^ab]", "ab", "^$"])),
                ),
                ("string", _) => (
                    "enum",
                    json!([self.one_of(&["", "a", "ab"]), self.one_of(&["b", "bb", "ba"])]),
                ),
                ("array", 1) => ("minItems", json!(self.roll(4))),
                ("array", _) => ("maxItems", json!(self.roll(4))),
                ("object", 1) => ("minProperties", json!(self.roll(4))),
                ("object", 2) => ("maxProperties", json!(self.roll(4))),
                ("object", _) => ("required", json!([self.one_of(&["a", "b"])])),
                ("number", _) => ("exclusiveMinimum", json!(true)),
                _ => ("enum", json!([self.roll(2) == 0])),
            };
            made.insert(keyword.to_owned(), value);
        }
        Value::Object(made)
    }

    fn schema(&mut self) -> Value {
        let type_ = self.one_of(&["integer", "number", "string", "boolean", "array", "object"]);
        let mut made = self.restrictions(type_, 2);
        made["type"] = json!(type_);
        if self.roll(12) == 0 {
            made["nullable"] = json!(true);
        }
        match type_ {
            "array" => {
                let of = self.one_of(&["boolean", "integer"]);
                made["items"] = self.restrictions(of, 0);
                made["items"]["type"] = json!(of);
                if self.roll(2) == 0 {
                    made["x-kubernetes-list-type"] = json!("set");
                }
            }
            "object" => {
                made["properties"] = json!({"a": {"type": "boolean"}, "b": {"type": "boolean"}});
            }
            _ => {}
        }
        made
    }
}

/// Returns values of a type: all that the schemas above distinguish, and some others.
fn values_of(type_: &str) -> Vec<Value> {
    let texts = || {
        let mut texts = vec![String::new()];
        for length in 0..4 {
            for text in texts.clone().into_iter().filter(|text| text.len() == length) {
                texts.extend(["a", "b", "c"].map(|more| format!("{text}{more}")));
            }
        }
        texts.push("cccab".to_owned());
        texts
    };
    let lists = || {
        let elements: Vec<Value> = (-12..=12)
            .map(|number| json!(number))
            .chain([json!(true), json!(false)])
            .collect();
        let mut lists = vec![
            json!([]),
            json!([-3, -2, -1, 0, 1, 2, 3]),
            json!([0, 5, 10, -5]),
            json!([0, 3, 6, -3]),
        ];
        for one in &elements {
            lists.extend((1..=5).map(|count| vec![one.clone(); count].into()));
            lists.extend(elements.iter().map(|other| json!([one, other])));
            lists.extend((-3..=3).map(|third| json!([one, third, third + 1])));
            lists.extend((-3..=3).map(|other| json!([one, other, f64::from(other)])));
        }
        lists
    };
    let mut values = match type_ {
        "integer" => (-40..=40)
            .flat_map(|number| [json!(number), json!(f64::from(number))])
            .collect(),
        "number" => (-400..=400)
            .flat_map(|number| [json!(number), json!(f64::from(number) / 10.0)])
            .collect(),
        "string" => texts().into_iter().map(Value::from).collect(),
        "boolean" => vec![json!(true), json!(false)],
        "array" => lists(),
        _ => vec![
            json!({}),
            json!({"a": true}),
            json!({"b": true}),
            json!({"a": true, "b": false}),
        ],
    };
    values.push(Value::Null);
    values
}

#[test]
fn random_schemas_are_judged_as_the_server_judges_their_values() {
    let version = KubeVersion::DEFAULT;
    let mut dice = Dice(30);
    let (mut said, mut silent) = (0, Vec::new());
    for _ in 0..300 {
        let json = dice.schema();
        let wire = schema(&json);
        let judge = ValueJudge::new(wire.clone(), version).unwrap();
        let type_ = json["type"].as_str().unwrap();
        let is_admitted = |value: &Value| judge.admits(value) && !(value.is_null() && wire.enum_.is_some());
        let values = values_of(type_);
        let admitted = values.iter().find(|value| is_admitted(value));
        let items = wire
            .item_schema()
            .and_then(|items| contradiction(&mut Prover::new(version), items, &[]));
        // Another lint reports a bound with a fraction on an integer.
        let has_fraction = |schema: &JsonSchemaProps| {
            let bounds = [schema.minimum, schema.maximum];
            let is_fraction =
                |bound: f64| is_outside_of_format(&schema.type_, &schema.format, bound, version);
            bounds.into_iter().flatten().any(is_fraction)
        };
        if has_fraction(&wire) || wire.item_schema().is_some_and(has_fraction) {
            continue;
        }
        let is_needed = items.is_some() && values.contains(&json!([])) && !is_admitted(&json!([]));
        let found = contradiction(&mut Prover::new(version), &wire, &[]).or(items.filter(|_| is_needed));
        match (found, admitted) {
            (Some(found), Some(value)) => panic!("{value} satisfies {json}: {found:?}"),
            (Some(_), None) => said += 1,
            // Texts that a pattern rejects are not searched.
            (None, None) if json.to_string().contains("pattern") && json.to_string().contains("not") => {}
            (None, None) => silent.push(json),
            (None, Some(_)) => {}
        }
    }
    assert!(said > 25, "only {said}");
    for json in silent.iter().take(40) {
        eprintln!("{json}");
    }
    assert!(silent.is_empty(), "{said} are said, and {} are not", silent.len());
}
