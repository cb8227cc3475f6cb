//! Answers that are known from earlier proofs, also from those about other CRDs on the same thread: the versions of a CRD, and the
//! CRDs of a project, have many equal patterns and rules.
//!
//! A known answer is used only if the proof would have the same result and the same effort again, so that the findings about a CRD do
//! not depend on the CRDs before it.

use std::cell::RefCell;
use std::collections::HashMap;

use crd_cel::regex::Lengths;

use super::effort::Effort;
use super::{Contradiction, OwnBranches};
use crate::KubeVersion;
use crate::model::schema::JsonSchemaProps;

/// Maximum number of answers of each kind that a thread keeps. Beyond it, all are forgotten.
const MOST_PATTERNS: usize = 4_096;
const MOST_SCHEMAS: usize = 256;

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
#[derive(Clone, Copy)]
pub(super) struct KnownAnswer {
    pub(super) answer: Option<bool>,
    /// The number of pairs of automata states that were visited to find it.
    pub(super) pairs: usize,
}

/// Answers about patterns.
#[derive(Default)]
pub(super) struct PatternAnswers {
    by_pattern: HashMap<Box<str>, Vec<PatternAnswer>>,
    count: usize,
}

struct PatternAnswer {
    question: PatternQuestion,
    /// The other pattern; empty if the question is about only one pattern.
    other: Box<str>,
    lengths: Lengths,
    known: KnownAnswer,
}

impl PatternAnswers {
    pub(super) fn find(
        &self,
        question: PatternQuestion,
        [pattern, other]: [&str; 2],
        lengths: Lengths,
    ) -> Option<KnownAnswer> {
        let mut answers = self.by_pattern.get(pattern)?.iter();
        let found = answers
            .find(|known| known.question == question && known.lengths == lengths && *known.other == *other);
        found.map(|found| found.known)
    }

    pub(super) fn add(
        &mut self,
        question: PatternQuestion,
        [pattern, other]: [&str; 2],
        lengths: Lengths,
        known: KnownAnswer,
    ) {
        self.count += 1;
        self.by_pattern
            .entry(pattern.into())
            .or_default()
            .push(PatternAnswer {
                question,
                other: other.into(),
                lengths,
                known,
            });
    }
}

/// A schema without the schemas of members and elements, and what else restricts its values.
#[derive(PartialEq)]
pub(super) struct SchemaAlone {
    version: KubeVersion,
    own: OwnBranches,
    schema: JsonSchemaProps,
    more: Vec<JsonSchemaProps>,
}

impl SchemaAlone {
    pub(super) fn new(
        version: KubeVersion,
        own: OwnBranches,
        schema: JsonSchemaProps,
        more: &[&JsonSchemaProps],
    ) -> Self {
        SchemaAlone {
            version,
            own,
            schema,
            more: more.iter().map(|more| (*more).clone()).collect(),
        }
    }
}

thread_local! {
    static PATTERNS: RefCell<PatternAnswers> = RefCell::default();
    static SCHEMAS: RefCell<Vec<(SchemaAlone, Option<Contradiction>, Effort)>> = const { RefCell::new(Vec::new()) };
}

/// Returns the answer to a question about patterns that was asked with the most effort for one search.
pub(super) fn shared_answer(
    question: PatternQuestion,
    patterns: [&str; 2],
    lengths: Lengths,
) -> Option<KnownAnswer> {
    PATTERNS.with_borrow(|known| known.find(question, patterns, lengths))
}

/// Keeps the answer to a question about patterns that was asked with the most effort for one search.
pub(super) fn share_answer(
    question: PatternQuestion,
    patterns: [&str; 2],
    lengths: Lengths,
    answer: KnownAnswer,
) {
    PATTERNS.with_borrow_mut(|known| {
        if known.count >= MOST_PATTERNS {
            *known = PatternAnswers::default();
        }
        known.add(question, patterns, lengths, answer);
    });
}

/// Returns what is known about a schema, and the effort of the proof.
pub(super) fn shared_proof(question: &SchemaAlone) -> Option<(Option<Contradiction>, Effort)> {
    SCHEMAS.with_borrow(|known| {
        let found = known.iter().find(|(other, ..)| other == question);
        found.map(|(_, found, effort)| (found.clone(), *effort))
    })
}

/// Keeps what was proved about a schema.
pub(super) fn share_proof(question: SchemaAlone, found: Option<Contradiction>, effort: Effort) {
    SCHEMAS.with_borrow_mut(|known| {
        if known.len() >= MOST_SCHEMAS {
            known.clear();
        }
        known.push((question, found, effort));
    });
}
