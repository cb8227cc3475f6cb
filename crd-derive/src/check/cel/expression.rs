//! Checks one expression, and reports its mistakes.

use std::ops::Range;

use crd_cel::ast::{Kind, Literal};
use crd_cel::facts::{OldValue, optional_mistake};
use crd_cel::literal::ProgramErrorKind;
use crd_cel::regex::{RegexError, RegexErrorKind};
use crd_cel::template::message_help;
use crd_cel::{BadArgument, Checked, Env, Issue, IssueClass, IssueKind, Purpose, Type as CelType};

use super::across::{self, Comparisons, OldSelf};
use super::{Place, joined_lines};
use crate::attr::input::Input;
use crate::attr::serde::case::RenameRule;
use crate::check::cross_type::CrossTypeCheck;
use crate::codes::{self, Code};
use crate::errors::{Errors, report};
use crate::spanned::Spanned;

/// Checks one expression, whose value must have a given type. Returns its requirements on other types.
pub(super) fn check(
    cx: &Errors,
    env: &Env,
    source: &Spanned<String>,
    purpose: Purpose,
    old: OldSelf,
    place: Place<'_>,
) -> Option<CrossTypeCheck> {
    if source.value.trim().is_empty() {
        return None;
    }
    if !place.has(codes::RULE_LINES_JOINED)
        && let Some(comment) = joined_lines::comment(source)
    {
        report!(cx, source, comment => RULE_LINES_JOINED,
            "the backslash joins this line with the next one, which is then a part of the comment; remove the backslash, \
             or move the comment out of the rule");
        return None;
    }
    let checked = match env.compile(&source.value) {
        Ok(checked) => checked,
        Err(issues) => {
            for issue in issues.causes() {
                // Types that the tokens do not show are `dyn` only here, so the server does not crash on them.
                if !matches!(issue.kind, IssueKind::ServerPanic(_))
                    && !is_variable_of_unknown_macro(issue, issues.list(), &source.value)
                {
                    let help = match (place.around, place.own) {
                        (Some(around), _) => around.help(issue, issues.list()),
                        (None, Some(own)) => match &issue.kind {
                            IssueKind::UndefinedField { field, known, .. } => {
                                without_rename_all(own, field, known.iter().map(|name| &**name))
                            }
                            _ => None,
                        },
                        (None, None) => None,
                    };
                    report(cx, source, purpose, (issue, help));
                }
            }
            return None;
        }
    };
    // A type that the tokens do not show is `dyn` here, but the server knows it.
    let is_known = !matches!(
        checked.result_type(),
        CelType::Dyn | CelType::Any | CelType::Error
    );
    if let Some(issue) = checked.wrong_result(purpose).filter(|_| is_known) {
        report(cx, source, purpose, (&issue, None));
    }
    for issue in crd_cel::literal::validate(&checked, env.version()) {
        report(cx, source, purpose, (&issue, None));
    }
    if !place.has(codes::CEL_DIVISION_BY_ZERO) {
        divisions_by_zero(cx, source, &checked);
    }
    if purpose == Purpose::Rule && !place.has(codes::CEL_OPTIONAL) {
        let old = match old {
            OldSelf::Optional => OldValue::Optional,
            OldSelf::Value => OldValue::Required,
        };
        if let Some(mistake) = optional_mistake(checked.ast(), old) {
            report!(cx, source, mistake.span.range() => CEL_OPTIONAL, "{}; {}", mistake.message, mistake.help);
        }
    }
    if let Err(error) = crd_cel::literal::instantiate(&checked) {
        let range = error.span.start as usize..error.span.end as usize;
        if let ProgramErrorKind::Pattern(pattern) = &error.kind {
            report_pattern(cx, source, purpose, range, pattern);
        } else {
            let code = code(purpose, IssueClass::Type);
            cx.error_in(
                source,
                range,
                code,
                format_args!("{}", error.describe().one_line()),
            );
        }
    }
    let comparisons = if place.has(codes::CEL_NEVER_EQUAL) {
        Comparisons::Unchecked
    } else {
        Comparisons::Checked
    };
    across::collect(&checked, purpose, (old, comparisons))
}

