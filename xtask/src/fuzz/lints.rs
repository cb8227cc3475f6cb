//! Searches CRDs that the server accepts and under which it admits no object without a finding that says so, and the reverse.
//!
//! The objects are those of the sample generator and of a search in `lints/search.rs`, admitted by crd-gen's own port of the admission.
//! A CRD without objects and without findings is a fault unless the lints make no claim about what it contains ([`Undecided`]).

mod search;

use clap::Args;
use crd_core::check::{self, CheckReport, Options, Severity, codes};
use crd_core::decode::decode_for;
use crd_core::samples::Samples;
use crd_core::{Crd, KubeVersion, validate};
use crd_gen_tests::rng::Rng;
use serde_json::{Map, Value, json};

use super::Numbers;
use crd_gen_tests::server_parity::our_verdict::node;

/// Schemas under which no object is admitted.
///
/// Each input is a CRD whose required fields have random restrictions. Those that the server accepts are printed if no object
/// is found and no lint reports a part of it, or if a lint reports what each object has and there is an object.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct LintsOptions {
    #[command(flatten)]
    numbers: Numbers,
}

/// Why the lints do not report a CRD under which no object is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Undecided {
    /// Rules are compared with keywords and with each other by their comparisons; arithmetic is not evaluated.
    Arithmetic,
    /// The texts of a format are only known for formats whose texts have a simple pattern. Others are tried with `enum` alone.
    TextsOfFormat,
    /// The values of sets and of keys are counted, but not the texts that a pattern matches.
    CountOfTexts,
    /// The server also admits other numbers than the integers of an `enum` of type `number` (1.5 for 1), so these are not all tried.
    NumbersOfEnum,
    /// Two branches of a `oneOf`, and a `not`, are not compared with the pattern beside them.
    JunctorsOfTexts,
    /// Multiples of fractions are not tried, because the server compares integers and floats with them differently.
    MultiplesOfFraction,
}

