//! Patterns that may match a part of the string.

use crate::check::diagnose::cut;
use crd_cel::regex::{Edge, IdleQuantifier, of_wildcards};

/// Returns the help for a pattern that is not anchored.
pub(in crate::check::lints) fn anchors(pattern: &str, idle: &IdleQuantifier) -> String {
    match of_wildcards(pattern) {
        Some(meant) => format!(
            "if the `{}` is a wildcard, write `{meant}`; otherwise `^(…)$`, to match the whole string",
            idle.quantifier
        ),
        None => {
            let instead = match least(&idle.quantifier) {
                "0" => "remove it with what it repeats".to_owned(),
                "1" => "remove the quantifier".to_owned(),
                least => format!("write `{{{least}}}`"),
            };
            format!("write `^(…)$` to match the whole string, or {instead} if it may contain other text")
        }
    }
}

/// Returns the minimum count of a quantifier: 2 for `{2,5}`.
fn least(quantifier: &str) -> &str {
    match quantifier {
        "*" | "?" => "0",
        "+" => "1",
        _ => quantifier
            .trim_start_matches('{')
            .split(',')
            .next()
            .unwrap_or_default(),
    }
}

/// Returns the message about a quantifier without effect, or of which only the minimum count has one.
pub(in crate::check::lints) fn without_anchor(pattern: &str, idle: &IdleQuantifier) -> String {
    let (edge, anchor) = match idle.edge {
        Edge::Start => ("start", "^"),
        Edge::End => ("end", "$"),
    };
    let meaning = match least(&idle.quantifier) {
        "0" | "1" => "has no effect".to_owned(),
        least => format!("means `{{{least}}}`"),
    };
    format!(
        "the `{}` at the {edge} of `{}` {meaning} without `{anchor}`: the pattern matches a part of the string",
        idle.quantifier,
        cut(pattern, 60)
    )
}

/// Returns the end of an alternative that is not anchored.
pub(super) fn unanchored(pattern: &str) -> Option<&'static str> {
    let is_whole = pattern.starts_with('^') && pattern.ends_with('$') && !pattern.contains('|');
    if is_whole && !ends_with_escaped(pattern) {
        return None;
    }
    for alternative in alternatives(pattern)? {
        let flags = alternative.starts_with("(?").then(|| alternative.find(')'));
        let body = match flags.flatten() {
            Some(end) if is_flags(alternative.get(2..end)?) => alternative.get(end + 1..)?,
            _ => alternative,
        };
        let starts = body.starts_with('^') || body.starts_with(r"\A") || body.starts_with('.');
        let ends = is_every_end(body, &|end| {
            end.ends_with('$') && !ends_with_escaped(end)
                || end.ends_with(r"\z")
                || ends_with_any(end)
                || starts && ends_with_separator(end)
        });
        // The content of a group may be anchored inside.
        let inner = body.strip_prefix('(').and_then(|body| body.strip_suffix(')'));
        let inner = inner.filter(|inner| is_balanced(inner));
        match (starts, ends, inner) {
            (true, true, _) => {}
            (false, _, Some(inner)) => return unanchored(inner.strip_prefix("?:").unwrap_or(inner)),
            (false, false, None) => return Some("its start and end are not anchored"),
            (false, true, _) => return Some("its start is not anchored"),
            (true, false, _) => return Some("its end is not anchored"),
        }
    }
    None
}

pub(super) fn is_flags(text: &str) -> bool {
    text.chars().all(|c| matches!(c, 'i' | 'm' | 's' | 'U' | '-'))
}

/// Whether the end of a pattern is of a kind, or that of every alternative of the group at its end: `^(https?://|mailto:)`.
fn is_every_end(body: &str, is_end: &dyn Fn(&str) -> bool) -> bool {
    if let Some(group) = body.strip_suffix(')').filter(|group| !ends_with_backslash(group)) {
        let mut inner = group
            .match_indices('(')
            .map(|(at, _)| group.get(at + 1..).unwrap_or_default());
        let alternatives = inner.find(|inner| is_balanced(inner)).and_then(alternatives);
        return alternatives.is_some_and(|all| all.into_iter().all(|one| is_every_end(one, is_end)));
    }
    is_end(body)
}

