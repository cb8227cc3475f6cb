//! The diagnostic: message, place, reasons, and suggestions.

use std::sync::Arc;

use super::codes::{self, Code, Severity};
use crate::model::field::{FieldError, FieldPath};
use crate::yaml::tree::Span;

/// One finding in a text, with its place and suggestions for a fix.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// The severity: that of the code, unless [`Levels`](super::Levels) override it.
    pub severity: Severity,
    /// The message, in one line.
    pub message: String,
    /// The field in the spelling of the manifest, such as `spec.versions[0].name`; empty if the finding does not
    /// concern a field. [`FieldPath::short`] displays it as users of the API know it.
    pub field: FieldPath,
    /// The main place, as a byte range of the text; `None` for a text that was not read.
    pub span: Option<Span>,
    /// The label at the main place; may be empty.
    pub label: String,
    /// Other places in the text, each with a label.
    pub labels: Vec<(Span, String)>,
    /// A place in another file that the finding relates to, such as the rule of a CRD that rejects an object.
    pub elsewhere: Option<Box<ExternalLocation>>,
    /// Suggestions for a fix, one line each; may be empty.
    pub help: Vec<String>,
    /// Edits that fix it, if there are any.
    pub fix: Option<Fix>,
    /// The error of the API server, with its details; `None` for findings that only this tool reports.
    pub server: Option<FieldError>,
    /// Whether the server reports it in its response.
    pub stage: Stage,
}

impl Diagnostic {
    /// Creates a diagnostic with the severity of its code, and only a message and a place.
    #[must_use]
    pub fn new(code: Code, message: impl Into<String>, span: Span) -> Self {
        Diagnostic {
            code,
            severity: codes::entry(code).map_or(Severity::Error, |entry| entry.severity),
            message: message.into(),
            field: FieldPath::default(),
            span: Some(span),
            label: String::new(),
            labels: Vec::new(),
            elsewhere: None,
            help: Vec::new(),
            fix: None,
            server: None,
            stage: Stage::default(),
        }
    }

    /// Sets the label at the main place.
    #[must_use]
    pub(crate) fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds a line of help.
    #[must_use]
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// Sets the field.
    #[must_use]
    pub(crate) fn with_field(mut self, field: FieldPath) -> Self {
        self.field = field;
        self
    }
}

/// When the server reports the error of a diagnostic.
///
/// The server checks the structure of a schema, then its defaults, then its rules, and stops at the first stage with errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// In its response to the CRD as it is.
    #[default]
    Now,
    /// Only after the errors that it reports now are fixed.
    Later,
}

impl Stage {
    /// Returns the introduction of the server's own message in a report.
    #[must_use]
    pub const fn introduction(self) -> &'static str {
        match self {
            Stage::Now => "server",
            Stage::Later => "not yet reported by the server",
        }
    }
}

/// A place in a file other than that of the finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExternalLocation {
    /// The file.
    pub file: Arc<SourceFile>,
    /// The byte range in its text.
    pub span: Span,
    /// The label at the place.
    pub text: String,
}

/// The name and the text of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The name that findings show.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Edits that fix a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// A short description of the edits.
    pub title: String,
    /// The edits, in the order of the text; they do not overlap.
    pub edits: Vec<Edit>,
    /// Whether they certainly have the intended result.
    pub safety: FixSafety,
}

impl Fix {
    /// Marks the fix as likely instead of certain.
    #[must_use]
    pub(crate) fn likely(self) -> Self {
        Fix {
            safety: FixSafety::Likely,
            ..self
        }
    }
}

/// Whether edits certainly have the intended result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FixSafety {
    /// They do: the server stores the same CRD as before, or the old one was certainly wrong.
    #[default]
    Certain,
    /// They change the meaning of the CRD, most likely as intended.
    Likely,
}

/// A replacement of a part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The byte range that is replaced.
    pub span: Span,
    /// The text that replaces them.
    pub text: String,
}
