//! Writes one JSON line for each object, with the messages of the API server.

use crd_core::check::objects::CheckedObject;
use crd_core::objects::Admitted;
use serde::Serialize;
use serde_json::Value;

use crate::report::StatusCause;

#[derive(Serialize)]
struct VerdictLine<'a> {
    file: &'a str,
    doc: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decode: Option<&'a str>,
    strict: Vec<&'a str>,
    warnings: Vec<String>,
    errors: Vec<StatusCause>,
    object: &'a Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<u64>,
}

/// Returns the line for a document or an object that the server could not validate, with the reason.
pub(super) fn unjudged(file: &str, position: usize, object: &CheckedObject, reason: &str) -> String {
    let line = VerdictLine {
        file,
        doc: position,
        item: object.item,
        name: object.name.as_deref(),
        decode: Some(reason),
        strict: Vec::new(),
        warnings: Vec::new(),
        errors: Vec::new(),
        object: &Value::Null,
        cost: None,
    };
    // A struct of texts, numbers and JSON can always be written as JSON.
    serde_json::to_string(&line).unwrap_or_default() + "\n"
}

/// Returns the line for an object.
pub(super) fn line(file: &str, judged: &CheckedObject, admitted: &Admitted) -> String {
    let line = VerdictLine {
        file,
        doc: judged.position,
        item: judged.item,
        name: judged.name.as_deref(),
        decode: admitted.decode.as_ref().map(|fault| fault.text.as_str()),
        strict: admitted
            .strict
            .iter()
            .map(|finding| finding.text.as_str())
            .collect(),
        warnings: admitted.warnings.iter().map(ToString::to_string).collect(),
        errors: admitted.errors.iter().map(StatusCause::of).collect(),
        object: &admitted.object,
        cost: admitted.cost,
    };
    // A struct of texts, numbers and JSON can always be written as JSON.
    serde_json::to_string(&line).unwrap_or_default() + "\n"
}
