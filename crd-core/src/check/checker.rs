//! The check of a text, from its bytes to the report.

use super::allow::{Allowances, Lines};
use super::crd_document::{self, Syntax};
use super::diagnose;
use super::documents::{DocumentKind, Positions, crds_of, duplicates_in_yaml, holds_crd, lossy_text};
use super::levels::Level;
use super::options::{Options, UnknownMembers};
use super::report::{Document, DocumentContent, Finding, OtherDocument, Report};
use super::{Code, Diagnostic, Severity};
use crate::go;
use crate::model::crd::Crd;
use crate::yaml::{self, Read, ReadError, ReadErrorKind, WriteError, read};

/// Checks a text of YAML or JSON documents.
#[must_use]
pub fn text(text: &str, options: &Options) -> Report {
    check(text.as_bytes(), text, options)
}

/// Checks a text that may not be UTF-8, which is then an error. The report's spans count in its [`lossy_text`].
#[must_use]
pub fn bytes(bytes: &[u8], options: &Options) -> Report {
    if bytes.len() > options.reading.max_bytes {
        // Nothing is shown of a text that is too large to be read.
        return check(bytes, "", options);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => check(bytes, text, options),
        Err(_) => check(bytes, &lossy_text(bytes.to_vec()), options),
    }
}

/// Writes a CRD as YAML and checks that manifest, which the report's spans count in.
///
/// It is read again and decoded as the server does, for a server of an older version drops what it does not know.
///
/// # Errors
/// When the CRD cannot be written as YAML.
pub fn crd(crd: &Crd, options: &Options) -> Result<(String, Report), WriteError> {
    let manifest = yaml::to_string(crd)?;
    let report = text(&manifest, options);
    Ok((manifest, report))
}

fn check(bytes: &[u8], text: &str, options: &Options) -> Report {
    let read = read(bytes, options.reading);
    let lines = Lines::new(text);
    let mut checker = TextChecker {
        options,
        text,
        allowances: Allowances::find(&lines, &read.comments),
        lines,
        report: Report::default(),
    };
    checker.documents(&read);
    for diagnostic in checker.allowances.mistakes() {
        checker.add(FindingSubject::default(), diagnostic);
    }
    checker.report
}

/// What a finding is about.
#[derive(Clone, Copy, Default)]
pub(super) struct FindingSubject<'a> {
    /// The position of the document.
    pub(super) document: usize,
    /// The name of the CRD.
    pub(super) name: Option<&'a str>,
    /// The name of the version.
    pub(super) version: Option<&'a str>,
}

/// A text that is being checked, and the report so far.
pub(super) struct TextChecker<'a> {
    pub(super) options: &'a Options,
    pub(super) text: &'a str,
    lines: Lines<'a>,
    allowances: Allowances,
    report: Report,
}

