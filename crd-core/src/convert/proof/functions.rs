//! Tests the functions of a mapping one by one, only on values of their fields.
//!
//! A wrong inverse does not show in whole objects: values that the functions do not restore are kept in annotations, and
//! restored from there.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::convert::chain::Chain;
use crate::convert::direction::Direction;
use crate::convert::fit::admits_all;
use crate::convert::json::{Document, Json};
use crate::convert::plan::{Becomes, How, Lift, Plan, Step, StepFunctions};
use crate::convert::run::{equal_texts, split};
use crate::model::field::{FieldPath, Segment};
use crate::model::structural::Structural;
use crate::rust::shape::{FunctionResult, MappingFunction, NextFunctions};
use crate::values::{ValueOptions, ValueSize, Values};

/// A function whose calls take longer is reported: reviews with many objects must be answered within seconds.
const SLOWEST: Duration = Duration::from_millis(250);

/// The number of calls the fastest of which must be slow.
const TIMED_CALLS: usize = 5;

/// A result that is larger than this, and by a factor larger than the arguments, is reported.
const LARGEST: usize = 64 * 1024;
const TIMES: usize = 64;

/// The functions of a step, and their fields.
struct FunctionPair<'p> {
    functions: &'p NextFunctions,
    lift: Lift,
    /// The name of the older and the newer version, with the fields and their schemas.
    ends: [End<'p>; 2],
}

struct End<'p> {
    version: &'static str,
    fields: Vec<(String, &'p Structural)>,
}

impl fmt::Display for End<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.fields.iter().map(|(path, _)| path.as_str()).collect();
        write!(f, "`{}` of {}", names.join("`, `"), self.version)
    }
}

/// Returns the error of a function of a chain, if any; `schemas` are those from which values are generated, one for each version.
pub(super) fn wrong_function(
    chain: &Chain,
    schemas: &[Structural],
    objects: usize,
    seed: u64,
) -> Option<String> {
    let values = objects.clamp(64, 1_000);
    for older in 0..chain.len().saturating_sub(1) {
        let mut pairs = Vec::new();
        for (part, plan) in chain.plans(older) {
            let of = |at: usize| schemas.get(at).and_then(|schema| schema.property(part));
            if let (Some(a), Some(b)) = (of(older), of(older + 1)) {
                let ends = [(chain.spot(older).name, a), (chain.spot(older + 1).name, b)];
                collect(plan, ends, &[part.to_owned(), part.to_owned()], &mut pairs);
            }
        }
        for (number, pair) in pairs.iter().enumerate() {
            for direction in [Direction::Up, Direction::Down] {
                let mut trial = FunctionTrial {
                    pair,
                    direction,
                    values: Values::new(seed.wrapping_add(number as u64 + 1)),
                };
                if let Err(what) = trial.run(values) {
                    return Some(what);
                }
            }
        }
    }
    None
}

type VersionSchema<'p> = (&'static str, &'p Structural);

fn collect<'p>(
    plan: &'p Plan,
    ends: [VersionSchema<'p>; 2],
    paths: &[String; 2],
    found: &mut Vec<FunctionPair<'p>>,
) {
    let [(v1, a), (v2, b)] = ends;
    match plan {
        Plan::Same | Plan::Values(_) | Plan::Fit(_) => {}
        Plan::List(items) => {
            if let (Some(a), Some(b)) = (a.items(), b.items()) {
                let paths = paths.each_ref().map(|path| format!("{path}[]"));
                collect(items, [(v1, a), (v2, b)], &paths, found);
            }
        }
        Plan::Map(values) => {
            if let (Some(a), Some(b)) = (a.additional_schema(), b.additional_schema()) {
                let paths = paths.each_ref().map(|path| format!("{path}.*"));
                collect(values, [(v1, a), (v2, b)], &paths, found);
            }
        }
        Plan::Object(object) => {
            let [older, newer] = paths;
            for member in &object.members.older {
                if let Becomes::Pair(there, number) = &member.becomes
                    && let Some(pair) = object.pairs.get(*number)
                    && let (Some(a), Some(b)) = (a.property(&member.name), b.property(there))
                {
                    let paths = [format!("{older}.{}", member.name), format!("{newer}.{there}")];
                    collect(&pair.plan, [(v1, a), (v2, b)], &paths, found);
                }
            }
            for step in &object.steps {
                of_step(step, ends, paths, found);
            }
        }
    }
}

