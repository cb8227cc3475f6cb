//! Limits the effort of the proofs about one CRD.
//!
//! The unit is work, not seconds, so that the findings are the same on every machine. If the limit is reached, nothing is reported.

use std::sync::Arc;

use crd_cel::regex::{Difference, Lengths, SearchBudget, common, difference_within, has_match, quote};

use super::known::{self, Effort, PatternAnswer, PatternAnswers, PatternQuestion};
use crate::KubeVersion;

/// Maximum number of values that are validated for one schema, and for all schemas of a CRD.
const VALUES_OF_A_SCHEMA: usize = 2_000;
const VALUES: usize = 40_000;
/// Maximum number of pairs of automata states that are visited for one question about patterns, and for all questions of a CRD.
const PAIRS_OF_A_SEARCH: usize = 20_000;
const PAIRS: usize = 200_000;
/// Maximum number of texts that are counted for one pattern.
const MOST_TEXTS: usize = 16;
/// Maximum number of combinations of branches that are checked for all schemas of a CRD.
const WAYS: usize = 10_000;

/// Determines which schemas of a CRD are unsatisfiable.
pub(in crate::check::lints) struct Prover {
    pub(in crate::check::lints) version: KubeVersion,
    values: usize,
    pairs: usize,
    ways: usize,
    /// The answers about patterns of this CRD, which cost nothing again: the same questions occur at each node of a copied type.
    known: PatternAnswers,
    /// The questions about patterns, with their answers.
    asked: Vec<Arc<PatternAnswer>>,
    /// The number of patterns whose texts were counted.
    counted: usize,
    /// Whether a limit for all schemas of the CRD has been reached.
    is_exhausted: bool,
}

/// The state of a prover at the beginning of a proof.
pub(in crate::check::lints) struct ProofStart {
    values: usize,
    ways: usize,
    asked: usize,
    counted: usize,
}

impl Prover {
    pub(in crate::check::lints) fn new(version: KubeVersion) -> Self {
        Prover {
            version,
            values: VALUES,
            pairs: PAIRS,
            ways: WAYS,
            known: PatternAnswers::default(),
            asked: Vec::new(),
            counted: 0,
            is_exhausted: false,
        }
    }

    /// Starts to measure the effort of a proof.
    pub(in crate::check::lints) fn start(&self) -> ProofStart {
        ProofStart {
            values: self.values,
            ways: self.ways,
            asked: self.asked.len(),
            counted: self.counted,
        }
    }

    /// Returns the effort of a proof whose result does not depend on what was proved before it; `None` for others, which count texts or
    /// have reached a limit.
    pub(in crate::check::lints) fn effort_since(&self, start: &ProofStart) -> Option<Effort> {
        let is_pure = self.counted == start.counted && !self.is_exhausted;
        is_pure.then(|| Effort {
            values: start.values - self.values,
            ways: start.ways - self.ways,
            asked: self.asked.get(start.asked..).unwrap_or_default().into(),
        })
    }

    /// Reserves the effort of a proof whose result is known; returns `None` if that exceeds a limit.
    pub(in crate::check::lints) fn try_again(&mut self, effort: &Effort) -> Option<()> {
        let values = self.values.checked_sub(effort.values)?;
        let ways = self.ways.checked_sub(effort.ways)?;
        for known in &*effort.asked {
            match self.known.find(known.question, known.patterns(), known.lengths) {
                Some(found) => (found.answer == known.answer).then_some(())?,
                None if self.pairs < PAIRS_OF_A_SEARCH => return None,
                None => self.keep(known),
            }
            self.asked.push(Arc::clone(known));
        }
        (self.values, self.ways) = (values, ways);
        Some(())
    }

    /// Reserves the effort to validate this many values; returns `None` if that exceeds the limit.
    pub(super) fn try_values(&mut self, count: usize) -> Option<()> {
        if count > VALUES_OF_A_SCHEMA {
            return None;
        }
        let left = self.values.checked_sub(count);
        self.is_exhausted |= left.is_none();
        self.values = left?;
        Some(())
    }

    /// Reserves the effort to check one combination of branches.
    pub(super) fn try_way(&mut self) -> Option<()> {
        let left = self.ways.checked_sub(1);
        self.is_exhausted |= left.is_none();
        self.ways = left?;
        Some(())
    }

