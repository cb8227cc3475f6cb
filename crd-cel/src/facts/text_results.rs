//! Comparisons with texts that a function never returns.
//!
//! ```text
//! self.name.lowerAscii() == 'Physics'                the result has no capitals
//! url(self).getScheme() == 'https://'                the result has no `:`
//! ```

use super::known::DeclaredValue;
use super::optionals::ExpressionMistake;
use crate::ast::{Ast, Kind, Literal, NodeId};
use crate::go::{parse_duration, parse_timestamp};
use crate::proposal::as_timestamp;

/// Finds a comparison of the result of a function with a text that it never is: `one == other`.
pub(super) fn never_returned(
    ast: &Ast,
    id: NodeId,
    sign: &str,
    one: NodeId,
    other: NodeId,
) -> Option<ExpressionMistake> {
    let is = match sign {
        "_==_" => "never true",
        "_!=_" => "always true",
        _ => return None,
    };
    let mistake = |call, text| mistake(ast, id, is, call, text);
    mistake(one, other).or_else(|| mistake(other, one))
}

/// Finds a comparison of a point in time or a duration as a text with a text that it never is: `string(self.timeout) == '2h'`.
pub(super) fn never_printed(
    ast: &Ast,
    id: NodeId,
    sign: &str,
    operands: [NodeId; 2],
    declared: &[(NodeId, DeclaredValue)],
) -> Option<ExpressionMistake> {
    let is = match sign {
        "_==_" => "never true",
        "_!=_" => "always true",
        _ => return None,
    };
    let [one, other] = operands;
    let (call, text) = match ast.string_literal(other) {
        Some(text) => (one, text),
        None => (other, ast.string_literal(one)?),
    };
    let ("string", &[of]) = ast.plain_call(call)? else {
        return None;
    };
    let (result, function, meant) = match declared.iter().find(|(node, _)| *node == of)?.1 {
        DeclaredValue::Timestamp if parse_timestamp(text).is_err() => (
            "has a date and a time, such as `2026-01-31T00:00:00Z`",
            "timestamp",
            as_timestamp(text),
        ),
        DeclaredValue::Duration if !is_seconds(text) => (
            "is in seconds, such as `90s`",
            "duration",
            parse_duration(text).is_ok().then(|| text.to_owned()),
        ),
        DeclaredValue::Boolean if !matches!(text, "true" | "false") => {
            let (meant, literal) = (text.to_ascii_lowercase(), if one == call { other } else { one });
            let meant = matches!(&*meant, "true" | "false").then_some((literal, &*meant));
            return Some(mistake_with(
                ast,
                id,
                is,
                ("string", "is `true` or `false`"),
                meant,
            ));
        }
        DeclaredValue::Integer if text.parse::<i64>().is_err() => {
            return Some(mistake_with(ast, id, is, ("string", "has only digits"), None));
        }
        _ => return None,
    };
    let mut found = mistake_with(ast, id, is, ("string", result), None);
    if let Some(meant) = meant {
        let (of, sign) = (ast.source_of(of), sign.trim_matches('_'));
        found.help = format!("write `{of} {sign} {function}('{meant}')`");
    }
    Some(found)
}

