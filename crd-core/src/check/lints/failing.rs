//! Messages about rules that fail for a value that everything else admits.

#[cfg(all(test, feature = "samples"))]
mod tests;

use std::borrow::Cow;

use crd_cel::ast::{Ast, Kind, Literal, NodeId};
use crd_cel::facts::size_operand;
use serde_json::Value;

use super::absent::{SelectedField, SelectedFields, WITHOUT_HAS, if_absent, of_size_test, test_before};
use crate::KubeVersion;
use crate::check::diagnose::cut;
use crate::check::rules::{Failure, FailureKind};
use crate::check::{Diagnostic, codes};
use crate::model::schema::rule::words;
use crate::server::cel::tree;
use crate::yaml::is_plain;
use crate::yaml::tree::Span;

/// The maximum number of characters of a value in a message.
const LIMIT: usize = 100;

pub(super) fn diagnostic(
    span: Span,
    failure: &Failure,
    rule: &str,
    fields: SelectedFields<'_>,
) -> Diagnostic {
    let Failure { kind, error, .. } = failure;
    let part = &*up_to_absent(&failure.part, error);
    let is_shown =
        |name: &str| failure.map_keys.iter().any(|key| key == name) || words(rule).any(|word| word == name);
    let value = shown(&failure.value, &is_shown);
    let example = match &failure.old {
        Some(old) => format!("if `{value}` replaces `{}`", shown(old, &is_shown)),
        None => format!("for `{value}`"),
    };
    let fails = format!("`{part}` fails with `{error}` {example}");
    let may_be_absent = format!("`{part}` may be absent: the rule fails with `{error}` {example}");
    let (code, message, label, help) = match (kind, indexed(part)) {
        (FailureKind::NoSuchKey, Some((of, key))) => (
            codes::CEL_ABSENT_ELEMENT,
            may_be_absent,
            "read without a test",
            format!(
                "write {}",
                test_before(&of, rule, &format!("!({key} in {of})"), &format!("{key} in {of}"))
            ),
        ),
        (FailureKind::NoSuchKey, _) => (
            codes::CEL_ABSENT_FIELD,
            may_be_absent,
            WITHOUT_HAS,
            of_variable(part, rule).unwrap_or_else(|| if_absent(part, rule, "it", fields(part))),
        ),
        (FailureKind::OutOfBounds, Some((of, index))) => (
            codes::CEL_ABSENT_ELEMENT,
            may_be_absent,
            "read without a test",
            of_short_list(&of, &index, rule),
        ),
        (FailureKind::OutOfBounds, None) if error.ends_with(EMPTY_LIST) => (
            codes::CEL_ABSENT_ELEMENT,
            fails,
            "fails if the list is empty",
            of_size(&receiver(part), ("== 0", "> 0"), rule),
        ),
        (FailureKind::OutOfBounds, None) => (
            codes::CEL_ABSENT_ELEMENT,
            fails,
            "fails if it is shorter",
            needed_length(part).map_or_else(
                || format!("test first that the positions are within `{}`", receiver(part)),
                |length| of_length(&receiver(part), length, rule),
            ),
        ),
        (FailureKind::DivisionByZero, _) => {
            let divisor = of_root(part, |ast, root| ast.plain_call(root)?.1.last().copied());
            (
                codes::CEL_DIVISION_BY_ZERO,
                fails,
                "the divisor may be 0",
                without_zero(&divisor.unwrap_or_default(), rule),
            )
        }
        (FailureKind::NoValue, _) => (
            codes::CEL_ABSENT_FIELD,
            fails,
            "read without `hasValue`",
            format!("write `{0}.orValue(…)` or `!{0}.hasValue() || …`", receiver(part)),
        ),
        (FailureKind::NoSuchOverload, _) => (
            codes::CEL_INT_OR_STRING,
            fails,
            "fails with values of this type",
            "test the type first: `type(…) == int ? … : …`".to_owned(),
        ),
    };
    Diagnostic::new(code, message, span)
        .with_label(label)
        .with_help(help)
}

/// Returns the help for a key of a map with the name of the variable of a loop over it: `self.k` in `self.all(k, self.k > 0)`.
fn of_variable(part: &str, rule: &str) -> Option<String> {
    let (map, name) = part.rsplit_once('.')?;
    let ast = tree(rule, KubeVersion::DEFAULT)?;
    let is_variable = ast.ids().any(|id| match ast.kind(id) {
        Kind::Comprehension(id) => ast
            .comprehension(id)
            .is_some_and(|inner| ast.text(inner.iter_var) == name && ast.source_of(inner.iter_range) == map),
        _ => false,
    });
    is_variable
        .then(|| format!("`.{name}` is the key `{name}`, not that of the variable: write `{map}[{name}]`"))
}

