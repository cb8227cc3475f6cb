//! Disproves findings about rules: that a rule is always true, that no value satisfies it, or that it contradicts the rules before it.
//!
//! The values are evaluated by crd-gen's own port of the admission. A finding is wrong if one of them disproves it.

use clap::Args;
use crd_core::check::{self, Code, Level, LintProfile, Options, Severity, codes};
use crd_core::decode::decode_for;
use crd_core::objects::{Admission, Request};
use crd_core::values::ValueOptions;
use crd_core::{KubeVersion, validate};
use crd_gen_tests::rng::Rng;
use crd_gen_tests::server_parity::our_verdict::node;
use crd_gen_tests::values;
use serde_json::{Map, Value, json};

use super::Numbers;
use super::conditions::{TEXTS, condition, small};

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
    let decoded = decode_for(&node(&manifest), KubeVersion::DEFAULT).crd?;
    if !validate::create(&decoded, KubeVersion::DEFAULT).accepted() {
        return None;
    }
    let mut options = Options::default();
    options.levels.set_profile(LintProfile::Strict);
    for code in CODES {
        options.levels.set(code, Level::Report(Severity::Error));
    }
    // A finding about a rule by itself does not need the rules before it.
    let is_never_true = |rule: &String| {
        let alone = crd(schema, std::slice::from_ref(rule)).to_string();
        let report = check::text(&alone, &options);
        let mut findings = report.findings.iter();
        findings.any(|finding| finding.diagnostic.code == codes::RULE_NEVER_TRUE)
    };
    let report = check::text(&manifest.to_string(), &options);
    let findings = report.findings.iter().map(|finding| &finding.diagnostic);
    let claims = findings
        .filter(|found| CODES.contains(&found.code))
        .filter_map(|found| {
            let field = found.field.to_string();
            let index = field.strip_suffix("].rule")?.rsplit_once('[')?.1.parse().ok()?;
            let claim = if found.code == codes::RULE_CONSTANT {
                // The code has other findings, such as a rule that occurs twice.
                (found.label == "always true").then_some(Claim::AlwaysTrue)?
            } else if index == 0 || is_never_true(rules.get(index)?) {
                Claim::NeverTrue
            } else {
                Claim::Contradicts
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
const MEMBERS: [(&str, &str); 10] = [
    ("i", "integer"),
    ("j", "integer"),
    ("n", "number"),
    ("s", "string"),
    ("t", "string"),
    ("e", "enum"),
    ("b", "boolean"),
    ("l", "array"),
    ("m", "map"),
    ("o", "object"),
];

struct RuleDice(Rng);

impl RuleDice {
    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        self.0.pick(all).copied().unwrap_or_default()
    }

    fn small(&mut self) -> i64 {
        small(&mut self.0)
    }

    /// A schema of one type, or of an object with members.
    fn schema(&mut self) -> Value {
        if self.0.one_in(3) {
            let (_, kind) = MEMBERS[self.0.below(MEMBERS.len())];
            return self.of(kind);
        }
        self.object(&MEMBERS)
    }

    fn object(&mut self, members: &[(&str, &str)]) -> Value {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for (name, kind) in members.iter().copied() {
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
        if self.0.one_in(8) {
            let names = self.some_names(&made);
            let branches: Vec<Value> = names.iter().map(|name| json!({"required": [name]})).collect();
            if !branches.is_empty() {
                made[self.pick(&["oneOf", "anyOf"])] = json!(branches);
            }
        }
        made
    }

    /// Returns the names of some of the members of a schema.
    fn some_names(&mut self, schema: &Value) -> Vec<String> {
        let members = schema["properties"].as_object().into_iter().flatten();
        let names = members.map(|(name, _)| name.clone());
        names.filter(|_| self.0.one_in(2)).collect()
    }

    /// Returns a condition on the number of members that are present.
    fn count(&mut self, schema: &Value) -> Option<String> {
        let names = self.some_names(schema);
        let terms: Vec<String> = names
            .iter()
            .map(|name| format!("(has(self.{name}) ? 1 : 0)"))
            .collect();
        let comparison = self.pick(&["<", "<=", "<=", ">", ">=", "=="]);
        (!terms.is_empty()).then(|| format!("{} {comparison} {}", terms.join(" + "), self.0.below(5)))
    }

    fn of(&mut self, kind: &str) -> Value {
        let mut made = match kind {
            "enum" => json!({"type": "string", "enum": ["red", "green", "ab"]}),
            "array" => json!({"type": "array", "maxItems": 8, "items": {"type": "string", "maxLength": 9}}),
            "map" => {
                let values = self.of("integer");
                json!({"type": "object", "maxProperties": 8, "additionalProperties": values})
            }
            "string" => json!({"type": "string", "maxLength": 20}),
            "object" => return self.object(&MEMBERS[..6]),
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
            let values = values::structural(&comparable(&made));
            let default = values.map(|schema| values::value(&schema, ValueOptions::WHOLE, &mut self.0));
            made["default"] = default.unwrap_or_default();
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
        let count = 1 + self.0.below(3);
        let rule = || {
            if self.0.one_in(6)
                && let Some(count) = self.count(schema)
            {
                return Some(count);
            }
            if self.0.one_in(4) {
                return self.arithmetic(schema);
            }
            if self.0.one_in(4) {
                return self.functions(schema);
            }
            condition(schema.as_object()?, "self", 3, &mut self.0)
        };
        std::iter::repeat_with(rule).take(count).flatten().collect()
    }

    /// A comparison of sums, differences, products, quotients, remainders and elements of lists.
    fn arithmetic(&mut self, schema: &Value) -> Option<String> {
        let mut numbers: Vec<String> = Vec::new();
        operands(schema, "self", &mut numbers);
        let number = |dice: &mut Self| match dice.0.pick(&numbers) {
            Some(number) if !dice.0.one_in(3) => number.clone(),
            _ => dice.small().to_string(),
        };
        let term = |dice: &mut Self| {
            let one = number(dice);
            match dice.0.below(5) {
                0 => one,
                1 => format!("-{one}").replace("--", ""),
                _ => format!(
                    "{one} {} {}",
                    dice.pick(&["+", "-", "*", "*", "/", "%"]),
                    number(dice)
                ),
            }
        };
        numbers.first()?;
        let comparison = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let (one, other) = (term(self), number(self));
        Some(match self.0.below(6) {
            0 => format!("!({one} {comparison} {other})"),
            1 => format!("{one} {comparison} {other} || {} > {other}", term(self)),
            _ => format!("{one} {comparison} {other}"),
        })
    }

    /// Conditions on the results of functions, on types, on elements, and on the presence of members.
    fn functions(&mut self, schema: &Value) -> Option<String> {
        let mut places = Vec::new();
        places_below(schema, "self", &mut places);
        let one = self.of_function(&places)?;
        Some(match self.0.below(5) {
            0 => format!("!({one})"),
            1 | 2 => format!("{one} && {}", self.of_function(&places)?),
            3 => format!("{one} || {}", self.of_function(&places)?),
            _ => one,
        })
    }

    fn of_function(&mut self, places: &[(String, &'static str)]) -> Option<String> {
        let (place, kind) = self.0.pick(places)?.clone();
        let comparison = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
        let number = self.small();
        if self.0.one_in(6) && place != "self" {
            return Some(format!("{}has({place})", self.pick(&["", "!"])));
        }
        if self.0.one_in(6) {
            let name = self.pick(&["int", "string", "double", "bool", "list", "map"]);
            return Some(format!("type({place}) {} {name}", self.pick(&["==", "!="])));
        }
        Some(match kind {
            "integer" => match self.0.below(4) {
                0 => format!("{place} % {} {comparison} {number}", self.pick(&["2", "3", "-2"])),
                1 => format!("{place} / {} {comparison} {number}", self.pick(&["2", "3", "-2"])),
                2 => format!("{place} + {place} {comparison} {number}"),
                _ => format!("int(string({place})) {comparison} {number}"),
            },
            "number" => format!(
                "{place} / 0.0 {comparison} {}",
                self.pick(&["1.5", "0.0", "-1.0"])
            ),
            "string" => match self.0.below(6) {
                0 => format!(
                    "duration({place}) {comparison} duration('{}')",
                    self.pick(&["1h", "30m", "1h1ns", "0"])
                ),
                1 => format!(
                    "timestamp({place}) {comparison} timestamp('{}')",
                    self.pick(&[
                        "2020-01-01T00:00:00Z",
                        "2020-01-01T01:00:00+01:00",
                        "2021-01-01T00:00:00Z"
                    ])
                ),
                2 => format!("timestamp({place}).getMonth() {comparison} {number}"),
                3 => format!(
                    "quantity({place}).{}(quantity('{}'))",
                    self.pick(&["isLessThan", "isGreaterThan"]),
                    self.pick(&["1", "2", "3k", "0.1", "2000m"])
                ),
                4 => format!("{place}.indexOf('a') {comparison} {number}"),
                _ => format!("{place}.{}('a')", self.pick(&["contains", "endsWith", "matches"])),
            },
            "array" => format!("{place}[{}] {} 'a'", self.0.below(4), self.pick(&["==", "!="])),
            "map" => format!("{place}['{}'] {comparison} {number}", self.pick(&["a", "b"])),
            _ => return None,
        })
    }

    /// A value that disproves a claim about a rule.
    fn disproof(&mut self, schema: &Value, rules: &[String], index: usize, claim: Claim) -> Option<String> {
        let rule = rules.get(index)?.clone();
        let all = match claim {
            Claim::Contradicts => admission(schema, rules.get(..=index)?)?,
            Claim::AlwaysTrue | Claim::NeverTrue => admission(schema, &[rule])?,
        };
        let without = admission(schema, &[])?;
        let comparable = values::structural(&comparable(schema))?;
        for _ in 0..VALUES {
            let value = values::value(&comparable, ValueOptions::WHOLE, &mut self.0);
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
}

/// Collects the expressions for a value and its members, with their types.
fn places_below(schema: &Value, value: &str, found: &mut Vec<(String, &'static str)>) {
    let kind = match (schema["type"].as_str(), schema["properties"].as_object()) {
        (Some("integer"), _) => "integer",
        (Some("number"), _) => "number",
        (Some("string"), _) => "string",
        (Some("array"), _) => "array",
        (Some("object"), None) => "map",
        (Some("object"), Some(members)) => {
            for (name, member) in members {
                places_below(member, &format!("{value}.{name}"), found);
            }
            return;
        }
        _ => return,
    };
    found.push((value.to_owned(), kind));
}

/// Collects the expressions that are whole numbers: integers, and sizes of strings, lists and maps.
fn operands(schema: &Value, value: &str, found: &mut Vec<String>) {
    match (schema["type"].as_str(), schema["properties"].as_object()) {
        (Some("integer"), _) => found.push(value.to_owned()),
        (Some("array"), _) => found.extend([format!("size({value})"), format!("size({value}[7])")]),
        (Some("string"), _) | (Some("object"), None) => found.push(format!("size({value})")),
        (Some("object"), Some(members)) => {
            for (name, member) in members {
                operands(member, &format!("{value}.{name}"), found);
            }
        }
        _ => {}
    }
}

/// Returns a schema of null and of the values that rules compare with: it has the types and members of another, and no bounds.
fn comparable(schema: &Value) -> Value {
    let mut made = match schema["type"].as_str() {
        Some("integer") => json!({"type": "integer", "minimum": -3, "maximum": 5}),
        Some("number") => json!({"type": "number", "enum": [-2, -1, 0, 1, 1.5, 2, 3.25]}),
        Some("string") => json!({"type": "string", "enum": TEXTS}),
        Some("array") => json!({"type": "array", "maxItems": 5, "items": comparable(&schema["items"])}),
        Some("object") => {
            let members: Map<String, Value> = match schema["properties"].as_object() {
                Some(members) => members
                    .iter()
                    .map(|(name, member)| (name.clone(), comparable(member)))
                    .collect(),
                // The keys of maps that rules name, and others.
                None => ["a", "b", "ab", "red"]
                    .map(|key| (key.to_owned(), comparable(&schema["additionalProperties"])))
                    .into_iter()
                    .collect(),
            };
            let required = schema["required"].as_array().cloned().unwrap_or_default();
            json!({"type": "object", "properties": members, "required": required})
        }
        kind => json!({ "type": kind }),
    };
    made["nullable"] = true.into();
    made
}
