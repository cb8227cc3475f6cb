//! The verdict on a CRD, in the form of the oracle's responses.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One error of a verdict, with the members of a `StatusCause`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cause {
    /// The cause type, such as `FieldValueInvalid`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The path of the field, as the server writes it internally.
    pub field: String,
    /// The text without the field.
    pub detail: String,
}

/// The verdict on one CRD, by the oracle or by this project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// The errors, in no particular order.
    #[serde(default)]
    pub errors: Vec<Cause>,
    /// The error if the document could not be decoded (HTTP 400).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decode: Option<String>,
    /// The errors of strict field validation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub strict: Vec<String>,
    /// The warnings of the strategy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
    /// The panic, if the server would return HTTP 500.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub panic: Option<String>,
}

/// The oracle's response in mode `condition`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Condition {
    status: String,
    reason: String,
    message: String,
    errors: Vec<Cause>,
    decode: Option<String>,
    panic: Option<String>,
}

impl Verdict {
    /// Parses the oracle's response in a mode. The text of a condition becomes a warning.
    pub fn from_answer(mode: &str, answer: Value) -> serde_json::Result<Verdict> {
        if mode != "condition" {
            return serde_json::from_value(answer);
        }
        let Condition {
            status,
            reason,
            message,
            errors,
            decode,
            panic,
        } = serde_json::from_value(answer)?;
        let warnings = if status.is_empty() {
            Vec::new()
        } else {
            vec![format!("{status} {reason}: {message}")]
        };
        Ok(Verdict {
            errors,
            decode,
            strict: Vec::new(),
            warnings,
            panic,
        })
    }
}
