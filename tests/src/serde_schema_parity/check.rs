//! Checks the properties on random values.

use std::fmt;

use serde_json::Value;

use super::arbitrary::Gen;
use super::candidates::disturb;
use super::known_gaps::{self, Gap};
use super::minimise::minimise;
use super::subject::{Subject, stored};

/// The result of checking one type.
#[derive(Clone, Debug, Default)]
pub struct Agreement {
    /// The number of values that serde serialized.
    pub written: usize,
    /// The number of random JSON values that the CRD admitted.
    pub admitted: usize,
    /// The number of random JSON values that it rejected.
    pub refused: usize,
    /// The number of values for which the defaults of the server and of serde were compared.
    pub defaulted: usize,
    /// The names of the known gaps that occurred.
    pub known: Vec<&'static str>,
    /// The first failure that is not a known gap.
    pub failure: Option<Failure>,
    /// Some of the written values, to be sent to the oracle.
    pub samples: Vec<Value>,
}

/// A value for which schema and serde disagree.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The property that does not hold.
    pub property: Property,
    /// The name of the type.
    pub subject: String,
    /// The seed of the value.
    pub seed: u64,
    /// The value, minimised.
    pub value: Value,
    /// The error, or the two different results.
    pub detail: String,
    /// The schema of the type.
    pub schema: Value,
}

/// A property that must hold for every value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Property {
    /// serde serializes the value.
    Writes,
    /// The server admits the serialized value, and prunes nothing of it.
    Admits,
    /// serde deserializes the stored object to the value that was serialized.
    ReadsBack,
    /// serde deserializes every value that the server admits.
    Reads,
    /// The server and serde set the same defaults.
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

/// Checks the random values of `count` seeds, starting with the seed `first`.
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
            match known_gaps::of(&failure) {
                Some(Gap { name, .. }) if !agreement.known.contains(name) => agreement.known.push(name),
                None if agreement.failure.is_none() => agreement.failure = Some(failure),
                _ => {}
            }
        }
    }
    agreement
}

/// Returns the serialized values of some seeds, without duplicates.
pub fn written(subject: &Subject, first: u64, count: u64) -> Vec<Value> {
    let seeds = first..first + count;
    let values = seeds.filter_map(|seed| subject.write(&mut generator(seed)).ok());
    distinct(values.collect())
}

/// Returns the random JSON values of some seeds that are admitted if CEL rules are ignored.
pub fn admitted(subject: &Subject, first: u64, count: u64) -> Vec<Value> {
    let mut all = Vec::new();
    for seed in first..first + count {
        let mut g = generator(seed);
        if let Ok(written) = subject.write(&mut g) {
            all.extend(others(subject, &written, &mut g));
        }
    }
    all.retain(|value| is_admitted(subject, value));
    distinct(all)
}

/// Returns the random JSON values of some seeds.
pub fn random(subject: &Subject, first: u64, count: u64) -> Vec<Value> {
    let mut all = Vec::new();
    for seed in first..first + count {
        let mut g = generator(seed);
        if let Ok(written) = subject.write(&mut g) {
            all.extend(others(subject, &written, &mut g));
            all.push(written);
        }
    }
    distinct(all)
}

/// Whether the server admits a value.
pub fn admits(subject: &Subject, value: &Value) -> bool {
    is_admitted(subject, value)
}

/// Returns serde's error for an admitted value; `None` if serde can deserialize it or the error is a known gap.
pub fn unread(subject: &Subject, value: &Value) -> Option<String> {
    let detail = unreadable(subject, value)?;
    let failure = Failure {
        subject: subject.name.clone(),
        schema: subject.schema().clone(),
        ..failure(Property::Reads, value.clone(), detail)
    };
    known_gaps::of(&failure).is_none().then_some(failure.detail)
}

fn distinct(values: Vec<Value>) -> Vec<Value> {
    let mut seen = std::collections::HashSet::new();
    values
        .into_iter()
        .filter(|value| seen.insert(value.to_string()))
        .collect()
}

fn generator(seed: u64) -> Gen {
    Gen::new(seed, usize::try_from(seed % 4).unwrap_or(0))
}

/// Returns random JSON values: two generated for the schema, and two that serde serialized, with random changes.
fn others(subject: &Subject, written: &Value, g: &mut Gen) -> Vec<Value> {
    let turn = |turn: usize| {
        let made = turn < 2;
        let mut other = if made { subject.fitting(g) } else { written.clone() };
        for _ in 0..g.below(3) + usize::from(!made) {
            disturb(&mut other, g);
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
    let mut g = generator(seed);
    let written = subject
        .write(&mut g)
        .map_err(|error| Box::new(failure(Property::Writes, Value::Null, error)))?;
    agreement.written += 1;
    if agreement.samples.len() < 8 && !agreement.samples.contains(&written) {
        agreement.samples.push(written.clone());
    }
    if let Some(detail) = not_admitted(subject, &written) {
        // A value of a Rust type cannot be minimised like JSON; the shortest of many random ones is used instead.
        let value = smallest(subject, seed).unwrap_or(written);
        let detail = not_admitted(subject, &value).unwrap_or(detail);
        return Err(Box::new(failure(Property::Admits, value, detail)));
    }
    if let Some(detail) = not_read_back(subject, &written) {
        return Err(Box::new(failure(Property::ReadsBack, written, detail)));
    }
    for other in others(subject, &written, &mut g) {
        if !is_admitted(subject, &other) {
            agreement.refused += 1;
            continue;
        }
        agreement.admitted += 1;
        if let Some(detail) = unreadable(subject, &other) {
            let value = minimise(&other, &|value| {
                is_admitted(subject, value) && unreadable(subject, value).is_some()
            });
            let detail = unreadable(subject, &value).unwrap_or(detail);
            return Err(Box::new(failure(Property::Reads, value, detail)));
        }
        agreement.defaulted += usize::from(subject.read(&other).is_ok());
        if let Some(detail) = other_default(subject, &other) {
            let value = minimise(&other, &|value| {
                is_admitted(subject, value) && other_default(subject, value).is_some()
            });
            let detail = other_default(subject, &value).unwrap_or(detail);
            return Err(Box::new(failure(Property::Defaults, value, detail)));
        }
    }
    Ok(())
}

/// Replaces whole floats by integers, as Go writes them.
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
    if let Some(fault) = admitted.decode {
        return Some(fault.text);
    }
    if let Some(error) = admitted.errors.first() {
        return Some(format!("{}: {}", error.field, error.detail));
    }
    admitted.strict.first().map(|finding| finding.text.clone())
}

fn is_admitted(subject: &Subject, value: &Value) -> bool {
    let admitted = subject.admit(value);
    admitted.is_accepted() && !is_dropped(value, &stored(&admitted))
}

/// Whether the whole value is a null that the server drops.
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
    if !admitted.strict.is_empty() {
        // serde only reads stored objects, which have no unknown members.
        return None;
    }
    let stored = stored(&admitted);
    let theirs = subject.read(&stored).ok()?;
    (ours != theirs).then(|| format!("serde reads {ours}, but {theirs} when it was stored"))
}

/// Returns the shortest of 200 random values that are not admitted.
fn smallest(subject: &Subject, seed: u64) -> Option<Value> {
    (0..200)
        .filter_map(|more| subject.write(&mut Gen::new(seed ^ (more << 32), 1)).ok())
        .filter(|value| not_admitted(subject, value).is_some())
        .min_by_key(|value| value.to_string().len())
}
