//! Findings in the formats that can be asked for.

mod concise;
mod github;
mod human;
mod json;
mod sarif;
mod verdicts;

pub(crate) use human::{Mark, excerpt, first_columns, headline, plain, tail};
pub(crate) use json::as_json;
pub(crate) use verdicts::{StatusCause, verdict_line};

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use crd_core::Diagnostic;
use crd_core::check::{Code, Finding, Severity, SourceFile};
use crd_core::yaml::Position;
use serde_json::{Value, json};

use crate::args::Format;
use crate::source::Source;

/// One finding as text of a format; [`Format::Verdicts`] has none.
pub(crate) fn render(format: Format, source: &Source, finding: &Finding, width: usize) -> String {
    match format {
        Format::Human => human::render(source, finding, width),
        Format::Concise => concise::render(source, finding),
        Format::Json => json::render(source, finding),
        Format::Sarif => sarif::render(source, finding),
        Format::Github => github::render(source, finding),
        Format::Verdicts => String::new(),
    }
}

/// The text before the findings, between them, and after them; `summary` is that of the JSON document, `used` are the codes of
/// the findings.
pub(crate) fn frame(format: Format, summary: &Value, used: &BTreeSet<Code>) -> [String; 3] {
    match format {
        Format::Human => [String::new(), "\n".to_owned(), "\n".to_owned()],
        Format::Concise | Format::Github | Format::Verdicts => [String::new(), String::new(), String::new()],
        Format::Json => json::frame(summary),
        Format::Sarif => sarif::frame(used),
    }
}

/// What a run found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Summary {
    /// Files read.
    pub(crate) files: usize,
    /// CRDs checked.
    pub(crate) crds: usize,
    /// CRDs with errors.
    pub(crate) bad_crds: usize,
    /// Errors found.
    pub(crate) errors: usize,
    /// Warnings found.
    pub(crate) warnings: usize,
    /// Notes.
    pub(crate) notes: usize,
    /// Findings silenced by comments and levels.
    pub(crate) allowed: usize,
}

impl Summary {
    /// The counts as JSON.
    pub(crate) fn to_json(&self) -> Value {
        json!({
            "files": self.files,
            "crds": self.crds,
            "errors": self.errors,
            "warnings": self.warnings,
            "notes": self.notes,
            "allowed": self.allowed,
        })
    }
}

/// A severity as one word.
pub(crate) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// The main place as lines and columns: first and one past the last.
pub(crate) fn range(source: &Source, diagnostic: &Diagnostic) -> Option<[Position; 2]> {
    let span = diagnostic.span?;
    Some([source.position(span.start), source.position(span.end)])
}

thread_local! {
    /// The file that was last referred to, with its lines: findings refer to the same few files over and over.
    static LAST: RefCell<Option<(Arc<SourceFile>, Rc<Source>)>> = const { RefCell::new(None) };
}

/// The text of another file, with its lines.
fn source_of(file: &Arc<SourceFile>) -> Rc<Source> {
    LAST.with_borrow_mut(|last| {
        if let Some((known, source)) = last
            && Arc::ptr_eq(known, file)
        {
            return Rc::clone(source);
        }
        let source = Rc::new(Source::new(file.name.clone().into(), file.text.clone()));
        *last = Some((Arc::clone(file), Rc::clone(&source)));
        source
    })
}
