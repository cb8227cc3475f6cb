//! Errors that a tree computes itself: those of absent members and of calls, where everything around them knows what an error
//! makes of it.
//!
//! ```text
//! self.zone == 'a' || self.replicas > 1
//!
//! self.zone is absent: the comparison fails, with the cost of an error on its left
//! the right side is true: so is the whole, and the failure is forgotten
//! ```
//!
//! A node that fails has no result and leaves its failure in [`Tree::failure`]. Without a failure, no result means that the
//! machine must run the expression.

use super::run::Tree;
use crate::eval::error::EvalError;
use crate::eval::value::Value;

/// An error; its text is made when it is needed.
pub(super) enum Failure<'a> {
    /// The error of a member that is absent.
    NoSuchKey(&'a str),
    Error(EvalError),
}

impl From<Failure<'_>> for EvalError {
    fn from(failure: Failure<'_>) -> Self {
        match failure {
            Failure::NoSuchKey(key) => EvalError::new(["no such key: ", key].concat()),
            Failure::Error(error) => error,
        }
    }
}

impl<'a> Tree<'_, 'a> {
    /// Fails with an error.
    #[cold]
    pub(super) fn fail<T>(&mut self, failure: Failure<'a>) -> Option<T> {
        self.failure = Some(failure);
        None
    }

    /// The result, or else the machine must run the expression: a failure is not known to be its error.
    pub(super) fn unless_failed<T>(&mut self, result: Option<T>) -> Option<T> {
        if result.is_none() {
            self.failure = None;
        }
        result
    }

    /// The value of an argument, or its error as a value.
    pub(super) fn or_error(&mut self, value: Option<Value<'a>>) -> Option<Value<'a>> {
        match value {
            Some(value) => Some(value),
            None => self.failure.take().map(|failure| Value::Error(failure.into())),
        }
    }

    /// The result of an operation whose left side failed: the right side is evaluated as well, and its failure forgotten.
    #[cold]
    pub(super) fn left_failed<T, R>(&mut self, right: impl FnOnce(&mut Self) -> Option<R>) -> Option<T> {
        let failure = self.failure.take()?;
        if right(self).is_none() {
            self.failure.take()?;
        }
        self.fail(failure)
    }

    /// The result of `&&` or `||` whose left side failed: the right side decides, or the failure is the result.
    #[cold]
    pub(super) fn absorbed(
        &mut self,
        deciding: bool,
        right: impl FnOnce(&mut Self) -> Option<bool>,
    ) -> Option<bool> {
        let failure = self.failure.take()?;
        match right(self) {
            Some(right) if right == deciding => return Some(right),
            Some(_) => {}
            None => {
                self.failure.take()?;
            }
        }
        self.fail(failure)
    }
}