impl Undecided {
    /// The reason that applies to a schema, in the form of JSON.
    fn of(schema: &str) -> Option<Self> {
        let schema = schema.replace(r#""format":"int32""#, "");
        let has = |word: &str| schema.contains(word);
        let restricts_texts = ["\"pattern\"", "\"enum\"", "Length\"", "\"rule\""]
            .into_iter()
            .any(has);
        let reasons = [
            (Self::Arithmetic, has(" % ")),
            (Self::TextsOfFormat, has("\"format\"") && restricts_texts),
            (
                Self::CountOfTexts,
                has("\"x-kubernetes-list-type\"") && has("\"pattern\""),
            ),
            (Self::NumbersOfEnum, has("\"number\"") && has("\"enum\"")),
            (
                Self::JunctorsOfTexts,
                (has("\"oneOf\"") || has("\"not\"")) && has("\"pattern\""),
            ),
            (Self::MultiplesOfFraction, has("\"multipleOf\":0.5")),
        ];
        let mut reasons = reasons.into_iter();
        reasons.find(|(_, applies)| *applies).map(|(reason, _)| reason)
    }
}

/// Returns the number of CRDs that are printed.
pub(super) fn run(options: &LintsOptions) -> usize {
    let (mut odd, mut judged, mut refused, mut undecided) = (0, 0, 0, Vec::new());
    for number in options.numbers.first..options.numbers.end() {
        let manifest = SchemaDice(Rng::new(number)).crd();
        let Some(crd) = decode_for(&node(&manifest), KubeVersion::DEFAULT).crd else {
            continue;
        };
        if !validate::create(&crd, KubeVersion::DEFAULT).accepted() {
            continue;
        }
        judged += 1;
        let report = check::text(&manifest.to_string(), &Options::default());
        let root = &manifest["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
        let said = refusals(&report, |place| is_needed(root, place));
        refused += usize::from(!said.is_empty());
        let object = || sample(&crd).or_else(|why| search::object(&crd, root, number).ok_or(why));
        let (what, detail) = match (said.as_slice(), object()) {
            ([], Err(_)) if !refusals(&report, |_| true).is_empty() => continue,
            ([], Err(why)) => match Undecided::of(&root.to_string()) {
                Some(reason) => {
                    undecided.push(reason);
                    continue;
                }
                None => ("no object is found, and no lint reports it", why),
            },
            ([_, ..], Ok(object)) => ("a lint reports it, and there is an object", object.to_string()),
            _ => continue,
        };
        odd += 1;
        println!("{number}: {what}\n  {root}\n  {said:?}\n  {detail}");
    }
    undecided.sort_unstable();
    for same in undecided.chunk_by(|one, other| one == other) {
        println!("{} undecided: {:?}", same.len(), same[0]);
    }
    println!("{odd} of {judged} accepted CRDs to look at; a lint reports {refused}");
    odd
}

/// The findings that no value is admitted at the places that a condition selects.
fn refusals(report: &CheckReport, is_selected: impl Fn(&str) -> bool) -> Vec<String> {
    const CODES: [check::Code; 4] = [
        codes::UNSATISFIABLE,
        codes::REQUIRED_UNDECLARED,
        codes::BOUND_OUTSIDE_OF_FORMAT,
        codes::RULE_NEVER_TRUE,
    ];
    let findings = report.findings.iter().map(|finding| &finding.diagnostic);
    let certain = findings.filter(|diagnostic| {
        CODES.contains(&diagnostic.code)
            && diagnostic.severity == Severity::Error
            && is_selected(&diagnostic.field.short_node().to_string())
    });
    certain.map(|diagnostic| diagnostic.message.clone()).collect()
}

/// Whether each object has a value other than null at a place.
fn is_needed(root: &Value, place: &str) -> bool {
    // The server sets these, so they are not null.
    if matches!(place, "kind" | "apiVersion" | "metadata.name") {
        return true;
    }
    let mut schema = root;
    let steps = place.replace("[]", ".[]");
    for step in steps.split('.').filter(|step| !step.is_empty()) {
        let is_present = match step {
            "[]" => schema["minItems"].as_i64() > Some(0),
            "*" => schema["minProperties"].as_i64() > Some(0) || requires(schema, |names| !names.is_empty()),
            name => requires(schema, |names| names.iter().any(|required| required == name)),
        };
        schema = match step {
            "[]" => &schema["items"],
            "*" => &schema["additionalProperties"],
            name => &schema["properties"][name],
        };
        if !is_present || schema["nullable"] == true && schema.get("enum").is_none() {
            return false;
        }
    }
    true
}

/// Whether every object of a schema has members that a condition accepts.
fn requires(schema: &Value, accepts: impl Fn(&[Value]) -> bool + Copy) -> bool {
    let list = |keyword: &str| schema[keyword].as_array().map_or(&[][..], Vec::as_slice);
    let is_met = |branch: &Value| requires(branch, accepts);
    accepts(list("required"))
        || list("allOf").iter().any(is_met)
        || ["anyOf", "oneOf"].into_iter().any(|keyword| {
            let branches = list(keyword);
            !branches.is_empty() && branches.iter().all(is_met)
        })
}

/// An admitted object, or why none is found.
fn sample(crd: &Crd) -> Result<Value, String> {
    let samples = Samples::new(crd, "v1", KubeVersion::DEFAULT);
    let mut samples = samples.map_err(|error| error.to_string())?;
    samples.smallest().map_err(|error| error.to_string())
}

struct SchemaDice(Rng);

impl SchemaDice {
    fn one_of(&mut self, all: &[Value]) -> Value {
        self.0.pick(all).cloned().unwrap_or_default()
    }

    fn crd(&mut self) -> Value {
        let value = self.schema(2);
        let mut root = json!({
            "type": "object", "required": ["spec"],
            "properties": {"spec": {"type": "object", "required": ["value"], "properties": {"value": value}}},
        });
        match self.0.below(30) {
            0 => root["properties"]["kind"] = self.of_type("string", 0),
            1 => root["properties"]["apiVersion"] = self.of_type("string", 0),
            2 => {
                root["properties"]["metadata"] =
                    json!({"type": "object", "properties": {"name": self.of_type("string", 0)}});
            }
            3 => {
                root["properties"]["status"] = json!({"type": "object"});
                root["required"] = json!(["spec", "status"]);
            }
            4 => root["maxProperties"] = json!(self.0.below(6)),
            5 => root["x-kubernetes-validations"] = json!([{"rule": self.root_rule()}]),
            _ => {}
        }
        json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "widgets.example.com"},
            "spec": {
                "group": "example.com", "scope": "Namespaced",
                "names": {"plural": "widgets", "singular": "widget", "kind": "Widget", "listKind": "WidgetList"},
                "versions": [{
                    "name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
                    "schema": {"openAPIV3Schema": root},
                }],
            },
        })
    }

    fn schema(&mut self, depth: usize) -> Value {
        let types = [
            "integer",
            "number",
            "string",
            "boolean",
            "array",
            "object",
            "intOrString",
        ];
        let type_ = *self.0.pick(&types).unwrap_or(&"string");
        self.of_type(type_, depth)
    }

    fn of_type(&mut self, type_: &str, depth: usize) -> Value {
        let mut made = self.restrictions(type_, depth);
        if type_ == "intOrString" {
            made["x-kubernetes-int-or-string"] = json!(true);
            return made;
        }
        made["type"] = json!(type_);
        if self.0.one_in(12) {
            made["nullable"] = json!(true);
        }
        match type_ {
            "integer" if self.0.one_in(3) => made["format"] = json!("int32"),
            "string" if self.0.one_in(4) => {
                made["format"] = self.one_of(&[
                    json!("date"),
                    json!("date-time"),
                    json!("ipv4"),
                    json!("uuid"),
                    json!("byte"),
                    json!("duration"),
                    json!("hostname"),
                    json!("uri"),
                    json!("email"),
                    json!("cidr"),
                    json!("k8s-short-name"),
                ]);
            }
            "array" => {
                made["items"] = if depth > 0 {
                    self.schema(depth - 1)
                } else {
                    json!({"type": "boolean"})
                };
                let list_type = self.0.below(3);
                if list_type == 1 {
                    made["x-kubernetes-list-type"] = json!("set");
                } else if list_type == 2 {
                    made["items"] = json!({"type": "object", "required": ["a"],
                        "properties": {"a": self.of_type("string", 0)}});
                    made["x-kubernetes-list-type"] = json!("map");
                    made["x-kubernetes-list-map-keys"] = json!(["a"]);
                }
            }
            "object" => {
                if depth > 0 && self.0.one_in(4) {
                    made["additionalProperties"] = self.schema(depth - 1);
                } else {
                    made["properties"] = json!({"a": self.schema(0), "b": {"type": "boolean"}});
                }
                if self.0.one_in(12) {
                    made["x-kubernetes-embedded-resource"] = json!(true);
                    made["properties"] = json!({"a": {"type": "boolean"}, "b": {"type": "boolean"}});
                    if let Value::Object(made) = &mut made {
                        made.remove("additionalProperties");
                    }
                }
            }
            _ => {}
        }
        if self.0.one_in(5) {
            let rules = (0..=self.0.below(2))
                .map(|_| json!({"rule": self.rule(type_)}))
                .collect();
            made["x-kubernetes-validations"] = Value::Array(rules);
        }
        made
    }

    fn rule(&mut self, type_: &str) -> Value {
        match type_ {
            "integer" => self.one_of(&[
                json!("self > 2"),
                json!("self < 2"),
                json!("self == 7"),
                json!("self in [1, 2, 3]"),
                json!("self % 2 == 0"),
                json!("self != 2 && self >= 2"),
                json!("self < 0 || self > 100"),
            ]),
            "string" => self.one_of(&[
                json!("size(self) > 3"),
                json!("self.startsWith('a')"),
                json!("self == 'ab'"),
                json!("self != ''"),
                json!("self.matches('^[0-9]+$')"),
                json!("self in ['a', 'b']"),
                json!("!self.contains('a')"),
            ]),
            "array" => self.one_of(&[
                json!("size(self) > 2"),
                json!("size(self) == 0"),
                json!("self.size() < 3 && self.size() > 0"),
            ]),
            "object" => self.one_of(&[json!("true"), json!("size(self) < 1 || true"), json!("false")]),
            "boolean" => self.one_of(&[json!("self"), json!("!self"), json!("self && !self")]),
            _ => json!("true"),
        }
    }

    fn root_rule(&mut self) -> Value {
        self.one_of(&[
            json!("has(self.spec)"),
            json!("!has(self.spec)"),
            json!("self.metadata.name == ''"),
            json!("self.kind == 'Widget'"),
            json!("self.kind != 'Widget'"),
            json!("self.metadata.name.startsWith('a')"),
            json!("self.apiVersion == 'v1'"),
            json!("self.metadata.name.size() > 253"),
        ])
    }

    /// Restrictions on values of a type.
    fn restrictions(&mut self, type_: &str, depth: usize) -> Value {
        let mut made = Map::new();
        for _ in 0..=self.0.below(2) {
            let (keyword, value) = if depth > 0 && self.0.one_in(5) {
                self.junctor(type_, depth - 1)
            } else {
                self.keyword(type_)
            };
            made.insert(keyword.to_owned(), value);
        }
        Value::Object(made)
    }

    fn junctor(&mut self, type_: &str, depth: usize) -> (&'static str, Value) {
        let keyword = *self.0.pick(&["allOf", "anyOf", "oneOf", "not"]).unwrap_or(&"not");
        let below = self.restrictions(type_, depth);
        let value = match keyword {
            "not" => below,
            _ => json!([below, self.restrictions(type_, depth)]),
        };
        (keyword, value)
    }

    fn keyword(&mut self, type_: &str) -> (&'static str, Value) {
        let small = |dice: &mut Self| json!(i64::try_from(dice.0.below(9)).unwrap_or_default() - 3);
        let length = |dice: &mut Self| json!(dice.0.below(6));
        match (type_, self.0.below(6)) {
            ("integer" | "number" | "intOrString", 0) => ("minimum", small(self)),
            ("integer" | "number" | "intOrString", 1) => ("maximum", small(self)),
            ("integer" | "number", 2) => (
                "multipleOf",
                self.one_of(&[json!(2), json!(3), json!(0.5), json!(7)]),
            ),
            ("integer" | "number", 3) => (
                "maximum",
                self.one_of(&[json!(3_000_000_000_u64), json!(1.5), json!(-1.5)]),
            ),
            ("integer" | "number", 4) => ("exclusiveMinimum", json!(true)),
            ("integer" | "number", _) => ("enum", json!([small(self), small(self)])),
            ("string" | "intOrString", 2) => ("minLength", length(self)),
            ("string" | "intOrString", 3) => ("maxLength", length(self)),
            ("string", 4 | 5) => (
                "pattern",
                self.one_of(&[
                    json!("^a"),
                    json!("b$"),
                    json!("^a*$"),
                    json!("^.{3,4}$"),
                    json!("^[A-Z]+$"),
                    json!("ab"),
                    json!("^$"),
                    json!("a^"),
                    json!("^[0-9]+(s|m|h)$"),
                    json!("^(a|b){2}$"),
                    json!("^Widget$"),
                    json!("example"),
                ]),
            ),
            ("string", _) => (
                "enum",
                json!([
                    self.one_of(&[json!(""), json!("a"), json!("ab"), json!("Widget")]),
                    self.one_of(&[
                        json!("b"),
                        json!("bbbbb"),
                        json!("2020-01-01"),
                        json!("example.com/v1")
                    ])
                ]),
            ),
            ("array", 0 | 1) => ("minItems", length(self)),
            ("array", _) => ("maxItems", length(self)),
            ("object", 0) => ("minProperties", length(self)),
            ("object", 1) => ("maxProperties", length(self)),
            ("object", _) => (
                "required",
                json!([self.one_of(&[json!("a"), json!("b"), json!("c")])]),
            ),
            ("boolean", 0) => ("enum", json!([self.0.one_in(2)])),
            _ => ("description", json!("Anything.")),
        }
    }
}
