//! What the CEL compiler says, told apart by kind, with the caret inside the rule.

use crate::model::rules;
use std::ops::Range;

use super::codes::{self, distance};
use super::place::{node_at, up};
use super::{Code, Diagnostic, Manifest};
use crate::model::field::{FieldError, FieldPath};
use crate::server::validation::Place;
use crate::yaml::source_offset;
use crate::yaml::tree::{Node, Span};

/// A kind of compile error: what its text holds, its code, and the way out.
struct Kind {
    holds: &'static str,
    code: Code,
    help: &'static str,
}

const KINDS: [Kind; 14] = [
    Kind {
        holds: "Syntax error",
        code: codes::CEL_SYNTAX,
        help: "see https://kubernetes.io/docs/reference/using-api/cel/ for the language",
    },
    Kind {
        holds: "unsupported syntax",
        code: codes::CEL_SYNTAX,
        help: "see https://kubernetes.io/docs/reference/using-api/cel/ for the language",
    },
    Kind {
        holds: "reserved identifier",
        code: codes::CEL_SYNTAX,
        help: "write `__name__` for a field named like a reserved word",
    },
    Kind {
        holds: "undeclared reference to",
        code: codes::CEL_UNDECLARED,
        help: "rules see `self` and `oldSelf`; a function may need a newer Kubernetes version",
    },
    Kind {
        holds: "undefined field",
        code: codes::CEL_UNDEFINED_FIELD,
        help: "declare the field in the schema, or mend its name",
    },
    Kind {
        holds: "found no matching overload",
        code: codes::CEL_NO_OVERLOAD,
        help: "convert one side: `string(x)`, `int(x)`, `double(x)`",
    },
    Kind {
        holds: "must evaluate to a bool",
        code: codes::CEL_NOT_BOOL,
        help: "compare with something: `self.x == 'a'`, `self.list.size() > 0`",
    },
    Kind {
        holds: "recursion limit exceeded",
        code: codes::CEL_LIMIT,
        help: "split the rule",
    },
    Kind {
        holds: "code point size exceeds",
        code: codes::CEL_LIMIT,
        help: "split the rule",
    },
    Kind {
        holds: "invalid matches argument",
        code: codes::CEL_TYPE,
        help: "patterns are those of RE2, without look-around and back-references",
    },
    Kind {
        holds: "invalid duration argument",
        code: codes::CEL_TYPE,
        help: "write it as in Go: `1h30m`",
    },
    Kind {
        holds: "invalid timestamp argument",
        code: codes::CEL_TYPE,
        help: "write it as in RFC 3339: `2026-01-01T00:00:00Z`",
    },
    Kind {
        holds: "does not support field selection",
        code: codes::CEL_TYPE,
        help: "only objects have fields",
    },
    Kind {
        holds: "expected type",
        code: codes::CEL_TYPE,
        help: "elements of a literal must be of one type",
    },
];

/// The code of a compile error whose kind is known.
pub(super) fn code(error: &FieldError) -> Option<Code> {
    if error.rule != rules::CEL_13 {
        return None;
    }
    kind(error).map(|kind| kind.code)
}

fn kind(error: &FieldError) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| error.detail.contains(kind.holds))
}

/// Tells compile errors apart and moves the caret to where the compiler points.
pub(super) fn refine(manifest: Manifest<'_>, error: &FieldError, place: &Place, diagnostic: &mut Diagnostic) {
    let rule = error.rule;
    if rule != rules::CEL_13 && rule != rules::CEL_14 {
        return;
    }
    let what = if rule == rules::CEL_13 {
        "the rule"
    } else {
        "the message expression"
    };
    if let Some(code) = code(error) {
        diagnostic.code = code;
    }
    if let Some(kind) = kind(error) {
        diagnostic.help = vec![kind.help.to_owned()];
    }
    let Some(issue) = Issue::first(&error.detail) else {
        diagnostic.message = match error.detail.as_str() {
            detail if detail.contains("must evaluate to a bool") => {
                "the rule does not give a boolean".to_owned()
            }
            detail if detail.contains("must evaluate to a string") => {
                "the message expression does not give a string".to_owned()
            }
            _ => return,
        };
        diagnostic.label.clone_from(&diagnostic.message);
        return;
    };
    let text = hide_self_type(issue.text);
    diagnostic.message = in_words(what, &text);
    diagnostic.label = label(&text);
    let Some(node) = node_at(manifest.document, &place.path) else {
        return;
    };
    let Some(expression) = node.as_str() else { return };
    let Some(token) = token(expression, &issue) else {
        return;
    };
    diagnostic.span = Some(within(manifest.text, node, &token));
    if diagnostic.code == codes::CEL_UNDEFINED_FIELD {
        suggest(manifest.document, &place.path, expression, &token, diagnostic);
    }
}

