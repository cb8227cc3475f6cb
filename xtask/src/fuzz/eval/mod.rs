//! Compares the values, errors and costs of expressions over objects with the API server's.

mod known;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{fs, io};

use clap::Args;
use crd_core::cel::{Expression, OldSelf, RuleScope, SelfKind};
use crd_core::field::{ExpressionErrorKind, FieldPath, Segment};
use crd_core::{JsonSchemaProps, KubeVersion, decode, yaml};
use crd_gen_tests::cel_values::{Expressions, changed, object, schema};
use crd_gen_tests::rng::Rng;
use crd_gen_tests::server_parity::oracle::Oracle;
use serde::Deserialize;
use serde_json::{Value, json};

use self::known::{Rewritten, known, rewritten};
use super::Numbers;

/// The number of expressions that share an object.
const SHARED: u64 = 16;
/// The number of objects that are sent before the first answer is read.
const AHEAD: usize = 32;
/// How often the server is asked again where the outcomes differ: a map of two has its less frequent order once in 8 times.
const AGAIN: usize = 96;
/// What an evaluation may cost on the server.
const LIMIT: u64 = 1_000_000;

/// The reason of a difference that is gone when the lists of the object have no spare memory.
const SHARED_MEMORY: &str = "memory that two appends to one list share on the server until 1.36";

/// Whether appends to a list of the object may write into memory that another one has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Memory {
    Shared,
    Unshared,
}

/// Evaluates random expressions over random objects.
#[derive(Debug, Args)]
pub(super) struct EvalOptions {
    #[command(flatten)]
    numbers: Numbers,
    /// The version of the server, 1.29 to 1.37.
    #[arg(long, value_name = "VERSION", default_value_t = KubeVersion::DEFAULT)]
    server: KubeVersion,
    /// The most classes of differences that are printed, each with its shortest expression.
    #[arg(long, value_name = "N", default_value_t = 40)]
    show: usize,
    /// Evaluates the lines of a file, each an expression, over the object of the first number.
    #[arg(long, value_name = "FILE", conflicts_with = "count")]
    lines: Option<PathBuf>,
}

/// Where expressions come from.
enum Source {
    Random(Expressions),
    Lines { first: u64, lines: Vec<String> },
}

impl Source {
    fn expression(&self, number: u64) -> String {
        match self {
            Source::Random(expressions) => expressions.expression(number),
            Source::Lines { first, lines } => {
                let place = usize::try_from(number.saturating_sub(*first)).unwrap_or(usize::MAX);
                lines.get(place).cloned().unwrap_or_default()
            }
        }
    }

    /// The number whose object an expression is evaluated over.
    fn object(&self, number: u64) -> u64 {
        match self {
            Source::Random(_) => number,
            Source::Lines { first, .. } => *first,
        }
    }
}

#[derive(Deserialize)]
struct Answers {
    error: Option<String>,
    #[serde(default)]
    answers: Vec<Answer>,
}

/// The answer about one expression.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
struct Answer {
    value: Option<String>,
    error: Option<String>,
    compile: Option<String>,
    program: Option<String>,
    cost: Option<u64>,
}

/// An object with the expressions over it.
struct Case {
    first: u64,
    object: Value,
    old: Value,
    form: OldSelf,
    expressions: Vec<String>,
}

impl Case {
    /// The case that begins with the expression of a number.
    fn new(expressions: &Source, numbers: std::ops::Range<u64>) -> Case {
        let mut rng = Rng::new((expressions.object(numbers.start) / SHARED) ^ 0x5eed_0b1e);
        let object = object(&mut rng);
        let old = match rng.below(6) {
            0 => Value::Null,
            1 => object.clone(),
            _ => changed(&object, &mut rng),
        };
        let form = if rng.one_in(5) {
            OldSelf::Optional
        } else {
            OldSelf::Value
        };
        let expression = |number| {
            let expression = expressions.expression(number);
            match form {
                OldSelf::Value => expression,
                OldSelf::Optional => with_optional(&expression),
            }
        };
        Case {
            first: numbers.start,
            object,
            old,
            form,
            expressions: numbers.map(expression).collect(),
        }
    }

    fn request(&self, schema: &Value, expressions: &[String], memory: Memory) -> String {
        json!({
            "unshared": memory == Memory::Unshared,
            "schema": schema,
            "object": self.object,
            "old": self.old,
            "optional": self.form == OldSelf::Optional,
            "exprs": expressions,
        })
        .to_string()
    }
}

/// The expression for an `oldSelf` that is an optional.
fn with_optional(expression: &str) -> String {
    let mut out = String::new();
    let mut parts = expression.split("oldSelf");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        out.push_str(if part.starts_with(".?") {
            "oldSelf"
        } else {
            "oldSelf.orValue(self)"
        });
        out.push_str(part);
    }
    out
}

