//! Answers that are known from earlier proofs, also from those about other CRDs: the versions of a CRD, and the
//! CRDs of a project, have many equal patterns and rules.
//!
//! A known answer is used only if the proof would have the same result and the same effort again, so that the findings about a CRD do
//! not depend on the CRDs before it.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::Arc;

use crd_cel::regex::{Lengths, PatternLengths};

use super::Contradiction;
use crate::model::cache::{Cache, KeyHasher, NO_TEXT};

/// The effort of one proof.
#[derive(Clone)]
pub(in crate::check::lints) struct Effort {
    pub(super) values: usize,
    pub(super) ways: usize,
    /// The questions about patterns. Those that a CRD has asked before cost nothing.
    pub(super) asked: Arc<[Arc<PatternAnswer>]>,
}

/// A question about texts of some lengths.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PatternQuestion {
    /// Whether a text matches the pattern.
    Match,
    /// Whether a text matches both patterns.
    Common,
    /// Whether a text matches the pattern but not the other pattern.
    Difference,
}

/// The answer to a question about patterns.
pub(in crate::check::lints) struct PatternAnswer {
    pub(super) question: PatternQuestion,
    pattern: Box<str>,
    /// The other pattern; empty if the question is about only one pattern.
    other: Box<str>,
    pub(super) lengths: Lengths,
    pub(super) answer: Option<bool>,
    /// The number of pairs of automata states that were visited to find it.
    pub(super) pairs: usize,
}

impl PatternAnswer {
    pub(super) fn new(
        question: PatternQuestion,
        [pattern, other]: [&str; 2],
        lengths: Lengths,
        answer: Option<bool>,
        pairs: usize,
    ) -> Self {
        PatternAnswer {
            question,
            pattern: pattern.into(),
            other: other.into(),
            lengths,
            answer,
            pairs,
        }
    }

    pub(super) fn patterns(&self) -> [&str; 2] {
        [&self.pattern, &self.other]
    }
}

/// Answers about patterns.
#[derive(Default)]
pub(super) struct PatternAnswers {
    by_pattern: HashMap<Box<str>, Vec<Arc<PatternAnswer>>, BuildHasherDefault<KeyHasher>>,
}

impl PatternAnswers {
    pub(super) fn find(
        &self,
        question: PatternQuestion,
        [pattern, other]: [&str; 2],
        lengths: Lengths,
    ) -> Option<Arc<PatternAnswer>> {
        let mut answers = self.by_pattern.get(pattern)?.iter();
        let found = answers
            .find(|known| known.question == question && known.lengths == lengths && *known.other == *other);
        found.map(Arc::clone)
    }

    pub(super) fn add(&mut self, answer: &Arc<PatternAnswer>) {
        let answers = self.by_pattern.entry(answer.pattern.clone()).or_default();
        answers.push(Arc::clone(answer));
    }
}

/// What was proved about a schema.
struct KnownProof {
    found: Option<Contradiction>,
    effort: Effort,
}

/// The answers by the keys of their questions.
static PATTERNS: Cache<Arc<PatternAnswer>> = Cache::new();
/// The proofs by the keys of their questions.
static PROOFS: Cache<Arc<KnownProof>> = Cache::new();
static LENGTHS: Cache<Option<PatternLengths>> = Cache::new();

/// Returns the lengths of the texts of a pattern.
pub(super) fn lengths(pattern: &str) -> Option<PatternLengths> {
    let key = pattern.as_bytes();
    LENGTHS
        .get(key)
        .unwrap_or_else(|| LENGTHS.add(key, PatternLengths::of(pattern)))
}

/// Returns the answer to a question about patterns that was asked with the most effort for one search.
pub(super) fn shared_answer(
    question: PatternQuestion,
    patterns: [&str; 2],
    lengths: Lengths,
) -> Option<Arc<PatternAnswer>> {
    PATTERNS.get(&key(question, patterns, lengths))
}

/// Keeps the answer to a question about patterns that was asked with the most effort for one search.
pub(super) fn share_answer(answer: &Arc<PatternAnswer>) {
    let key = key(answer.question, answer.patterns(), answer.lengths);
    PATTERNS.add(&key, Arc::clone(answer));
}

fn key(question: PatternQuestion, [pattern, other]: [&str; 2], lengths: Lengths) -> Vec<u8> {
    let mut key = vec![question as u8];
    for length in [lengths.least, lengths.most] {
        key.extend_from_slice(&length.to_le_bytes());
    }
    key.extend_from_slice(pattern.as_bytes());
    key.push(NO_TEXT);
    key.extend_from_slice(other.as_bytes());
    key
}

/// Returns what is known about a schema, and the effort of the proof.
pub(super) fn shared_proof(question: &[u8]) -> Option<(Option<Contradiction>, Effort)> {
    let known = PROOFS.get(question)?;
    Some((known.found.clone(), known.effort.clone()))
}

/// Keeps what was proved about a schema.
pub(super) fn share_proof(question: &[u8], found: Option<Contradiction>, effort: Effort) {
    PROOFS.add(question, Arc::new(KnownProof { found, effort }));
}
