//! Finds the fields that are meant by names in `has`. The parser proposes fields of `self`; only with types is it known which exist.
//!
//! ```text
//! has(replicas)                  has(self.replicas)
//! has(replica)                   has(self.replicas)
//! self.items.all(x, has(name))   has(x.name)
//! has(self.labels.a-b)           'a-b' in self.labels
//! ```
//!
//! So it is for the operands of the syntax of other languages:
//!
//! ```text
//! self.items[*].size > 1         self.items.all(x, x.size > 1)
//! self.items[*].size.sum() > 1   self.items.map(x, x.size).sum() > 1
//! ```

use super::check_partly;
use crate::ast::{Ast, Kind, Span};
use crate::checked::Checked;
use crate::issue::{Issue, Issues};
use crate::mistake::{IssueKind, MacroError, MeantSelection, MeantTest, SyntaxError};
use crate::parse::parse;
use crate::types::{Type, TypeId, TypeStore};
use crate::version::CompatVersion;

/// A field that is proposed instead of the argument of a `has`.
struct MeantField {
    /// The index of the issue.
    issue: usize,
    /// The argument.
    span: Span,
    text: String,
    /// The test of a key, if the name of the field is an escaped one.
    key: Option<String>,
    exists: bool,
    is_of_map: bool,
}

/// Corrects the fields that the issues of an expression propose, and removes those that do not exist.
#[cold]
pub(crate) fn find_fields(
    mut issues: Issues,
    store: &TypeStore,
    version: CompatVersion,
    variables: &[(&str, TypeId)],
) -> Issues {
    let mistakes = |ast| check_partly(ast, store, version, variables).1;
    for at in 0..issues.list().len() {
        find_foreign(&mut issues, at, version, &mistakes);
    }
    let mut fields = proposed(&issues);
    if fields.is_empty() {
        return issues;
    }
    // The second time, with the fields that the first one proposes.
    for is_last in [false, true] {
        let tried = with_fields(issues.source(), &fields)
            .and_then(|(source, places)| Some((parse(&source, version).ok()?, places)));
        let Some((ast, places)) = tried else {
            // With another mistake in the expression, only fields of `self` can be known.
            for field in &mut fields {
                let alone = parse(&format!("has({})", field.text), version);
                let Ok(ast) = alone else { continue };
                let (checked, found) = check_partly(ast, store, version, variables);
                field.exists = found.is_empty();
                field.is_of_map = tests_a_key(&checked, Span::new(0, field.text.len() + "has()".len()));
            }
            break;
        };
        let (checked, found) = check_partly(ast, store, version, variables);
        for (field, place) in fields.iter_mut().zip(places) {
            field.is_of_map = tests_a_key(&checked, place);
            let mut found = found.list().iter();
            let within = found.find(|issue| place.start <= issue.span.start && issue.span.end <= place.end);
            field.exists = within.is_none();
            if let Some(issue) = within.filter(|_| !is_last)
                && let IssueKind::UndefinedField {
                    suggestion: Some(near),
                    ..
                }
                | IssueKind::NotSelectable {
                    meant: Some(MeantSelection::OfElements { written: Some(near) }),
                    ..
                } = &issue.kind
                && let Some(before) = field.text.get(..(issue.span.start - place.start) as usize)
                && let Some(after) = field.text.get((issue.span.end - place.start) as usize..)
            {
                field.text = format!("{before}{near}{after}");
            }
        }
    }
    for field in fields {
        let MeantField { text, key, .. } = field;
        let (meant, span) = match key.filter(|_| field.is_of_map) {
            Some(key) => {
                let span = call_around(issues.source(), field.span);
                let before = issues.source().get(..span.start as usize).unwrap_or_default();
                let before = before.trim_end();
                let is_operand = !before.is_empty() && !before.ends_with(['&', '|', '(', '?', ':', ',']);
                let key = if is_operand { format!("({key})") } else { key };
                (MeantTest::Other(format!("`{key}`")), span)
            }
            None => (
                MeantTest::Field {
                    field: text,
                    key: None,
                },
                field.span,
            ),
        };
        let meant = field.exists.then_some(meant);
        let kind = IssueKind::MacroArgument(MacroError::NotAField { meant });
        issues.replace(field.issue, kind, span);
    }
    issues
}

