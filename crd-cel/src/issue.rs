//! Errors of an expression, and their text form as in cel-go.

use std::fmt::{self, Write as _};

use crate::ast::Span;
use crate::mistake::{IssueKind, MeantSelection};
use crate::types::Type;

/// One error of an expression: its facts, the server's text and the position.
///
/// Tools decide by [`kind`](Issue::kind) and print [`describe`](Issue::describe) at [`span`](Issue::span);
/// nothing needs to be parsed from [`message`](Issue::message).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Issue {
    /// The kind of error, with its details.
    pub kind: IssueKind,
    /// The server's text (cel-go's). For syntax errors it is the first one that the server reports, with the
    /// feature `syntax-errors`; without it, the text after `Syntax error: ` is this project's own.
    pub message: String,
    /// Byte range of the wrong part of the source.
    pub span: Span,
    /// The byte offset at which the server reports the error; `None` for errors of the expression as a whole.
    pub position: Option<u32>,
}

/// The errors of one expression.
///
/// `Display` writes them as the API server does: sorted by place, each with its source line and a
/// caret, at most 100.
///
/// ```
/// use crd_cel::{CompatVersion, parse};
///
/// let issues = parse("self.x +", CompatVersion::new(35)).unwrap_err();
/// assert!(issues.to_string().starts_with("ERROR: <input>:1:9: Syntax error: "));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Issues {
    source: String,
    list: Vec<Issue>,
    total: usize,
    /// The errors that the server reports, if they differ from one error for each issue.
    reports: Vec<IssueReport>,
}

/// One error as the server reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct IssueReport {
    pub(crate) message: String,
    pub(crate) position: IssuePosition,
}

/// The position at which the server reports an error, in the order in which it sorts them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum IssuePosition {
    /// The expression as a whole.
    Whole,
    #[cfg(feature = "syntax-errors")]
    /// Something that is not in the source; cel-go uses the column before the first one.
    BeforeStart,
    /// A byte offset.
    At(u32),
}

impl From<Option<u32>> for IssuePosition {
    fn from(position: Option<u32>) -> Self {
        position.map_or(IssuePosition::Whole, IssuePosition::At)
    }
}

/// The maximum number of errors that cel-go keeps.
const MAX_ISSUES: usize = 100;
/// The longest source line, in bytes, that cel-go shows.
const MAX_SNIPPET: usize = 16384;

impl Issues {
    pub(crate) fn push(&mut self, issue: Issue) {
        self.total += 1;
        if self.total <= MAX_ISSUES {
            self.list.push(issue);
        }
    }

    /// Adds an issue by its parts.
    pub(crate) fn report(&mut self, kind: IssueKind, message: String, span: Span, position: Option<u32>) {
        self.push(Issue {
            kind,
            message,
            span,
            position,
        });
    }

    /// Creates a list from errors in the order in which they were found.
    pub(crate) fn of(mut list: Vec<Issue>) -> Self {
        let total = list.len();
        list.truncate(MAX_ISSUES);
        Self {
            source: String::new(),
            list,
            total,
            reports: Vec::new(),
        }
    }

