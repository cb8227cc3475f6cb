//! Errors about fields, in the words of the API server.

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
    /// A value is not among those known.
    NotSupported,
    /// A value occurs more than once.
    Duplicate,
    /// A value may not be given.
    Forbidden,
    /// A string is too long.
    TooLong,
    /// A list has too many elements.
    TooMany,
    /// A list has too few elements.
    TooFew,
    /// A value is not found.
    NotFound,
    /// The server could not decide.
    Internal,
    /// The store does not take the object, after all checks. The server answers with the detail alone, and names no field.
    Unstorable,
}

impl ErrorType {
    /// How the error prints before its value.
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

    /// The cause type on the wire (`metav1.CauseType`).
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

/// Where an error of an object comes from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The value that is wrong. The server reports some errors elsewhere, for example at the whole object.
    pub value: FieldPath,
    /// The keyword or rule of the schema that says so, below `openAPIV3Schema`: `properties[spec].properties[replicas].minimum` or
    /// `properties[spec].x-kubernetes-validations[0].rule`.
    pub keyword: Arc<FieldPath>,
}

/// One error as the API server reports it, with the rule it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldError {
    /// The rule that is broken.
    pub rule: RuleId,
    /// The kind of error.
    pub kind: ErrorType,
    /// Where, in the server's internal spelling of the object; empty for an error of the whole object.
    pub field: FieldPath,
    /// The bad value as the server prints it (already quoted or JSON), if this kind prints one.
    pub value: Option<String>,
    /// What is wrong, in the server's words. Tools that need to know more look at `cause`.
    pub detail: String,
    /// The fact behind the error, where `rule`, `field` and `value` do not say all.
    pub cause: Option<Box<Cause>>,
    /// Where an error of an object comes from; `None` for errors of CRDs, and for those of metadata and of the subresources,
    /// which no schema makes.
    pub origin: Option<Box<Origin>>,
    /// Other places that matter, each with a note; paths in the same spelling as `field`.
    pub related: Vec<(FieldPath, String)>,
}

impl FieldError {
    /// An error without a value.
    pub fn new(rule: RuleId, kind: ErrorType, path: &Path<'_>, detail: impl Into<String>) -> Self {
        FieldError::at(rule, kind, path.to_field_path(), detail)
    }

    /// An error without a value at an owned path.
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

    /// `Required value`.
    pub fn required(rule: RuleId, path: &Path<'_>, detail: impl Into<String>) -> Self {
        FieldError::new(rule, ErrorType::Required, path, detail)
    }

    /// `Forbidden`.
    pub fn forbidden(rule: RuleId, path: &Path<'_>, detail: impl Into<String>) -> Self {
        FieldError::new(rule, ErrorType::Forbidden, path, detail)
    }

    /// `Invalid value: VALUE`; `value` is rendered as the server prints it.
    pub fn invalid(rule: RuleId, path: &Path<'_>, value: String, detail: impl Into<String>) -> Self {
        FieldError {
            value: Some(value),
            ..FieldError::new(rule, ErrorType::Invalid, path, detail)
        }
    }

    /// `Unsupported value`, with the values `known` as the server lists them.
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

    /// The same error with the fact behind it.
    #[must_use]
    #[cfg(feature = "check")]
    pub(crate) fn with_cause(mut self, cause: Cause) -> Self {
        self.cause = Some(Box::new(cause));
        self
    }

    /// The same error with a related place.
    #[must_use]
    #[cfg(feature = "check")]
    pub(crate) fn with_related(mut self, field: FieldPath, note: impl Into<String>) -> Self {
        self.related.push((field, note.into()));
        self
    }

    /// The text without the field, as in a status cause: `Invalid value: "x": must be …`.
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