impl TextChecker<'_> {
    fn documents(&mut self, read: &Read) {
        for error in &read.errors {
            let mut diagnostic = diagnose::unreadable(error);
            if error.kind == ReadErrorKind::HelmTemplate && !holds_crd(self.text, error.span.start as usize) {
                diagnostic.severity = Severity::Warning;
            }
            self.add(FindingSubject::default(), diagnostic);
        }
        let json_documents = read.documents.iter().take_while(|document| document.json).count();
        let json = read.documents.get(..json_documents).unwrap_or_default();
        let mut positions = Positions::behind(json, self.text);
        let mut errors = read.errors.iter().peekable();
        for (order, document) in read.documents.iter().enumerate() {
            while let Some(error) = errors.next_if(|error| error.span.start < document.span.start) {
                self.unreadable(&mut positions, error);
            }
            let position = if document.json {
                order
            } else {
                positions.of(self.text, document.span.start as usize)
            };
            let before = self.report.documents.len();
            let mut has_crd = false;
            let mut nodes = crds_of(&document.root).peekable();
            let syntax = if document.json { Syntax::Json } else { Syntax::Yaml };
            if nodes.peek().is_some() {
                has_crd = true;
                for node in nodes {
                    let mut crd = crd_document::check(self, position, node, syntax);
                    if syntax == Syntax::Yaml && self.options.unknown_members == UnknownMembers::Report {
                        crd.yaml_duplicates = duplicates_in_yaml(self.text, document);
                    }
                    self.push(position, DocumentContent::Crd(Box::new(crd)));
                }
            }
            if let (DocumentKind::Other { kind, name }, true) = (
                DocumentKind::of(&document.root),
                self.report.documents.len() == before,
            ) {
                let decode_error = kind
                    .is_none()
                    .then(|| without_kind(self.text, document, json_documents));
                let other = OtherDocument {
                    kind: kind.map(str::to_owned),
                    name: name.map(str::to_owned),
                    decode_error,
                };
                self.push(position, DocumentContent::Other(other));
            }
            if let Some(ignored) = document.ignored.filter(|_| has_crd) {
                let subject = FindingSubject {
                    document: position,
                    ..FindingSubject::default()
                };
                self.add(subject, diagnose::ignored_text(ignored));
            }
        }
        for error in errors {
            self.unreadable(&mut positions, error);
        }
    }

    /// Adds a document that cannot be read; only the first error of each counts.
    fn unreadable(&mut self, positions: &mut Positions, error: &ReadError) {
        let position = positions.of(self.text, error.span.start as usize);
        let is_known = |document: &Document| document.position == position;
        if !self.report.documents.last().is_some_and(is_known) {
            self.push(position, DocumentContent::Unreadable(error.message.clone()));
        }
    }

    fn push(&mut self, position: usize, content: DocumentContent) {
        self.report.documents.push(Document { position, content });
    }

    /// Adds a finding, unless a level or a comment silences it. Returns whether it is an error.
    pub(super) fn add(&mut self, subject: FindingSubject<'_>, mut diagnostic: Diagnostic) -> bool {
        let code = diagnostic.code;
        let is_silenced = self.allowances.silence(&self.lines, diagnostic.span, code);
        let level = self.options.levels.of(code, diagnostic.severity);
        let (false, Level::Report(severity)) = (is_silenced, level) else {
            self.report.allowed += 1;
            return false;
        };
        diagnostic.severity = severity;
        *self.report.counts.entry((severity, code)).or_default() += 1;
        if self.report.findings.len() < self.options.limit {
            self.report.findings.push(Finding {
                document: subject.document,
                name: subject.name.map(str::to_owned),
                version: subject.version.map(str::to_owned),
                diagnostic,
            });
        }
        severity == Severity::Error
    }

    /// Counts a finding beyond the limit. Returns whether it is an error.
    pub(super) fn count(&mut self, code: Code, severity: Severity) -> bool {
        let Level::Report(severity) = self.options.levels.of(code, severity) else {
            self.report.allowed += 1;
            return false;
        };
        *self.report.counts.entry((severity, code)).or_default() += 1;
        severity == Severity::Error
    }

    /// How many more diagnostics are worth making; the other findings are only counted. Comments silence findings
    /// by their place, so where there are comments all are made.
    pub(super) fn room(&self) -> usize {
        if self.allowances.is_empty() {
            self.options.limit.saturating_sub(self.report.findings.len())
        } else {
            usize::MAX
        }
    }
}

/// The server's answer to a document without a kind: it repeats the document, JSON as it was sent.
/// `json_documents` is how many JSON documents the text has.
fn without_kind(text: &str, document: &yaml::Document, json_documents: usize) -> String {
    let raw = if json_documents == 1 {
        // The server gets lines with their ends, also the last.
        Some(text.trim_end_matches('\n').to_owned() + "\n")
    } else {
        document.span.slice(text).map(str::to_owned)
    };
    let json = raw
        .filter(|_| document.json)
        .unwrap_or_else(|| go::json(&document.root.to_json()));
    format!("Object 'Kind' is missing in '{json}'")
}