    pub(crate) fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
        self.total = len;
    }

    /// Sorts the issues by position, the order of the text form, and keeps the expression they refer to.
    pub(crate) fn sorted(mut self, source: &str) -> Self {
        source.clone_into(&mut self.source);
        // There are at most a hundred, and most are already in order.
        for end in 1..self.list.len() {
            let mut at = end;
            while at > 0 && self.place(at - 1) > self.place(at) {
                self.list.swap(at - 1, at);
                at -= 1;
            }
        }
        self
    }

    #[cfg(feature = "syntax-errors")]
    pub(crate) fn has_syntax_error(&self) -> bool {
        self.list
            .iter()
            .any(|issue| matches!(issue.kind, IssueKind::Syntax(_)))
    }

    /// Keeps the errors that the server reports for an expression with a syntax error; one mistake may cause several of them.
    #[cfg(feature = "syntax-errors")]
    pub(crate) fn with_reports(mut self, mut reports: Vec<IssueReport>) -> Self {
        for end in 1..reports.len() {
            let mut at = end;
            while at > 0 && position(&reports, at - 1) > position(&reports, at) {
                reports.swap(at - 1, at);
                at -= 1;
            }
        }
        for issue in &mut self.list {
            if !matches!(issue.kind, IssueKind::Syntax(_)) {
                continue;
            }
            let position = IssuePosition::from(issue.position);
            let same = |report: &&IssueReport| report.position == position;
            let syntax = |report: &&IssueReport| report.message.starts_with("Syntax error");
            if let Some(report) = reports.iter().find(same).or(reports.iter().find(syntax)) {
                issue.message.clone_from(&report.message);
                if let IssuePosition::At(position) = report.position {
                    issue.position = Some(position);
                }
            }
        }
        self.reports = reports;
        self
    }

    /// Returns the sort key of an error: its position. Errors of the whole expression come first.
    fn place(&self, at: usize) -> Option<u32> {
        self.list.get(at)?.position
    }

    /// Replaces the kind of an error of the list, and the part that is marked.
    pub(crate) fn replace(&mut self, at: usize, kind: IssueKind, span: Span) {
        if let Some(issue) = self.list.get_mut(at) {
            (issue.kind, issue.span) = (kind, span);
        }
    }

    /// Returns the first 100 errors.
    pub fn list(&self) -> &[Issue] {
        &self.list
    }

    /// Returns the errors without those that only follow from another one: calls of an unknown function whose receiver is its
    /// namespace, operators on a part that has an error, and variables of a call that is meant as a macro.
    pub fn causes(&self) -> Vec<&Issue> {
        let mut causes: Vec<&Issue> = Vec::new();
        for issue in &self.list {
            let mut follows = self.is_about_an_error(issue)
                || self.is_of_swapped_variables(issue)
                || self.is_part_of_a_key(issue);
            for cause in &causes {
                follows |= self.explains(cause, issue);
            }
            if !follows {
                causes.push(issue);
            }
        }
        if causes.is_empty() {
            causes.extend(&self.list);
        }
        causes
    }

    /// Whether an issue is about the operands of a call, one of which has an error of its own. The variable of a macro, which only looks
    /// like an operand, is no such error.
    fn is_about_an_error(&self, issue: &Issue) -> bool {
        match &issue.kind {
            IssueKind::NoOverload {
                receiver, arguments, ..
            } => {
                let mut operands = receiver.iter().chain(arguments);
                // The field of a list is of any type, and that of an optional is an optional, even if it does not exist.
                let has_unknown_field = || {
                    self.list.iter().any(|other| {
                        matches!(
                            other.kind,
                            IssueKind::UndefinedField { .. }
                                | IssueKind::NotSelectable { meant: Some(_), .. }
                        ) && issue.span.start <= other.span.start
                            && other.span.end <= issue.span.end
                    })
                };
                operands.any(|of| match of.as_str() {
                    "dyn" | "optional_type(dyn)" => has_unknown_field(),
                    of => of.contains("!error!"),
                }) && self.variables(issue).next().is_none()
            }
            _ => false,
        }
    }

    /// Whether an issue is about a sign in a key: `-` of `map.a-b.size`.
    fn is_part_of_a_key(&self, issue: &Issue) -> bool {
        self.list.iter().any(|other| match &other.kind {
            IssueKind::UnknownVariable {
                suggestion: Some(key),
                ..
            } => key.ends_with("']") && other.span.start == issue.span.start && other != issue,
            _ => false,
        })
    }

    /// Whether an issue is about an element that is meant as its index: `i == 0` of `list.all(x, i, i == 0 || x.name != '')`.
    fn is_of_swapped_variables(&self, issue: &Issue) -> bool {
        let (IssueKind::NoOverload { .. }, Some(source)) = (&issue.kind, self.source.get(issue.span.range()))
        else {
            return false;
        };
        let is_used = |name: &str| {
            let mut words = source.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            words.any(|word| word == name)
        };
        self.list.iter().any(|other| match &other.kind {
            IssueKind::NotSelectable {
                found,
                meant: Some(MeantSelection::OfValue(element)),
                ..
            } => found.ty() == Type::Int && is_used(element.split('.').next().unwrap_or_default()),
            _ => false,
        })
    }

    /// Returns the first arguments of a call that are names and that others follow, as in a macro: `x` of `list.sum(x, x > 0)`.
    fn variables(&self, call: &Issue) -> impl Iterator<Item = &str> {
        let is_name =
            |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let arguments = self.arguments(call).unwrap_or_default();
        arguments.split(',').map(str::trim).take_while(is_name)
    }

    /// Returns the source behind the opening parenthesis of a call.
    fn arguments(&self, call: &Issue) -> Option<&str> {
        let arguments = match &call.kind {
            // The position is that of the parenthesis.
            IssueKind::UnknownFunction { .. } => self.source.get(call.position? as usize..)?,
            IssueKind::NoOverload { function, .. } => {
                let (_, after) = self.source.get(call.span.range())?.split_once(function)?;
                after
            }
            _ => return None,
        };
        arguments.strip_prefix('(')
    }

    /// Whether an issue only follows from one before it.
    fn explains(&self, cause: &Issue, issue: &Issue) -> bool {
        match (&cause.kind, &issue.kind) {
            (IssueKind::ReservedWord { .. }, IssueKind::Syntax(_))
            | (IssueKind::UnknownFunction { usage: Some(_), .. }, IssueKind::UnknownVariable { .. }) => true,
            (
                IssueKind::UnknownVariable {
                    called: Some(called), ..
                },
                IssueKind::UnknownFunction { name, .. },
            ) => called.rsplit('.').next() == Some(name),
            (IssueKind::UnknownVariable { name, .. }, IssueKind::UnknownVariable { name: again, .. }) => {
                // One list stands for all names in it.
                name == again || cause.span == issue.span
            }
            // A name of several words, with operators between them.
            (IssueKind::UndefinedField { .. } | IssueKind::NotSelectable { .. }, _)
                if issue
                    .position
                    .is_some_and(|at| cause.span.start < at && at < cause.span.end) =>
            {
                self.source
                    .get(cause.span.range())
                    .is_some_and(|name| !name.contains(' '))
            }
            (_, IssueKind::UnknownVariable { name, .. }) => {
                self.variables(cause).any(|variable| variable == name)
            }
            // One expression stands for both.
            (
                IssueKind::TypeMismatch { help: Some(one), .. },
                IssueKind::TypeMismatch {
                    help: Some(other), ..
                },
            ) => cause.span == issue.span && one == other,
            _ => false,
        }
    }

    /// Returns the number of errors, including those beyond the first 100.
    pub fn len(&self) -> usize {
        self.total
    }

    /// Checks whether there are no errors.
    pub fn is_empty(&self) -> bool {
        self.total == 0
    }

    /// Returns the expression.
    pub fn source(&self) -> &str {
        &self.source
    }
}

