//! The properties, tried on random values.

use std::fmt;

use serde_json::Value;

use super::any::Chance;
use super::fit::{disturb, fit};
use super::gaps::{self, Gap};
use super::least::least;
use super::subject::{Subject, stored};

/// How many values were tried on a type, and what came of it.
#[derive(Clone, Debug, Default)]
pub struct Agreement {
    /// Values serde wrote.
    pub written: usize,
    /// Random JSON the CRD admitted.
    pub admitted: usize,
    /// Random JSON it refused.
    pub refused: usize,
    /// Reads in which the server's defaults were compared with serde's.
    pub defaulted: usize,
    /// Findings that are known, by the name of the gap.
    pub known: Vec<&'static str>,
    /// The first finding that is not.
    pub failure: Option<Failure>,
    /// Some of the written values, for the oracle.
    pub samples: Vec<Value>,
}

/// A value on which schema and serde disagree.
#[derive(Clone, Debug)]
pub struct Failure {
    /// Which property does not hold.
    pub property: Property,
    /// The type.
    pub subject: String,
    /// The seed of the value.
    pub seed: u64,
    /// The value, as small as it could be made.
    pub value: Value,
    /// What was said of it.
    pub detail: String,
    /// The schema of the type.
    pub schema: Value,
}

/// What should hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// serde writes every value.
    Writes,
    /// The server admits what serde writes, and prunes nothing of it.
    Admits,
    /// serde reads what the server stored as what was written.
    ReadsBack,
    /// serde reads what the server admits.
    Reads,
    /// The server's defaults are serde's.
    Defaults,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:?} does not hold for {} (seed {}): {}\n  value  {}\n  schema {}",
            self.property, self.subject, self.seed, self.detail, self.value, self.schema
        )
    }
}

/// Tries `count` seeds from `first` on.
pub fn check(subject: &Subject, first: u64, count: u64) -> Agreement {
    let mut agreement = Agreement::default();
    for seed in first..first + count {
        if let Err(failure) = once(subject, seed, &mut agreement) {
            let failure = Failure {
                subject: subject.name.clone(),
                seed,
                schema: subject.schema().clone(),
                ..*failure
            };
            match gaps::of(&failure) {
                Some(Gap { name, .. }) if !agreement.known.contains(name) => agreement.known.push(name),
                None if agreement.failure.is_none() => agreement.failure = Some(failure),
                _ => {}
            }
        }
    }
    agreement
}

/// What serde writes for the values of some seeds.
pub fn written(subject: &Subject, first: u64, count: u64) -> Vec<Value> {
    let seeds = first..first + count;
    let values = seeds.filter_map(|seed| subject.write(&mut chance(seed)).ok());
    distinct(values.collect())
}

/// Random JSON of some seeds that is admitted, CEL rules aside.
pub fn admitted(subject: &Subject, first: u64, count: u64) -> Vec<Value> {
    let mut all = Vec::new();
    for seed in first..first + count {
        let mut chance = chance(seed);
        if let Ok(written) = subject.write(&mut chance) {
            all.extend(others(subject, &written, &mut chance));
        }
    }
    all.retain(|value| is_admitted(subject, value));
    distinct(all)
}

/// Why serde cannot read a value that is admitted, unless it is a known gap.
pub fn unread(subject: &Subject, value: &Value) -> Option<String> {
    let detail = unreadable(subject, value)?;
    let failure = Failure {
        subject: subject.name.clone(),
        schema: subject.schema().clone(),
        ..failure(Property::Reads, value.clone(), detail)
    };
    gaps::of(&failure).is_none().then_some(failure.detail)
}

fn distinct(values: Vec<Value>) -> Vec<Value> {
    let mut seen = std::collections::HashSet::new();
    values
        .into_iter()
        .filter(|value| seen.insert(value.to_string()))
        .collect()
}

fn chance(seed: u64) -> Chance {
    Chance::new(seed, usize::try_from(seed % 4).unwrap_or(0))
}

/// Random JSON: some made for the schema, some that serde wrote, most of it changed.
fn others(subject: &Subject, written: &Value, chance: &mut Chance) -> Vec<Value> {
    let turn = |turn: usize| {
        let made = turn < 2;
        let mut other = if made {
            fit(subject.schema(), chance)
        } else {
            written.clone()
        };
        for _ in 0..chance.below(3) + usize::from(!made) {
            disturb(&mut other, chance);
        }
        as_stored(&mut other);
        other
    };
    (0..4).map(turn).collect()
}

fn failure(property: Property, value: Value, detail: String) -> Failure {
    Failure {
        property,
        subject: String::new(),
        seed: 0,
        value,
        detail,
        schema: Value::Null,
    }
}

