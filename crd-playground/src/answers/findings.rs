//! Findings with their positions in JavaScript's units.

use crd_core::check::{Diagnostic, Severity, Stage, codes};
use crd_core::yaml::tree::Span;
use serde_json::{Value, json};

/// A text, with positions in JavaScript's units: UTF-16 code units.
pub(super) struct Places<'t> {
    text: &'t str,
}

impl<'t> Places<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Places { text }
    }

    /// Returns `{start, end, line, column}`; the line and the column are counted from 1.
    pub(super) fn of_span(&self, span: Span) -> Value {
        let start = self.boundary(span.start as usize);
        let end = self.boundary(span.end as usize);
        let before = self.text.get(..start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let column = before.get(line_start..).unwrap_or_default();
        json!({
            "start": units(before),
            "end": units(before) + units(self.text.get(start..end).unwrap_or_default()),
            "line": before.matches('\n').count() + 1,
            "column": units(column) + 1,
        })
    }

    /// Returns the nearest character boundary that is not after `at`.
    fn boundary(&self, at: usize) -> usize {
        let mut at = at.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// Returns the word for a severity.
pub(super) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// Returns a finding as JSON.
pub(super) fn as_json(diagnostic: &Diagnostic, places: &Places<'_>) -> Value {
    let field = if diagnostic.field.segments.is_empty() {
        String::new()
    } else {
        diagnostic.field.short().to_string()
    };
    json!({
        "code": diagnostic.code.to_string(),
        "slug": codes::entry(diagnostic.code).map(|entry| entry.slug),
        "severity": severity_word(diagnostic.severity),
        "message": diagnostic.message,
        "label": diagnostic.label,
        "field": field,
        "place": diagnostic.span.map(|span| places.of_span(span)),
        "labels": diagnostic.labels.iter().map(|(span, text)| json!({
            "place": places.of_span(*span),
            "text": text,
        })).collect::<Vec<_>>(),
        "help": diagnostic.help,
        "fix": diagnostic.fix.as_ref().map(|fix| json!({
            "title": fix.title,
            "edits": fix.edits.iter().map(|edit| json!({
                "place": places.of_span(edit.span),
                "text": edit.text,
            })).collect::<Vec<_>>(),
        })),
        "elsewhere": diagnostic.elsewhere.as_ref().map(|elsewhere| json!({
            "file": elsewhere.file.name,
            "place": Places::of(&elsewhere.file.text).of_span(elsewhere.span),
            "text": elsewhere.text,
        })),
        "server": diagnostic.server.as_ref().map(ToString::to_string),
        "isLater": diagnostic.stage == Stage::Later,
    })
}
