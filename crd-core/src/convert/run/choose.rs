//! Passes the value of one field to the field that a discriminator chooses, and back.
//!
//! ```text
//! {"kind": "Git", "location": "a"}   ⇄  {"git": {"url": "a"}}              only one version has the discriminator
//! {"type": "S3", "config": "a"}      ⇄  {"type": "S3", "s3": "a"}          both have it
//! ```
//!
//! If the version of the values has no discriminator, the first field that is set chooses the case.

use crate::convert::direction::Direction;
use crate::convert::json::{Document, Kind, write_string};
use crate::rust::shape::{FunctionResult, NextCase, NextChoice};

/// Passes the value of the chosen field. Other fields are not set, so the caller keeps their values.
pub(super) fn choose(choice: &NextChoice, direction: Direction, sources: &[Option<&str>]) -> FunctionResult {
    let [older, newer] = choice.paths;
    let (has_discriminator, sets_discriminator, count) = match direction {
        Direction::Up => (
            choice.discriminator.is_in_older(),
            choice.discriminator.is_in_newer(),
            newer,
        ),
        Direction::Down => (
            choice.discriminator.is_in_newer(),
            choice.discriminator.is_in_older(),
            older,
        ),
    };
    let fields = |case: &NextCase| match direction {
        Direction::Up => (case.from, case.to),
        Direction::Down => (case.to, case.from),
    };
    let value_at = |at: usize| {
        sources
            .get(at)
            .copied()
            .flatten()
            .filter(|value| *value != "null")
    };
    let discriminator = value_at(0).filter(|_| has_discriminator);
    let case = if has_discriminator {
        case_of(choice, discriminator)
    } else {
        choice
            .cases
            .iter()
            .find(|case| value_at(fields(case).0).is_some())
    };
    let mut results = vec![None; count];
    if let Some((from, to)) = case.map(fields)
        && let Some(place) = results.get_mut(to)
    {
        *place = value_at(from).map(str::to_owned);
    }
    if sets_discriminator && let Some(place) = results.first_mut() {
        *place = if has_discriminator {
            discriminator.map(str::to_owned)
        } else {
            case.and_then(|case| case.value).map(as_json)
        };
    }
    FunctionResult::Values(written(&results))
}

/// Returns the case of a value, as JSON; that of other values if there is none.
fn case_of<'c>(choice: &'c NextChoice, discriminator: Option<&str>) -> Option<&'c NextCase> {
    let document = discriminator.and_then(|value| Document::read(value).ok());
    let name = document.as_ref().and_then(|document| {
        let root = document.root();
        root.string().filter(|_| root.kind() == Kind::String)
    });
    let has_value = |case: &&NextCase| case.value.is_some() && case.value == name.as_deref();
    let mut cases = choice.cases.iter();
    cases
        .clone()
        .find(has_value)
        .or_else(|| cases.find(|case| case.value.is_none()))
}

fn as_json(text: &str) -> String {
    let mut json = String::new();
    write_string(&mut json, text);
    json
}

/// Writes one result, or a list of several.
fn written(results: &[Option<String>]) -> String {
    let each = results.iter().map(|result| result.as_deref().unwrap_or("null"));
    match results {
        [_] => each.collect(),
        _ => format!("[{}]", each.collect::<Vec<_>>().join(",")),
    }
}
