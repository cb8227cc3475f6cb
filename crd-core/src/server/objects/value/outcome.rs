//! The errors of a value, and the number of checks that it passed: junctors report the branch that passed most.

use std::collections::HashSet;

use crate::KubeVersion;
use crate::go;
use crate::model::changes::Change;
use crate::model::field::{
    Cause, ErrorType, FieldError, FieldPath, Origin, Path, ValueFault, ValueFaultKind,
};
use crate::model::rules::RuleId;
use crate::server::objects::at::At;
use crate::server::objects::parts::ValidationPurpose;

/// The result of checking one value against one schema.
#[derive(Default)]
pub(super) struct ValidationOutcome {
    failures: Vec<ValidationFailure>,
    /// Number of checks without an error; junctors report the branch with the highest number.
    pub(super) matched: usize,
}

/// An error, with the text by which the server detects duplicates, if that is not the detail.
struct ValidationFailure {
    message: Option<String>,
    error: FieldError,
}

impl ValidationOutcome {
    pub(super) fn is_valid(&self) -> bool {
        self.failures.is_empty()
    }

    pub(super) fn merge(&mut self, other: ValidationOutcome) {
        self.matched += other.matched;
        self.failures.extend(other.failures);
    }

    /// Drops the errors, as the server does if an update did not change the value (rule VAL-03).
    pub(super) fn forgive(&mut self) {
        self.failures.clear();
    }

    /// Returns the errors; those with the same text count once.
    pub(super) fn into_errors(self) -> Vec<FieldError> {
        let mut seen = HashSet::new();
        let text = |failure: &ValidationFailure| match &failure.message {
            Some(message) => message.clone(),
            None => failure.error.detail.clone(),
        };
        // Usually there is only one, whose text need not be copied.
        let is_only = self.failures.len() < 2;
        self.failures
            .into_iter()
            .filter(|failure| is_only || seen.insert(text(failure)))
            .map(|failure| failure.error)
            .collect()
    }
}

/// Creates the errors of one validation.
#[derive(Clone, Copy)]
pub(super) struct Reporter<'a> {
    /// The rule to which the errors are assigned.
    pub(super) rule: RuleId,
    pub(super) purpose: ValidationPurpose,
    /// The server version.
    pub(super) version: KubeVersion,
    /// Path of the validated value, unless it is a complete object.
    pub(super) prefix: Option<&'a Path<'a>>,
}

