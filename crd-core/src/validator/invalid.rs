//! Errors of a rejected object.

use std::fmt;

use serde_json::{Value, json};

use crate::model::field::{FieldError, FieldPath};
use crate::server::objects::{Admitted, Finding};

/// The reasons for which the server would reject an object.
///
/// `Display` is one line in the style of the server; `{:#}` puts each reason on a line of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Invalid {
    kind: String,
    name: String,
    /// The decoding error; `errors` is empty if there is one.
    decode: Option<Finding>,
    errors: Vec<FieldError>,
    object: Value,
}

impl Invalid {
    pub(super) fn new(kind: &str, object: &Value, admitted: Admitted) -> Self {
        Invalid {
            kind: kind.to_owned(),
            name: name_of(object),
            decode: admitted.decode,
            errors: admitted.errors,
            object: object.clone(),
        }
    }

    pub(super) fn unreadable(object: &Value, reason: String) -> Self {
        Invalid {
            kind: String::new(),
            name: name_of(object),
            decode: Some(Finding::new(reason, FieldPath::default())),
            errors: Vec::new(),
            object: object.clone(),
        }
    }

    /// Whether the rejection does not come from validation: there is no object, or no schema to validate it.
    pub(super) fn is_not_validated(&self) -> bool {
        self.kind.is_empty()
    }

    /// Returns the errors, in the server's order; none if the object cannot be decoded.
    #[must_use]
    pub fn errors(&self) -> &[FieldError] {
        &self.errors
    }

    /// Returns the decoding error (HTTP 400), if there is one.
    #[must_use]
    pub fn decode_error(&self) -> Option<&str> {
        self.decode.as_ref().map(|fault| fault.text.as_str())
    }

    /// Returns the object that was sent.
    #[must_use]
    pub fn object(&self) -> &Value {
        &self.object
    }

    /// Whether there is an error at a path such as `spec.replicas` whose message contains `text`.
    #[must_use]
    pub fn has(&self, path: &str, text: &str) -> bool {
        self.reasons()
            .any(|(field, reason)| field == path && reason.contains(text))
    }

    /// Iterates over the reasons: the path, empty for the whole object, and the message.
    pub(super) fn reasons(&self) -> impl Iterator<Item = (String, String)> {
        let path = |field: &FieldPath| {
            if field.segments.is_empty() {
                String::new()
            } else {
                field.to_string()
            }
        };
        let decode = self
            .decode
            .iter()
            .map(move |fault| (path(&fault.field), fault.text.clone()));
        decode.chain(
            self.errors
                .iter()
                .map(move |error| (path(&error.field), error.text())),
        )
    }

    /// Returns the server's response as a `Status` of `v1`, for webhooks: code 422 with a cause for each error, or 400.
    #[must_use]
    pub fn to_status(&self) -> Value {
        if let Some(fault) = &self.decode {
            return json!({
                "apiVersion": "v1", "kind": "Status", "status": "Failure",
                "reason": "BadRequest", "code": 400, "message": fault.text,
            });
        }
        let causes: Vec<Value> = self
            .errors
            .iter()
            .map(|error| {
                json!({ "reason": error.kind.cause(), "field": error.field.to_string(), "message": error.text() })
            })
            .collect();
        json!({
            "apiVersion": "v1", "kind": "Status", "status": "Failure",
            "reason": "Invalid", "code": 422, "message": self.to_string(),
            "details": { "kind": self.kind, "name": self.name, "causes": causes },
        })
    }
}

fn name_of(object: &Value) -> String {
    let name = object.pointer("/metadata/name").and_then(Value::as_str);
    name.unwrap_or_default().to_owned()
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_not_validated() {
            f.write_str("the object cannot be validated:")?;
        } else {
            write!(f, "{} {:?} is invalid:", self.kind, self.name)?;
        }
        let separator = if f.alternate() { "\n  " } else { "; " };
        for (position, (path, text)) in self.reasons().enumerate() {
            f.write_str(match position {
                0 if !f.alternate() => " ",
                _ => separator,
            })?;
            if !path.is_empty() && self.decode.is_none() {
                write!(f, "{path}: ")?;
            }
            f.write_str(&text)?;
        }
        Ok(())
    }
}

impl std::error::Error for Invalid {}
