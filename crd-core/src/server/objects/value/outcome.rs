//! The errors of a value, and how many checks it passed: junctors report the branch that passed most.

use std::collections::HashSet;

use crate::go;
use crate::model::field::{Cause, ErrorType, FieldError, Origin, Path, ValueFault, ValueFaultKind};
use crate::model::rules::RuleId;
use crate::server::objects::at::At;
use crate::server::objects::value::Purpose;

/// The result of checking one value against one schema.
#[derive(Default)]
pub(super) struct ValidationOutcome {
    failures: Vec<ValidationFailure>,
    /// How many checks were made without an error; junctors report the branch that has most.
    pub(super) matched: usize,
}

/// An error, with the text by which the server finds duplicates, where that is not the detail.
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

    /// Says as a value what the last error is about.
    pub(super) fn explain(&mut self, at: &At<'_>, kind: ValueFaultKind) {
        if let Some(failure) = self.failures.last_mut() {
            let fault = ValueFault {
                name: at.name(),
                kind,
            };
            failure.error.cause = Some(Box::new(Cause::Value(fault)));
        }
    }

    /// Forgets the errors, as the server does when an update did not touch the value (rule VAL-03).
    pub(super) fn forgive(&mut self) {
        self.failures.clear();
    }

    /// The errors, of which those with the same text count once.
    pub(super) fn into_errors(self) -> Vec<FieldError> {
        let mut seen = HashSet::new();
        let text = |failure: &ValidationFailure| match &failure.message {
            Some(message) => message.clone(),
            None => failure.error.detail.clone(),
        };
        // Nearly always there is one, whose text need not be copied.
        let is_only = self.failures.len() < 2;
        self.failures
            .into_iter()
            .filter(|failure| is_only || seen.insert(text(failure)))
            .map(|failure| failure.error)
            .collect()
    }
}

/// Makes errors for one validation.
#[derive(Clone, Copy)]
pub(super) struct Reporter<'a> {
    /// The rule the errors are listed under.
    pub(super) rule: RuleId,
    pub(super) purpose: Purpose,
    /// The path of the validated value, unless it is the whole object.
    pub(super) prefix: Option<&'a Path<'a>>,
}

impl Reporter<'_> {
    /// Adds an error at `at` whose detail is the message.
    pub(super) fn say(
        self,
        into: &mut ValidationOutcome,
        at: &At<'_>,
        keyword: &str,
        kind: ErrorType,
        value: String,
        message: String,
    ) {
        let error = FieldError {
            value: Some(value),
            origin: self.origin(at, keyword),
            ..FieldError::at(self.rule, kind, at.field_of_name(self.prefix), message)
        };
        into.failures.push(ValidationFailure { message: None, error });
    }

    #[expect(clippy::too_many_arguments, reason = "each is a part of the error")]
    /// Adds an error at `at` whose detail is not the message by which duplicates are found.
    pub(super) fn report(
        self,
        into: &mut ValidationOutcome,
        at: &At<'_>,
        keyword: &str,
        kind: ErrorType,
        value: Option<String>,
        detail: String,
        message: String,
    ) {
        let error = FieldError {
            value,
            origin: self.origin(at, keyword),
            ..FieldError::at(self.rule, kind, at.field_of_name(self.prefix), detail)
        };
        into.failures.push(ValidationFailure {
            message: Some(message),
            error,
        });
    }

    /// An error that the server reports at the validated value, wherever below it arose.
    pub(super) fn say_at_root(
        self,
        into: &mut ValidationOutcome,
        at: &At<'_>,
        keyword: &str,
        message: String,
    ) {
        let error = FieldError {
            value: Some(go::quote("")),
            origin: self.origin(at, keyword),
            ..FieldError::at(
                self.rule,
                ErrorType::Invalid,
                At::ROOT.field_of_name(self.prefix),
                message,
            )
        };
        into.failures.push(ValidationFailure { message: None, error });
    }

    /// Adds the error of a member of the object at `at` that is not there.
    pub(super) fn missing(self, into: &mut ValidationOutcome, at: &At<'_>, member: &At<'_>, message: String) {
        let field = member.field_of_name(self.prefix);
        let error = FieldError {
            origin: self.origin(at, "required"),
            ..FieldError::at(self.rule, ErrorType::Required, field, "")
        };
        into.failures.push(ValidationFailure {
            message: Some(message),
            error,
        });
    }

    /// Where an error comes from: the value, and the keyword that judges it.
    fn origin(self, at: &At<'_>, keyword: &str) -> Option<Box<Origin>> {
        (self.purpose == Purpose::Instance).then(|| {
            Box::new(Origin {
                value: at.field(self.prefix),
                keyword: at.keyword(keyword).into(),
            })
        })
    }
}