/// What an issue says at its place.
fn label(text: &str) -> String {
    if text.starts_with("undefined field") {
        return "not declared in the schema".to_owned();
    }
    if text.starts_with("undeclared reference") {
        return "unknown".to_owned();
    }
    match overload(text) {
        Some((_, types)) => format!("applied to `{types}`"),
        None => text.replace('`', "'"),
    }
}

/// The bytes of the expression that the issue points at: a name, or else one character.
fn token(expression: &str, issue: &Issue<'_>) -> Option<Range<usize>> {
    let line: usize = expression
        .split('\n')
        .take(issue.line - 1)
        .map(|line| line.len() + 1)
        .sum();
    let rest = expression.get(line..)?;
    // The compiler points at the dot or the bracket of a selection; what is selected says more.
    let (mut at, mut first) = rest.char_indices().nth(issue.column - 1)?;
    if first == '.' {
        (at, first) = (at + 1, rest.get(at + 1..)?.chars().next()?);
    }
    let start = line + at;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if first == '('
        && let Some(name) = undefined_field(issue.text)
        && let Some(tested) = selected(expression, start, name)
    {
        return Some(tested);
    }
    if first == '(' {
        let called = expression.get(..start)?.trim_end_matches(is_name).len();
        if called < start {
            return Some(called..start);
        }
    }
    let length = if is_name(first) {
        expression
            .get(start..)?
            .find(|c| !is_name(c))
            .unwrap_or(expression.len() - start)
    } else {
        first.len_utf8()
    };
    Some(start..start + length)
}

/// The name in `undefined field 'name'`.
fn undefined_field(text: &str) -> Option<&str> {
    Some(text.strip_prefix("undefined field ")?.trim_matches('\''))
}

/// The first selection of a field at or after a place: the compiler points at the parenthesis of `has(self.field)`.
fn selected(expression: &str, from: usize, field: &str) -> Option<Range<usize>> {
    let rest = expression.get(from..)?;
    let at = rest.match_indices(field).map(|(at, _)| at).find(|at| {
        let before = rest.get(..*at).unwrap_or_default();
        let after = rest.get(at + field.len()..).unwrap_or_default();
        before.ends_with(['.', '?']) && !after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
    })?;
    Some(from + at..from + at + field.len())
}

/// Where bytes of a scalar's value are in the text, whether it is plain, quoted or a block.
fn within(text: &str, node: &Node, token: &Range<usize>) -> Span {
    Span {
        start: source_offset(text, node.span, token.start),
        end: source_offset(text, node.span, token.end),
    }
}

/// Adds the name that was probably meant, if the field is selected from `self` step by step.
fn suggest(
    document: &Node,
    rule: &FieldPath,
    expression: &str,
    token: &Range<usize>,
    diagnostic: &mut Diagnostic,
) {
    let Some(name) = expression.get(token.clone()) else {
        return;
    };
    let before = expression
        .get(..token.start)
        .unwrap_or_default()
        .trim_end_matches(['.', '?']);
    let from = before
        .rfind(|c: char| !c.is_ascii_alphanumeric() && !"_.?".contains(c))
        .map_or(0, |at| at + 1);
    let Some(steps) = before.get(from..).and_then(|chain| chain.strip_prefix("self")) else {
        return;
    };
    // The rule is at `….x-kubernetes-validations[0].rule`, its schema three steps up.
    let Some(mut schema) = node_at(document, &up(rule, 3)) else {
        return;
    };
    for step in steps.split(['.', '?']).filter(|step| !step.is_empty()) {
        match schema
            .get("properties")
            .and_then(|properties| properties.get(step))
        {
            Some(next) => schema = next,
            None => return,
        }
    }
    let Some(properties) = schema.get("properties").and_then(Node::as_mapping) else {
        return;
    };
    if let Some(declared) = properties.entries.iter().find(|entry| &*entry.key == name) {
        diagnostic.message = format!("rules do not see `{name}`: its schema has no type");
        "not seen by rules".clone_into(&mut diagnostic.label);
        diagnostic.help = vec![format!(
            "give `{name}` a `type`, or leave it out of the rule; under `x-kubernetes-preserve-unknown-fields` rules see declared fields only"
        )];
        diagnostic
            .labels
            .push((declared.key_span, "declared without a type".to_owned()));
        return;
    }
    let nearest = properties
        .entries
        .iter()
        .map(|entry| (distance(name, &entry.key), entry))
        .filter(|(distance, _)| *distance <= name.len() / 3 + 1)
        .min_by_key(|(distance, _)| *distance);
    if let Some((_, entry)) = nearest {
        diagnostic
            .message
            .push_str(&format!("; did you mean `{}`?", entry.key));
        diagnostic
            .labels
            .push((entry.key_span, "declared here".to_owned()));
    }
}