    /// Whether a text of one of these lengths matches a pattern.
    pub(super) fn has_match(&mut self, pattern: &str, lengths: Lengths) -> Option<bool> {
        // Most patterns need no search, whose answer would be kept.
        if known::lengths(pattern).is_some_and(|found| found.plainly_matches(lengths)) {
            return Some(true);
        }
        self.ask(PatternQuestion::Match, [pattern, ""], lengths, |budget| {
            has_match(pattern, lengths, budget)
        })
    }

    /// Whether a text of one of these lengths matches both patterns.
    pub(in crate::check::lints) fn has_common(
        &mut self,
        one: &str,
        other: &str,
        lengths: Lengths,
    ) -> Option<bool> {
        self.ask(PatternQuestion::Common, [one, other], lengths, |budget| {
            is_found(&common(one, other, lengths, budget))
        })
    }

    /// Whether each text of one of these lengths that matches a pattern also matches the other.
    pub(in crate::check::lints) fn is_covered(&mut self, pattern: &str, by: &str, lengths: Lengths) -> bool {
        let of_by = known::lengths(by);
        if pattern == by && of_by.is_some() {
            return true;
        }
        if pattern.is_empty() && of_by.is_some_and(|found| found.plainly_refuses(lengths)) {
            return false;
        }
        let differs = self.ask(PatternQuestion::Difference, [pattern, by], lengths, |budget| {
            is_found(&difference_within(pattern, by, lengths, budget))
        });
        differs == Some(false)
    }

    /// Returns the number of texts of some lengths that match a pattern; `None` if that is undecided, or if there are many.
    pub(super) fn count_texts(&mut self, pattern: &str, lengths: Lengths) -> Option<usize> {
        self.counted += 1;
        let allowed = self.pairs.min(PAIRS_OF_A_SEARCH);
        let mut budget = SearchBudget::new(allowed);
        let mut found: Vec<String> = Vec::new();
        let count = loop {
            // No text matches a pattern that needs a character before the beginning.
            let known = if found.is_empty() {
                "a^".to_owned()
            } else {
                format!("^(?:{})$", found.join("|"))
            };
            match difference_within(pattern, &known, lengths, &mut budget) {
                Difference::Text(text) if found.len() < MOST_TEXTS => found.push(quote(&text)),
                Difference::None => break Some(found.len()),
                _ => break None,
            }
        };
        self.pairs -= allowed - budget.left().min(allowed);
        count
    }

    fn ask(
        &mut self,
        question: PatternQuestion,
        patterns: [&str; 2],
        lengths: Lengths,
        search: impl FnOnce(&mut SearchBudget) -> Option<bool>,
    ) -> Option<bool> {
        let known = self.known.find(question, patterns, lengths);
        let found = known.unwrap_or_else(|| {
            let allowed = self.pairs.min(PAIRS_OF_A_SEARCH);
            // The answer depends on the patterns and on the allowed effort. So one of another CRD is the same if both may spend the most.
            let is_shared = allowed == PAIRS_OF_A_SEARCH;
            self.is_exhausted |= !is_shared;
            let shared = is_shared
                .then(|| known::shared_answer(question, patterns, lengths))
                .flatten();
            let found = shared.unwrap_or_else(|| {
                let mut budget = SearchBudget::new(allowed);
                let answer = search(&mut budget);
                let pairs = allowed - budget.left().min(allowed);
                let found = Arc::new(PatternAnswer::new(question, patterns, lengths, answer, pairs));
                if is_shared {
                    known::share_answer(&found);
                }
                found
            });
            self.keep(&found);
            found
        });
        let answer = found.answer;
        self.asked.push(found);
        answer
    }

    /// Keeps an answer, and reserves the effort to find it.
    fn keep(&mut self, found: &Arc<PatternAnswer>) {
        self.pairs -= found.pairs;
        self.known.add(found);
    }
}

fn is_found(difference: &Difference) -> Option<bool> {
    match difference {
        Difference::Text(_) => Some(true),
        Difference::None => Some(false),
        Difference::Undecided => None,
    }
}