/// An expression whose outcomes differ, to be asked again.
struct Again {
    number: u64,
    text: String,
    ours: Answer,
    theirs: Answer,
    request: String,
    unshared: String,
    others: Vec<Other>,
}

/// The expression, written in another way.
struct Other {
    rewritten: Rewritten,
    ours: Answer,
    request: String,
}

/// The differences of one class, with the shortest expression that shows it.
struct Difference {
    number: u64,
    text: String,
    outcomes: [String; 2],
    object: String,
    times: u64,
}

impl Difference {
    fn add(&mut self, other: &Difference) {
        self.times += 1;
        if other.text.len() < self.text.len() {
            self.number = other.number;
            self.text.clone_from(&other.text);
            self.outcomes.clone_from(&other.outcomes);
            self.object.clone_from(&other.object);
        }
    }

    fn print(&self, is_whole: bool) {
        let [ours, theirs] = &self.outcomes;
        println!("{} × {}: {}", self.times, self.number, self.text);
        if is_whole {
            let request: Value = serde_json::from_str(&self.object).unwrap_or_default();
            println!("  object {}\n  old    {}", request["object"], request["old"]);
        }
        println!("  ours {ours}\n  Go   {theirs}");
    }
}

/// An outcome without its numbers and texts.
fn class(outcome: &str) -> String {
    let mut out = String::new();
    let mut is_text = false;
    for c in outcome.chars().take(300) {
        is_text ^= c == '"';
        if !is_text && !c.is_ascii_digit() {
            out.push(c);
        }
        if out.len() > 60 {
            break;
        }
    }
    out
}

pub(super) fn run(options: &EvalOptions) -> io::Result<usize> {
    let oracle = Oracle::of_server(options.server, "values")?;
    let schema = schema();
    let decoded = decoded(&schema).ok_or_else(|| io::Error::other("the schema cannot be decoded"))?;
    let root: FieldPath = [Segment::Field("".into())].into_iter().collect();
    let scope = RuleScope::new(&decoded, &root, options.server)
        .ok_or_else(|| io::Error::other("expressions cannot see the schema"))?;
    let server = u8::try_from(options.server.minor()).unwrap_or(u8::MAX);
    let mut numbers = options.numbers;
    let expressions = match &options.lines {
        None => Source::Random(Expressions::new(server)),
        Some(path) => {
            let lines: Vec<String> = fs::read_to_string(path)?.lines().map(String::from).collect();
            numbers.count = lines.len() as u64;
            let first = numbers.first;
            Source::Lines { first, lines }
        }
    };
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut classes: BTreeMap<[String; 2], Difference> = BTreeMap::new();
    let mut listed: BTreeMap<&str, u64> = BTreeMap::new();
    let mut differences = 0;
    let mut next = numbers.first;
    while next < numbers.end() {
        let mut cases = Vec::new();
        while cases.len() < AHEAD && next < numbers.end() {
            let end = (next / SHARED + 1) * SHARED;
            let end = end.min(numbers.end());
            let case = Case::new(&expressions, next..end);
            oracle.send(case.request(&schema, &case.expressions, Memory::Shared))?;
            cases.push(case);
            next = end;
        }
        let mut again = Vec::new();
        for case in cases {
            let answers: Answers = oracle.receive()?;
            if let Some(error) = answers.error {
                return Err(io::Error::other(error));
            }
            for ((number, text), answer) in (case.first..).zip(&case.expressions).zip(&answers.answers) {
                *counts.entry(kind(answer)).or_default() += 1;
                let ours = outcome(&scope, &decoded, &case, text);
                if is_same(&ours, answer) {
                    continue;
                }
                if let Some(known) = known(text, &ours, answer) {
                    *listed.entry(known.reason).or_default() += 1;
                    continue;
                }
                let rewritten = rewritten(text).into_iter().map(|other| Other {
                    ours: outcome(&scope, &decoded, &case, &other.text),
                    request: case.request(&schema, std::slice::from_ref(&other.text), Memory::Unshared),
                    rewritten: other,
                });
                again.push(Again {
                    number,
                    text: text.clone(),
                    ours,
                    theirs: answer.clone(),
                    request: case.request(&schema, &vec![text.clone(); AGAIN], Memory::Shared),
                    unshared: case.request(&schema, std::slice::from_ref(text), Memory::Unshared),
                    others: rewritten.collect(),
                });
            }
        }
        for case in &again {
            oracle.send(case.request.clone())?;
            oracle.send(case.unshared.clone())?;
            for other in &case.others {
                oracle.send(other.request.clone())?;
            }
        }
        for case in again {
            let Again {
                number,
                text,
                ours,
                theirs,
                request,
                others,
                ..
            } = case;
            // Go iterates over maps in any order: ours must be one of its outcomes.
            let answers: Answers = oracle.receive()?;
            let unshared: Answers = oracle.receive()?;
            let mut reason = None;
            for other in others {
                let answers: Answers = oracle.receive()?;
                let is_gone = |answer: &Answer| is_run(answer) && is_same(&other.ours, answer);
                if answers.answers.iter().any(is_gone) {
                    reason.get_or_insert(other.rewritten.reason);
                }
            }
            if answers.answers.iter().any(|answer| is_same(&ours, answer)) {
                *counts
                    .entry("that vary with the order of maps, ours among them")
                    .or_default() += 1;
                continue;
            }
            if answers.answers.iter().any(|answer| *answer != theirs) {
                *counts
                    .entry("that vary with the order of maps, ours not among them")
                    .or_default() += 1;
            }
            if unshared.answers.iter().any(|answer| is_same(&ours, answer)) {
                *listed.entry(SHARED_MEMORY).or_default() += 1;
                continue;
            }
            if let Some(reason) = reason.filter(|_| is_run(&ours) && is_run(&theirs)) {
                *listed.entry(reason).or_default() += 1;
                continue;
            }
            differences += 1;
            let found = Difference {
                number,
                text,
                outcomes: [shown(&ours), shown(&theirs)],
                object: request,
                times: 1,
            };
            classes
                .entry(found.outcomes.each_ref().map(|outcome| class(outcome)))
                .and_modify(|known: &mut Difference| known.add(&found))
                .or_insert(found);
        }
    }
    let mut classes: Vec<Difference> = classes.into_values().collect();
    classes.sort_by_key(|found| std::cmp::Reverse(found.times));
    for found in classes.iter().take(options.show) {
        found.print(numbers.count <= SHARED && options.lines.is_none());
    }
    for (kind, count) in counts {
        println!("{count:8} {kind}");
    }
    for (reason, count) in &listed {
        println!("{count:8} known: {reason}");
    }
    println!(
        "{} expressions on {}, {differences} differences, {} listed",
        numbers.count,
        options.server,
        listed.values().sum::<u64>()
    );
    Ok(differences)
}

