//! The diagnostic: what is wrong, where, why, and what to do.

use std::sync::Arc;

use super::codes::{self, Code, Severity};
use crate::model::field::{FieldError, FieldPath};
use crate::yaml::tree::Span;

/// One finding in a text, with its place and with what to do about it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// How bad it is: the code's own severity, unless [`Levels`](super::Levels) say otherwise.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// The field in the spelling of the manifest, such as `spec.versions[0].name`; empty for what is not about
    /// a field. [`FieldPath::short`] displays it as users of the API know it.
    pub field: FieldPath,
    /// The main place, in bytes of the text; `None` for a text that was not read.
    pub span: Option<Span>,
    /// What to say at the main place; may be empty.
    pub label: String,
    /// Other places in the text, each with a note.
    pub labels: Vec<(Span, String)>,
    /// A place in another file that the finding relates to, such as the rule of a CRD that refuses an object.
    pub elsewhere: Option<Box<Elsewhere>>,
    /// What to do about it, each a line; may be empty.
    pub help: Vec<String>,
    /// Edits that fix it, if there are any.
    pub fix: Option<Fix>,
    /// What the API server itself says, with the facts behind it; `None` for what only this tool reports.
    pub server: Option<FieldError>,
    /// Whether the server says it in its answer.
    pub stage: Stage,
}

impl Diagnostic {
    /// A diagnostic with the severity of its code, and with no more than a message and a place.
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

    /// The same diagnostic with a label at its main place.
    #[must_use]
    pub(crate) fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same diagnostic with one more line of help.
    #[must_use]
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help.push(help.into());
        self
    }

    /// The same diagnostic about a field.
    #[must_use]
    pub(crate) fn with_field(mut self, field: FieldPath) -> Self {
        self.field = field;
        self
    }
}

/// When the server says what a diagnostic is about.
///
/// The server checks the structure of a schema, then its defaults, then its rules, and stops at the first stage with errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// In its answer to the CRD as it is.
    #[default]
    Now,
    /// Only when the errors that it says now are gone.
    Later,
}

impl Stage {
    /// What introduces the server's own words in a report.
    #[must_use]
    pub const fn introduction(self) -> &'static str {
        match self {
            Stage::Now => "server",
            Stage::Later => "not yet said by the server",
        }
    }
}

/// A place in another file than that of the finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Elsewhere {
    /// The file.
    pub file: Arc<SourceFile>,
    /// The bytes of its text.
    pub span: Span,
    /// What to say there.
    pub text: String,
}

/// The name and the text of a file.
#[derive(Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// How findings name it.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Edits that fix a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// What the edits do, in a few words.
    pub title: String,
    /// The edits, in the order of the text; they do not overlap.
    pub edits: Vec<Edit>,
    /// Whether they certainly give what was meant.
    pub safety: FixSafety,
}

impl Fix {
    /// The same edits, which may not be what was meant.
    #[must_use]
    pub(crate) fn likely(self) -> Self {
        Fix {
            safety: FixSafety::Likely,
            ..self
        }
    }
}

/// Whether edits certainly give what was meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FixSafety {
    /// They do: what the server makes of the CRD stays the same, or was certainly wrong.
    #[default]
    Certain,
    /// They change what the CRD means, most likely as it was meant.
    Likely,
}

/// A replacement of a part of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The bytes that are replaced.
    pub span: Span,
    /// The text that replaces them.
    pub text: String,
}