/// Returns the help for a divisor that may be 0: a bound, if it is a field.
fn without_zero(divisor: &str, rule: &str) -> String {
    let is_field = divisor.contains('.')
        && divisor
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "._".contains(c));
    let bound = if is_field { ", or set `minimum: 1`" } else { "" };
    let test = test_before(
        divisor,
        rule,
        &format!("{divisor} == 0"),
        &format!("{divisor} != 0"),
    );
    format!("write {test}{bound}")
}

/// Reports a message expression that fails for a value for which the rule is false.
pub(super) fn of_message(span: Span, failure: &Failure, expression: &str) -> Diagnostic {
    let of_rule = diagnostic(span, failure, expression, &|_| SelectedField::default());
    let Failure { kind, error, .. } = failure;
    let part = up_to_absent(&failure.part, error);
    let condition = match (kind, indexed(&part)) {
        (FailureKind::NoSuchKey, Some((of, key))) => format!("{key} in {of}"),
        (FailureKind::NoSuchKey, None) => format!("has({part})"),
        (FailureKind::OutOfBounds, Some((of, index))) => format!("size({of}) > {index}"),
        (FailureKind::OutOfBounds, None) if error.ends_with(EMPTY_LIST) => {
            format!("size({}) > 0", receiver(&part))
        }
        (FailureKind::OutOfBounds, None) if let Some(length) = needed_length(&part) => {
            format!("size({}) >= {length}", receiver(&part))
        }
        _ => "…".to_owned(),
    };
    let message = of_rule
        .message
        .replacen("the rule fails", "the message expression fails", 1);
    Diagnostic::new(
        of_rule.code,
        format!("{message}, for which the rule is false: users see `failed rule: …`"),
        span,
    )
    .with_label("no message without it")
    .with_help(format!(
        "write `{condition} ? … : …`, or add a `message`, which is then used"
    ))
}

/// Returns the part of a selection that ends with the absent field or element: `self.a` of `self.a.b[0]` if the error names `a`.
fn up_to_absent<'p>(part: &'p str, error: &str) -> Cow<'p, str> {
    let tested = part.strip_prefix("has(").and_then(|part| part.strip_suffix(')'));
    let part = tested.unwrap_or(part);
    let Some(key) = error.strip_prefix("no such key: ") else {
        let is_index = error.starts_with("index out of bounds");
        let element = is_index.then(|| of_root(part, up_to_index));
        return element.flatten().map_or(Cow::Borrowed(part), Cow::Owned);
    };
    let mut ends = part.match_indices(key).filter_map(|(start, _)| {
        let end = start + key.len();
        let (before, after) = (part.get(..start)?, part.get(end..)?);
        let is_field = before.ends_with('.') && after.starts_with(['.', '[']);
        let is_in = |quote: &str| {
            before
                .strip_suffix(quote)
                .is_some_and(|before| before.ends_with('['))
                && after
                    .strip_prefix(quote)
                    .is_some_and(|after| after.starts_with(']'))
        };
        if is_in("'") || is_in("\"") {
            part.get(..end + "']".len())
        } else {
            part.get(..end).filter(|_| is_field)
        }
    });
    Cow::Borrowed(ends.next().unwrap_or(part))
}

/// Returns the last element that a selection of members reads: `a[0]` of `a[0].b.c`.
fn up_to_index(ast: &Ast, mut selection: NodeId) -> Option<NodeId> {
    while let Kind::Select { operand, .. } = ast.kind(selection) {
        selection = operand;
    }
    matches!(ast.plain_call(selection), Some(("_[_]", _))).then_some(selection)
}

/// Returns the source of a node of an expression.
fn of_root(expression: &str, node: impl FnOnce(&Ast, NodeId) -> Option<NodeId>) -> Option<String> {
    let ast = tree(expression, KubeVersion::DEFAULT)?;
    Some(ast.source_of(node(&ast, ast.root()?)?).to_owned())
}

/// Returns the list or map, and the index or key, of an expression that ends with them: `a` and `b[0]` of `a[b[0]]`.
fn indexed(part: &str) -> Option<(String, String)> {
    let ast = tree(part, KubeVersion::DEFAULT)?;
    match ast.plain_call(ast.root()?)? {
        ("_[_]", &[of, key]) => Some((ast.source_of(of).to_owned(), ast.source_of(key).to_owned())),
        _ => None,
    }
}

