//! What the CEL compiler says, told apart by kind, with the caret inside the rule.

use super::place::node_at;
use super::{Code, Diagnostic};
use crate::field::FieldError;
use crate::validate::locate;
use crate::yaml::tree::Node;

/// A kind of compile error: what its text holds, its code, and the way out.
struct Kind {
    holds: &'static str,
    code: u16,
    help: &'static str,
}

const KINDS: [Kind; 14] = [
    Kind {
        holds: "Syntax error",
        code: 410,
        help: "see https://kubernetes.io/docs/reference/using-api/cel/ for the language",
    },
    Kind {
        holds: "unsupported syntax",
        code: 410,
        help: "see https://kubernetes.io/docs/reference/using-api/cel/ for the language",
    },
    Kind {
        holds: "reserved identifier",
        code: 410,
        help: "write `__name__` for a field named like a reserved word",
    },
    Kind {
        holds: "undeclared reference to",
        code: 411,
        help: "rules see `self` and `oldSelf`; a function may need a newer Kubernetes version",
    },
    Kind {
        holds: "undefined field",
        code: 412,
        help: "declare the field in the schema, or mend its name",
    },
    Kind {
        holds: "found no matching overload",
        code: 413,
        help: "convert one side: `string(x)`, `int(x)`, `double(x)`",
    },
    Kind {
        holds: "must evaluate to a bool",
        code: 414,
        help: "compare with something: `self.x == 'a'`, `self.list.size() > 0`",
    },
    Kind {
        holds: "recursion limit exceeded",
        code: 416,
        help: "split the rule",
    },
    Kind {
        holds: "code point size exceeds",
        code: 416,
        help: "split the rule",
    },
    Kind {
        holds: "invalid matches argument",
        code: 415,
        help: "patterns are those of RE2, without look-around and back-references",
    },
    Kind {
        holds: "invalid duration argument",
        code: 415,
        help: "write it as in Go: `1h30m`",
    },
    Kind {
        holds: "invalid timestamp argument",
        code: 415,
        help: "write it as in RFC 3339: `2026-01-01T00:00:00Z`",
    },
    Kind {
        holds: "does not support field selection",
        code: 415,
        help: "only objects have fields",
    },
    Kind {
        holds: "expected type",
        code: 415,
        help: "elements of a literal must be of one type",
    },
];

/// The code of a compile error whose kind is known.
pub(super) fn code(error: &FieldError) -> Option<Code> {
    if error.rule.0 != "CEL-13" {
        return None;
    }
    kind(error).map(|kind| Code(kind.code))
}

fn kind(error: &FieldError) -> Option<&'static Kind> {
    KINDS.iter().find(|kind| error.detail.contains(kind.holds))
}

/// Tells compile errors apart and moves the caret to where the compiler points.
pub(super) fn refine(document: &Node, error: &FieldError, diagnostic: &mut Diagnostic) {
    let rule = error.rule.0;
    if rule != "CEL-13" && rule != "CEL-14" {
        return;
    }
    let what = if rule == "CEL-13" {
        "the rule"
    } else {
        "the message expression"
    };
    if let Some(code) = code(error) {
        diagnostic.code = code;
    }
    if let Some(kind) = kind(error) {
        diagnostic.help.push(kind.help.to_owned());
    }
    let Some(issue) = Issue::first(&error.detail) else {
        diagnostic.message = match error.detail.as_str() {
            "cel expression must evaluate to a bool" => "the rule does not give a boolean".to_owned(),
            "messageExpression must evaluate to a string" => {
                "the message expression does not give a string".to_owned()
            }
            _ => return,
        };
        diagnostic.label = diagnostic.message.clone();
        return;
    };
    let text = hide_self_type(issue.text);
    diagnostic.message = in_words(what, &text);
    diagnostic.label = text;
    let location = locate(document, &error.field);
    let _ = (node_at(document, &location.place.path), issue.line, issue.column);
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
            line: parts.next()?.parse().ok()?,
            column: parts.next()?.parse().ok()?,
            text: parts.next()?.trim(),
        })
    }
}

/// The issue as a sentence of ours.
fn in_words(what: &str, text: &str) -> String {
    if let Some(name) = text.strip_prefix("undefined field ") {
        return format!("no field `{}`", name.trim_matches('\''));
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
