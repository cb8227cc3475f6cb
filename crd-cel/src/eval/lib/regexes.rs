//! Regular expressions: Go's dialect, run by the `regex` crate.

use std::cell::RefCell;
use std::collections::BTreeMap;

use regex::{Regex, RegexBuilder};

use crate::eval::value::Value;

/// The maximum size of a compiled pattern in bytes; patterns that Go compiles stay far below it.
const SIZE_LIMIT: usize = 64 << 20;

/// Compiles a pattern; the error is Go's text.
pub(crate) fn compile(pattern: &str) -> Result<Regex, String> {
    let translated = crate::regex::translate(pattern).map_err(|error| error.to_string())?;
    RegexBuilder::new(&translated)
        .size_limit(SIZE_LIMIT)
        .nest_limit(2000)
        .build()
        .map_err(|error| error.to_string())
}

/// Patterns that are computed while an expression runs; each is compiled once.
#[derive(Debug, Default)]
pub(crate) struct ComputedPatterns(RefCell<KnownPatterns>);

/// The compiled patterns, and their total size.
#[derive(Debug, Default)]
struct KnownPatterns {
    patterns: BTreeMap<String, Result<Regex, String>>,
    weight: usize,
}

/// The maximum total weight of the patterns of a run before they are dropped.
const MOST_WEIGHT: usize = 64;

/// Estimates the size of a compiled pattern: repetitions and Unicode classes make it larger than its text.
fn weight(pattern: &str) -> usize {
    let is_large = pattern.contains(['{', '\\', '(']);
    1 + pattern.len() / 256 + if is_large { 8 } else { 0 }
}

impl ComputedPatterns {
    pub(crate) fn get(&self, pattern: &str) -> Result<Regex, String> {
        let mut known = self.0.borrow_mut();
        if let Some(found) = known.patterns.get(pattern) {
            return found.clone();
        }
        let compiled = compile(pattern);
        known.weight += weight(pattern);
        if known.weight > MOST_WEIGHT {
            known.patterns.clear();
            known.weight = weight(pattern);
        }
        if known.weight <= MOST_WEIGHT {
            known.patterns.insert(pattern.to_owned(), compiled.clone());
        }
        compiled
    }
}

/// Returns the first match; empty if there is none.
pub(crate) fn find<'a>(regex: &Regex, text: &str) -> Value<'a> {
    Value::owned(regex.find(text).map_or("", |found| found.as_str()))
}

/// Returns at most `limit` matches; all of them if it is negative.
pub(crate) fn find_all<'a>(regex: &Regex, text: &str, limit: i64) -> Value<'a> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    Value::list(
        regex
            .find_iter(text)
            .take(limit)
            .map(|found| Value::owned(found.as_str()))
            .collect(),
    )
}