/// Whether a pattern is a prefix, which ends with a separator: `^https?://`, `^1\.`.
fn ends_with_separator(body: &str) -> bool {
    matches!(
        body.as_bytes(),
        [.., b'/' | b':' | b'-' | b'_' | b'@' | b'='] | [.., b'\\', b'.']
    )
}

/// Whether a pattern ends with any characters: `.`, `.*` or `.+`.
fn ends_with_any(body: &str) -> bool {
    let body = body.strip_suffix('?').unwrap_or(body);
    let body = body.strip_suffix(['*', '+']).unwrap_or(body);
    body.strip_suffix('.')
        .is_some_and(|before| !ends_with_backslash(before))
}

pub(super) fn ends_with_escaped(body: &str) -> bool {
    ends_with_backslash(body.strip_suffix('$').unwrap_or(body))
}

/// Whether what follows a part of a pattern is escaped.
fn ends_with_backslash(before: &str) -> bool {
    before.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

pub(super) fn is_balanced(inner: &str) -> bool {
    let mut depth = 0_i32;
    for (byte, is_plain) in plain_bytes(inner) {
        match byte {
            b'(' if is_plain => depth += 1,
            b')' if is_plain => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

/// Returns the alternatives of a pattern outside of groups; `None` if its brackets do not match.
pub(super) fn alternatives(pattern: &str) -> Option<Vec<&str>> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_i32, 0);
    for (at, (byte, is_plain)) in plain_bytes(pattern).enumerate() {
        match byte {
            b'(' if is_plain => depth += 1,
            b')' if is_plain => depth -= 1,
            b'|' if is_plain && depth == 0 => {
                found.push(pattern.get(start..at)?);
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(pattern.get(start..)?);
    (depth == 0).then_some(found)
}

/// Returns the bytes of a pattern, and whether each is outside of classes and not escaped.
pub(super) fn plain_bytes(pattern: &str) -> impl Iterator<Item = (u8, bool)> {
    let (mut is_escaped, mut in_class) = (false, false);
    pattern.bytes().map(move |byte| {
        let was_escaped = is_escaped;
        is_escaped = byte == b'\\' && !was_escaped;
        let is_plain = !was_escaped && !in_class;
        match byte {
            b'[' if is_plain => in_class = true,
            b']' if in_class && !was_escaped => in_class = false,
            _ => {}
        }
        (byte, is_plain)
    })
}

#[cfg(test)]
mod tests {
    use crd_cel::regex::idle_quantifier;

    use super::{anchors, without_anchor};

    #[test]
    fn quantifiers_at_open_ends() {
        for (pattern, message, instead) in [
            (
                "[a-z]+",
                "the `+` at the end of `[a-z]+` has no effect without `$`",
                "remove the quantifier",
            ),
            (
                "^v[0-9]*",
                "the `*` at the end of `^v[0-9]*` has no effect without `$`",
                "remove it with what it repeats",
            ),
            (
                "^a{5,7}",
                "the `{5,7}` at the end of `^a{5,7}` means `{5}` without `$`",
                "write `{5}`",
            ),
            (
                "a{2,}$",
                "the `{2,}` at the start of `a{2,}$` means `{2}` without `^`",
                "write `{2}`",
            ),
        ] {
            let idle = idle_quantifier(pattern).unwrap();
            assert!(without_anchor(pattern, &idle).starts_with(message), "{pattern}");
            let help =
                format!("write `^(…)$` to match the whole string, or {instead} if it may contain other text");
            assert_eq!(anchors(pattern, &idle), help);
        }
    }
}
