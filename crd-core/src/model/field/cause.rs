//! The facts behind an error of the API server, as values.
//!
//! ```text
//! detail   estimated rule cost exceeds budget by factor of 3.1x (try …)       what the server says
//! cause    Cost { cost: 31_000_000, limit: 10_000_000 }                       what tools use
//! ```

use std::fmt;

use crd_cel::ast::Span;
use crd_cel::literal::ProgramError;
use crd_cel::{Issue, Issues, Purpose, Words};

/// The fact behind an error, where its rule, field and value do not say all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// A CEL expression cannot be used.
    Expression(ExpressionError),
    /// CEL expressions cost more than they may.
    Cost(CostExcess),
}

/// Why the server refuses a CEL expression. `Display` is the server's text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExpressionError {
    /// What the expression is for.
    pub purpose: Purpose,
    /// What is wrong with it.
    pub kind: ExpressionErrorKind,
}

/// What is wrong with a CEL expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpressionErrorKind {
    /// It does not parse, or its types do not fit; sorted by place.
    Issues(Issues),
    /// Its value is of the wrong type.
    WrongResult(Box<Issue>),
    /// A constant in it cannot work.
    Program(Box<ProgramError>),
}

/// One mistake in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mistake {
    /// What is wrong and what to do about it, in the words of all tools of this project.
    pub words: Words,
    /// The bytes of the expression that are wrong; `None` when it is the expression as a whole.
    pub span: Option<Span>,
}

impl ExpressionError {
    /// The error of an expression that does not compile.
    #[must_use]
    pub fn issues(purpose: Purpose, issues: Issues) -> Self {
        let kind = ExpressionErrorKind::Issues(issues);
        ExpressionError { purpose, kind }
    }

    /// The error of an expression with a value of the wrong type.
    #[must_use]
    pub fn wrong_result(purpose: Purpose, issue: Issue) -> Self {
        let kind = ExpressionErrorKind::WrongResult(Box::new(issue));
        ExpressionError { purpose, kind }
    }

    /// The error of an expression with a constant that cannot work.
    #[must_use]
    pub fn program(purpose: Purpose, error: ProgramError) -> Self {
        let kind = ExpressionErrorKind::Program(Box::new(error));
        ExpressionError { purpose, kind }
    }

    /// The mistakes in words, by place.
    pub fn mistakes(&self) -> impl Iterator<Item = Mistake> {
        let of_program = match &self.kind {
            ExpressionErrorKind::Program(error) => Some(Mistake {
                words: error.in_words(),
                span: Some(error.span),
            }),
            _ => None,
        };
        let of_issues = self.issue_list().iter().map(|issue| Mistake {
            words: issue.in_words(),
            span: issue.position.map(|_| issue.span),
        });
        of_program.into_iter().chain(of_issues)
    }

    /// The issues of the compiler, by place; none for a constant that cannot work.
    #[must_use]
    pub(crate) fn issue_list(&self) -> &[Issue] {
        match &self.kind {
            ExpressionErrorKind::Issues(issues) => issues.list(),
            ExpressionErrorKind::WrongResult(issue) => std::slice::from_ref(&**issue),
            ExpressionErrorKind::Program(_) => &[],
        }
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_message = self.purpose == Purpose::MessageExpression;
        match &self.kind {
            ExpressionErrorKind::Issues(issues) if is_message => {
                write!(f, "messageExpression compilation failed: {issues}")
            }
            ExpressionErrorKind::Issues(issues) => write!(f, "compilation failed: {issues}"),
            ExpressionErrorKind::WrongResult(_) => self.purpose.fmt(f),
            ExpressionErrorKind::Program(error) if is_message => {
                write!(f, "messageExpression instantiation failed: {error}")
            }
            ExpressionErrorKind::Program(error) => write!(f, "program instantiation failed: {error}"),
        }
    }
}

/// A cost beyond its limit, both in the units of Kubernetes' CEL cost model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CostExcess {
    /// The estimated cost.
    pub cost: u64,
    /// The most it may be.
    pub limit: u64,
}

impl CostExcess {
    /// The excess of a cost, if it is beyond the limit.
    #[must_use]
    pub fn of(cost: u64, limit: u64) -> Option<Self> {
        (cost > limit).then_some(CostExcess { cost, limit })
    }

    /// How many times the limit the cost is, rounded as the server does: `1.258296`, `3.1` or `more than 100`.
    #[must_use]
    pub fn factor(self) -> String {
        #[expect(clippy::cast_precision_loss, reason = "the server divides in floating point")]
        let ratio = self.cost as f64 / self.limit as f64;
        if ratio > 100.0 {
            "more than 100".to_owned()
        } else if ratio < 1.5 {
            format!("{ratio:.6}")
        } else {
            format!("{ratio:.1}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CostExcess;

    #[test]
    fn factors_are_rounded_as_the_server_rounds_them() {
        let factor = |cost| CostExcess::of(cost, 10_000_000).map(CostExcess::factor);
        assert_eq!(factor(10_000_000), None);
        assert_eq!(factor(12_582_960).as_deref(), Some("1.258296"));
        assert_eq!(factor(31_000_000).as_deref(), Some("3.1"));
        assert_eq!(factor(1_000_000_000).as_deref(), Some("100.0"));
        assert_eq!(factor(1_000_000_001).as_deref(), Some("more than 100"));
    }
}