/// The first issue of a compile error.
struct Issue<'a> {
    line: usize,
    column: usize,
    text: &'a str,
}

impl<'a> Issue<'a> {
    fn first(detail: &'a str) -> Option<Self> {
        let (_, rest) = detail.split_once("ERROR: <input>:")?;
        let rest = rest.split_once('\n').map_or(rest, |(line, _)| line);
        let mut parts = rest.splitn(3, ':');
        Some(Issue {
            line: parts.next()?.parse().ok().filter(|line| *line > 0)?,
            column: parts.next()?.parse().ok().filter(|column| *column > 0)?,
            text: parts.next()?.trim(),
        })
    }
}

/// The issue as a sentence of ours.
fn in_words(what: &str, text: &str) -> String {
    if let Some(name) = undefined_field(text) {
        return format!("no field `{name}`");
    }
    if let Some(rest) = text.strip_prefix("undeclared reference to ") {
        let name = rest.split('\'').nth(1).unwrap_or(rest);
        return format!("nothing is called `{name}`");
    }
    if let Some(rest) = text.strip_prefix("Syntax error: ") {
        return format!("{what} does not parse: {}", rest.replace('`', "'"));
    }
    if let Some((operator, types)) = overload(text) {
        return format!("`{operator}` does not take `{types}`");
    }
    format!("{what} does not compile: {}", text.replace('`', "'"))
}

/// `==` and `(string, int)` of `found no matching overload for '_==_' applied to '(string, int)'`.
fn overload(text: &str) -> Option<(String, &str)> {
    let mut parts = text.strip_prefix("found no matching overload for ")?.split('\'');
    let operator = parts.nth(1)?;
    let types = parts.nth(1)?;
    Some((operator.trim_matches('_').to_owned(), types))
}

/// The random digits the server puts after `selfType` say nothing.
fn hide_self_type(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("selfType") {
        out.push_str(before);
        out.push_str("self");
        rest = after.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the compiler's position is in the text, whatever the style of the scalar.
    #[test]
    fn carets_stand_inside_the_rule() {
        for (text, line, column, expected) in [
            ("a: self.bc == 1", 1, 5, "bc"),
            ("a: 'self.bc == ''x'' || self.de'", 1, 23, "de"),
            ("a: \"self.bc == \\\"x\\\" || self.de\"", 1, 23, "de"),
            ("a: |-\n  self.x &&\n  self.bc\n", 2, 5, "bc"),
            ("a: >-\n  self.x &&\n  self.bc\n", 1, 15, "bc"),
            ("a: self.x &&\n  self.bc\n", 1, 15, "bc"),
            ("a: self.x + 'a'", 1, 8, "+"),
            ("a: isIP(self)", 1, 5, "isIP"),
        ] {
            let read = crate::yaml::read(text.as_bytes(), crate::yaml::Options::default());
            let node = read.documents[0].root.get("a").unwrap();
            let issue = Issue {
                line,
                column,
                text: "",
            };
            let token = token(node.as_str().unwrap(), &issue).unwrap();
            let span = within(text, node, &token);
            assert_eq!(&text[span.start as usize..span.end as usize], expected, "{text}");
        }
    }

    #[test]
    fn a_tested_field_is_found_behind_its_parenthesis() {
        let check = |expression: &str, expected: Option<&str>| {
            let found = selected(expression, expression.find('(').unwrap(), "ab");
            assert_eq!(
                found.clone().and_then(|at| expression.get(at)),
                expected,
                "{expression}"
            );
            found.map(|at| at.start)
        };
        assert_eq!(check("has(self.ab)", Some("ab")), Some(9));
        assert_eq!(check("has(self.abc.ab)", Some("ab")), Some(13));
        assert_eq!(check("has(self.?ab)", Some("ab")), Some(10));
        check("has(ab.x)", None);
    }

    #[test]
    fn issues_in_words() {
        let detail = "compilation failed: ERROR: <input>:1:6: undefined field 'b'\n | self.b\n | .....^";
        let issue = Issue::first(detail).unwrap();
        assert_eq!(
            (issue.line, issue.column, issue.text),
            (1, 6, "undefined field 'b'")
        );
        for (text, expected) in [
            ("undefined field 'b'", "no field `b`"),
            (
                "undeclared reference to 'x' (in container '')",
                "nothing is called `x`",
            ),
            (
                "found no matching overload for '_==_' applied to '(string, int)'",
                "`==` does not take `(string, int)`",
            ),
        ] {
            assert_eq!(in_words("the rule", text), expected);
        }
        assert_eq!(hide_self_type("type 'selfType123.o' x"), "type 'self.o' x");
    }
}