impl std::error::Error for Issues {}

impl fmt::Display for Issues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = 0;
        for issue in &self.list {
            if self.reports.is_empty() {
                write_report(f, &self.source, shown, issue.position.into(), &issue.message)?;
                shown += 1;
            }
        }
        for report in self.reports.iter().take(MAX_ISSUES) {
            write_report(f, &self.source, shown, report.position, &report.message)?;
            shown += 1;
        }
        let total = if self.reports.is_empty() {
            self.total
        } else {
            self.reports.len()
        };
        if total > shown {
            write!(f, "\n{} more errors were truncated", total - shown)?;
        }
        Ok(())
    }
}

#[cfg(feature = "syntax-errors")]
fn position(reports: &[IssueReport], at: usize) -> Option<IssuePosition> {
    Some(reports.get(at)?.position)
}

/// Returns the one-based line and zero-based column (in code points) of a byte offset, and the text of the line.
pub(crate) fn locate(source: &str, offset: u32) -> (usize, usize, &str) {
    let before = source.get(..offset as usize).unwrap_or(source);
    let (mut line, mut line_start) = (1, 0);
    for (at, byte) in before.bytes().enumerate() {
        if byte == b'\n' {
            line += 1;
            line_start = at + 1;
        }
    }
    let column = before.get(line_start..).unwrap_or_default().chars().count();
    let text = source.get(line_start..).unwrap_or_default();
    (line, column, text.split_once('\n').map_or(text, |(line, _)| line))
}

fn write_report(
    f: &mut fmt::Formatter<'_>,
    source: &str,
    before: usize,
    position: IssuePosition,
    message: &str,
) -> fmt::Result {
    if before > 0 {
        f.write_str("\n")?;
    }
    let (at, first) = match position {
        IssuePosition::Whole => return write!(f, "ERROR: <input>:-1:0: {message}"),
        #[cfg(feature = "syntax-errors")]
        IssuePosition::BeforeStart => (0, 0),
        IssuePosition::At(at) => (at, 1),
    };
    if source.is_empty() {
        return write!(f, "ERROR: <input>:1:{first}: {message}");
    }
    let (line, column, text) = locate(source, at);
    write!(f, "ERROR: <input>:{line}:{}: {message}", column + first)?;
    if text.len() > MAX_SNIPPET {
        return Ok(());
    }
    f.write_str("\n | ")?;
    for c in text.chars() {
        f.write_char(if c == '\t' { ' ' } else { c })?;
    }
    f.write_str("\n | ")?;
    let mut chars = text.chars();
    for _ in 0..column {
        let Some(c) = chars.next() else { break };
        f.write_char(if c.is_ascii() { '.' } else { '\u{ff0e}' })?;
    }
    f.write_char(match chars.next() {
        Some(c) if !c.is_ascii() => '\u{ff3e}',
        _ => '^',
    })
}