fn kind(answer: &Answer) -> &'static str {
    match answer {
        Answer { compile: Some(_), .. } => "that do not compile",
        Answer { program: Some(_), .. } => "with a wrong constant",
        Answer { error: Some(_), .. } => "with an error",
        _ => "with a value",
    }
}

/// The texts of errors of the checker are compared by the driver `cel`.
fn is_same(ours: &Answer, theirs: &Answer) -> bool {
    match (ours, theirs) {
        (Answer { compile: Some(_), .. }, Answer { compile: Some(_), .. }) => true,
        (ours, theirs) => ours == theirs,
    }
}

/// Whether the expression was evaluated.
fn is_run(answer: &Answer) -> bool {
    answer.compile.is_none() && answer.program.is_none()
}

fn shown(answer: &Answer) -> String {
    let parts = [
        ("value", &answer.value),
        ("error", &answer.error),
        ("compile", &answer.compile),
        ("program", &answer.program),
    ];
    let parts = parts
        .into_iter()
        .filter_map(|(name, text)| Some(format!("{name} {}", text.as_ref()?)));
    let cost = answer.cost.map(|cost| format!("cost {cost}"));
    parts.chain(cost).collect::<Vec<_>>().join(", ")
}

fn outcome(scope: &RuleScope, schema: &JsonSchemaProps, case: &Case, text: &str) -> Answer {
    let mut answer = Answer::default();
    match Expression::compile(scope, schema, SelfKind::Resource, text, case.form) {
        Err(error) => match &error.kind {
            ExpressionErrorKind::Program(error) => answer.program = Some(error.to_string()),
            _ => answer.compile = Some(error.to_string()),
        },
        Ok(None) => answer.compile = Some("no type".to_owned()),
        Ok(Some(expression)) => {
            let old = Some(&case.old).filter(|old| !old.is_null());
            let run = expression.evaluate(&case.object, old, LIMIT);
            answer.cost = Some(run.cost);
            match run.value {
                Ok(value) => answer.value = Some(value),
                Err(error) => answer.error = Some(error),
            }
        }
    }
    answer
}

fn decoded(schema: &Value) -> Option<JsonSchemaProps> {
    let document = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "spec": {"versions": [{"name": "v1", "schema": {"openAPIV3Schema": schema}}]},
    });
    let read = yaml::read(document.to_string().as_bytes(), yaml::Options::default());
    let crd = decode::decode(&read.documents.first()?.root).crd?;
    crd.versions().first()?.openapi_schema().cloned()
}