fn of_step<'p>(
    step: &'p Step,
    [(v1, a), (v2, b)]: [VersionSchema<'p>; 2],
    [older, newer]: &[String; 2],
    found: &mut Vec<FunctionPair<'p>>,
) {
    let fields = |version, schema: &'p Structural, around: &str, paths: &[Vec<Box<str>>]| {
        let fields = paths.iter().filter_map(|path| {
            let start = Some(schema);
            let field = path.iter().fold(start, |schema, name| schema?.property(name))?;
            Some((format!("{around}.{}", path.join(".")), field))
        });
        End {
            version,
            fields: fields.collect(),
        }
    };
    let ends = [
        fields(v1, a, older, &step.paths.older),
        fields(v2, b, newer, &step.paths.newer),
    ];
    match &step.how {
        // Round trips are tested on whole objects.
        How::Compute(StepFunctions::ByKey(..) | StepFunctions::Choose(_) | StepFunctions::Element(_), _) => {}
        How::Compute(StepFunctions::Own(functions), lift) => found.push(FunctionPair {
            functions,
            lift: *lift,
            ends,
        }),
        How::Move(plan) => {
            let [from, to] = &ends;
            if let ([(from, a)], [(to, b)]) = (from.fields.as_slice(), to.fields.as_slice()) {
                collect(plan, [(v1, a), (v2, b)], &[from.clone(), to.clone()], found);
            }
        }
    }
}

/// A test of the functions of a step from one version to the other and back.
struct FunctionTrial<'p> {
    pair: &'p FunctionPair<'p>,
    direction: Direction,
    values: Values,
}

/// The outcome of a function call.
enum Outcome {
    Nothing,
    Results(Vec<Option<String>>),
}

impl<'p> FunctionTrial<'p> {
    fn ends(&self) -> (&'p End<'p>, &'p End<'p>) {
        let [older, newer] = &self.pair.ends;
        match self.direction {
            Direction::Up => (older, newer),
            Direction::Down => (newer, older),
        }
    }

