//! Checks a request's body before its object is validated: the server compares kind and version with the CRD,
//! and the names with the URL (rules OBJ-01, OBJ-05).

use std::fmt::Write as _;

use serde_json::Value;

use super::{Admission, Finding, Operation, Url};
use crate::go;
use crate::model::field::FieldPath;
use crate::server::metadata::ResourceScope;

/// The maximum number of bytes of a body that an error shows.
const SHOWN: usize = 30;

/// Checks that the body of a request is an object of any kind (otherwise HTTP 400).
pub(super) fn recognize(admission: &Admission, body: &Value) -> Result<(), Finding> {
    let Some(fault) = unrecognized(body) else {
        return Ok(());
    };
    let text = format!(
        "the object provided is unrecognized (must be of type {}): {fault} ({})",
        admission.options.kind,
        summary(&go::json(body))
    );
    Err(Finding::new(text, FieldPath::default()))
}

/// Checks that a decoded body matches the URL of its request (otherwise HTTP 400).
pub(super) fn check(
    admission: &Admission,
    operation: Operation<'_>,
    url: Url<'_>,
    body: &Value,
) -> Result<(), Finding> {
    let options = &admission.options;
    let text = |key: &str| body.get(key).and_then(Value::as_str).unwrap_or_default();
    let api_version = text("apiVersion");
    if api_version != &*options.api_version {
        let text = format!(
            "the API version in the data ({api_version}) does not match the expected API version ({})",
            options.api_version
        );
        return Err(Finding::new(text, FieldPath::default().child("apiVersion")));
    }
    let metadata = FieldPath::default().child("metadata");
    let named = |key: &str| {
        body.get("metadata")
            .and_then(|meta| meta.get(key))
            .and_then(Value::as_str)
    };
    let wanted = url.namespace.unwrap_or("default");
    // Cluster-scoped objects lose their namespace.
    if options.scope == ResourceScope::Namespaced
        && named("namespace").is_some_and(|namespace| !namespace.is_empty() && namespace != wanted)
    {
        let text = "the namespace of the provided object does not match the namespace sent on the request";
        return Err(Finding::new(text, metadata.child("namespace")));
    }
    let stored = operation
        .old()
        .and_then(|old| old.get("metadata"))
        .and_then(|meta| meta.get("name"));
    if let (Some(stored), Some(name)) = (stored.and_then(Value::as_str), named("name"))
        && stored != name
    {
        let text = format!("the name of the object ({name}) does not match the name on the URL ({stored})");
        return Err(Finding::new(text, metadata.child("name")));
    }
    Ok(())
}

/// Returns the reason why a body is not an object of any kind.
fn unrecognized(body: &Value) -> Option<String> {
    const READING: &str = "couldn't get version/kind; json parse error: json: cannot unmarshal";
    let go_type = match body {
        Value::Object(_) | Value::Null => None,
        other => Some(json_type(other)),
    };
    if let Some(found) = go_type {
        return Some(format!(
            "{READING} {found} into Go value of type struct {{ APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; \
             Kind string \"json:\\\"kind,omitempty\\\"\" }}"
        ));
    }
    for key in ["apiVersion", "kind"] {
        match body.get(key) {
            None | Some(Value::Null | Value::String(_)) => {}
            Some(other) => {
                let found = json_type(other);
                return Some(format!(
                    "{READING} {found} into Go struct field .{key} of type string"
                ));
            }
        }
    }
    match body.get("kind").and_then(Value::as_str) {
        None | Some("") => Some(format!("Object 'Kind' is missing in '{}'", go::json(body))),
        Some(_) => None,
    }
}

/// Returns the name of a value's type in the errors of Go's JSON decoder.
pub(super) fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Returns the beginning of a body; in hexadecimal if it is not an object.
fn summary(body: &str) -> String {
    let (shown, more) = match body.as_bytes().split_at_checked(SHOWN) {
        Some((shown, rest)) if !rest.is_empty() => (shown, " ..."),
        _ => (body.as_bytes(), ""),
    };
    if body.starts_with('{') {
        return format!("{}{more}", String::from_utf8_lossy(shown));
    }
    let mut digits = String::with_capacity(2 * shown.len() + more.len());
    for byte in shown {
        let _ = write!(digits, "{byte:02x}");
    }
    digits + more
}
