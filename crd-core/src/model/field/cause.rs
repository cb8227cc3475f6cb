//! The causes of the API server's errors, as structured values.
//!
//! ```text
//! detail   estimated rule cost exceeds budget by factor of 3.1x (try …)       the server's text
//! cause    Cost { cost: 31_000_000, limit: 10_000_000 }                       the value for tools
//! ```

use std::fmt;

use crd_cel::ast::Span;
use crd_cel::literal::ProgramError;
use crd_cel::regex::RegexError;
use crd_cel::{Description, Issue, Issues, Purpose};

/// The cause of an error, if its rule, field and value are not sufficient.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// A CEL expression cannot be used.
    Expression(ExpressionError),
    /// The cost of CEL expressions exceeds a limit.
    Cost(CostExcess),
    /// A value does not match its schema.
    Value(ValueFault),
    /// A `pattern` is not a regular expression of Go.
    Pattern(RegexError),
}

/// The way in which a value violates its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ValueFault {
    /// Dotted name of the wrong part; empty for the value itself.
    pub name: String,
    /// Kind of fault.
    pub kind: ValueFaultKind,
}

/// The kind of fault of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueFaultKind {
    /// A text has more characters than this.
    TooLong(i64),
    /// A text has fewer characters than this.
    TooShort(i64),
    /// A text does not match this pattern.
    Pattern(String),
    /// A list has more items than this.
    TooManyItems(i64),
    /// A list has fewer items than this.
    TooFewItems(i64),
    /// A list contains an item twice.
    Duplicates,
    /// An object has more members than this.
    TooManyProperties(i64),
    /// An object has fewer members than this.
    TooFewProperties(i64),
    /// A required member is absent.
    Missing,
    /// A number violates a condition: `greater than or equal to 1`, `a multiple of 5`.
    Number(String),
    /// The value is none of these, each formatted as JSON.
    Enum(Vec<String>),
    /// The value does not have this type or format.
    Type(String),
}

impl ValueFault {
    /// Describes the fault in one sentence: "`a.b` must have at least 3 items".
    #[must_use]
    pub fn describe(&self) -> String {
        let subject = match self.name.trim_matches('"').trim_start_matches('.') {
            "" => "it".to_owned(),
            name => format!("`{name}`"),
        };
        let count =
            |limit: i64, one: &str, more: &str| format!("{limit} {}", if limit == 1 { one } else { more });
        let fault = match &self.kind {
            ValueFaultKind::TooLong(limit) => {
                format!("must have at most {}", count(*limit, "character", "characters"))
            }
            ValueFaultKind::TooShort(limit) => {
                format!("must have at least {}", count(*limit, "character", "characters"))
            }
            ValueFaultKind::Pattern(pattern) => format!("must match `{pattern}`"),
            ValueFaultKind::TooManyItems(limit) => {
                format!("must have at most {}", count(*limit, "item", "items"))
            }
            ValueFaultKind::TooFewItems(limit) => {
                format!("must have at least {}", count(*limit, "item", "items"))
            }
            ValueFaultKind::Duplicates => "must not contain duplicate values".to_owned(),
            ValueFaultKind::TooManyProperties(limit) => {
                format!("must have at most {}", count(*limit, "member", "members"))
            }
            ValueFaultKind::TooFewProperties(limit) => {
                format!("must have at least {}", count(*limit, "member", "members"))
            }
            ValueFaultKind::Missing => "is required".to_owned(),
            ValueFaultKind::Number(bound) => format!("must be {bound}"),
            ValueFaultKind::Enum(members) => format!("must be one of {}", members.join(", ")),
            ValueFaultKind::Type(wanted) => format!("must be of type {wanted}"),
        };
        format!("{subject} {fault}")
    }
}

/// The reason why the server rejects a CEL expression. `Display` is the server's text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExpressionError {
    /// Purpose of the expression.
    pub purpose: Purpose,
    /// Kind of error.
    pub kind: ExpressionErrorKind,
}

/// The kind of error of a CEL expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpressionErrorKind {
    /// It does not parse, or its types do not match; sorted by position.
    Issues(Issues),
    /// Its value has the wrong type.
    WrongResult(Box<Issue>),
    /// A constant in it is invalid.
    Program(Box<ProgramError>),
    /// `self` has no type in CEL because the schema of the value has none.
    NoType,
}

