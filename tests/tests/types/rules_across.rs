//! Random rules over types that refer to other types: the compiler's check never rejects a rule that the check of the
//! CRD accepts, and rejects most of those that the check of the CRD rejects.
//!
//! The derive is a macro, so its walk over a rule is included here as source.

use std::collections::BTreeMap;

use crd_cel::{CompatVersion, Env, ObjectType, TypeId};
use crd_core::check::Options;
use crd_core::shape::When;
use crd_core::shape::check::rules::{self, RulePurpose, RuleRoot};
use crd_core::types::{IntOrString, Quantity, Time};
use crd_core::{CustomResource, Schema, Union};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub(crate) mod check;
mod rule_parts;
mod walk;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
enum Mode {
    Fast,
    #[serde(alias = "lazy")]
    Slow,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
struct Port {
    name: String,
    number: u16,
    #[serde(rename = "app-protocol")]
    app_protocol: Option<String>,
    mode: Option<Mode>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Millis(#[crd(format = "duration")] String);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Common {
    namespace: String,
    enabled: bool,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "kind")]
enum Probe {
    Http {
        port: u16,
        path: String,
        timeout: Millis,
        ports: Vec<Port>,
    },
    Tcp {
        port: u16,
        since: Time,
        deadline: Millis,
    },
    Grpc {
        deadline: String,
    },
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
enum Source {
    Git { url: String, depth: Option<i64> },
    Image(Port),
}

#[derive(Union, Clone, Debug)]
enum Volume {
    EmptyDir(Port),
    HostPath(Common),
    Nothing,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Inner {
    ports: Vec<Port>,
    labels: BTreeMap<String, String>,
    by_name: BTreeMap<String, Port>,
    mode: Mode,
    #[serde(flatten)]
    common: Common,
    matrix: Vec<Vec<i64>>,
    ratio: f64,
    timeout: Millis,
    since: Option<Time>,
    any: Value,
    anything: Vec<Value>,
    target: IntOrString,
    quantity: Quantity,
    modes: Vec<Mode>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Flattened {
    #[serde(flatten)]
    probe: Probe,
    extra: Option<Common>,
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Thing")]
struct Spec {
    inner: Inner,
    maybe: Option<Box<Inner>>,
    probe: Probe,
    source: Source,
    volume: Volume,
    flattened: Flattened,
    replicas: i64,
    title: String,
    list: Vec<Inner>,
    #[crd(preserve_unknown_fields)]
    open: Common,
    #[crd(int_or_string)]
    both: Value,
}

/// Returns the type of `Spec` as the macro knows it.
fn own_type(env: &mut Env) -> TypeId {
    let list = env.types_mut().list(TypeId::DYN);
    let mut fields: Vec<(String, TypeId)> = [
        "inner",
        "maybe",
        "probe",
        "source",
        "volume",
        "flattened",
        "open",
        "both",
    ]
    .map(|name| (name.to_owned(), TypeId::DYN))
    .into();
    fields.push(("replicas".to_owned(), TypeId::INT));
    fields.push(("title".to_owned(), TypeId::STRING));
    fields.push(("list".to_owned(), list));
    env.add_object(ObjectType::new("Spec", fields))
}

/// The codes of expressions that do not compile.
const CODES: std::ops::RangeInclusive<u16> = 410..=417;

/// Returns, for each rule, whether the check of the CRD finds a type error in it.
fn rejected_by_generate(crd: &Value, rules: &[String]) -> Vec<bool> {
    let mut crd = crd.clone();
    let rules: Vec<Value> = rules.iter().map(|rule| json!({"rule": rule})).collect();
    let mut rejected = vec![false; rules.len()];
    crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["x-kubernetes-validations"] =
        rules.into();
    let mut options = Options::default();
    options.limit = usize::MAX;
    let report = crd_core::check::text(&crd.to_string(), &options);
    for finding in report.findings {
        let field = finding.diagnostic.field.to_string();
        if CODES.contains(&finding.diagnostic.code.number())
            && let Some((_, rest)) = field.split_once("properties[spec].x-kubernetes-validations[")
        {
            let (index, _) = rest.split_once(']').unwrap();
            rejected[index.parse::<usize>().unwrap()] = true;
        }
    }
    rejected
}

/// Returns the message of the compiler's check.
fn rejection_by_the_compiler(env: &Env, rule: &str) -> Result<(), String> {
    let Ok(checked) = env.compile(rule) else {
        return Err("by the macro".to_owned());
    };
    if !matches!(checked.result_type(), crd_cel::Type::Bool | crd_cel::Type::Dyn) {
        return Err("by the macro".to_owned());
    }
    let parts = walk::parts(&checked);
    if parts.is_empty() {
        return Ok(());
    }
    let source: &'static str = Box::leak(rule.to_owned().into_boxed_str());
    let root = RuleRoot::Value(Spec::REF, &crd_core::shape::Attrs::NONE);
    let outcome = rules::rule(
        root,
        &When::ALWAYS,
        RulePurpose::Rule,
        source,
        rule_parts::constant(parts),
    );
    // The server accepts a comparison with a value that is not in an enum; the compiler rejects it on purpose.
    match outcome {
        Err(message) if message.as_str().replace("[CRD0418]", "").find("[CRD04").is_none() => Ok(()),
        outcome => outcome.map_err(|message| message.to_string()),
    }
}

#[test]
fn no_rule_is_rejected_in_error() {
    let crd = serde_json::to_value(Thing::crd().unwrap()).unwrap();
    let schema = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"];
    let mut known = Env::new(CompatVersion::of_server(36));
    let mut open = known.clone();
    let own = own_type(&mut known);
    for (env, ty) in [(&mut known, own), (&mut open, TypeId::DYN)] {
        env.declare("self", ty);
        env.declare("oldSelf", ty);
    }
    let mut random = Rules {
        rng: fastrand::Rng::with_seed(11),
        spec: schema,
        variables: 0,
    };
    let (mut wrong, mut found, mut right) = (0, 0, 0);
    let mut missed = Vec::new();
    for number in 0..80 {
        let batch: Vec<String> = (0..50).map(|_| random.rule()).collect();
        let env = if number % 2 == 0 { &known } else { &open };
        for (rule, is_rejected) in batch.iter().zip(rejected_by_generate(&crd, &batch)) {
            match (is_rejected, rejection_by_the_compiler(env, rule)) {
                (false, Ok(())) => right += 1,
                (false, Err(message)) => panic!("`{rule}` is right, but was rejected: {message}"),
                (true, Err(_)) => (wrong, found) = (wrong + 1, found + 1),
                (true, Ok(())) => {
                    wrong += 1;
                    missed.push(rule.clone());
                }
            }
        }
    }
    println!("{right} right, {wrong} wrong, of which {found} were found; not found, for example:");
    for rule in missed.iter().take(40) {
        println!("  {rule}");
    }
    assert!(right > 1000 && wrong > 1000, "{right} right, {wrong} wrong");
    assert!(found * 100 > wrong * 90, "{found} of {wrong} found");
}

/// Generates rules, most of which are valid.
struct Rules<'s> {
    rng: fastrand::Rng,
    spec: &'s Value,
    variables: usize,
}

/// A text with the schema of its value.
type Typed<'s> = (String, Option<&'s Value>);

impl<'s> Rules<'s> {
    fn rule(&mut self) -> String {
        self.variables = 0;
        let scope = vec![
            ("self".to_owned(), Some(self.spec)),
            ("oldSelf".to_owned(), Some(self.spec)),
        ];
        self.condition(&scope, 0)
    }