/// Whether an unknown variable is that of a loop with an unknown name, as in `self.any(s, s.live)`.
fn is_variable_of_unknown_macro(issue: &Issue, issues: &[Issue], source: &str) -> bool {
    let IssueKind::UnknownVariable { name: variable, .. } = &issue.kind else {
        return false;
    };
    issues.iter().any(|other| {
        matches!(&other.kind, IssueKind::UnknownFunction { name, .. }
            if source.contains(&format!("{name}({variable},")))
    })
}

/// Reports divisions by the literal 0, which make the rule fail for every object.
fn divisions_by_zero(cx: &Errors, source: &Spanned<String>, checked: &Checked<'_>) {
    for (span, fault) in zero_divisors(checked.ast()) {
        let division = source.value.get(span.clone()).unwrap_or_default();
        report!(cx, source, span => CEL_DIVISION_BY_ZERO,
            "`{division}` always fails with `{fault}`; correct the divisor");
    }
}

/// Returns the divisions by the literal 0, with the server's error.
pub(super) fn zero_divisors(ast: &crd_cel::Ast) -> impl Iterator<Item = (Range<usize>, &'static str)> + '_ {
    ast.ids().filter_map(|id| {
        let Kind::Call { function, args, .. } = ast.kind(id) else {
            return None;
        };
        let fault = match ast.text(function) {
            "_/_" => "division by zero",
            "_%_" => "modulus by zero",
            _ => return None,
        };
        let [_, by] = ast.nodes(args) else { return None };
        let is_zero = matches!(ast.kind(*by), Kind::Literal(Literal::Int(0) | Literal::Uint(0)));
        is_zero.then(|| (ast.node(id).span.range(), fault))
    })
}

/// Reports a pattern that the server cannot compile, on the invalid part of the pattern, as for `pattern = "…"`.
fn report_pattern(
    cx: &Errors,
    source: &Spanned<String>,
    purpose: Purpose,
    literal: Range<usize>,
    error: &RegexError,
) {
    let mut message = error.describe().one_line();
    if error.kind() == RegexErrorKind::InvalidRepeatSize {
        message.push_str("; for longer strings, compare `size(…)`");
    }
    let range = part_of_literal(&source.value, literal.clone(), error.span()).unwrap_or(literal);
    cx.error_in(
        source,
        range,
        code(purpose, IssueClass::Type),
        format_args!("{message}"),
    );
}

/// Returns the span in the source of a rule of a part of a string literal's value; `None` if the literal has escapes.
fn part_of_literal(source: &str, literal: Range<usize>, part: Range<usize>) -> Option<Range<usize>> {
    let text = source.get(literal.clone())?;
    let value = text.trim_start_matches(['r', 'R']);
    let is_raw = value.len() < text.len();
    let quotes = if value.starts_with("'''") || value.starts_with("\"\"\"") {
        3
    } else {
        1
    };
    if !value.starts_with(['\'', '"']) || (!is_raw && value.contains('\\')) {
        return None;
    }
    let start = literal.start + text.len() - value.len() + quotes;
    Some(start + part.start..start + part.end)
}

/// Returns the code that `crd-gen check` reports for an error (crd-core/src/check/cel). Errors of message expressions
/// share one code.
fn code(purpose: Purpose, class: IssueClass) -> Code {
    if purpose == Purpose::MessageExpression {
        return codes::MESSAGE_EXPRESSION;
    }
    match class {
        IssueClass::Syntax => codes::CEL_SYNTAX,
        IssueClass::UnknownName => codes::CEL_UNDECLARED,
        IssueClass::UndefinedField => codes::CEL_UNDEFINED_FIELD,
        IssueClass::NoOverload => codes::CEL_NO_OVERLOAD,
        IssueClass::WrongResult => codes::CEL_NOT_BOOL,
        IssueClass::Limit => codes::CEL_LIMIT,
        _ => codes::CEL_TYPE,
    }
}

/// Reports an issue, with another help than its own if one is given.
fn report(cx: &Errors, source: &Spanned<String>, purpose: Purpose, (issue, help): (&Issue, Option<String>)) {
    if let IssueKind::BadArgument(BadArgument::Pattern(pattern)) = &issue.kind {
        report_pattern(
            cx,
            source,
            purpose,
            issue.span.start as usize..issue.span.end as usize,
            pattern,
        );
        return;
    }
    let code = code(purpose, issue.kind.class());
    let mut words = issue.describe();
    if purpose == Purpose::MessageExpression
        && matches!(issue.kind, IssueKind::Syntax(_))
        && let Some(help) = message_help(&source.value, &words.help)
    {
        words.help = vec![help];
    }
    if let Some(help) = help {
        words.help = vec![help];
    }
    let after = source.value.get(issue.span.end as usize..).unwrap_or_default();
    let without_spec = without_spec(&issue.kind, after);
    if let Some(help) = constant_of_rust(&issue.kind).or(without_spec.clone()) {
        words.help = vec![help];
    }
    let mut message = words
        .one_line()
        .replace("`optionalOldSelf: true`", "`optional_old_self`")
        .replace("`optionalOldSelf`", "`optional_old_self`");
    if let IssueKind::UndefinedField { field, known, .. } = &issue.kind
        && ["metadata", "spec", "status"].contains(&field.as_str())
        && without_spec.is_none()
    {
        let is_root = known.iter().any(|name| name == "apiVersion");
        message.push_str(if is_root {
            "; declare the type of the status with `status = …`"
        } else {
            "; for a rule on the whole object, use `root_rule(…)`"
        });
    }
    cx.error_in(
        source,
        issue.span.start as usize..issue.span.end as usize,
        code,
        format_args!("{message}"),
    );
}

/// Returns why a field has a name with underscores, if a rule of its type writes it in camel case.
pub(super) fn without_rename_all<'n>(
    own: &Input<'_>,
    written: &str,
    known: impl IntoIterator<Item = &'n str>,
) -> Option<String> {
    let name = known
        .into_iter()
        .find(|known| known.contains('_') && *written == RenameRule::Camel.field(known))?;
    own.serde.rename_all.is_none().then(|| {
        format!(
            "its name is `{name}`, because `{}` has no `#[serde(rename_all = \"camelCase\")]`",
            own.ident
        )
    })
}