    /// Returns the schemas of the arguments or results at an end.
    fn schemas(&self, end: &'p End<'p>) -> Vec<&'p Structural> {
        let each = |schema: &'p Structural| match self.pair.lift {
            Lift::Whole => schema,
            Lift::Elements => schema
                .items()
                .or_else(|| schema.additional_schema())
                .unwrap_or(schema),
        };
        end.fields.iter().map(|(_, schema)| each(schema)).collect()
    }

    fn run(&mut self, count: usize) -> Result<(), String> {
        let (from, to) = self.ends();
        let (sources, targets) = (self.schemas(from), self.schemas(to));
        let (mut tried, mut made, mut differing, mut refused) = (0_usize, 0_usize, 0_usize, 0_usize);
        let mut example: Option<(String, String, String)> = None;
        for number in 0..count {
            let arguments = self.arguments(&sources, number);
            if arguments.iter().all(Option::is_none) {
                continue;
            }
            tried += 1;
            let Outcome::Results(results) = self.called(self.direction, &arguments, targets.len())? else {
                continue;
            };
            made += 1;
            self.admitted(&arguments, &results, &targets)?;
            let back = match self.called(self.direction.reversed(), &results, sources.len())? {
                Outcome::Results(back) => back,
                Outcome::Nothing => {
                    refused += 1;
                    vec![None; sources.len()]
                }
            };
            if !are_equal(&arguments, &back) {
                differing += 1;
                let texts = (shown(&arguments), shown(&results), shown(&back));
                if example
                    .as_ref()
                    .is_none_or(|(shortest, ..)| texts.0.len() < shortest.len())
                {
                    example = Some(texts);
                }
            }
        }
        let (there, back) = (name_of(self.direction), name_of(self.direction.reversed()));
        if tried > 0 && made == 0 {
            return Err(format!(
                "`{there}` from {from} to {to} has no result for any of {tried} values, so all would be kept in annotations; if it \
                 needs a special format, provide values of it: `assert_round_trip!(…; values = &[FieldValues {{ version: \"{}\", path: \"{}\", make: f }}])`",
                from.version,
                from.fields.first().map_or("", |(path, _)| path.as_str())
            ));
        }
        let (value, result, returned) = example.unwrap_or_default();
        // `lossy` excuses values that differ, but what one function returns is a value of the other.
        if made > 0 && refused == made && self.pair.functions.is_lossy {
            return Err(format!(
                "`{back}` has no result for any of {made} values that `{there}` returns: `{there}` converts {value} to {result}, which \
                 `{back}` does not accept, between {from} and {to}, so edits of such values are lost. Correct one of the functions; \
                 `lossy` is for functions that accept each other's results"
            ));
        }
        if differing > 0 && !self.pair.functions.is_lossy {
            return Err(format!(
                "{back}({there}(x)) differs for {differing} of {made} values, which are kept in \
                 annotations: `{there}` converts {value} to {result}, but `{back}` converts that to \
                 {returned}, between {from} and {to}. Correct one of the functions; if several values of {} \
                 correspond to one of {}, declare it: `next(up = …, down = …, lossy)`",
                from.version, to.version
            ));
        }
        Ok(())
    }

    /// Generates arguments of a function, as JSON: simple ones first.
    fn arguments(&mut self, schemas: &[&Structural], number: usize) -> Vec<Option<String>> {
        let options = ValueOptions {
            size: match number % 4 {
                _ if number == 0 => ValueSize::Smallest,
                1 => ValueSize::Edges,
                _ => ValueSize::Random,
            },
            ..ValueOptions::WHOLE
        };
        let is_only = schemas.len() == 1;
        let values = &mut self.values;
        let arguments = schemas.iter().map(|schema| {
            if !is_only && values.random().percent(20) {
                return None;
            }
            let mut text = String::new();
            values.write(schema, options, &mut text);
            (text != "null").then_some(text)
        });
        arguments.collect()
    }

    /// Calls a function twice.
    fn called(
        &self,
        direction: Direction,
        arguments: &[Option<String>],
        count: usize,
    ) -> Result<Outcome, String> {
        let function: MappingFunction = direction.function(self.pair.functions);
        let arguments: Vec<Option<&str>> = arguments.iter().map(Option::as_deref).collect();
        let (from, to) = match (direction, &self.pair.ends) {
            (Direction::Up, [older, newer]) => (older, newer),
            (Direction::Down, [older, newer]) => (newer, older),
        };
        let what = |says: &str| {
            Err(format!(
                "`{}` from {from} to {to} {says} {}",
                name_of(direction),
                listed(&arguments)
            ))
        };
        let call = || catch_unwind(AssertUnwindSafe(|| (function.run)(&arguments)));
        let timed = || {
            let start = Instant::now();
            (call(), start.elapsed())
        };
        let (computed, mut took) = timed();
        let computed = match computed {
            Ok(computed) => computed,
            Err(panic) => return what(&format!("panics ({}) on", words_of(&*panic))),
        };
        // Other programs may have delayed a call.
        for _ in 1..TIMED_CALLS {
            if took <= SLOWEST {
                break;
            }
            took = took.min(timed().1);
        }
        let length: usize = arguments.iter().flatten().map(|text| text.len()).sum();
        if let FunctionResult::Values(text) = &computed
            && text.len() > LARGEST
            && text.len() > length.saturating_mul(TIMES)
        {
            return what(&format!("returns {} bytes for", text.len()));
        }
        if took > SLOWEST {
            return what(&format!("takes {} ms for", took.as_millis()));
        }
        match call() {
            Ok(again) if again == computed => {}
            _ => return what("has state: two calls have different results for"),
        }
        let FunctionResult::Values(text) = computed else {
            return Ok(Outcome::Nothing);
        };
        let results = split(&text, count).filter(|results| results.iter().any(Option::is_some));
        Ok(results.map_or(Outcome::Nothing, Outcome::Results))
    }

    /// Whether the target admits the results of a function.
    fn admitted(
        &self,
        arguments: &[Option<String>],
        results: &[Option<String>],
        schemas: &[&Structural],
    ) -> Result<(), String> {
        let (from, to) = self.ends();
        if !self.pair.functions.name.is_empty() {
            return Ok(());
        }
        for ((result, schema), (path, _)) in results.iter().zip(schemas).zip(&to.fields) {
            let Some(result) = result else { continue };
            let is_admitted =
                Document::read(result).is_ok_and(|document| admits_all(document.root(), schema));
            if !is_admitted {
                return Err(format!(
                    "`{}` from {from} to {to} returns {} for {}, which {} rejects for `{path}`: return \
                     `None` for values without a counterpart",
                    name_of(self.direction),
                    cut(result),
                    shown(arguments),
                    to.version
                ));
            }
        }
        Ok(())
    }
}