/// Whether a text is a number with the unit of seconds, as durations are printed.
fn is_seconds(text: &str) -> bool {
    let number = text
        .strip_suffix('s')
        .map(|text| text.strip_prefix('-').unwrap_or(text));
    number.is_some_and(|text| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'))
}

/// Finds a text in a list that the result of a function never is.
pub(super) fn never_in(ast: &Ast, call: NodeId, list: NodeId) -> Option<ExpressionMistake> {
    let Kind::List { elements, .. } = ast.kind(list) else {
        return None;
    };
    let mut elements = ast.nodes(elements).iter();
    elements.find_map(|text| mistake(ast, *text, "never found", call, *text))
}

/// Finds a text that the result of a function never contains: `call.contains(text)`.
pub(super) fn never_contained(
    ast: &Ast,
    id: NodeId,
    call: NodeId,
    text: NodeId,
) -> Option<ExpressionMistake> {
    let by_case = || of_function(ast, id, "never true", case_of(ast, call)?, text);
    let by_character = || {
        let (function, ..) = ast.method_call(call)?;
        // The port after a host name is not part of it, but addresses of version 6 have colons.
        let is_of_characters = match function {
            "getScheme" | "getHost" | "getPort" => true,
            "getHostname" => ast.string_literal(text)?.contains('/'),
            _ => false,
        };
        is_of_characters
            .then(|| of_function(ast, id, "never true", function, text))
            .flatten()
    };
    replaced(ast, id, "never true", call, text)
        .or_else(by_case)
        .or_else(by_character)
}

/// Finds a text with a character that `call` replaces.
fn replaced(ast: &Ast, at: NodeId, is: &str, call: NodeId, text: NodeId) -> Option<ExpressionMistake> {
    let Kind::Call { function, args, .. } = ast.kind(call) else {
        return None;
    };
    let (&[from, to], "replace") = (ast.nodes(args), ast.text(function)) else {
        return None;
    };
    let (from, to, literal) = (
        ast.string_literal(from)?,
        ast.string_literal(to)?,
        ast.string_literal(text)?,
    );
    let is_gone = from.chars().count() == 1 && !to.contains(from) && literal.contains(from);
    is_gone.then(|| {
        let result = format!("has no `{from}`");
        mistake_with(
            ast,
            at,
            is,
            ("replace", &result),
            Some((text, &literal.replace(from, to))),
        )
    })
}

/// Returns the name of the last function that changes the case of a text, of which a call may return a part.
fn case_of(ast: &Ast, call: NodeId) -> Option<&str> {
    let (function, of, _) = ast.method_call(call)?;
    match function {
        "lowerAscii" | "upperAscii" => Some(function),
        "charAt" | "substring" | "trim" => case_of(ast, of),
        _ => None,
    }
}

fn mistake(ast: &Ast, at: NodeId, is: &str, call: NodeId, text: NodeId) -> Option<ExpressionMistake> {
    let (function, ..) = ast.method_call(call)?;
    let by_case = || of_function(ast, at, is, case_of(ast, call)?, text);
    of_function(ast, at, is, function, text)
        .or_else(by_case)
        .or_else(|| replaced(ast, at, is, call, text))
        .or_else(|| of_other_length(ast, at, is, call, text))
}

/// Finds a text with another length than the part of a text that `call` returns.
fn of_other_length(ast: &Ast, at: NodeId, is: &str, call: NodeId, text: NodeId) -> Option<ExpressionMistake> {
    let Kind::Call { function, args, .. } = ast.kind(call) else {
        return None;
    };
    let number = |id| match ast.kind(id) {
        Kind::Literal(Literal::Int(number)) => usize::try_from(number).ok(),
        _ => None,
    };
    let length = ast.string_literal(text)?.chars().count();
    let (function, wanted, result) = match (ast.text(function), ast.nodes(args)) {
        ("charAt", [_]) => ("charAt", length.min(1), "has one character".to_owned()),
        ("substring", &[start, end]) => {
            let wanted = number(end)?.checked_sub(number(start)?)?;
            ("substring", wanted, format!("has the length {wanted}"))
        }
        _ => return None,
    };
    (wanted != length).then(|| mistake_with(ast, at, is, (function, &result), None))
}

fn of_function(ast: &Ast, at: NodeId, is: &str, function: &str, text: NodeId) -> Option<ExpressionMistake> {
    let literal = ast.string_literal(text)?;
    let (result, meant) = returned(function, literal)?;
    (meant != literal).then(|| mistake_with(ast, at, is, (function, result), Some((text, &meant))))
}

fn mistake_with(
    ast: &Ast,
    at: NodeId,
    is: &str,
    (function, result): (&str, &str),
    meant: Option<(NodeId, &str)>,
) -> ExpressionMistake {
    ExpressionMistake {
        span: ast.node(at).span,
        message: format!(
            "`{}` is {is}: the result of `{function}` {result}",
            ast.source_of(at)
        ),
        label: "no such result",
        help: match meant {
            Some((text, meant)) if !meant.is_empty() && !meant.contains(['\'', '\\']) => {
                format!("write `'{meant}'` in place of `{}`", ast.source_of(text))
            }
            _ => "correct the text".to_owned(),
        },
    }
}

/// Returns what the results of a function are like, with a text changed so that it is like them.
fn returned(function: &str, text: &str) -> Option<(&'static str, String)> {
    let host = || {
        let after = text.split_once("//").map_or(text, |(_, after)| after);
        after.split('/').next().unwrap_or_default().to_owned()
    };
    Some(match function {
        "lowerAscii" => ("has no capitals", text.to_ascii_lowercase()),
        "upperAscii" => ("has no small letters", text.to_ascii_uppercase()),
        "trim" => (
            "has no spaces at its ends",
            text.trim_matches(|c: char| c.is_ascii_whitespace()).to_owned(),
        ),
        "getScheme" => (
            "is the text before `:`, in small letters",
            text.split([':', '/']).next()?.to_ascii_lowercase(),
        ),
        "getHost" => ("is a host with its port", host()),
        "getHostname" => (
            "is a host without its port",
            match host().split_once(':') {
                // The name of an address of version 6 has several.
                Some((name, port)) if !port.contains(':') => name.to_owned(),
                _ => host(),
            },
        ),
        "getPort" => (
            "has only digits",
            text.chars().filter(char::is_ascii_digit).collect(),
        ),
        "getEscapedPath" if !text.is_empty() && !text.starts_with('/') => {
            ("begins with `/` if it is not empty", format!("/{text}"))
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use crate::facts::comparisons::help_of;

    #[test]
    fn texts_that_a_function_never_returns() {
        for (rule, expected) in [
            (
                "self.n.lowerAscii() == 'Physics'",
                Some("write `'physics'` in place of `'Physics'`"),
            ),
            (
                "'Physics' != self.n.lowerAscii()",
                Some("write `'physics'` in place of `'Physics'`"),
            ),
            (
                "self.n.lowerAscii() in ['physics', 'Maths']",
                Some("write `'maths'` in place of `'Maths'`"),
            ),
            (
                "self.n.upperAscii().startsWith('Ab')",
                Some("write `'AB'` in place of `'Ab'`"),
            ),
            ("self.n.lowerAscii() == 'physics-1'", None),
            ("self.n.trim() == ' a'", Some("write `'a'` in place of `' a'`")),
            ("self.n.trim() == ''", None),
            (
                "self.n.lowerAscii().trim() == 'Physics'",
                Some("write `'physics'` in place of `'Physics'`"),
            ),
            ("self.n.lowerAscii().replace('p', 'P') == 'Physics'", None),
            ("self.n.trim().endsWith('a ')", None),
            (
                "self.n.replace('-', '_').contains('a-b')",
                Some("write `'a_b'` in place of `'a-b'`"),
            ),
            (
                "self.n.replace('-', '') == 'a-b'",
                Some("write `'ab'` in place of `'a-b'`"),
            ),
            (
                "self.n.replace('-', '').startsWith('-')",
                Some("correct the text"),
            ),
            ("self.n.replace('-', '--').contains('-')", None),
            ("self.n.replace('--', '').contains('--')", None),
            ("self.n.replace('-', '', 1).contains('-')", None),
            (
                "url(self.u).getHost().endsWith('.org/a')",
                Some("write `'.org'` in place of `'.org/a'`"),
            ),
            (
                "url(self.u).getHostname().contains('/')",
                Some("correct the text"),
            ),
            ("url(self.u).getHostname().contains(':')", None),
            ("url(self.u).getHost().endsWith(':443')", None),
            (
                "url(self.u).getScheme().startsWith('https://')",
                Some("write `'https'` in place of `'https://'`"),
            ),
            (
                "url(self.u).getScheme() == 'https://'",
                Some("write `'https'` in place of `'https://'`"),
            ),
            ("url(self.u).getScheme() == 'https'", None),
            (
                "url(self.u).getHost() == 'https://example.org/a'",
                Some("write `'example.org'` in place of `'https://example.org/a'`"),
            ),
            ("url(self.u).getHost() == 'example.org:443'", None),
            (
                "url(self.u).getHostname() == 'example.org:443'",
                Some("write `'example.org'` in place of `'example.org:443'`"),
            ),
            ("url(self.u).getHostname() == '::1'", None),
            (
                "url(self.u).getPort() == ':443'",
                Some("write `'443'` in place of `':443'`"),
            ),
            ("url(self.u).getPort() == 'https'", Some("correct the text")),
            ("url(self.u).getPort() == ''", None),
            (
                "url(self.u).getEscapedPath() == 'api'",
                Some("write `'/api'` in place of `'api'`"),
            ),
            ("url(self.u).getEscapedPath() in ['', '/']", None),
        ] {
            assert_eq!(help_of(rule).as_deref(), expected, "{rule}");
        }
    }
}
