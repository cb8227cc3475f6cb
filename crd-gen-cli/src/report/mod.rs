//! Reports findings in the available formats.

mod concise;
mod format;
mod github;
pub(crate) mod gitlab;
mod human;
mod json;
pub(crate) mod junit;
mod run;
mod sarif;
mod shown;
mod verdicts;

pub(crate) use format::FindingFormat;
pub(crate) use human::{Drawing, Mark, MarkKind};
pub(crate) use json::as_json;
pub(crate) use run::{FileReport, Printer, ShownFindings, Totals, report_problems};
pub(crate) use shown::ShownSoFar;
pub(crate) use verdicts::{StatusCause, verdict_line};

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use crd_core::Diagnostic;
use crd_core::check::{Finding, Severity, SourceFile};
use crd_core::yaml::Position;
use serde_json::Value;

use crate::source::SourceText;

/// Formats one finding; [`FindingFormat::Verdicts`] has no findings, and [`FindingFormat::Junit`] is written as a whole.
pub(crate) fn render(format: FindingFormat, source: &SourceText, finding: &Finding, width: usize) -> String {
    match format {
        FindingFormat::Human => human::render(source, finding, width),
        FindingFormat::Concise => concise::render(source, finding),
        FindingFormat::Json => json::render(source, finding),
        FindingFormat::Sarif => sarif::render(source, finding),
        FindingFormat::Github => github::render(source, finding),
        FindingFormat::Gitlab => gitlab::render(source, finding),
        FindingFormat::Verdicts | FindingFormat::Junit => String::new(),
    }
}

/// Returns the text before the findings, between them, and after them; `summary` is that of the JSON document.
pub(crate) fn frame(format: FindingFormat, summary: &Value, totals: &Totals) -> [String; 3] {
    match format {
        FindingFormat::Human => [String::new(), "\n".to_owned(), "\n".to_owned()],
        FindingFormat::Concise | FindingFormat::Github | FindingFormat::Verdicts | FindingFormat::Junit => {
            [String::new(), String::new(), String::new()]
        }
        FindingFormat::Gitlab => gitlab::frame(),
        FindingFormat::Json => json::frame(summary),
        FindingFormat::Sarif => sarif::frame(&totals.counts.keys().map(|(_, code)| *code).collect()),
    }
}

/// Returns the word for a severity.
pub(crate) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

/// Returns the main place as lines and columns: the first position, and one past the last.
pub(crate) fn range(source: &SourceText, diagnostic: &Diagnostic) -> Option<[Position; 2]> {
    let span = diagnostic.span?;
    Some([source.position(span.start), source.position(span.end)])
}

/// Maximum number of files that are kept with their lines.
const MOST_SOURCES: usize = 4;

thread_local! {
    /// The files that were last referred to, with their lines: findings often refer to the same few files.
    static LAST: RefCell<VecDeque<(Arc<SourceFile>, Rc<SourceText>)>> = const { RefCell::new(VecDeque::new()) };
}

/// Returns the text of a file, with its lines.
pub(crate) fn source_of(file: &Arc<SourceFile>) -> Rc<SourceText> {
    LAST.with_borrow_mut(|last| {
        if let Some((_, source)) = last.iter().find(|(known, _)| Arc::ptr_eq(known, file)) {
            return Rc::clone(source);
        }
        let source = Rc::new(SourceText::new(file.name.clone().into(), file.text.clone()));
        last.truncate(MOST_SOURCES - 1);
        last.push_front((Arc::clone(file), Rc::clone(&source)));
        source
    })
}
