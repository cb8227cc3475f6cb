//! Limits the effort of the proofs about one CRD.
//!
//! The unit is work, not seconds, so that the findings are the same on every machine. If the limit is reached, nothing is reported.

use std::collections::HashMap;

use crd_cel::regex::{
    Difference, Lengths, SearchBudget, common, difference_within, has_match, plainly_refuses,
};

use crate::KubeVersion;

/// Maximum number of values that are validated for one schema, and for all schemas of a CRD.
const VALUES_OF_A_SCHEMA: usize = 2_000;
const VALUES: usize = 40_000;
/// Maximum number of pairs of automata states that are visited for one question about patterns, and for all questions of a CRD.
const PAIRS_OF_A_SEARCH: usize = 20_000;
const PAIRS: usize = 200_000;
/// Maximum number of combinations of branches that are checked for all schemas of a CRD.
const WAYS: usize = 10_000;

/// Determines which schemas of a CRD are unsatisfiable.
pub(in crate::check::lints) struct Prover {
    pub(in crate::check::lints) version: KubeVersion,
    values: usize,
    pairs: usize,
    ways: usize,
    /// A cache of the answers about each pattern, since the same questions occur at each node of a copied type.
    known: HashMap<Box<str>, Vec<KnownAnswer>>,
}

/// An answer about a pattern and texts of some lengths.
struct KnownAnswer {
    question: PatternQuestion,
    /// The other pattern; empty if the question is about only one pattern.
    other: Box<str>,
    lengths: Lengths,
    answer: Option<bool>,
}

/// A question about texts of some lengths.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PatternQuestion {
    /// Whether a text matches the pattern.
    Match,
    /// Whether a text matches both patterns.
    Common,
    /// Whether a text matches the pattern but not the other pattern.
    Difference,
}

impl Prover {
    pub(in crate::check::lints) fn new(version: KubeVersion) -> Self {
        Prover {
            version,
            values: VALUES,
            pairs: PAIRS,
            ways: WAYS,
            known: HashMap::new(),
        }
    }

    /// Reserves the effort to validate this many values; returns `None` if that exceeds the limit.
    pub(super) fn try_values(&mut self, count: usize) -> Option<()> {
        let left = (count <= VALUES_OF_A_SCHEMA).then(|| self.values.checked_sub(count))??;
        self.values = left;
        Some(())
    }

    /// Reserves the effort to check one combination of branches.
    pub(super) fn try_way(&mut self) -> Option<()> {
        self.ways = self.ways.checked_sub(1)?;
        Some(())
    }

    /// Whether a text of one of these lengths matches a pattern.
    pub(super) fn has_match(&mut self, pattern: &str, lengths: Lengths) -> Option<bool> {
        self.ask(PatternQuestion::Match, [pattern, ""], lengths, |budget| {
            has_match(pattern, lengths, budget)
        })
    }

    /// Whether a text of one of these lengths matches both patterns.
    pub(super) fn has_common(&mut self, one: &str, other: &str, lengths: Lengths) -> Option<bool> {
        self.ask(PatternQuestion::Common, [one, other], lengths, |budget| {
            is_found(&common(one, other, lengths, budget))
        })
    }

    /// Whether each text of one of these lengths that matches a pattern also matches the other.
    pub(in crate::check::lints) fn is_covered(&mut self, pattern: &str, by: &str, lengths: Lengths) -> bool {
        let differs = self.ask(PatternQuestion::Difference, [pattern, by], lengths, |budget| {
            if pattern.is_empty() && plainly_refuses(by, lengths) {
                return Some(true);
            }
            is_found(&difference_within(pattern, by, lengths, budget))
        });
        differs == Some(false)
    }

    fn ask(
        &mut self,
        question: PatternQuestion,
        [pattern, other]: [&str; 2],
        lengths: Lengths,
        answer: impl FnOnce(&mut SearchBudget) -> Option<bool>,
    ) -> Option<bool> {
        let known = self.known.get(pattern).map_or(&[][..], Vec::as_slice);
        let is_same = |known: &&KnownAnswer| {
            known.question == question && known.lengths == lengths && *known.other == *other
        };
        if let Some(known) = known.iter().find(is_same) {
            return known.answer;
        }
        let allowed = self.pairs.min(PAIRS_OF_A_SEARCH);
        let mut budget = SearchBudget::new(allowed);
        let answer = answer(&mut budget);
        self.pairs -= allowed - budget.left().min(allowed);
        self.known.entry(pattern.into()).or_default().push(KnownAnswer {
            question,
            other: other.into(),
            lengths,
            answer,
        });
        answer
    }
}

fn is_found(difference: &Difference) -> Option<bool> {
    match difference {
        Difference::Text(_) => Some(true),
        Difference::None => Some(false),
        Difference::Undecided => None,
    }
}