fn name_of(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Down => "down",
    }
}

fn are_equal(a: &[Option<String>], b: &[Option<String>]) -> bool {
    a.iter().zip(b).all(|pair| match pair {
        (Some(a), Some(b)) => equal_texts(a, b),
        (None, None) => true,
        _ => false,
    })
}

fn shown(values: &[Option<String>]) -> String {
    let values: Vec<Option<&str>> = values.iter().map(Option::as_deref).collect();
    listed(&values)
}

fn listed(values: &[Option<&str>]) -> String {
    let texts: Vec<String> = values
        .iter()
        .map(|value| value.map_or_else(|| "nothing".to_owned(), cut))
        .collect();
    texts.join(" and ")
}

/// Formats a value in backticks, and shortens it.
fn cut(text: &str) -> String {
    const LONGEST: usize = 120;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}…`", text.get(..end).unwrap_or_default()),
        None => format!("`{text}`"),
    }
}

/// Returns the message of a panic.
pub(super) fn words_of(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}

/// The first difference between two values.
pub(super) struct Difference {
    path: FieldPath,
    /// Both values.
    text: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.path, self.text)
    }
}

impl Difference {
    /// Returns the names on the path; `[]` for an element.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.path.segments.iter().map(|step| step.name().unwrap_or("[]"))
    }
}

/// Returns the first difference between two values, for the end of a counterexample.
pub(super) fn first_difference(a: Json<'_>, b: Json<'_>) -> Option<Difference> {
    let (a, b) = (
        serde_json::from_str(a.raw()).ok()?,
        serde_json::from_str(b.raw()).ok()?,
    );
    differing(Some(&a), Some(&b), &mut FieldPath::default())
}

fn differing(a: Option<&Value>, b: Option<&Value>, path: &mut FieldPath) -> Option<Difference> {
    if a == b || path.segments.len() > 300 {
        return None;
    }
    let mut below = |step: Segment, a, b| {
        path.segments.push(step);
        let found = differing(a, b, path);
        path.segments.pop();
        found
    };
    match (a, b) {
        (Some(Value::Object(one)), Some(Value::Object(other))) => {
            let added = other.keys().filter(|name| !one.contains_key(*name));
            one.keys().chain(added).find_map(|name| {
                below(
                    Segment::Field(name.as_str().into()),
                    one.get(name),
                    other.get(name),
                )
            })
        }
        (Some(Value::Array(one)), Some(Value::Array(other))) if one.len() == other.len() => one
            .iter()
            .zip(other)
            .enumerate()
            .find_map(|(index, (a, b))| below(Segment::Index(index), Some(a), Some(b))),
        _ => {
            let text = |value: Option<&Value>| {
                value.map_or_else(|| "nothing".to_owned(), |value| cut(&value.to_string()))
            };
            Some(Difference {
                path: path.clone(),
                text: format!("was {} and is {}", text(a), text(b)),
            })
        }
    }
}