/// Chooses what is meant by the syntax of another language: the first text whose operands have fitting types.
fn find_foreign(issues: &mut Issues, at: usize, version: CompatVersion, mistakes: &dyn Fn(Ast) -> Issues) {
    let Some(issue) = issues.list().get(at) else {
        return;
    };
    let IssueKind::Syntax(SyntaxError::Foreign {
        message,
        replaced: Some((replaced, texts)),
        ..
    }) = &issue.kind
    else {
        return;
    };
    let fitting = |text: &String| {
        let mut source = issues.source().to_owned();
        source.replace_range(replaced.range(), text);
        let (ast, start) = match (parse(&source, version), parse(text, version)) {
            (Ok(ast), _) => (ast, replaced.start),
            // There is another mistake in the expression.
            (_, Ok(ast)) => (ast, 0),
            _ => return Some(text.clone()),
        };
        let within = |issue: &&Issue| {
            start <= issue.span.start && issue.span.end as usize <= start as usize + text.len()
        };
        let of_types = |issue: &&Issue| {
            matches!(
                issue.kind,
                IssueKind::NoOverload { .. }
                    | IssueKind::TypeMismatch { .. }
                    | IssueKind::BadRange { .. }
                    | IssueKind::NotSelectable { .. }
            )
        };
        let found = mistakes(ast);
        let Some(mistake) = found.list().iter().filter(within).find(of_types) else {
            return Some(text.clone());
        };
        let IssueKind::NoOverload {
            rewritten: Some(rewritten),
            ..
        } = &mistake.kind
        else {
            return None;
        };
        // A variable that always has a value is shown in a sentence.
        if matches!(rewritten.as_str(), "self" | "oldSelf") {
            return None;
        }
        let mut text = text.clone();
        let place = mistake.span.range();
        let start = start as usize;
        text.replace_range(place.start - start..place.end - start, rewritten);
        Some(text)
    };
    let Some(text) = texts.iter().find_map(fitting) else {
        return;
    };
    let error = SyntaxError::Foreign {
        message: message.clone(),
        help: format!("write `{text}`"),
        replaced: None,
    };
    let span = issue.span;
    issues.replace(at, IssueKind::Syntax(error), span);
}

/// Returns the place of the `has` around an argument.
fn call_around(source: &str, argument: Span) -> Span {
    let Span { start, end } = argument;
    let before = source
        .get(..start as usize)
        .and_then(|before| before.rfind("has"));
    let after = source.get(end as usize..).and_then(|after| after.find(')'));
    match (before, after) {
        (Some(start), Some(length)) => Span::new(start, end as usize + length + 1),
        _ => argument,
    }
}

/// Whether the field of the `has` at a place is a key of a map.
fn tests_a_key(checked: &Checked<'_>, place: Span) -> bool {
    let ast = checked.ast();
    ast.ids().any(|id| match ast.kind(id) {
        Kind::Select {
            operand,
            test_only: true,
            ..
        } => {
            let value = ast.node(operand).span;
            let is_within = place.start <= value.start && value.end <= place.end;
            is_within && matches!(checked.type_of(operand), Type::Map(..))
        }
        _ => false,
    })
}

/// Returns the fields that issues propose.
fn proposed(issues: &Issues) -> Vec<MeantField> {
    let mut fields = Vec::new();
    for (at, issue) in issues.list().iter().enumerate() {
        if let IssueKind::MacroArgument(MacroError::NotAField {
            meant: Some(MeantTest::Field { field, key }),
        }) = &issue.kind
        {
            fields.push(MeantField {
                issue: at,
                span: issue.span,
                text: field.clone(),
                key: key.clone(),
                exists: false,
                is_of_map: false,
            });
        }
    }
    fields
}

/// Returns an expression with the fields in place of the arguments, and their places in it.
fn with_fields(source: &str, fields: &[MeantField]) -> Option<(String, Vec<Span>)> {
    let mut text = String::new();
    let mut places = Vec::new();
    let mut end = 0;
    for field in fields {
        text.push_str(source.get(end..field.span.start as usize)?);
        let start = text.len();
        text.push_str(&field.text);
        places.push(Span::new(start, text.len()));
        end = field.span.end as usize;
    }
    text.push_str(source.get(end..)?);
    Some((text, places))
}