/// The end of the error of `max` and `min`.
const EMPTY_LIST: &str = "empty list";

/// Returns the help for an index that a list may not have.
fn of_short_list(list: &str, index: &str, rule: &str) -> String {
    let tested = index
        .parse()
        .ok()
        .and_then(|index| of_size_test(list, index, rule));
    if let Some(help) = tested {
        return help;
    }
    let from_end = tree(index, KubeVersion::DEFAULT).and_then(|ast| from_end(&ast, list, ast.root()?));
    match (from_end, index) {
        (Some(0), _) => format!("the last element is `{list}[size({list}) - 1]`"),
        (Some(1), _) | (None, "0") => of_size(list, ("== 0", "> 0"), rule),
        (Some(number), _) => of_length(list, number, rule),
        (None, index) => of_size(list, (&format!("<= {index}"), &format!("> {index}")), rule),
    }
}

/// Returns the distance of an index from the end of a list or text: 3 for `size(text) - 3`.
fn from_end(ast: &Ast, of: &str, index: NodeId) -> Option<i64> {
    let is_size = |id| size_operand(ast, id).is_some_and(|sized| ast.source_of(sized) == of);
    match (ast.plain_call(index), ast.kind(index)) {
        (Some(("_-_", &[size, number])), _) if is_size(size) => integer(ast, number),
        _ => is_size(index).then_some(0),
    }
}

fn integer(ast: &Ast, id: NodeId) -> Option<i64> {
    match ast.kind(id) {
        Kind::Literal(Literal::Int(number)) => Some(number),
        _ => None,
    }
}

/// Returns the length that the receiver of a call needs for the positions among the arguments: 3 for `text.substring(1, 3)` and
/// `text.substring(size(text) - 3)`.
fn needed_length(call: &str) -> Option<i64> {
    let ast = tree(call, KubeVersion::DEFAULT)?;
    let (_, of, arguments) = ast.method_call(ast.root()?)?;
    let positions = arguments
        .iter()
        .filter(|argument| ast.string_literal(**argument).is_none());
    let needed =
        |argument: &NodeId| integer(&ast, *argument).or_else(|| from_end(&ast, ast.source_of(of), *argument));
    positions
        .map(needed)
        .try_fold(0, |most, needed| Some(needed?.max(most)))
}

/// Returns the help for a value that must have a length.
fn of_length(value: &str, length: i64, rule: &str) -> String {
    of_size(value, (&format!("< {length}"), &format!(">= {length}")), rule)
}

/// Returns the help for a value that may be too short, which the first of two comparisons of its size tests.
fn of_size(value: &str, (short, long): (&str, &str), rule: &str) -> String {
    let size = format!("size({value})");
    let test = test_before(value, rule, &format!("{size} {short}"), &format!("{size} {long}"));
    format!("write {test}")
}

/// Returns the receiver of a call: `self.name` of `self.name.substring(3)`.
fn receiver(call: &str) -> String {
    of_root(call, |ast, root| Some(ast.method_call(root)?.1)).unwrap_or_else(|| call.to_owned())
}

/// Formats a value in YAML, in one line, without the members that are not shown.
fn shown(value: &Value, is_shown: &dyn Fn(&str) -> bool) -> String {
    let mut text = String::new();
    write(value, is_shown, &mut text);
    cut(&text, LIMIT)
}

fn write(value: &Value, is_shown: &dyn Fn(&str) -> bool, out: &mut String) {
    match value {
        Value::Object(members) => {
            let start = out.len();
            let separator = |out: &mut String| out.push_str(if out.len() == start { "{" } else { ", " });
            for (name, member) in members {
                if is_shown(name) {
                    separator(out);
                    out.push_str(name);
                    out.push_str(": ");
                    write(member, is_shown, out);
                }
            }
            separator(out);
            out.truncate(out.trim_end_matches(", ").len());
            out.push('}');
        }
        Value::Array(elements) => {
            out.push('[');
            for (at, element) in elements.iter().enumerate() {
                if at > 0 {
                    out.push_str(", ");
                }
                write(element, is_shown, out);
            }
            out.push(']');
        }
        Value::String(text) => {
            if is_plain(text) {
                out.push_str(text);
            } else {
                out.push_str(&value.to_string());
            }
        }
        other => out.push_str(&other.to_string()),
    }
}
