//! Random texts that `format` returns.

use super::types::Ty;
use super::{Making, quoted};

/// The verbs of clauses of `format`, the most frequent ones more often.
const VERBS: &[&str] = &["s", "s", "s", "d", "f", "f", "e", "b", "x", "X", "o", "q"];

/// The precision before a verb.
const PRECISIONS: &[&str] = &["", "", "", "", "", ".0", ".1", ".3", ".12", ".300", "."];

impl Making<'_> {
    /// Generates an expression that formats a text by a pattern of random clauses. The checker checks only patterns that are literals.
    pub(super) fn formatted(&mut self, depth: usize) -> String {
        let mut pattern = String::new();
        let mut arguments = Vec::new();
        for _ in 0..=self.rng.below(2) {
            let verb = self.rng.pick(VERBS).copied().unwrap_or("s");
            let precision = self.rng.pick(PRECISIONS).copied().unwrap_or_default();
            pattern.push_str(&format!("%{precision}{verb} "));
            let ty = match verb {
                "d" | "o" if !self.chance(4) => Ty::Int,
                "f" | "e" if !self.chance(4) => Ty::Double,
                _ => self.any_type(2),
            };
            arguments.push(self.expression(&ty, depth));
        }
        if self.chance(12) {
            drop(arguments.pop());
        }
        let pattern = quoted(&pattern);
        let arguments = arguments.join(", ");
        if self.chance(2) {
            format!("{pattern}.format([{arguments}])")
        } else {
            format!("({pattern} + '').format([{arguments}])")
        }
    }
}
