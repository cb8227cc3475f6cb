//! Records the rules of the CRDs that rejected an object in any case.

use std::collections::{BTreeMap, BTreeSet};

use crd_core::check::objects::{Crds, DeclaredRule, RuleLocation};

use crate::source::SourceText;

/// The rules of the CRDs that the files use, and how often each rejected an object.
#[derive(Default)]
pub(super) struct Coverage {
    rules: BTreeMap<RuleLocation, (DeclaredRule, usize)>,
}

/// A rule that never rejected an object.
pub(super) struct Uncovered<'a> {
    pub(super) rule: &'a DeclaredRule,
    /// The place of the rule: `crds/a.yaml:12:9`.
    pub(super) place: String,
}

impl Coverage {
    /// Adds the rules of CRDs.
    pub(super) fn add(&mut self, crds: &Crds) {
        for rule in crds.rules() {
            self.rules.entry(rule.at.clone()).or_insert((rule, 0));
        }
    }

    /// Counts the rules that rejected an object.
    pub(super) fn refused(&mut self, rules: &[RuleLocation]) {
        for rule in rules.iter().collect::<BTreeSet<_>>() {
            if let Some((_, count)) = self.rules.get_mut(rule) {
                *count += 1;
            }
        }
    }

    /// Returns the number of rules.
    pub(super) fn all(&self) -> usize {
        self.rules.len()
    }

    /// Returns the number of rules that rejected an object.
    pub(super) fn covered(&self) -> usize {
        self.rules.values().filter(|(_, count)| *count > 0).count()
    }

    /// Returns the percentage of the rules that rejected an object, rounded down; 100 without rules.
    pub(super) fn percent(&self) -> usize {
        (self.covered() * 100).checked_div(self.all()).unwrap_or(100)
    }

    /// Returns the rules that never rejected an object.
    pub(super) fn uncovered(&self) -> Vec<Uncovered<'_>> {
        let never = self.rules.values().filter(|(_, count)| *count == 0);
        never
            .map(|(rule, _)| {
                let file = &rule.place.file;
                let source = SourceText::new(file.name.clone().into(), file.text.clone());
                let at = source.position(rule.place.span.start);
                Uncovered {
                    rule,
                    place: format!("{}:{}:{}", source.shown(), at.line, at.column),
                }
            })
            .collect()
    }
}