impl Reporter<'_> {
    /// Adds the error of a keyword that the value at `at` violates. `value` is the value as printed in errors.
    pub(super) fn fail(
        self,
        into: &mut ValidationOutcome,
        at: &At<'_>,
        keyword: &str,
        value: String,
        fault: ValueFaultKind,
    ) {
        let text = text_of(&fault, &value);
        self.fail_in_words(into, at, keyword, value, fault, &text);
    }

    /// Like [`Reporter::fail`], with the text that follows the name of the value in the server's message.
    pub(super) fn fail_in_words(
        self,
        into: &mut ValidationOutcome,
        at: &At<'_>,
        keyword: &str,
        value: String,
        fault: ValueFaultKind,
        text: &str,
    ) {
        let kind = match &fault {
            ValueFaultKind::TooLong(_) => ErrorType::TooLong,
            ValueFaultKind::TooManyItems(_) | ValueFaultKind::TooManyProperties(_) => ErrorType::TooMany,
            ValueFaultKind::Missing => ErrorType::Required,
            ValueFaultKind::Enum(_) => ErrorType::NotSupported,
            ValueFaultKind::Type(_) => ErrorType::TypeInvalid,
            _ => ErrorType::Invalid,
        };
        let name = at.name();
        let message = format!("{name} in body {text}");
        let (detail, message) = match detail_of(&fault, self.version) {
            Some(detail) => (detail, Some(message)),
            None => (message, None),
        };
        let judged = match fault {
            // The object without the member is the invalid value.
            ValueFaultKind::Missing => at.parent().unwrap_or(at),
            _ => at,
        };
        let is_printed = !matches!(kind, ErrorType::TooLong | ErrorType::Required);
        let error = FieldError {
            value: is_printed.then_some(value),
            origin: self.origin(judged, keyword),
            cause: Some(Box::new(Cause::Value(ValueFault { name, kind: fault }))),
            ..FieldError::at(self.rule, kind, at.field_of_name(self.prefix), detail)
        };
        into.failures.push(ValidationFailure { message, error });
    }

    /// Adds an error at `at` that is not a fault of the value.
    pub(super) fn say(
        self,
        into: &mut ValidationOutcome,
        at: &At<'_>,
        keyword: &str,
        value: String,
        message: String,
    ) {
        self.push(into, at, keyword, at.field_of_name(self.prefix), value, message);
    }

    /// Adds an error that the server reports at the validated value, even if it occurred below it.
    pub(super) fn say_at_root(
        self,
        into: &mut ValidationOutcome,
        at: &At<'_>,
        keyword: &str,
        message: String,
    ) {
        let root = At::ROOT.field_of_name(self.prefix);
        self.push(into, at, keyword, root, go::quote(""), message);
    }

    fn push(
        self,
        into: &mut ValidationOutcome,
        at: &At<'_>,
        keyword: &str,
        field: FieldPath,
        value: String,
        message: String,
    ) {
        let error = FieldError {
            value: Some(value),
            origin: self.origin(at, keyword),
            ..FieldError::at(self.rule, ErrorType::Invalid, field, message)
        };
        into.failures.push(ValidationFailure { message: None, error });
    }

    /// Returns the origin of an error: the value, and the keyword that it violates.
    fn origin(self, at: &At<'_>, keyword: &str) -> Option<Box<Origin>> {
        (self.purpose == ValidationPurpose::Instance).then(|| {
            Box::new(Origin {
                value: at.field(self.prefix),
                keyword: at.keyword(keyword).into(),
            })
        })
    }
}

/// Returns the server's text about a value, after its name.
fn text_of(fault: &ValueFaultKind, value: &str) -> String {
    match fault {
        ValueFaultKind::TooLong(limit) => format!("should be at most {limit} chars long"),
        ValueFaultKind::TooShort(limit) => format!("should be at least {limit} chars long"),
        ValueFaultKind::Pattern(pattern) => format!("should match '{pattern}'"),
        ValueFaultKind::TooManyItems(limit) => format!("should have at most {limit} items"),
        ValueFaultKind::TooFewItems(limit) => format!("should have at least {limit} items"),
        ValueFaultKind::Duplicates => "shouldn't contain duplicates".to_owned(),
        ValueFaultKind::TooManyProperties(limit) => format!("should have at most {limit} properties"),
        ValueFaultKind::TooFewProperties(limit) => format!("should have at least {limit} properties"),
        ValueFaultKind::Missing => "is required".to_owned(),
        ValueFaultKind::Number(bound) => format!("should be {bound}"),
        ValueFaultKind::Enum(members) => format!("should be one of [{}]", members.join(" ")),
        ValueFaultKind::Type(wanted) => format!("must be of type {wanted}: {value}"),
    }
}

/// Returns the detail of an error, if it differs from the message by which duplicates are detected.
pub(super) fn detail_of(fault: &ValueFaultKind, version: KubeVersion) -> Option<String> {
    let is_singular = version.has(Change::SingularItem);
    Some(match fault {
        ValueFaultKind::TooLong(i64::MIN..=-1) => "value is too long".to_owned(),
        ValueFaultKind::TooLong(limit) if !version.has(Change::TooLongInBytes) => {
            format!("may not be longer than {limit}")
        }
        ValueFaultKind::TooLong(1) if is_singular => "may not be more than 1 byte".to_owned(),
        ValueFaultKind::TooLong(limit) => format!("may not be more than {limit} bytes"),
        ValueFaultKind::TooManyItems(limit) | ValueFaultKind::TooManyProperties(limit) => match limit {
            i64::MIN..=-1 => "has too many items".to_owned(),
            1 if is_singular => "must have at most 1 item".to_owned(),
            limit => format!("must have at most {limit} items"),
        },
        ValueFaultKind::Enum(members) => format!("supported values: {}", members.join(", ")),
        ValueFaultKind::Missing => String::new(),
        _ => return None,
    })
}
