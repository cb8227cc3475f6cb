//! Answers that are known from earlier proofs, also from those about other CRDs on the same thread: the versions of a CRD, and the
//! CRDs of a project, have many equal patterns and rules.
//!
//! A known answer is used only if the proof would have the same result and the same effort again, so that the findings about a CRD do
//! not depend on the CRDs before it.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

use crd_cel::regex::{Lengths, PatternLengths};

use super::{Contradiction, OwnBranches};
use crate::KubeVersion;
use crate::model::schema::JsonSchemaProps;

/// Maximum number of answers of each kind that a thread keeps. Beyond it, all are forgotten.
const MOST_PATTERNS: usize = 4_096;
const MOST_SCHEMAS: usize = 512;

/// The effort of one proof.
#[derive(Clone)]
pub(in crate::check::lints) struct Effort {
    pub(super) values: usize,
    pub(super) ways: usize,
    /// The questions about patterns. Those that a CRD has asked before cost nothing.
    pub(super) asked: Rc<[Rc<PatternAnswer>]>,
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

/// Hashes texts, eight bytes at a time.
#[derive(Default)]
pub(in crate::check::lints) struct TextHasher(u64);

impl TextHasher {
    fn add(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for TextHasher {
    fn finish(&self) -> u64 {
        // The upper bits of a product depend on all bits.
        self.0.rotate_left(32)
    }

    fn write(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((eight, after)) = rest.split_first_chunk() {
            self.add(u64::from_le_bytes(*eight));
            rest = after;
        }
        for byte in rest {
            self.add(u64::from(*byte));
        }
    }
}

/// Answers about patterns.
#[derive(Default)]
pub(super) struct PatternAnswers {
    by_pattern: HashMap<Box<str>, Vec<Rc<PatternAnswer>>, BuildHasherDefault<TextHasher>>,
    count: usize,
}

impl PatternAnswers {
    pub(super) fn find(
        &self,
        question: PatternQuestion,
        [pattern, other]: [&str; 2],
        lengths: Lengths,
    ) -> Option<Rc<PatternAnswer>> {
        let mut answers = self.by_pattern.get(pattern)?.iter();
        let found = answers
            .find(|known| known.question == question && known.lengths == lengths && *known.other == *other);
        found.map(Rc::clone)
    }

    pub(super) fn add(&mut self, answer: &Rc<PatternAnswer>) {
        self.count += 1;
        let answers = self.by_pattern.entry(answer.pattern.clone()).or_default();
        answers.push(Rc::clone(answer));
    }
}

/// A schema without the schemas of members and elements, and what else restricts its values.
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

    /// Compares all parts; `is_same` compares the schema.
    pub(super) fn is(
        &self,
        version: KubeVersion,
        own: OwnBranches,
        more: &[&JsonSchemaProps],
        is_same: impl FnOnce(&JsonSchemaProps) -> bool,
    ) -> bool {
        self.version == version
            && self.own == own
            && self.more.iter().eq(more.iter().copied())
            && is_same(&self.schema)
    }
}

/// What was proved about a schema.
struct KnownProof {
    question: SchemaAlone,
    found: Option<Contradiction>,
    effort: Effort,
}

/// Proofs by the fingerprint of the question.
#[derive(Default)]
struct KnownProofs {
    by_fingerprint: BTreeMap<u64, Vec<KnownProof>>,
    count: usize,
}

thread_local! {
    static PATTERNS: RefCell<PatternAnswers> = RefCell::default();
    static PROOFS: RefCell<KnownProofs> = RefCell::default();
    static LENGTHS: RefCell<HashMap<Box<str>, Option<PatternLengths>, BuildHasherDefault<TextHasher>>> = RefCell::default();
}

/// Returns the lengths of the texts of a pattern.
pub(super) fn lengths(pattern: &str) -> Option<PatternLengths> {
    LENGTHS.with_borrow_mut(|known| {
        if let Some(lengths) = known.get(pattern) {
            return *lengths;
        }
        if known.len() >= MOST_PATTERNS {
            known.clear();
        }
        let lengths = PatternLengths::of(pattern);
        known.insert(pattern.into(), lengths);
        lengths
    })
}

/// Returns the answer to a question about patterns that was asked with the most effort for one search.
pub(super) fn shared_answer(
    question: PatternQuestion,
    patterns: [&str; 2],
    lengths: Lengths,
) -> Option<Rc<PatternAnswer>> {
    PATTERNS.with_borrow(|known| known.find(question, patterns, lengths))
}

/// Keeps the answer to a question about patterns that was asked with the most effort for one search.
pub(super) fn share_answer(answer: &Rc<PatternAnswer>) {
    PATTERNS.with_borrow_mut(|known| {
        if known.count >= MOST_PATTERNS {
            *known = PatternAnswers::default();
        }
        known.add(answer);
    });
}

/// Returns what is known about a schema, and the effort of the proof.
pub(super) fn shared_proof(
    fingerprint: u64,
    is_question: impl Fn(&SchemaAlone) -> bool,
) -> Option<(Option<Contradiction>, Effort)> {
    PROOFS.with_borrow(|known| {
        let alike = known.by_fingerprint.get(&fingerprint)?;
        let found = alike.iter().find(|known| is_question(&known.question))?;
        Some((found.found.clone(), found.effort.clone()))
    })
}

/// Keeps what was proved about a schema.
pub(super) fn share_proof(
    fingerprint: u64,
    question: SchemaAlone,
    found: Option<Contradiction>,
    effort: Effort,
) {
    PROOFS.with_borrow_mut(|known| {
        if known.count >= MOST_SCHEMAS {
            *known = KnownProofs::default();
        }
        known.count += 1;
        known
            .by_fingerprint
            .entry(fingerprint)
            .or_default()
            .push(KnownProof {
                question,
                found,
                effort,
            });
    });
}

/// Returns a number that is equal for equal restrictions, and usually differs for others. It does not depend on members and elements.
pub(super) fn fingerprint(schemas: &[&JsonSchemaProps]) -> u64 {
    let mut hash = Fingerprint(0xcbf2_9ce4_8422_2325);
    for schema in schemas {
        hash.schema(schema);
    }
    hash.0
}

/// The FNV-1a hash of restrictions.
struct Fingerprint(u64);

impl Fingerprint {
    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }

    fn text(&mut self, text: &str) {
        for byte in text.bytes() {
            self.byte(byte);
        }
        self.byte(0xff);
    }

    fn number(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x0100_0000_01b3);
    }

    fn schema(&mut self, schema: &JsonSchemaProps) {
        self.text(&schema.type_);
        self.text(&schema.format);
        self.text(&schema.pattern);
        for bound in [schema.minimum, schema.maximum, schema.multiple_of] {
            self.number(bound.map_or(1, f64::to_bits));
        }
        for length in [
            schema.min_length,
            schema.max_length,
            schema.min_items,
            schema.max_items,
            schema.min_properties,
            schema.max_properties,
        ] {
            self.number(length.map_or(u64::MAX, i64::cast_unsigned));
        }
        for member in schema.enum_.iter().flatten() {
            match member.as_str() {
                Some(text) => self.text(text),
                None => self.byte(2),
            }
        }
        for name in schema.required.iter().flatten() {
            self.text(name);
        }
        for (mark, branches) in [(3, &schema.all_of), (4, &schema.any_of), (5, &schema.one_of)] {
            for branch in branches.iter().flatten() {
                self.byte(mark);
                self.schema(branch);
            }
        }
        if let Some(not) = schema.not.as_deref() {
            self.byte(6);
            self.schema(not);
        }
    }
}