    fn one_in(&mut self, of: usize) -> bool {
        self.rng.usize(..of) == 0
    }

    fn condition(&mut self, scope: &[Typed<'s>], depth: usize) -> String {
        let choice = if depth > 2 {
            self.rng.usize(..6)
        } else {
            self.rng.usize(..12)
        };
        match choice {
            0..=3 => self.comparison(scope),
            4 => {
                let (path, _) = self.path(scope, 2);
                format!("has({path})")
            }
            5 => {
                let (path, schema) = self.path(scope, 4);
                match kind(schema) {
                    "string" => format!(
                        "{path}.{}('a')",
                        self.pick(&["startsWith", "contains", "matches", "isSorted"])
                    ),
                    "array" => {
                        let element = schema.map(|schema| &schema["items"]);
                        let literal = self.literal(element);
                        format!("{literal} in {path}")
                    }
                    "object" if self.one_in(2) => format!("size({path}) > 0"),
                    "boolean" => path,
                    _ => format!(
                        "{path} in {}",
                        self.pick(&["['a', 'Fast']", "[1, 2]", "['Fast']"])
                    ),
                }
            }
            6 => format!(
                "{} && {}",
                self.condition(scope, depth + 1),
                self.condition(scope, depth + 1)
            ),
            7 => format!(
                "{} || {}",
                self.condition(scope, depth + 1),
                self.condition(scope, depth + 1)
            ),
            8 => format!("!({})", self.condition(scope, depth + 1)),
            9 => {
                let parts = [0; 3].map(|_| self.condition(scope, depth + 1));
                format!("({} ? {} : {})", parts[0], parts[1], parts[2])
            }
            _ => self.loop_over(scope, depth),
        }
    }

    fn loop_over(&mut self, scope: &[Typed<'s>], depth: usize) -> String {
        let (path, schema) = self.collection(scope);
        let mut inner = scope.to_vec();
        self.variables += 1;
        let (one, two) = (format!("k{}", self.variables), format!("v{}", self.variables));
        let element = match kind(schema) {
            "array" => schema.map(|schema| &schema["items"]),
            "object" => schema.map(|schema| &schema["additionalProperties"]),
            _ => None,
        };
        if self.one_in(4) {
            inner.push((two.clone(), element));
            inner.push((two.clone(), element));
            let condition = self.condition(&inner, depth + 1);
            return format!(
                "{path}.{}({one}, {two}, {condition})",
                self.pick(&["all", "exists"])
            );
        }
        let element = if kind(schema) == "object" {
            Some(&*TEXT)
        } else {
            element
        };
        for _ in 0..3 {
            inner.push((one.clone(), element));
        }
        match self.rng.usize(..5) {
            0 | 1 => {
                let condition = self.condition(&inner, depth + 1);
                format!(
                    "{path}.{}({one}, {condition})",
                    self.pick(&["all", "exists", "exists_one"])
                )
            }
            2 => {
                let condition = self.condition(&inner, depth + 1);
                format!("{path}.filter({one}, {condition}).size() > 0")
            }
            3 => {
                let (value, mapped) = self.path(&inner, 2);
                self.variables += 1;
                let var = format!("k{}", self.variables);
                let mut inner = scope.to_vec();
                inner.push((var.clone(), mapped));
                inner.push((var.clone(), mapped));
                let condition = self.condition(&inner, depth + 1);
                format!("{path}.map({one}, {value}).all({var}, {condition})")
            }
            _ => {
                let filter = self.condition(&inner, depth + 1);
                let condition = self.condition(&inner, depth + 1);
                format!("{path}.filter({one}, {filter}).all({one}, {condition})")
            }
        }
    }

    fn collection(&mut self, scope: &[Typed<'s>]) -> Typed<'s> {
        for _ in 0..6 {
            let found = self.path(scope, 4);
            let is_map = found
                .1
                .is_some_and(|schema| schema.get("additionalProperties").is_some());
            if kind(found.1) == "array" || is_map {
                return found;
            }
        }
        self.path(scope, 3)
    }

    fn comparison(&mut self, scope: &[Typed<'s>]) -> String {
        let (path, schema) = self.path(scope, 5);
        let sign = match kind(schema) {
            "boolean" | "object" | "array" => self.pick(&["==", "!="]),
            _ => self.pick(&["==", "!=", "<", ">="]),
        };
        let other = match self.rng.usize(..12) {
            0 => self.path(scope, 5).0,
            1 => path.replacen("self", "oldSelf", 1),
            2 => self
                .pick(&[
                    "1",
                    "'a'",
                    "null",
                    "true",
                    "1.5",
                    "duration('1h')",
                    "quantity('1')",
                ])
                .to_owned(),
            _ => self.literal(schema),
        };
        match (kind(schema), self.rng.usize(..10)) {
            ("string", 0) => format!("{path}.size() {sign} 3"),
            ("integer", 0) => format!("{path} + 1 {sign} {other}"),
            ("string", 1) => format!("{path} + 'b' {sign} {other}"),
            (_, 2) if path.contains('?') || self.one_in(8) => {
                format!("{path}.orValue({other}) {sign} {other}")
            }
            (_, 3) => format!(
                "(has({}) ? {path} : {other}) {sign} {other}",
                self.path(scope, 1).0
            ),
            _ => format!("{path} {sign} {other}"),
        }
    }

    fn literal(&mut self, schema: Option<&Value>) -> String {
        let format = schema
            .and_then(|schema| schema["format"].as_str())
            .unwrap_or_default();
        match (kind(schema), format) {
            ("string", "duration") => "duration('1h')".to_owned(),
            ("string", "date-time") => "timestamp('2026-01-31T00:00:00Z')".to_owned(),
            ("string", _) => self.pick(&["'a'", "'Fast'", "''"]).to_owned(),
            ("integer", _) => self.pick(&["1", "-3"]).to_owned(),
            ("number", _) => "1.5".to_owned(),
            ("boolean", _) => "true".to_owned(),
            ("array", _) => self.pick(&["[]", "['a']", "[1]"]).to_owned(),
            _ => self.pick(&["1", "'a'", "{}", "true"]).to_owned(),
        }
    }

    fn pick(&mut self, texts: &[&'static str]) -> &'static str {
        texts[self.rng.usize(..texts.len())]
    }

    fn path(&mut self, scope: &[Typed<'s>], most: usize) -> Typed<'s> {
        let (mut text, mut schema) = scope[self.rng.usize(..scope.len())].clone();
        let length = 1 + self.rng.usize(..most);
        for _ in 0..length {
            if matches!(kind(schema), "string" | "integer" | "boolean" | "number") && !self.one_in(25) {
                break;
            }
            (text, schema) = self.step(text, schema);
        }
        (text, schema)
    }

    fn step(&mut self, text: String, schema: Option<&'s Value>) -> Typed<'s> {
        if self.one_in(40) {
            let name = self.pick(&["nope", "size", "name", "ports", "namespace", "a__dash__b"]);
            return (format!("{text}.{name}"), None);
        }
        let Some(schema) = schema else {
            return (text, None);
        };
        if let Some(values) = schema.get("additionalProperties") {
            return match self.rng.usize(..3) {
                0 => (format!("{text}['a']"), Some(values)),
                1 => (
                    format!("{text}[?'a'].orValue({})", self.literal(Some(values))),
                    Some(values),
                ),
                _ => (format!("{text}.a"), Some(values)),
            };
        }
        if let Some(items) = schema.get("items") {
            return match self.rng.usize(..6) {
                0 => (format!("{text}[?0]"), Some(items)),
                1 => (format!("{text}['a']"), Some(items)),
                _ => (format!("{text}[0]"), Some(items)),
            };
        }
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
            return (text, Some(schema));
        };
        let (name, property) = properties.iter().nth(self.rng.usize(..properties.len())).unwrap();
        let name = crd_cel::escape(name).unwrap();
        match self.rng.usize(..12) {
            0 => (format!("{text}.?{name}"), Some(property)),
            1 => (format!("{text}.?{name}.value()"), Some(property)),
            _ => (format!("{text}.{name}"), Some(property)),
        }
    }
}

/// The schema of the keys of maps.
static TEXT: std::sync::LazyLock<Value> = std::sync::LazyLock::new(|| json!({"type": "string"}));

fn kind(schema: Option<&Value>) -> &str {
    schema
        .and_then(|schema| schema["type"].as_str())
        .unwrap_or_default()
}
