//! A run of the lints over one CRD: the reported lints, and their findings.

use std::sync::Arc;

use crd_cel::Ast;

use super::judged::JudgedCrd;
use super::satisfiable::Prover;
use crate::check::catalogue::lints;
use crate::check::place::diagnostic_at;
use crate::check::{Code, Diagnostic, Fix, Severity};
use crate::model::field::FieldPath;
use crate::server::cel::tree;
use crate::yaml::tree::Span;

/// The first code of the block of conventions.
const BLOCK: u16 = 1000;

/// The lints of the block of conventions that are reported, a bit for each.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LintSet(u128);

impl LintSet {
    pub(super) const fn of(codes: &[Code]) -> Self {
        let mut set = 0;
        let mut index = 0;
        while index < codes.len() {
            set |= Self::bit(codes[index]);
            index += 1;
        }
        LintSet(set)
    }

    const fn bit(code: Code) -> u128 {
        match place(code) {
            place if place < PLACES => 1 << place,
            _ => 0,
        }
    }
}

/// The number of lints of which a set can have a bit.
const PLACES: usize = 128;

/// Returns the place of a code in its block.
const fn place(code: Code) -> usize {
    code.number().saturating_sub(BLOCK) as usize
}

/// A run of the lints over one CRD.
pub(in crate::check) struct LintRun<'a> {
    pub(super) judged: &'a JudgedCrd<'a>,
    /// The name of the version whose schema is checked.
    pub(super) version: &'a str,
    pub(super) prover: Prover,
    on: LintSet,
    /// The number of further findings that get a place in the text; others are only counted.
    room: usize,
    pub(in crate::check) found: Vec<Diagnostic>,
    /// The counts of findings of lints beyond that number, by the place of the lint.
    beyond: [usize; PLACES],
}

impl<'a> LintRun<'a> {
    pub(in crate::check) fn new(judged: &'a JudgedCrd<'a>, room: usize) -> Self {
        let mut on = LintSet::default();
        for lint in lints().iter().filter(|lint| lint.code.number() >= BLOCK) {
            if judged.levels.lint_severity(lint).is_some() {
                on.0 |= LintSet::bit(lint.code);
            }
        }
        LintRun {
            judged,
            version: "",
            prover: Prover::new(judged.options.version),
            on,
            room,
            found: Vec::new(),
            beyond: [0; PLACES],
        }
    }

    /// Returns the tree of a rule; `None` if it cannot be parsed.
    pub(super) fn tree(&self, rule: &str) -> Option<Arc<Ast>> {
        tree(rule, self.judged.options.version)
    }

    /// Whether a lint of the block of conventions is reported.
    pub(super) fn has(&self, code: Code) -> bool {
        self.on.0 & LintSet::bit(code) != 0
    }

    /// Whether one of these lints is reported.
    pub(super) fn has_any(&self, codes: LintSet) -> bool {
        self.on.0 & codes.0 != 0
    }

    /// Whether a finding of a lint gets a message and a place. If there is no room for it, it is only counted. Lints with many findings
    /// ask this first, because messages and places are expensive.
    pub(super) fn has_room(&mut self, code: Code) -> bool {
        if !self.has(code) {
            return false;
        }
        let is_reported = self.found.len() < self.room;
        if !is_reported {
            self.count(code);
        }
        is_reported
    }

    fn severity(&self, code: Code) -> Severity {
        self.judged.levels.severity(code).unwrap_or(Severity::Warning)
    }

    /// Counts a finding for which there is no room.
    fn count(&mut self, code: Code) {
        if let Some(count) = self.beyond.get_mut(place(code)) {
            *count += 1;
        }
    }

    /// Returns the lints of which findings had no room, with their number.
    pub(in crate::check) fn beyond(&self) -> impl Iterator<Item = (Code, Severity, usize)> {
        let conventions = lints().iter().filter(|lint| lint.code.number() >= BLOCK);
        conventions.filter_map(|lint| {
            let count = self.beyond.get(place(lint.code)).copied()?;
            (count > 0).then(|| (lint.code, self.severity(lint.code), count))
        })
    }

    /// Reports a lint at the value of a path, or at the place where it would be.
    pub(super) fn report(&mut self, code: Code, field: &FieldPath, message: String) -> LintFinding<'_> {
        if !self.has(code) {
            return LintFinding(None);
        }
        if self.found.len() >= self.room {
            self.count(code);
            return LintFinding(None);
        }
        let mut diagnostic = diagnostic_at(self.judged.source.document, field, code, message);
        diagnostic.severity = self.severity(code);
        self.found.push(diagnostic);
        LintFinding(self.found.last_mut())
    }
}

/// A finding to which details can be added; `None` if it is only counted.
pub(super) struct LintFinding<'f>(Option<&'f mut Diagnostic>);

impl LintFinding<'_> {
    /// Sets the label at the place.
    pub(super) fn label(self, label: impl Into<String>) -> Self {
        self.with(|diagnostic| diagnostic.label = label.into())
    }

    /// Adds a label at another place, if it is known.
    pub(super) fn also(self, span: Option<Span>, label: &str) -> Self {
        self.with(|diagnostic| {
            diagnostic
                .labels
                .extend(span.map(|span| (span, label.to_owned())));
        })
    }

    /// Moves it to a part of the value.
    pub(super) fn at(self, span: Span) -> Self {
        self.with(|diagnostic| diagnostic.span = Some(span))
    }

    /// Adds a line of help.
    pub(super) fn help(self, help: impl Into<String>) -> Self {
        self.with(|diagnostic| diagnostic.help.push(help.into()))
    }

    /// Adds a fix, which is created only if the finding has a place.
    pub(super) fn fix(self, fix: impl FnOnce() -> Option<Fix>) -> Self {
        self.with(|diagnostic| diagnostic.fix = fix())
    }

    fn with(mut self, change: impl FnOnce(&mut Diagnostic)) -> Self {
        if let Some(diagnostic) = &mut self.0 {
            change(diagnostic);
        }
        self
    }
}
