//! Writes one JSON line for each CRD, with the messages of the API server.

use crd_core::check::{CheckedDocument, DocumentContent};
use crd_core::field::FieldError;
use serde::Serialize;

use crate::source::SourceText;

#[derive(Default, Serialize)]
struct VerdictLine<'a> {
    file: &'a str,
    doc: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decode: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    strict: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    panic: Option<&'a str>,
    errors: Vec<StatusCause>,
}

/// An error as the server lists it in `details.causes` of its response.
#[derive(Serialize)]
pub(crate) struct StatusCause {
    #[serde(rename = "type")]
    kind: &'static str,
    field: String,
    detail: String,
}

impl StatusCause {
    pub(crate) fn of(error: &FieldError) -> Self {
        StatusCause {
            kind: error.kind.cause(),
            field: error.field.to_string(),
            detail: error.text(),
        }
    }
}

/// Returns the line for one document; empty for a document that is not sent to the API of CRDs.
pub(crate) fn verdict_line(source: &SourceText, document: &CheckedDocument) -> String {
    let file = source.shown();
    let mut line = VerdictLine {
        file,
        doc: document.position,
        ..VerdictLine::default()
    };
    match &document.content {
        DocumentContent::Crd(crd) => {
            let decode_error = crd.decode_errors.first().map(|error| error.message.as_str());
            line.decode = decode_error.or(crd.not_served);
            line.name = crd.name.as_deref().filter(|_| decode_error.is_none());
            let strict = crd.strict_errors.iter().map(|error| error.message.as_str());
            let strict = crd.yaml_duplicates.as_deref().into_iter().chain(strict);
            let strict = strict.collect::<Vec<_>>().join(", ");
            line.strict = (!strict.is_empty()).then(|| format!("strict decoding error: {strict}"));
            if let Some(verdict) = crd.verdict() {
                line.panic = verdict.panic.as_ref().map(|panic| panic.reason.as_str());
                line.errors = verdict.errors.iter().map(StatusCause::of).collect();
            }
        }
        DocumentContent::Other(other) if other.decode_error.is_some() => {
            line.decode = other.decode_error.as_deref();
        }
        DocumentContent::Unreadable(reason) => line.decode = Some(reason),
        _ => return String::new(),
    }
    // A struct of strings and numbers can always be written as JSON.
    serde_json::to_string(&line).unwrap_or_default() + "\n"
}