fn once(subject: &Subject, seed: u64, agreement: &mut Agreement) -> Result<(), Box<Failure>> {
    let mut chance = chance(seed);
    let written = subject
        .write(&mut chance)
        .map_err(|error| Box::new(failure(Property::Writes, Value::Null, error)))?;
    agreement.written += 1;
    if agreement.samples.len() < 8 && !agreement.samples.contains(&written) {
        agreement.samples.push(written.clone());
    }
    if let Some(detail) = not_admitted(subject, &written) {
        // Values of a type cannot be made smaller from outside, but others can be looked at.
        let value = smallest(subject, seed).unwrap_or(written);
        let detail = not_admitted(subject, &value).unwrap_or(detail);
        return Err(Box::new(failure(Property::Admits, value, detail)));
    }
    if let Some(detail) = not_read_back(subject, &written) {
        return Err(Box::new(failure(Property::ReadsBack, written, detail)));
    }
    for other in others(subject, &written, &mut chance) {
        if !is_admitted(subject, &other) {
            agreement.refused += 1;
            continue;
        }
        agreement.admitted += 1;
        if let Some(detail) = not_read(subject, &other) {
            let value = least(&other, &|value| {
                is_admitted(subject, value) && not_read(subject, value).is_some()
            });
            let detail = not_read(subject, &value).unwrap_or(detail);
            return Err(Box::new(failure(Property::Reads, value, detail)));
        }
        agreement.defaulted += usize::from(subject.read(&other).is_ok());
        if let Some(detail) = other_default(subject, &other) {
            let value = least(&other, &|value| {
                is_admitted(subject, value) && other_default(subject, value).is_some()
            });
            let detail = other_default(subject, &value).unwrap_or(detail);
            return Err(Box::new(failure(Property::Defaults, value, detail)));
        }
    }
    Ok(())
}

/// Whole floats are integers once Go has written them.
fn as_stored(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(as_stored),
        Value::Object(map) => map.values_mut().for_each(as_stored),
        Value::Number(number) => {
            if let Some(float) = number
                .as_f64()
                .filter(|float| number.is_f64() && float.fract() == 0.0 && float.abs() < 1e15)
            {
                #[expect(clippy::cast_possible_truncation, reason = "it is whole and small")]
                {
                    *value = Value::from(float as i64);
                }
            }
        }
        _ => {}
    }
}

fn not_admitted(subject: &Subject, value: &Value) -> Option<String> {
    let admitted = subject.admit(value);
    if let Some(unread) = admitted.unread {
        return Some(unread);
    }
    if let Some(error) = admitted.errors.first() {
        return Some(format!("{}: {}", error.field, error.detail));
    }
    admitted.pruned.first().map(|path| format!("{path} is pruned"))
}

fn is_admitted(subject: &Subject, value: &Value) -> bool {
    let admitted = subject.admit(value);
    admitted.unread.is_none() && admitted.errors.is_empty() && !is_dropped(value, &stored(&admitted))
}

/// Whether the whole value was a null that the server drops.
fn is_dropped(value: &Value, stored: &Value) -> bool {
    value.is_null() && stored.is_null()
}

fn not_read_back(subject: &Subject, written: &Value) -> Option<String> {
    let stored = stored(&subject.admit(written));
    match (subject.read(written), subject.read(&stored)) {
        (_, Err(error)) => Some(format!("{error} in the stored {stored}")),
        (Ok(once), Ok(again)) if once != again => Some(format!("{once} becomes {again} when it was stored")),
        _ => None,
    }
}

fn not_read(subject: &Subject, value: &Value) -> Option<String> {
    if subject.has_rules() {
        // What CEL refuses is only known to the oracle.
        return None;
    }
    unreadable(subject, value)
}

fn unreadable(subject: &Subject, value: &Value) -> Option<String> {
    let stored = stored(&subject.admit(value));
    subject
        .read(&stored)
        .err()
        .map(|error| format!("{error} in the stored {stored}"))
}

fn other_default(subject: &Subject, value: &Value) -> Option<String> {
    let ours = subject.read(value).ok()?;
    let admitted = subject.admit(value);
    if !admitted.pruned.is_empty() {
        // serde only ever meets what is stored.
        return None;
    }
    let stored = stored(&admitted);
    let theirs = subject.read(&stored).ok()?;
    (ours != theirs).then(|| format!("serde reads {ours}, but {theirs} when it was stored"))
}

/// The shortest of some values that are not admitted.
fn smallest(subject: &Subject, seed: u64) -> Option<Value> {
    (0..200)
        .filter_map(|more| subject.write(&mut Chance::new(seed ^ (more << 32), 1)).ok())
        .filter(|value| not_admitted(subject, value).is_some())
        .min_by_key(|value| value.to_string().len())
}
