//! What is found out about a pattern, once for all schemas with it.

use std::sync::Arc;

use super::anchors::unanchored;
use super::equivalents::{as_format, as_keyword};
use crate::KubeVersion;
use crate::check::codes;
use crate::check::lints::run::LintRun;
use crate::check::lints::satisfiable::{Effort, Prover, bounds, format_texts};
use crate::model::cache::{Cache, NO_TEXT};
use crate::model::schema::JsonSchemaProps;
use crd_cel::regex::{IdleQuantifier, idle_quantifier};

/// What is known about the pattern of a schema.
#[derive(PartialEq, Eq)]
pub(super) struct PatternResults {
    /// The end of an alternative that is not anchored.
    pub(super) open: Option<&'static str>,
    pub(super) idle: Option<IdleQuantifier>,
    /// The reason why it rejects nothing.
    pub(super) without_effect: Option<String>,
    /// The keyword that is equivalent to it.
    pub(super) better: Option<String>,
}

impl PatternResults {
    fn of(prover: &mut Prover, schema: &JsonSchemaProps, asked: AskedResults) -> Self {
        let pattern = &*schema.pattern;
        let open = unanchored(pattern);
        PatternResults {
            open,
            idle: open.and_then(|_| idle_quantifier(pattern)),
            without_effect: asked
                .is_without_effect
                .then(|| without_effect(prover, schema))
                .flatten(),
            better: asked
                .says_keyword
                .then(|| as_keyword(pattern).or_else(|| as_format(prover, schema)))
                .flatten(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.open.is_none() && self.without_effect.is_none() && self.better.is_none()
    }
}

/// The results that need proofs, and are asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct AskedResults {
    is_without_effect: bool,
    says_keyword: bool,
}

/// The results of a pattern in a schema, and the effort to find them.
pub(super) struct KnownPattern {
    results: Arc<PatternResults>,
    effort: Effort,
}

/// Those that are known, by their keys.
pub(super) static PATTERNS: Cache<Arc<KnownPattern>> = Cache::new();

/// Returns what determines the results of a pattern.
pub(super) fn key(schema: &JsonSchemaProps, version: KubeVersion, asked: AskedResults) -> Vec<u8> {
    let lengths = bounds(schema);
    let mut key = version.minor().to_le_bytes().to_vec();
    key.extend([asked.is_without_effect, asked.says_keyword].map(u8::from));
    for length in [lengths.least, lengths.most] {
        key.extend_from_slice(&length.to_le_bytes());
    }
    key.extend_from_slice(schema.format.as_bytes());
    key.push(NO_TEXT);
    key.extend_from_slice(schema.pattern.as_bytes());
    key
}

/// Returns the results of the pattern of a schema. Known results are used only if they would be found again with the same effort, so
/// that the findings about a CRD do not depend on the CRDs before it.
pub(super) fn results(run: &mut LintRun<'_>, schema: &JsonSchemaProps) -> Arc<PatternResults> {
    let asked = AskedResults {
        is_without_effect: run.has(codes::KEYWORD_DEAD),
        says_keyword: run.has(codes::PATTERN_SAYS_KEYWORD),
    };
    let prover = &mut run.prover;
    let key = key(schema, prover.version, asked);
    if let Some(known) = PATTERNS.get(&key)
        && prover.try_again(&known.effort).is_some()
    {
        return Arc::clone(&known.results);
    }
    let start = prover.start();
    let results = Arc::new(PatternResults::of(prover, schema, asked));
    if let Some(effort) = prover.effort_since(&start) {
        let known = KnownPattern {
            results: Arc::clone(&results),
            effort,
        };
        PATTERNS.add(&key, Arc::new(known));
    }
    results
}

/// Returns the reason why a pattern rejects nothing, if this is certain: it is compared with the automata of the texts that the other
/// keywords accept.
pub(super) fn without_effect(prover: &mut Prover, schema: &JsonSchemaProps) -> Option<String> {
    let (pattern, lengths) = (&*schema.pattern, bounds(schema));
    if let Some(format) = format_texts(&schema.format, prover.version) {
        return prover
            .is_covered(format.pattern, pattern, lengths)
            .then(|| format!("every string of the format `{}` matches it", schema.format));
    }
    prover
        .is_covered("", pattern, lengths)
        .then(|| "every string matches it".to_owned())
}
