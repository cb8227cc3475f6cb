//! Disproves findings about rules: that a rule is always true, that no value satisfies it, or that it contradicts the rules before it.
//!
//! The values are evaluated by crd-gen's own port of the admission. A finding is wrong if one of them disproves it.

use clap::Args;
use crd_core::check::{self, Code, Level, LintProfile, Options, Severity, codes};
use crd_core::decode::decode_for;
use crd_core::objects::{Admission, Request};
use crd_core::{KubeVersion, validate};
use crd_gen_tests::rng::Rng;
use crd_gen_tests::server_parity::our_verdict::node;
use serde_json::{Map, Value, json};

use super::Numbers;

/// The number of values that are evaluated for each schema.
const VALUES: usize = 400;

/// Rules with a constant result, and rules that contradict each other.
///
/// Each input is a schema of a few members with random rules. A finding about a rule is printed if a random value disproves it.
#[derive(Clone, Copy, Debug, Args)]
pub(super) struct RulesOptions {
    #[command(flatten)]
    numbers: Numbers,
}

/// What a finding says about a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Claim {
    AlwaysTrue,
    NeverTrue,
    /// It is false for all values that the rules before it admit.
    Contradicts,
}

/// Returns the number of wrong findings.
pub(super) fn run(options: &RulesOptions) -> usize {
    let (mut wrong, mut judged, mut found) = (0, 0, [0_usize; 3]);
    for number in options.numbers.first..options.numbers.end() {
        let mut dice = RuleDice(Rng::new(number));
        let schema = dice.schema();
        let rules = dice.rules(&schema);
        let Some(claims) = claims(&schema, &rules) else {
            continue;
        };
        judged += 1;
        for (index, claim) in claims {
            found[claim as usize] += 1;
            let Some(disproof) = dice.disproof(&schema, &rules, index, claim) else {
                continue;
            };
            wrong += 1;
            println!(
                "{number}: rule {index} is said to be {claim:?}, but\n  {disproof}\n  {schema}\n  {rules:?}"
            );
        }
    }
    let [always, never, contradicting] = found;
    println!(
        "{wrong} wrong findings about the rules of {judged} schemas: {always} always true, {never} never true, {contradicting} contradicting"
    );
    wrong
}

/// Returns a CRD with a schema of `spec.value` and rules.
fn crd(schema: &Value, rules: &[String]) -> Value {
    let mut value = schema.clone();
    if !rules.is_empty() {
        value["x-kubernetes-validations"] = rules.iter().map(|rule| json!({ "rule": rule })).collect();
    }
    json!({
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced",
            "names": {"plural": "widgets", "singular": "widget", "kind": "Widget", "listKind": "WidgetList"},
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                    "spec": {"type": "object", "properties": {"value": value}}
                }}},
            }],
        },
    })
}

/// Returns what the lints say about the rules; `None` if the server rejects the CRD.
fn claims(schema: &Value, rules: &[String]) -> Option<Vec<(usize, Claim)>> {
    const CODES: [Code; 2] = [codes::RULE_CONSTANT, codes::RULE_NEVER_TRUE];
    let manifest = crd(schema, rules);
    let crd = decode_for(&node(&manifest), KubeVersion::DEFAULT).crd?;
    if !validate::create(&crd, KubeVersion::DEFAULT).accepted() {
        return None;
    }
    let mut options = Options::default();
    options.levels.set_profile(LintProfile::Strict);
    for code in CODES {
        options.levels.set(code, Level::Report(Severity::Error));
    }
    let report = check::text(&manifest.to_string(), &options);
    let findings = report.findings.iter().map(|finding| &finding.diagnostic);
    let claims = findings
        .filter(|found| CODES.contains(&found.code))
        .filter_map(|found| {
            let field = found.field.to_string();
            let index = field.strip_suffix("].rule")?.rsplit_once('[')?.1.parse().ok()?;
            let claim = if found.code == codes::RULE_CONSTANT {
                Claim::AlwaysTrue
            } else if found.label.contains("before it") {
                Claim::Contradicts
            } else {
                Claim::NeverTrue
            };
            Some((index, claim))
        });
    Some(claims.collect())
}

fn admission(schema: &Value, rules: &[String]) -> Option<Admission> {
    let crd = decode_for(&node(&crd(schema, rules)), KubeVersion::DEFAULT).crd?;
    Admission::new(&crd, "v1", KubeVersion::DEFAULT).ok()
}

fn admits(admission: &Admission, value: &Value) -> bool {
    let object = json!({
        "apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "a", "namespace": "b"},
        "spec": {"value": value},
    });
    admission.admit(Request::create(&object)).errors.is_empty()
}

/// The names of members, each with the type that its schema always has.
const MEMBERS: [(&str, &str); 9] = [
    ("i", "integer"),
    ("j", "integer"),
    ("n", "number"),
    ("s", "string"),
    ("t", "string"),
    ("e", "enum"),
    ("b", "boolean"),
    ("l", "array"),
    ("m", "map"),
];
const TEXTS: [&str; 9] = ["", "a", "ab", "abc", "b", "ba", "red", "green", "\u{e9}"];

