//! Diagnostics: one type for everything the tools say (design §7).
//!
//! [`codes`] is the table of codes and of the words for each rule of the API server. [`of_error`] and its
//! sisters make diagnostics of what the validator and the decoder say.

mod advise;
mod cel;
pub mod codes;
mod diagnose;
mod mend;
mod numbers;
mod place;
mod related;

pub use advise::advise;
pub use diagnose::{
    code_of, code_of_rule, of_decode, of_duplicate, of_error, of_ignored, of_panic, of_read, of_strict,
    of_warning, plain,
};
pub use mend::apply;
pub use numbers::thousands;
pub use place::short_path;

use crate::model::field::FieldError;
use crate::yaml::tree::{Node, Span};

/// What findings are made of: a text and the document read from it.
#[derive(Clone, Copy, Debug)]
pub struct Manifest<'a> {
    /// The whole text of the file; spans count its bytes.
    pub text: &'a str,
    /// The document.
    pub document: &'a Node,
}

/// A finding with its place, its reason and its way out.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// The field in the spelling of the manifest, such as `spec.versions[0].name`.
    pub field: String,
    /// The main place.
    pub span: Option<Span>,
    /// What to say at the main place.
    pub label: String,
    /// Other places, with a word on each.
    pub labels: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Vec<String>,
    /// A mend that is certain.
    pub fix: Option<Fix>,
    /// What the API server itself would say.
    pub cause: Option<FieldError>,
}

/// A stable code such as `CRD0213`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub u16);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CRD{:04}", self.0)
    }
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Accepted by the server, but harmful.
    Warning,
    /// The server refuses it.
    Error,
}

/// Edits that mend a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What the edits do, in a few words.
    pub title: String,
    /// The edits, in order, not overlapping.
    pub edits: Vec<Edit>,
}

/// Text to put in place of a span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// By what.
    pub text: String,
}
