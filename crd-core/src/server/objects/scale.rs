//! The members of an object that the scale subresource reads and writes (rule SCL-01).

use crate::model::rules::{self, RuleId};
use serde_json::Value;

use crate::go;
use crate::model::crd::Scale;
use crate::model::field::{ErrorType, FieldError, FieldPath, Segment};

const RULE: RuleId = rules::SCL_01;

/// Returns the errors of the members to which the scale subresource points.
pub(crate) fn validate(scale: &Scale, object: &Value) -> Vec<FieldError> {
    let mut errors: Vec<FieldError> = replicas(&scale.spec_replicas_path, object).into_iter().collect();
    errors.extend(validate_status(scale, object));
    errors
}

/// Returns the errors of those members that belong to the status.
pub(crate) fn validate_status(scale: &Scale, object: &Value) -> Vec<FieldError> {
    let mut errors: Vec<FieldError> = replicas(&scale.status_replicas_path, object)
        .into_iter()
        .collect();
    if let Some(path) = &scale.label_selector_path {
        let fault = match lookup(object, path) {
            Ok(None | Some(Value::String(_))) => None,
            Ok(Some(other)) => Some(wrong(path, other, "string")),
            Err(fault) => Some(fault),
        };
        errors.extend(fault.map(|fault| invalid(path, go::quote(""), fault)));
    }
    errors
}

/// Returns the error of a number of replicas.
fn replicas(path: &str, object: &Value) -> Option<FieldError> {
    let (value, fault) = match lookup(object, path) {
        Ok(None) => return None,
        Ok(Some(value)) => match value.as_i64() {
            Some(count) if count < 0 => (count.to_string(), "should be a non-negative integer".to_owned()),
            Some(count) if count > i64::from(i32::MAX) => (
                count.to_string(),
                "should be less than or equal to 2147483647".to_owned(),
            ),
            Some(_) => return None,
            None => ("0".to_owned(), wrong(path, value, "int64")),
        },
        Err(fault) => ("0".to_owned(), fault),
    };
    Some(invalid(path, value, fault))
}

fn invalid(path: &str, value: String, fault: String) -> FieldError {
    let field = FieldPath::default().join(Segment::Field(path.into()));
    FieldError {
        value: Some(value),
        ..FieldError::at(RULE, ErrorType::Invalid, field, fault)
    }
}

/// Returns the value at a dotted path; an error if a member on the way is not an object.
fn lookup<'v>(object: &'v Value, path: &str) -> Result<Option<&'v Value>, String> {
    let path = path.strip_prefix('.').unwrap_or(path);
    let mut here = object;
    let mut walked = String::new();
    for segment in path.split('.') {
        walked.push('.');
        walked.push_str(segment);
        match here {
            Value::Null => return Ok(None),
            Value::Object(members) => match members.get(segment) {
                Some(member) => here = member,
                None => return Ok(None),
            },
            other => return Err(wrong(&walked, other, "map[string]interface{}")),
        }
    }
    Ok(Some(here))
}

fn wrong(path: &str, value: &Value, wanted: &str) -> String {
    let dot = if path.starts_with('.') { "" } else { "." };
    format!(
        "{dot}{path} accessor error: {} is of the type {}, expected {wanted}",
        go::verb_v(value),
        go_type(value)
    )
}

/// Returns the Go type to which a JSON value is decoded.
pub(crate) fn go_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.as_i64().is_some() => "int64",
        Value::Number(_) => "float64",
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    }
}
