//! The findings about a text, and the collector that applies levels, `# crd-gen: allow` comments and the limit to them.

use std::collections::BTreeMap;
use std::ops::Deref;

use super::allow::{Allowances, Lines};
use super::known::{FindingKey, KnownFindings};
use super::levels::{Level, Levels};
use super::{Code, Diagnostic, Severity};
use crate::yaml::tree::Span;

/// A diagnostic with the document it is about.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The position of the document among those of its text, counted from 0, empty ones too; 0 for what is not about
    /// one document.
    pub document: usize,
    /// The name of the CRD, as it is written; or the kind and name of the object.
    pub name: Option<String>,
    /// The name of the version in which the field is.
    pub version: Option<String>,
    /// What was found.
    pub diagnostic: Diagnostic,
}

impl Finding {
    /// A finding in the document at a position, for tools that report diagnostics of their own.
    #[must_use]
    pub fn new(document: usize, name: Option<&str>, diagnostic: Diagnostic) -> Self {
        Finding {
            document,
            name: name.map(str::to_owned),
            version: None,
            diagnostic,
        }
    }
}

/// The findings about a text, as levels and comments leave them. It derefs to the list of those that are kept.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Findings {
    /// The findings that are kept.
    pub list: Vec<Finding>,
    /// How many findings there are, by severity and code, with those that are not kept.
    pub counts: BTreeMap<(Severity, Code), usize>,
    /// How many findings were silenced by levels and comments.
    pub allowed: usize,
    /// How many findings were there before, see [`Options::known`](super::Options::known).
    pub known: usize,
}

impl Findings {
    /// How many findings have this severity, with those that are not kept.
    #[must_use]
    pub fn count(&self, severity: Severity) -> usize {
        let counts = self.counts.iter().filter(|((other, _), _)| *other == severity);
        counts.map(|(_, count)| count).sum()
    }
}

impl Deref for Findings {
    type Target = [Finding];

    fn deref(&self) -> &[Finding] {
        &self.list
    }
}

impl IntoIterator for Findings {
    type Item = Finding;
    type IntoIter = std::vec::IntoIter<Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}

impl<'a> IntoIterator for &'a Findings {
    type Item = &'a Finding;
    type IntoIter = std::slice::Iter<'a, Finding>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.iter()
    }
}

/// What a finding is about.
#[derive(Clone, Copy, Default)]
pub(super) struct FindingSubject<'a> {
    /// The position of the document.
    pub(super) document: usize,
    /// The name of the CRD, or the kind and name of the object.
    pub(super) name: Option<&'a str>,
    /// The name of the version.
    pub(super) version: Option<&'a str>,
    /// The levels that count for the CRD; those of the text unless set.
    pub(super) levels: Option<&'a Levels>,
}

/// Collects the findings about a text.
pub(super) struct Collector<'a> {
    levels: &'a Levels,
    limit: usize,
    lines: Lines<'a>,
    allowances: Allowances,
    /// The findings that were there before, and how many of each were met again.
    known: Option<(&'a KnownFindings, BTreeMap<FindingKey, usize>)>,
    findings: Findings,
}

impl<'a> Collector<'a> {
    /// A collector that keeps at most `limit` findings about a text with these comments.
    pub(super) fn new(text: &'a str, comments: &[Span], levels: &'a Levels, limit: usize) -> Self {
        let lines = Lines::new(text);
        Collector {
            levels,
            limit,
            allowances: Allowances::find(&lines, comments),
            lines,
            known: None,
            findings: Findings::default(),
        }
    }

    /// The same collector, for which findings that were there before are not new.
    pub(super) fn beside(self, known: Option<&'a KnownFindings>) -> Self {
        Collector {
            known: known.map(|known| (known, BTreeMap::new())),
            ..self
        }
    }

    /// Whether a finding was there before.
    fn is_known(&mut self, subject: FindingSubject<'_>, diagnostic: &Diagnostic) -> bool {
        let Some((known, met)) = &mut self.known else {
            return false;
        };
        let Some(key) = FindingKey::of(subject.name, subject.version, diagnostic) else {
            return false;
        };
        let count = known.count(&key);
        let met = met.entry(key).or_default();
        *met += 1;
        *met <= count
    }

    /// Adds a finding, unless a level or a comment silences it. Returns whether it is an error.
    pub(super) fn add(&mut self, subject: FindingSubject<'_>, mut diagnostic: Diagnostic) -> bool {
        let code = diagnostic.code;
        if self.allowances.silence(&self.lines, diagnostic.span, code) {
            self.findings.allowed += 1;
            return false;
        }
        if self.is_known(subject, &diagnostic) {
            self.findings.known += 1;
            return false;
        }
        let Some(severity) = self.counted(subject, code, diagnostic.severity, 1) else {
            return false;
        };
        diagnostic.severity = severity;
        if self.findings.list.len() < self.limit {
            self.findings.list.push(Finding {
                version: subject.version.map(str::to_owned),
                ..Finding::new(subject.document, subject.name, diagnostic)
            });
        }
        severity == Severity::Error
    }

    /// Counts findings for which no diagnostics were made. Returns whether they are errors.
    pub(super) fn count(
        &mut self,
        subject: FindingSubject<'_>,
        code: Code,
        severity: Severity,
        count: usize,
    ) -> bool {
        self.counted(subject, code, severity, count) == Some(Severity::Error)
    }

    /// Counts findings, and returns the severity that their level gives them; `None` if it silences them.
    fn counted(
        &mut self,
        subject: FindingSubject<'_>,
        code: Code,
        severity: Severity,
        count: usize,
    ) -> Option<Severity> {
        match subject.levels.unwrap_or(self.levels).of(code, severity) {
            Level::Report(severity) => {
                *self.findings.counts.entry((severity, code)).or_default() += count;
                Some(severity)
            }
            Level::Allow => {
                self.findings.allowed += count;
                None
            }
        }
    }

    /// How many more diagnostics are worth making; the other findings are only counted. Comments silence findings
    /// by their place, so where there are comments all are made.
    pub(super) fn room(&self) -> usize {
        if self.allowances.is_empty() && self.known.is_none() {
            self.limit.saturating_sub(self.findings.list.len())
        } else {
            usize::MAX
        }
    }

    /// The findings, with those about comments that cannot be read or silence nothing. `mistakes` chooses the comments.
    pub(super) fn finish(mut self, mistakes: fn(&Allowances) -> Vec<Diagnostic>) -> Findings {
        for diagnostic in mistakes(&self.allowances) {
            self.add(FindingSubject::default(), diagnostic);
        }
        self.findings
    }
}