/// Returns what to write for `self.spec.replicas` in a rule of the type that has the field `replicas`.
fn without_spec(kind: &IssueKind, after: &str) -> Option<String> {
    let IssueKind::UndefinedField { field, known, .. } = kind else {
        return None;
    };
    let end = |rest: &str| rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let below = after.strip_prefix('.').filter(|_| field == "spec")?;
    let name = below.get(..end(below).unwrap_or(below.len()))?;
    let is_known = known.iter().any(|known| known == name);
    is_known.then(|| format!("`self` is the value of this type: write `self.{name}`"))
}

/// Returns what to write for a constant or a variant of Rust, whose value in JSON is not known here.
fn constant_of_rust(kind: &IssueKind) -> Option<String> {
    let IssueKind::UnknownVariable {
        name,
        suggestion: Some(text),
        called: None,
        ..
    } = kind
    else {
        return None;
    };
    let is_of_rust = name.starts_with(|c: char| c.is_ascii_uppercase()) && text.starts_with(['\'', '[']);
    let is_constant = !text.contains(|c: char| c.is_ascii_lowercase());
    is_of_rust.then(|| {
        if is_constant {
            return "a rule has no constants of Rust; write the value itself, in quotes if it is a text".to_owned();
        }
        format!(
            "a rule has no constants and types of Rust; write the value as serde writes it: `{text}`, unless `rename` or \
             `rename_all` changes it"
        )
    })
}
