//! Finds the fields that are meant by names in `has`. The parser proposes fields of `self`; only with types is it known which exist.
//!
//! ```text
//! has(replicas)                  has(self.replicas)
//! has(replica)                   has(self.replicas)
//! self.items.all(x, has(name))   has(x.name)
//! ```

use super::check_partly;
use crate::ast::Span;
use crate::issue::Issues;
use crate::mistake::{IssueKind, MacroError, MeantSelection};
use crate::parse::parse;
use crate::types::{TypeId, TypeStore};
use crate::version::CompatVersion;

/// A field that is proposed instead of the argument of a `has`.
struct MeantField {
    /// The index of the issue.
    issue: usize,
    /// The argument.
    span: Span,
    text: String,
    exists: bool,
}

/// Corrects the fields that the issues of an expression propose, and removes those that do not exist.
#[cold]
pub(crate) fn find_fields(
    mut issues: Issues,
    store: &TypeStore,
    version: CompatVersion,
    variables: &[(&str, TypeId)],
) -> Issues {
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
                field.exists =
                    alone.is_ok_and(|ast| check_partly(ast, store, version, variables).1.is_empty());
            }
            break;
        };
        let (_, found) = check_partly(ast, store, version, variables);
        for (field, place) in fields.iter_mut().zip(places) {
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
        let meant = field.exists.then(|| format!("`has({})`", field.text));
        issues.replace(
            field.issue,
            IssueKind::MacroArgument(MacroError::NotAField { meant }),
        );
    }
    issues
}

/// Returns the fields that issues propose.
fn proposed(issues: &Issues) -> Vec<MeantField> {
    let mut fields = Vec::new();
    for (at, issue) in issues.list().iter().enumerate() {
        if let IssueKind::MacroArgument(MacroError::NotAField { meant: Some(meant) }) = &issue.kind
            && let Some(field) = meant
                .strip_prefix("`has(")
                .and_then(|meant| meant.strip_suffix(")`"))
            && !field.contains('`')
        {
            fields.push(MeantField {
                issue: at,
                span: issue.span,
                text: field.to_owned(),
                exists: false,
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
