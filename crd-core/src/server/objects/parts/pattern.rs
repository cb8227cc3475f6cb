//! Patterns of schemas, translated from Go's dialect and compiled once.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use crd_cel::regex::Matcher;

use crate::model::cache::KeyHasher;
use crate::model::sort::sort_by;
use crate::model::structural::{NestedValidation, Structural, ValueValidation};
use crate::model::text::InternedText;

/// The patterns of a schema. Each is compiled when a value is first checked against it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patterns {
    /// The patterns, sorted by text.
    compiled: Vec<(InternedText, OnceLock<Arc<Compiled>>)>,
}

#[derive(Debug)]
enum Compiled {
    Valid(Matcher),
    /// It cannot be compiled; contains the text that the server prints instead of the pattern.
    Broken(String),
}

impl Patterns {
    /// Collects the patterns of a schema and of all nodes below it.
    pub(crate) fn of(schema: &Structural) -> Self {
        let mut patterns = Patterns::default();
        schema.any(&mut |node| {
            patterns.add(&node.validation);
            false
        });
        sort_by(&mut patterns.compiled, &|left, right| left.0.cmp(&right.0));
        patterns.compiled.dedup_by(|left, right| left.0 == right.0);
        patterns
    }

    fn add(&mut self, validation: &ValueValidation) {
        if !validation.pattern.is_empty() {
            self.compiled.push((validation.pattern.clone(), OnceLock::new()));
        }
        let branches = [&validation.all_of, &validation.any_of, &validation.one_of];
        for branch in branches.into_iter().flatten().chain(validation.not.as_deref()) {
            self.add_nested(branch);
        }
    }

    fn add_nested(&mut self, nested: &NestedValidation) {
        self.add(&nested.validation);
        for below in nested.properties.iter().map(|(_, property)| property) {
            self.add_nested(below);
        }
        if let Some(items) = &nested.items {
            self.add_nested(items);
        }
    }

    /// Returns the index of a pattern.
    pub(crate) fn position(&self, pattern: &str) -> Option<usize> {
        self.compiled
            .binary_search_by(|(known, _)| (**known).cmp(pattern))
            .ok()
    }

    /// Checks whether the pattern at an index matches in `text`.
    pub(crate) fn is_match(&self, position: usize, text: &str) -> bool {
        self.compiled.get(position).is_some_and(|(pattern, place)| {
            matches!(&**place.get_or_init(|| shared(pattern)), Compiled::Valid(matcher) if matcher.is_match(text))
        })
    }

    /// Checks whether `pattern` matches in `text`; the error is the server's text for the pattern.
    pub(crate) fn search(&self, pattern: &str, text: &str) -> Result<(), String> {
        let compiled = match self.position(pattern).and_then(|at| self.compiled.get(at)) {
            Some((_, place)) => Arc::clone(place.get_or_init(|| shared(pattern))),
            None => shared(pattern),
        };
        match &*compiled {
            Compiled::Valid(matcher) if matcher.is_match(text) => Ok(()),
            Compiled::Valid(_) => Err(pattern.to_owned()),
            Compiled::Broken(name) => Err(name.clone()),
        }
    }
}

/// Checks whether a pattern matches in a text; `None` for one that cannot be parsed.
pub(crate) fn pattern_matches(pattern: &str, text: &str) -> Option<bool> {
    match &*shared(pattern) {
        Compiled::Valid(matcher) => Some(matcher.is_match(text)),
        Compiled::Broken(_) => None,
    }
}

type PatternsInUse = HashMap<Box<str>, Weak<Compiled>, BuildHasherDefault<KeyHasher>>;

/// Returns the compiled pattern, which all schemas that are in use share: two releases of a CRD have most patterns in
/// common, and compiling one can take milliseconds.
fn shared(pattern: &str) -> Arc<Compiled> {
    /// Number of patterns after which those that are not in use are forgotten.
    const MANY: usize = 1000;
    static IN_USE: Mutex<PatternsInUse> = Mutex::new(HashMap::with_hasher(BuildHasherDefault::new()));
    let in_use = || IN_USE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = in_use().get(pattern).and_then(Weak::upgrade) {
        return known;
    }
    let compiled = Arc::new(compile(pattern));
    let mut in_use = in_use();
    if in_use.len() >= MANY {
        in_use.retain(|_, known| known.strong_count() > 0);
    }
    in_use.insert(pattern.into(), Arc::downgrade(&compiled));
    compiled
}

fn compile(pattern: &str) -> Compiled {
    Matcher::new(pattern).map_or_else(
        |error| Compiled::Broken(format!("{pattern}, but pattern is invalid: {error}")),
        Compiled::Valid,
    )
}
