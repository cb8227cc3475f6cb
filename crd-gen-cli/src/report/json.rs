//! Writes one JSON document with all findings.

use serde_json::{Value, json};

use super::{Finding, range, severity_word, source_of};
use crate::source::SourceText;
use crd_core::check::{FixSafety, Stage, lint_of};
use crd_core::field::{ErrorType, FieldError, FieldPath};
use crd_core::yaml::Position;
use crd_core::yaml::tree::Span;

pub(super) fn render(source: &SourceText, finding: &Finding) -> String {
    as_json(source, finding).to_string()
}

/// Converts a finding to JSON.
pub(crate) fn as_json(source: &SourceText, finding: &Finding) -> Value {
    let diagnostic = &finding.diagnostic;
    json!({
        "code": diagnostic.code.to_string(),
        "slug": crd_core::check::codes::entry(diagnostic.code).map(|entry| entry.slug),
        "rule": lint_of(diagnostic.code).map(|lint| lint.rule),
        "severity": severity_word(diagnostic.severity),
        "message": diagnostic.message,
        "file": source.shown(),
        "document": finding.document,
        "name": finding.name,
        "version": finding.version,
        "field": field(&diagnostic.field),
        "range": range(source, diagnostic).map(positions),
        "label": diagnostic.label,
        "labels": diagnostic.labels.iter().map(|(span, text)| json!({
            "range": span_positions(source, *span),
            "text": text,
        })).collect::<Vec<_>>(),
        "elsewhere": diagnostic.elsewhere.as_ref().map(|elsewhere| json!({
            "file": elsewhere.file.name,
            "range": span_positions(&source_of(&elsewhere.file), elsewhere.span),
            "text": elsewhere.text,
        })),
        "help": diagnostic.help,
        "fix": diagnostic.fix.as_ref().map(|fix| json!({
            "title": fix.title,
            "safe": fix.safety == FixSafety::Certain,
            "edits": fix.edits.iter().map(|edit| json!({
                "range": span_positions(source, edit.span),
                "text": edit.text,
            })).collect::<Vec<_>>(),
        })),
        "cause": diagnostic.server.as_ref().map(cause),
        "stage": stage(diagnostic.stage),
    })
}

/// Returns whether the server reports it now, or only after other errors are fixed.
pub(super) fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Later => "later",
        _ => "now",
    }
}

/// Returns the path to the field; empty if the finding does not concern a field.
pub(super) fn field(path: &FieldPath) -> String {
    if path.segments.is_empty() {
        String::new()
    } else {
        path.to_string()
    }
}

/// Converts the server's own error to JSON.
pub(super) fn cause(error: &FieldError) -> Value {
    if error.field.segments.is_empty() || error.kind == ErrorType::Unstorable {
        return json!({ "type": null, "field": null, "detail": error.detail });
    }
    json!({ "type": error.kind.cause(), "field": error.field.to_string(), "detail": error.text() })
}

fn span_positions(source: &SourceText, span: Span) -> Value {
    positions([source.position(span.start), source.position(span.end)])
}

fn positions([start, end]: [Position; 2]) -> Value {
    json!({
        "start": { "line": start.line, "column": start.column },
        "end": { "line": end.line, "column": end.column },
    })
}

pub(super) fn frame(summary: &Value) -> [String; 3] {
    [
        "{\"findings\":[\n".to_owned(),
        ",\n".to_owned(),
        format!("\n],\n\"summary\":{summary}}}\n"),
    ]
}