struct RuleDice(Rng);

impl RuleDice {
    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        self.0.pick(all).copied().unwrap_or_default()
    }

    fn small(&mut self) -> i64 {
        i64::try_from(self.0.below(9)).unwrap_or_default() - 3
    }

    /// A schema of one type, or of an object with members.
    fn schema(&mut self) -> Value {
        if self.0.one_in(3) {
            let (_, kind) = MEMBERS[self.0.below(MEMBERS.len())];
            return self.of(kind);
        }
        let mut properties = Map::new();
        let mut required = Vec::new();
        for (name, kind) in MEMBERS {
            if self.0.one_in(3) {
                continue;
            }
            properties.insert(name.to_owned(), self.of(kind));
            if !self.0.one_in(3) {
                required.push(name);
            }
        }
        let mut made = json!({"type": "object", "properties": properties});
        if !required.is_empty() {
            made["required"] = json!(required);
        }
        if self.0.one_in(8) {
            made["maxProperties"] = json!(self.0.below(6));
        }
        if self.0.one_in(8) {
            made["minProperties"] = json!(self.0.below(6));
        }
        made
    }

    fn of(&mut self, kind: &str) -> Value {
        let mut made = match kind {
            "enum" => json!({"type": "string", "enum": ["red", "green", "ab"]}),
            "array" => json!({"type": "array", "maxItems": 8, "items": {"type": "string", "maxLength": 9}}),
            "map" => {
                json!({"type": "object", "maxProperties": 8, "additionalProperties": {"type": "integer"}})
            }
            "string" => json!({"type": "string", "maxLength": 20}),
            kind => json!({ "type": kind }),
        };
        let bounds: &[&str] = match kind {
            "integer" | "number" => &["minimum", "maximum"],
            "string" | "enum" => &["minLength", "maxLength"],
            "array" => &["minItems", "maxItems"],
            "map" => &["minProperties", "maxProperties"],
            _ => &[],
        };
        for bound in bounds {
            if self.0.one_in(3) {
                made[*bound] = match kind {
                    "number" if self.0.one_in(2) => json!(1.5),
                    "integer" | "number" => json!(self.small()),
                    _ => json!(self.0.below(5)),
                };
            }
        }
        if matches!(kind, "integer" | "number") && self.0.one_in(6) {
            made["exclusiveMinimum"] = json!(made.get("minimum").is_some());
            made["exclusiveMaximum"] = json!(made.get("maximum").is_some());
        }
        if kind == "integer" && self.0.one_in(6) {
            made["format"] = json!(self.pick(&["int32", "int64"]));
        }
        if kind == "string" && self.0.one_in(5) {
            made["pattern"] = json!(self.pick(&["^a", "b$", "^[a-z]+$", "^$", "^(red|ab)$"]));
        }
        if self.0.one_in(8) {
            made["nullable"] = json!(true);
        }
        if self.0.one_in(8) && made.get("nullable").is_none() {
            let default = self.value_of(&made);
            made["default"] = default;
        }
        if self.0.one_in(10) && kind != "map" {
            let branch = match kind {
                "integer" | "number" => json!({ "maximum": self.small() }),
                "string" | "enum" => json!({ "minLength": self.0.below(4) }),
                "array" => json!({ "minItems": self.0.below(4) }),
                _ => json!({ "enum": [true] }),
            };
            let junctor = self.pick(&["not", "allOf", "anyOf"]);
            made[junctor] = if junctor == "not" { branch } else { json!([branch]) };
        }
        made
    }

    fn rules(&mut self, schema: &Value) -> Vec<String> {
        (0..=self.0.below(3)).map(|_| self.rule(schema, 2)).collect()
    }

    fn rule(&mut self, schema: &Value, depth: usize) -> String {
        if depth > 0 && self.0.one_in(2) {
            let one = self.rule(schema, depth - 1);
            return match self.0.below(6) {
                0 => format!("!({one})"),
                1 | 2 => format!("({one}) || ({})", self.rule(schema, depth - 1)),
                3 => format!("({one}) ? ({}) : false", self.rule(schema, depth - 1)),
                _ => format!("({one}) && ({})", self.rule(schema, depth - 1)),
            };
        }
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
            return self.atom("self", schema);
        };
        let names: Vec<&String> = properties.keys().collect();
        let Some(name) = self.0.pick(&names).copied() else {
            return self.pick(&["true", "false"]).to_owned();
        };
        match self.0.below(6) {
            0 => format!("has(self.{name})"),
            1 => format!(
                "!has(self.{name}) || {}",
                self.atom(&format!("self.{name}"), &properties[name])
            ),
            2 => {
                let alike = |other: &&&String| properties[**other]["type"] == properties[name]["type"];
                let alike: Vec<&String> = names.iter().filter(alike).copied().collect();
                let other = self.0.pick(&alike).copied().unwrap_or(name);
                let orders = matches!(
                    properties[name]["type"].as_str(),
                    Some("integer" | "number" | "string")
                );
                let operator = self.pick(if orders {
                    &["<", "<=", ">", ">=", "==", "!="]
                } else {
                    &["==", "!="]
                });
                format!("self.{name} {operator} self.{other}")
            }
            _ => self.atom(&format!("self.{name}"), &properties[name]),
        }
    }

    /// A rule about one value.
    fn atom(&mut self, of: &str, schema: &Value) -> String {
        let operators = ["<", "<=", ">", ">=", "==", "!="];
        let operator = self.pick(&operators);
        let number = self.small();
        let text = self.pick(&TEXTS);
        let other = self.pick(&TEXTS);
        let has_size =
            schema["type"] != "integer" && schema["type"] != "number" && schema["type"] != "boolean";
        if has_size && self.0.one_in(3) {
            return match self.0.below(3) {
                0 => format!("size({of}) {operator} {number}"),
                1 => format!("{number} {operator} size({of})"),
                _ => format!("{of}.size() {operator} {number}"),
            };
        }
        match schema["type"].as_str() {
            Some("integer") => match self.0.below(4) {
                0 => format!("{of} in [{number}, {}]", self.small()),
                1 => format!("{number} {operator} {of}"),
                _ => format!("{of} {operator} {number}"),
            },
            Some("number") => {
                let bound = self.pick(&["1.5", "2.0", "-1.0", "0.0"]);
                match self.0.below(3) {
                    0 if operator != "==" && operator != "!=" => format!("{of} {operator} {number}"),
                    1 => format!("{bound} {operator} {of}"),
                    _ => format!("{of} {operator} {bound}"),
                }
            }
            Some("string") => match self.0.below(7) {
                0 => format!("{of} in ['{text}', '{other}']"),
                1 => format!("{of}.startsWith('{text}')"),
                2 => format!("{of}.endsWith('{text}')"),
                3 => format!("{of}.contains('{text}')"),
                4 => format!(
                    "{of}.matches('{}')",
                    self.pick(&["^a", "b$", "^[a-z]*$", ".", "^(red|green)$", "^$"])
                ),
                5 => format!("'{text}' {operator} {of}"),
                _ => format!("{of} {operator} '{text}'"),
            },
            Some("boolean") => match self.0.below(3) {
                0 => of.to_owned(),
                1 => format!("!{of}"),
                _ => format!("{of} == {}", self.pick(&["true", "false"])),
            },
            Some("array") => match self.0.below(4) {
                0 => format!("{of}.all(x, x.startsWith('a'))"),
                1 => format!("{of}.exists(x, x == '{text}')"),
                2 => format!("'{text}' in {of}"),
                _ => format!("{of} == ['{text}']"),
            },
            _ => match self.0.below(3) {
                0 => format!("'{text}' in {of}"),
                1 => format!("{of}.all(k, {of}[k] > {number})"),
                _ => format!("{of} == {{'a': {number}}}"),
            },
        }
    }

    /// A value that disproves a claim about a rule.
    fn disproof(&mut self, schema: &Value, rules: &[String], index: usize, claim: Claim) -> Option<String> {
        let rule = rules.get(index)?.clone();
        let all = match claim {
            Claim::Contradicts => admission(schema, rules.get(..=index)?)?,
            Claim::AlwaysTrue | Claim::NeverTrue => admission(schema, &[rule])?,
        };
        let without = admission(schema, &[])?;
        for _ in 0..VALUES {
            let value = self.value(schema);
            // The server runs no rules on null.
            if value.is_null() || !admits(&without, &value) {
                continue;
            }
            if admits(&all, &value) != (claim == Claim::AlwaysTrue) {
                return Some(format!("{value} disproves it"));
            }
        }
        None
    }

    fn value(&mut self, schema: &Value) -> Value {
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
            return self.value_of(schema);
        };
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let mut made = Map::new();
        for (name, member) in properties {
            let is_required = required.iter().any(|required| required == name);
            if is_required || !self.0.one_in(3) {
                let value = if self.0.one_in(12) {
                    Value::Null
                } else {
                    self.value_of(member)
                };
                made.insert(name.clone(), value);
            }
        }
        Value::Object(made)
    }

    /// A value of a type, which may violate the bounds.
    fn value_of(&mut self, schema: &Value) -> Value {
        match schema["type"].as_str() {
            Some("integer") => json!(self.small()),
            Some("number") => match self.0.below(3) {
                0 => json!(self.small()),
                1 => json!(1.5),
                _ => json!(f64::from(i32::try_from(self.small()).unwrap_or_default()) + 0.25),
            },
            Some("string") => json!(self.pick(&TEXTS)),
            Some("boolean") => json!(self.0.one_in(2)),
            Some("array") => (0..self.0.below(5)).map(|_| json!(self.pick(&TEXTS))).collect(),
            _ => {
                let mut members = Map::new();
                for _ in 0..self.0.below(5) {
                    members.insert(self.pick(&TEXTS).to_owned(), json!(self.small()));
                }
                Value::Object(members)
            }
        }
    }
}
