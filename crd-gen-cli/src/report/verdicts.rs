//! One JSON line a CRD document, in the words of the API server.

use crd_core::field::FieldError;
use serde::Serialize;

#[derive(Serialize)]
struct Verdict<'a> {
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
    errors: Vec<Cause>,
}

#[derive(Serialize)]
struct Cause {
    #[serde(rename = "type")]
    kind: &'static str,
    field: String,
    detail: String,
}

/// What is said of one document.
#[derive(Default)]
pub(crate) struct Spoken<'a> {
    pub(crate) name: Option<&'a str>,
    pub(crate) decode: Option<&'a str>,
    pub(crate) strict: Vec<&'a str>,
    pub(crate) panic: Option<&'a str>,
    pub(crate) errors: &'a [FieldError],
}

/// The line for one document.
pub(crate) fn verdict_line(file: &str, doc: usize, spoken: &Spoken<'_>) -> String {
    let strict =
        (!spoken.strict.is_empty()).then(|| format!("strict decoding error: {}", spoken.strict.join(", ")));
    let verdict = Verdict {
        file,
        doc,
        name: spoken.name,
        decode: spoken.decode,
        strict,
        panic: spoken.panic,
        errors: spoken
            .errors
            .iter()
            .map(|error| Cause {
                kind: error.kind.cause(),
                field: error.field.to_string(),
                detail: error.text(),
            })
            .collect(),
    };
    // A struct of strings and numbers always serialises.
    serde_json::to_string(&verdict).unwrap_or_default() + "\n"
}
