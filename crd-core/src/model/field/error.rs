//! Errors about fields, with the API server's texts.

use std::fmt;
use std::sync::Arc;

use super::{Cause, FieldPath, Path};
use crate::model::rules::RuleId;

/// The kind of a field error (apimachinery `field.ErrorType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ErrorType {
    /// A value is missing.
    Required,
    /// A value is wrong.
    Invalid,
    /// A value is of the wrong type; printed as `Invalid`.
    TypeInvalid,
    /// A value is not one of the known ones.
    NotSupported,
    /// A value occurs more than once.
    Duplicate,
    /// A value is not allowed.
    Forbidden,
    /// A string is too long.
    TooLong,
    /// A list has too many elements.
    TooMany,
    /// A list has too few elements.
    TooFew,
    /// A value is not found.
    NotFound,
    /// The server failed to decide.
    Internal,
    /// The store does not accept the object, after all checks. The server responds with the detail alone, without a field.
    Unstorable,
}

impl ErrorType {
    /// Returns the text of the error before its value.
    pub const fn text(self) -> &'static str {
        match self {
            ErrorType::Required => "Required value",
            ErrorType::Invalid | ErrorType::TypeInvalid => "Invalid value",
            ErrorType::NotSupported => "Unsupported value",
            ErrorType::Duplicate => "Duplicate value",
            ErrorType::Forbidden => "Forbidden",
            ErrorType::TooLong => "Too long",
            ErrorType::TooMany => "Too many",
            ErrorType::TooFew => "Too few",
            ErrorType::NotFound => "Not found",
            ErrorType::Internal => "Internal error",
            ErrorType::Unstorable => "Cannot be stored",
        }
    }

    /// Returns the cause type in JSON (`metav1.CauseType`).
    pub const fn cause(self) -> &'static str {
        match self {
            ErrorType::Required => "FieldValueRequired",
            ErrorType::Invalid => "FieldValueInvalid",
            ErrorType::TypeInvalid => "FieldValueTypeInvalid",
            ErrorType::NotSupported => "FieldValueNotSupported",
            ErrorType::Duplicate => "FieldValueDuplicate",
            ErrorType::Forbidden => "FieldValueForbidden",
            ErrorType::TooLong => "FieldValueTooLong",
            ErrorType::TooMany => "FieldValueTooMany",
            ErrorType::TooFew => "FieldValueTooFew",
            ErrorType::NotFound => "FieldValueNotFound",
            ErrorType::Internal | ErrorType::Unstorable => "InternalError",
        }
    }

    const fn prints_value(self) -> bool {
        !matches!(
            self,
            ErrorType::Required | ErrorType::Forbidden | ErrorType::TooLong | ErrorType::Internal
        )
    }
}

/// The origin of an error of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The wrong value. The server reports some errors elsewhere, for example at the whole object.
    pub value: FieldPath,
    /// The keyword or rule of the schema that is violated, below `openAPIV3Schema`:
    /// `properties[spec].properties[replicas].minimum` or
    /// `properties[spec].x-kubernetes-validations[0].rule`.
    pub keyword: Arc<FieldPath>,
}

/// One error as the API server reports it, with the rule that is violated.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldError {
    /// The violated rule.
    pub rule: RuleId,
    /// The kind of error.
    pub kind: ErrorType,
    /// The field, in the server's internal spelling of the object; empty for an error of the whole object.
    pub field: FieldPath,
    /// The bad value as the server prints it (already quoted or JSON), if this kind prints one.
    pub value: Option<String>,
    /// The server's text of the error. Tools that need more details use `cause`.
    pub detail: String,
    /// The cause of the error, if `rule`, `field` and `value` are not sufficient.
    pub cause: Option<Box<Cause>>,
    /// The origin of an error of an object; `None` for errors of CRDs, and for those of metadata and of the
    /// subresources, which do not come from a schema.
    pub origin: Option<Box<Origin>>,
    /// Other relevant fields, each with a note; paths in the same spelling as `field`.
    pub related: Vec<(FieldPath, String)>,
}

impl FieldError {
    /// Returns the path of the value in the object that the error is about: that of its origin, or the field.
    #[cfg(feature = "samples")]
    pub(crate) fn value_path(&self) -> &FieldPath {
        self.origin.as_ref().map_or(&self.field, |origin| &origin.value)
    }

    /// Creates an error without a value.
    pub fn new(rule: RuleId, kind: ErrorType, path: &Path<'_>, detail: impl Into<String>) -> Self {
        FieldError::at(rule, kind, path.to_field_path(), detail)
    }

    /// Creates an error without a value at an owned path.
    pub fn at(rule: RuleId, kind: ErrorType, field: FieldPath, detail: impl Into<String>) -> Self {
        FieldError {
            rule,
            kind,
            field,
            value: None,
            detail: detail.into(),
            cause: None,
            origin: None,
            related: Vec::new(),
        }
    }

    /// Creates an error `Required value`.
    pub fn required(rule: RuleId, path: &Path<'_>, detail: impl Into<String>) -> Self {
        FieldError::new(rule, ErrorType::Required, path, detail)
    }

    /// Creates an error `Forbidden`.
    pub fn forbidden(rule: RuleId, path: &Path<'_>, detail: impl Into<String>) -> Self {
        FieldError::new(rule, ErrorType::Forbidden, path, detail)
    }

    /// Creates an error `Invalid value: VALUE`; `value` is formatted as the server prints it.
    pub fn invalid(rule: RuleId, path: &Path<'_>, value: String, detail: impl Into<String>) -> Self {
        FieldError {
            value: Some(value),
            ..FieldError::new(rule, ErrorType::Invalid, path, detail)
        }
    }

    /// Creates an error `Unsupported value`, with the values `known` as the server lists them.
    pub fn not_supported(rule: RuleId, path: &Path<'_>, value: &str, known: &str) -> Self {
        FieldError {
            value: Some(crate::go::quote(value)),
            ..FieldError::new(
                rule,
                ErrorType::NotSupported,
                path,
                format!("supported values: {known}"),
            )
        }
    }

    /// Adds the cause to an error.
    #[must_use]
    #[cfg(feature = "check")]
    pub(crate) fn with_cause(mut self, cause: Cause) -> Self {
        self.cause = Some(Box::new(cause));
        self
    }

    /// Adds a related field to an error.
    #[must_use]
    #[cfg(feature = "check")]
    pub(crate) fn with_related(mut self, field: FieldPath, note: impl Into<String>) -> Self {
        self.related.push((field, note.into()));
        self
    }

    /// Returns the text without the field, as in a status cause: `Invalid value: "x": must be …`.
    pub fn text(&self) -> String {
        if self.kind == ErrorType::Unstorable {
            return self.detail.clone();
        }
        let mut text = String::from(self.kind.text());
        if let (true, Some(value)) = (self.kind.prints_value(), &self.value) {
            text.push_str(": ");
            text.push_str(value);
        }
        if !self.detail.is_empty() {
            text.push_str(": ");
            text.push_str(&self.detail);
        }
        text
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kind == ErrorType::Unstorable {
            return f.write_str(&self.detail);
        }
        write!(f, "{}: {}", self.field, self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::rules;

    #[test]
    fn values_are_printed_only_where_the_server_prints_them() {
        let path = Path::root("a");
        let mut error = FieldError::invalid(rules::STR_08, &path, "\"x\"".into(), "must be object");
        assert_eq!(error.to_string(), "a: Invalid value: \"x\": must be object");
        error.kind = ErrorType::Forbidden;
        assert_eq!(error.to_string(), "a: Forbidden: must be object");
    }
}
