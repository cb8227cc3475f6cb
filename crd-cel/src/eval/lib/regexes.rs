//! Regular expressions: Go's dialect, run by the `regex` crate.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::eval::value::Value;
use crate::regex::Matcher;

/// Compiles a pattern; the error is Go's text.
pub(crate) fn compile(pattern: &str) -> Result<Matcher, String> {
    Matcher::new(pattern).map_err(|error| error.to_string())
}

/// Patterns that are computed while an expression runs; each is compiled once.
#[derive(Debug, Default)]
pub(crate) struct ComputedPatterns(RefCell<KnownPatterns>);

/// The compiled patterns, and their total size.
#[derive(Debug, Default)]
struct KnownPatterns {
    patterns: BTreeMap<String, Result<Matcher, String>>,
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
    pub(crate) fn get(&self, pattern: &str) -> Result<Matcher, String> {
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
pub(crate) fn find<'a>(pattern: &Matcher, text: &str) -> Value<'a> {
    Value::owned(pattern.find(text).unwrap_or_default())
}

/// Returns at most `limit` matches; all of them if it is negative.
pub(crate) fn find_all<'a>(pattern: &Matcher, text: &str, limit: i64) -> Value<'a> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let found = pattern.find_all(text, limit).into_iter();
    Value::list(found.map(Value::owned).collect())
}
