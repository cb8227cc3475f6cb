//! The findings about a text, and the collector that applies levels, `# crd-gen: allow` comments and the limit to them.

use std::collections::BTreeMap;
use std::ops::Deref;

use super::allow::{Allowances, Lines};
use super::catalogue::lint_of;
use super::known::{FindingKey, KnownFindings};
use super::levels::{Level, Levels};
use super::{Code, Diagnostic, Severity};
use crate::yaml::tree::Span;

/// A diagnostic with its document.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// The position of the document among those of its text, from 0, including empty ones; 0 if the finding does not
    /// concern one document.
    pub document: usize,
    /// The name of the CRD, as it is written; or the kind and name of the object.
    pub name: Option<String>,
    /// The name of the version that contains the field.
    pub version: Option<String>,
    /// The diagnostic.
    pub diagnostic: Diagnostic,
}

impl Finding {
    /// Creates a finding in the document at a position, for tools that report their own diagnostics.
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

/// The findings about a text, after levels and comments have been applied. It derefs to the list of those that are kept.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Findings {
    /// The findings that are kept.
    pub list: Vec<Finding>,
    /// Number of findings by severity and code, including those that are not kept.
    pub counts: BTreeMap<(Severity, Code), usize>,
    /// Number of findings that were silenced by levels and comments.
    pub allowed: usize,
    /// The errors of the server among them, by code.
    pub allowed_errors: BTreeMap<Code, AllowedErrors>,
    /// Number of findings that were known before, see [`Options::known`](super::Options::known).
    pub known: usize,
}

/// Errors of the server that levels silence. It still rejects what they are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AllowedErrors {
    /// The number of errors.
    pub count: usize,
    /// The place of the first one.
    pub first: Option<Span>,
}

impl Findings {
    /// Returns the number of findings with this severity, including those that are not kept.
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

/// The subject of a finding.
#[derive(Clone, Copy, Default)]
pub(super) struct FindingSubject<'a> {
    /// The position of the document.
    pub(super) document: usize,
    /// The name of the CRD, or the kind and name of the object.
    pub(super) name: Option<&'a str>,
    /// The name of the version.
    pub(super) version: Option<&'a str>,
    /// The levels that apply to the CRD; those of the text unless set.
    pub(super) levels: Option<&'a Levels>,
}

/// Collects the findings about a text.
pub(super) struct Collector<'a> {
    levels: &'a Levels,
    limit: usize,
    lines: Lines<'a>,
    allowances: Allowances,
    /// The findings that were known before, and how many of each occurred again.
    known: Option<(&'a KnownFindings, BTreeMap<FindingKey, usize>)>,
    findings: Findings,
}

impl<'a> Collector<'a> {
    /// Creates a collector that keeps at most `limit` findings about a text with these comments.
    pub(super) fn new(text: &'a str, comments: &[Span], levels: &'a Levels, limit: usize) -> Self {
        let lines = Lines::new(text);
        let mut allowances = Allowances::find(&lines, comments);
        allowances.ask(levels);
        Collector {
            levels,
            limit,
            allowances,
            lines,
            known: None,
            findings: Findings::default(),
        }
    }

    /// Sets the known findings, which are not reported again.
    pub(super) fn beside(self, known: Option<&'a KnownFindings>) -> Self {
        Collector {
            known: known.map(|known| (known, BTreeMap::new())),
            ..self
        }
    }

    /// Adds levels that apply to a CRD of the text.
    pub(super) fn ask(&mut self, levels: &Levels) {
        self.allowances.ask(levels);
    }

    /// Whether a finding was known before.
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
        if self.allowances.silence(&self.lines, &diagnostic) {
            self.findings.allowed += 1;
            return false;
        }
        if self.is_known(subject, &diagnostic) {
            self.findings.known += 1;
            return false;
        }
        let Some(severity) = self.counted(subject, code, diagnostic.severity, 1) else {
            if diagnostic.server.is_some() {
                self.allow_error(code, diagnostic.severity, 1, diagnostic.span);
            }
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

    /// Counts findings without diagnostics. Returns whether they are errors.
    pub(super) fn count(
        &mut self,
        subject: FindingSubject<'_>,
        code: Code,
        severity: Severity,
        count: usize,
    ) -> bool {
        let reported = self.counted(subject, code, severity, count);
        if reported.is_none() && lint_of(code).is_none() {
            self.allow_error(code, severity, count, None);
        }
        reported == Some(Severity::Error)
    }

    /// Counts findings of the server that are not reported, if they are errors.
    fn allow_error(&mut self, code: Code, severity: Severity, count: usize, place: Option<Span>) {
        if severity == Severity::Error {
            let allowed = self.findings.allowed_errors.entry(code).or_default();
            allowed.count += count;
            allowed.first = allowed.first.or(place);
        }
    }

    /// Counts findings, and returns their severity by their level; `None` if it silences them.
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

    /// Returns the number of further diagnostics to create; the other findings are only counted. Comments silence findings by their
    /// place, so if there are comments, all diagnostics are created.
    pub(super) fn room(&self) -> usize {
        if self.allowances.is_empty() && self.known.is_none() {
            self.limit.saturating_sub(self.findings.list.len())
        } else {
            usize::MAX
        }
    }

    /// Returns the findings, including those about comments that cannot be parsed or silence nothing. `mistakes`
    /// chooses the comments.
    pub(super) fn finish(mut self, mistakes: fn(&Allowances) -> Vec<Diagnostic>) -> Findings {
        for diagnostic in mistakes(&self.allowances) {
            self.add(FindingSubject::default(), diagnostic);
        }
        self.findings
    }
}
