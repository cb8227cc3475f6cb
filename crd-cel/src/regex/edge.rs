//! Finds quantifiers without effect: those at an end of a pattern that is not anchored there.
//!
//! ```text
//! [a-z]+      matches the same strings as [a-z], such as `A b!`
//! ^v[0-9]*    matches the same strings as ^v
//! ^[a-z]+$    the quantifier has an effect
//! a.*         more text is wanted, so this is not reported
//! ```

use std::fmt;

use super::ast::{Count, Regex, RegexNode, RegexNodeId};
use super::parse::parse;

/// Longer patterns are not read, in bytes.
const LONGEST: usize = 1_000;

/// An end of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The start.
    Start,
    /// The end.
    End,
}

/// A quantifier without effect.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IdleQuantifier {
    /// The quantifier, such as `+`.
    pub quantifier: String,
    /// The end of the pattern at which it is.
    pub edge: Edge,
}

/// Returns a quantifier at an end of a pattern, or of an alternative, that changes nothing about which strings contain a match;
/// `None` also if Go rejects the pattern.
pub fn idle_quantifier(pattern: &str) -> Option<IdleQuantifier> {
    if pattern.len() > LONGEST {
        return None;
    }
    let regex = parse(pattern).ok()?;
    [Edge::End, Edge::Start].into_iter().find_map(|edge| {
        let quantifier = idle_at(&regex, edge)?;
        Some(IdleQuantifier { quantifier, edge })
    })
}

/// Returns the pattern for a text with the wildcards `*` and `?`: `^dev-.*$` for `dev-*`; `None` if it has the syntax of patterns.
pub fn of_wildcards(text: &str) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "*?-_/:.@".contains(c);
    if !text.contains(['*', '?']) || !text.chars().all(is_plain) {
        return None;
    }
    if [".*", ".?"].iter().any(|pattern| text.contains(pattern)) {
        return None;
    }
    let mut pattern = "^".to_owned();
    for c in text.chars() {
        match c {
            '*' => pattern.push_str(".*"),
            '?' => pattern.push('.'),
            '.' => pattern.push_str(r"\."),
            c => pattern.push(c),
        }
    }
    pattern.push('$');
    Some(pattern)
}

fn idle_at(regex: &Regex, edge: Edge) -> Option<String> {
    let mut open: Vec<RegexNodeId> = vec![regex.root];
    while let Some(id) = open.pop() {
        match regex.node(id) {
            RegexNode::Concat(children) => open.extend(match edge {
                Edge::Start => children.first(),
                Edge::End => children.last(),
            }),
            RegexNode::Alternate(children) => open.extend(children.iter().rev()),
            RegexNode::Capture(child) => open.push(*child),
            RegexNode::Repeat { child, count, .. } if count.varies() => {
                let is_any_text = matches!(regex.node(*child), RegexNode::AnyChar { .. }) && count.is_open();
                if !is_any_text && !has_assertion(regex, *child) {
                    return Some(count.to_string());
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether a part of a pattern has an assertion: `(a|$)?` may be anchored inside.
fn has_assertion(regex: &Regex, part: RegexNodeId) -> bool {
    let mut open = vec![part];
    while let Some(id) = open.pop() {
        match regex.node(id) {
            RegexNode::Assertion(_) => return true,
            RegexNode::Concat(children) | RegexNode::Alternate(children) => open.extend(children),
            RegexNode::Capture(child) | RegexNode::Repeat { child, .. } => open.push(*child),
            _ => {}
        }
    }
    false
}

impl Count {
    /// Whether it has no upper bound.
    fn is_open(self) -> bool {
        matches!(self, Count::Star | Count::Plus | Count::Range { max: None, .. })
    }

    /// Whether it allows several counts.
    fn varies(self) -> bool {
        !matches!(self, Count::Range { min, max: Some(max) } if min == max)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Star => f.write_str("*"),
            Count::Plus => f.write_str("+"),
            Count::Optional => f.write_str("?"),
            Count::Range { min, max: None } => write!(f, "{{{min},}}"),
            Count::Range { min, max: Some(max) } => write!(f, "{{{min},{max}}}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards() {
        for (text, expected) in [
            ("dev-*", Some("^dev-.*$")),
            ("/foo/*", Some("^/foo/.*$")),
            ("a?.txt", Some(r"^a.\.txt$")),
            ("dev-.*", None),
            ("[a-z]*", None),
            ("^dev-*", None),
            (r"dev\d*", None),
            ("dev", None),
        ] {
            assert_eq!(of_wildcards(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn quantifiers_at_open_ends_are_idle() {
        for (pattern, expected) in [
            ("[a-z]+", Some(("+", Edge::End))),
            ("^[a-z]+", Some(("+", Edge::End))),
            ("[a-z]+$", Some(("+", Edge::Start))),
            ("^[a-z]+$", None),
            ("[a-z0-9]([-a-z0-9]*[a-z0-9])?", Some(("?", Edge::End))),
            ("^(a|b{2,5})", Some(("{2,5}", Edge::End))),
            ("^(a|b{2})", None),
            ("^a+$|b+", Some(("+", Edge::End))),
            ("(?:^|-)a*(?:$|-)", None),
            ("a(b|$)?", None),
            // More text is wanted.
            ("a.*", None),
            (".+@.+", None),
            ("^.{2,}|[^./]$", None),
            (".{1,5}", Some(("{1,5}", Edge::End))),
            ("^https://", None),
            (r"^a\+", None),
            ("^[a+]", None),
            ("(", None),
            ("", None),
        ] {
            let found = idle_quantifier(pattern);
            let found = found.as_ref().map(|found| (&*found.quantifier, found.edge));
            assert_eq!(found, expected, "{pattern}");
        }
    }
}