/// One mistake in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ExpressionMistake {
    /// The message with suggestions, in the wording of all tools of this project.
    pub words: Description,
    /// Byte range of the wrong part; `None` for the whole expression.
    pub span: Option<Span>,
}

impl ExpressionError {
    /// Creates the error of an expression that does not compile.
    #[must_use]
    pub fn issues(purpose: Purpose, issues: Issues) -> Self {
        let kind = ExpressionErrorKind::Issues(issues);
        ExpressionError { purpose, kind }
    }

    /// Creates the error of an expression whose value has the wrong type.
    #[must_use]
    pub fn wrong_result(purpose: Purpose, issue: Issue) -> Self {
        let kind = ExpressionErrorKind::WrongResult(Box::new(issue));
        ExpressionError { purpose, kind }
    }

    /// Creates the error of an expression with an invalid constant.
    #[must_use]
    pub fn program(purpose: Purpose, error: ProgramError) -> Self {
        let kind = ExpressionErrorKind::Program(Box::new(error));
        ExpressionError { purpose, kind }
    }

    /// Creates the error of an expression whose `self` has no type.
    #[must_use]
    pub fn no_type(purpose: Purpose) -> Self {
        ExpressionError {
            purpose,
            kind: ExpressionErrorKind::NoType,
        }
    }

    /// Returns the mistakes in words, sorted by position.
    pub fn mistakes(&self) -> impl Iterator<Item = ExpressionMistake> {
        let of_program = match &self.kind {
            ExpressionErrorKind::Program(error) => Some(ExpressionMistake {
                words: error.describe(),
                span: Some(error.span),
            }),
            ExpressionErrorKind::NoType => {
                let mut words = Description::default();
                words
                    .message
                    .push_str("rules need a type, but this value has none");
                words.help.push("declare its `type` next to the rule".to_owned());
                Some(ExpressionMistake { words, span: None })
            }
            _ => None,
        };
        let of_issues = self.causes().into_iter().map(|issue| ExpressionMistake {
            words: issue.describe(),
            span: issue.position.map(|_| issue.span),
        });
        of_program.into_iter().chain(of_issues)
    }

    /// Returns the compiler's issues that do not follow from others, sorted by position; none for an invalid constant.
    #[must_use]
    pub(crate) fn causes(&self) -> Vec<&Issue> {
        match &self.kind {
            ExpressionErrorKind::Issues(issues) => issues.causes(),
            ExpressionErrorKind::WrongResult(issue) => vec![&**issue],
            ExpressionErrorKind::Program(_) | ExpressionErrorKind::NoType => Vec::new(),
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
            ExpressionErrorKind::NoType => {
                f.write_str("failed to convert to declType for CEL validation rules")
            }
        }
    }
}

/// A cost that exceeds its limit, both in the units of Kubernetes' CEL cost model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CostExcess {
    /// The estimated cost.
    pub cost: u64,
    /// The limit.
    pub limit: u64,
}

impl CostExcess {
    /// Returns the excess of a cost, if it exceeds the limit.
    #[must_use]
    pub fn of(cost: u64, limit: u64) -> Option<Self> {
        (cost > limit).then_some(CostExcess { cost, limit })
    }

    /// Returns the ratio of the cost to the limit, rounded as the server does: `1.258296`, `3.1` or `more than 100`.
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
    use super::{CostExcess, ValueFault, ValueFaultKind};

    #[test]
    fn faults_of_values_in_words() {
        let words = |name: &str, kind| {
            ValueFault {
                name: name.to_owned(),
                kind,
            }
            .describe()
        };
        let bound = ValueFaultKind::Number("greater than or equal to 1".to_owned());
        assert_eq!(words("", bound), "it must be greater than or equal to 1");
        let pattern = ValueFaultKind::Pattern("^x$".to_owned());
        assert_eq!(words("a.b", pattern), "`a.b` must match `^x$`");
        assert_eq!(
            words("\"\"", ValueFaultKind::TooLong(1)),
            "it must have at most 1 character"
        );
        assert_eq!(words(".size", ValueFaultKind::Missing), "`size` is required");
    }

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
