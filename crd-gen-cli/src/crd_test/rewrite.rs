//! Writes the server's responses into a file of cases; the rest, including comments, is unchanged.

use crd_core::sort::sort_by_key;
use crd_core::yaml::tree::Span;
use serde_json::{Value, json};

use super::suite::{Expectation, Suite, TestCase};

/// Returns the text of a file with the expectations of some cases replaced.
pub(super) fn rewritten(suite: &Suite, fresh: &[(usize, Expectation)]) -> String {
    let text = &suite.source.text;
    let mut edits: Vec<(Span, String)> = fresh
        .iter()
        .filter_map(|(index, expectation)| edit(suite, suite.cases.get(*index)?, expectation))
        .collect();
    sort_by_key(&mut edits, &|(span, _)| *span);
    let mut out = String::with_capacity(text.len() + 256);
    let mut at = 0;
    for (span, new) in edits {
        out.push_str(text.get(at..span.start as usize).unwrap_or_default());
        out.push_str(&new);
        at = span.end as usize;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// Returns the span to replace, and its replacement.
fn edit(suite: &Suite, case: &TestCase, expectation: &Expectation) -> Option<(Span, String)> {
    let source = &suite.source;
    let is_flow = case.span.slice(&source.text)?.starts_with('{');
    let indent = " ".repeat((source.position(case.first.start).column as usize).saturating_sub(1));
    let new = match expectation {
        Expectation::RejectedFor(_) if !is_flow => block(expectation, &indent),
        _ => format!("expect: {}", flow(expectation)),
    };
    if let Some((_, span)) = &case.expect {
        return Some((trimmed(&source.text, *span), new));
    }
    if is_flow {
        let end = case.span.end.saturating_sub(1);
        return Some((Span { start: end, end }, format!(", {new}")));
    }
    let end = trimmed(&source.text, case.span).end;
    Some((Span { start: end, end }, format!("\n{indent}{new}")))
}

/// Returns a span without trailing whitespace.
fn trimmed(text: &str, span: Span) -> Span {
    let length = span.slice(text).map_or(0, |text| text.trim_end().len());
    Span {
        end: span.start + u32::try_from(length).unwrap_or(0),
        ..span
    }
}

fn flow(expectation: &Expectation) -> String {
    match expectation {
        Expectation::Accepted => "accepted".to_owned(),
        Expectation::Rejected => "rejected".to_owned(),
        Expectation::RejectedFor(_) => as_json(expectation).to_string(),
    }
}

/// Writes an expectation as `rejected: [{"field": …, "text": …}]`.
fn as_json(expectation: &Expectation) -> Value {
    let Expectation::RejectedFor(errors) = expectation else {
        return Value::Null;
    };
    let errors = errors.iter().map(|error| {
        let mut object = serde_json::Map::new();
        if let Some(field) = &error.field {
            object.insert("field".to_owned(), field.as_str().into());
        }
        if let Some(text) = &error.text {
            object.insert("text".to_owned(), text.as_str().into());
        }
        Value::Object(object)
    });
    json!({ "rejected": errors.collect::<Vec<_>>() })
}

fn block(expectation: &Expectation, indent: &str) -> String {
    let yaml = crd_core::yaml::to_string(&as_json(expectation)).unwrap_or_default();
    let lines = yaml.lines().map(|line| format!("\n{indent}  {line}"));
    format!("expect:{}", lines.collect::<String>())
}
