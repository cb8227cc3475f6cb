//! Checks a text, from its bytes to the report.

use super::allow::Allowances;
use super::crd_document::{self, CrdDocument};
use super::documents::{
    DocumentKind, Positions, crds_of, holds_crd, is_meant_as_crd, lossy_text, separator_in,
};
use super::findings::{Collector, Finding, FindingSubject};
use super::options::Options;
use super::report::{CheckReport, CheckedDocument, DocumentContent, OtherDocument};
use super::{DocumentSource, Severity, diagnose, repaired};
use crate::go;
use crate::model::crd::Crd;
use crate::server::decode::decode;
use crate::yaml::tree::Node;
use crate::yaml::{self, ParsedFile, ReadError, ReadErrorKind, WriteError, read, read_text};

/// Checks a text of YAML or JSON documents.
#[must_use]
pub fn text(text: &str, options: &Options) -> CheckReport {
    check(&read_text(text, options.reading), text, options)
}

/// Checks a text that may not be UTF-8, which is then an error. The report's spans refer to its [`lossy_text`].
#[must_use]
pub fn bytes(bytes: &[u8], options: &Options) -> CheckReport {
    if bytes.len() > options.reading.max_bytes {
        // No source is shown for a text that is too large to be read.
        return check(&read(bytes, options.reading), "", options);
    }
    match std::str::from_utf8(bytes) {
        Ok(valid) => text(valid, options),
        Err(_) => check(
            &read(bytes, options.reading),
            &lossy_text(bytes.to_vec()),
            options,
        ),
    }
}

/// Writes a CRD as YAML and checks that manifest, which the report's spans refer to.
///
/// The manifest is parsed and decoded as the server does, since older servers drop fields that they do not know.
///
/// # Errors
/// When the CRD cannot be written as YAML.
pub fn crd(crd: &Crd, options: &Options) -> Result<(String, CheckReport), WriteError> {
    let manifest = yaml::to_string(crd)?;
    let report = text(&manifest, options);
    Ok((manifest, report))
}

fn check(read: &ParsedFile, text: &str, options: &Options) -> CheckReport {
    let mut checker = TextChecker {
        options,
        text,
        collector: Collector::new(text, &read.comments, &options.levels, options.limit)
            .beside(options.known.as_deref()),
        documents: Vec::new(),
    };
    checker.documents(read);
    CheckReport {
        documents: checker.documents,
        findings: checker.collector.finish(Allowances::mistakes),
    }
}

/// Returns the number of mistakes in the CRDs of a text; `None` if it cannot be parsed, or has none.
pub(super) fn mistakes_in(text: &str, options: &Options) -> Option<usize> {
    let read = read_text(text, options.reading);
    if !read.errors.is_empty() {
        return None;
    }
    let report = check(&read, text, options);
    report.crds().next()?;
    let is_mistake = |finding: &&Finding| {
        finding.diagnostic.severity == Severity::Error || finding.diagnostic.server.is_some()
    };
    Some(report.findings.iter().filter(is_mistake).count())
}

/// State of the check of a text.
struct TextChecker<'a> {
    options: &'a Options,
    text: &'a str,
    collector: Collector<'a>,
    documents: Vec<CheckedDocument>,
}

impl TextChecker<'_> {
    fn documents(&mut self, read: &ParsedFile) {
        let explained = |error: &ReadError| {
            let count = |repaired: &str| mistakes_in(repaired, self.options);
            repaired::explained(self.text, error, count).unwrap_or_else(|| error.clone())
        };
        let errors: Vec<ReadError> = read.errors.iter().map(explained).collect();
        for error in &errors {
            let mut diagnostic = diagnose::unreadable(error);
            if error.kind == ReadErrorKind::HelmTemplate && !holds_crd(self.text, error.span.start as usize) {
                diagnostic.severity = Severity::Warning;
            }
            self.collector.add(FindingSubject::default(), diagnostic);
        }
        let json_documents = read.documents.iter().take_while(|document| document.json).count();
        let mut positions = Positions::new(self.text, &read.documents);
        let mut errors = errors.iter().peekable();
        let mut is_rest = false;
        for document in &read.documents {
            while let Some(error) = errors.next_if(|error| error.span.start < document.span.start) {
                self.unreadable(&mut positions, error);
            }
            let position = positions.of(document);
            let mut has_crd = false;
            for node in crds_of(&document.root) {
                has_crd = true;
                let crd = CrdDocument {
                    options: self.options,
                    source: DocumentSource {
                        text: self.text,
                        document: node,
                    },
                    comments: &read.comments,
                    whole: document,
                    position,
                };
                let checked = crd_document::check(&crd, &mut self.collector);
                self.push(position, DocumentContent::Crd(Box::new(checked)));
            }
            if let (DocumentKind::Other { kind, name }, false) = (DocumentKind::of(&document.root), has_crd) {
                if !is_rest && is_meant_as_crd(&document.root) {
                    self.misspelt_kind(position, &document.root);
                }
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
            is_rest = has_crd && separator_in(self.text, &document.root).is_some();
            if let Some(ignored) = document.ignored.filter(|_| has_crd && !is_rest) {
                let subject = FindingSubject {
                    document: position,
                    ..FindingSubject::default()
                };
                self.collector.add(subject, diagnose::ignored_text(ignored));
            }
        }
        for error in errors {
            self.unreadable(&mut positions, error);
        }
    }

    /// Reports a document that is meant as a CRD and has another kind.
    fn misspelt_kind(&mut self, position: usize, document: &Node) {
        for error in decode(document).errors {
            let mut diagnostic = diagnose::decode_error(document, &error);
            if let Some(kind) = document.get("kind") {
                diagnostic.span = Some(kind.span);
            }
            let subject = FindingSubject {
                document: position,
                ..FindingSubject::default()
            };
            self.collector.add(subject, diagnostic);
        }
    }

    /// Adds a document that cannot be parsed; only the first error of each document is kept.
    fn unreadable(&mut self, positions: &mut Positions<'_>, error: &ReadError) {
        let position = positions.at(error.span.start as usize);
        let is_known = |document: &CheckedDocument| document.position == position;
        if !self.documents.last().is_some_and(is_known) {
            self.push(position, DocumentContent::Unreadable(error.message.clone()));
        }
    }

    fn push(&mut self, position: usize, content: DocumentContent) {
        self.documents.push(CheckedDocument { position, content });
    }
}

/// Returns the server's response to a document without a kind, which contains the document: JSON as it was sent.
/// `json_documents` is the number of JSON documents in the text.
fn without_kind(text: &str, document: &yaml::Document, json_documents: usize) -> String {
    let raw = if json_documents == 1 {
        // The server gets each line with its line break, including the last.
        Some(text.trim_end_matches('\n').to_owned() + "\n")
    } else {
        document.span.slice(text).map(str::to_owned)
    };
    let json = raw
        .filter(|_| document.json)
        .unwrap_or_else(|| go::json(&document.root.to_json()));
    format!("Object 'Kind' is missing in '{json}'")
}
