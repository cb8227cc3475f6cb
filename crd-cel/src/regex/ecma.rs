//! Prints a tree for JSON Schema: in a dialect that ECMAScript (with the flag `u`) and RE2 interpret alike.
//!
//! ```text
//! ^\w+\.[[:alpha:]]$    ->   ^[0-9A-Z_a-z]+\.[A-Za-z]$
//! (?i)^ok               ->   ^[oO][kK\u{212A}]
//! (?m)^a                ->   not possible
//! ```

use std::fmt::Write as _;

use super::ast::{Assertion, Class, ClassItem, Regex, RegexNode};
use super::print::{Precedence, print_with};
use crate::code_points::CodePoints;

/// Returns the pattern in that dialect; `None` if it cannot be expressed there.
pub(super) fn print(regex: &Regex) -> Option<String> {
    print_with(regex, leaf)
}

fn leaf(out: &mut String, node: &RegexNode, place: Precedence) -> Option<()> {
    match node {
        RegexNode::Literal {
            char,
            fold_case: false,
        } => push_char(out, *char, SPECIAL),
        RegexNode::Literal { fold_case: true, .. } => folded(out, node)?,
        RegexNode::Surrogate => out.push_str(NOTHING),
        RegexNode::Class {
            class,
            fold_case: false,
        } => push_class(out, class)?,
        RegexNode::Class { fold_case: true, .. } => return None,
        RegexNode::AnyChar { newline: false } => out.push_str("[^\\n]"),
        RegexNode::AnyChar { newline: true } => out.push_str(ANYTHING),
        RegexNode::Assertion(assertion) => {
            let text = match assertion {
                Assertion::BeginText => "^",
                Assertion::EndText => "$",
                Assertion::WordBoundary => "\\b",
                Assertion::NoWordBoundary => "\\B",
                Assertion::BeginLine | Assertion::EndLine => return None,
            };
            // ECMAScript cannot repeat a bare assertion.
            match place {
                Precedence::Repeated => out.extend(["(?:", text, ")"]),
                _ => out.push_str(text),
            }
        }
        RegexNode::Empty if place == Precedence::Repeated => out.push_str("(?:)"),
        _ => {}
    }
    Some(())
}

/// The characters that get a backslash outside of a class.
const SPECIAL: &str = "^$\\.*+?()[]{}|/";

/// A class that matches every character.
const ANYTHING: &str = "[\\s\\S]";

/// A class that matches no character.
const NOTHING: &str = "[^\\s\\S]";

/// Writes a character in all cases.
fn folded(out: &mut String, node: &RegexNode) -> Option<()> {
    let points = node.code_points()?;
    match points.single() {
        Some(char) => push_char(out, char, SPECIAL),
        None => push_ranges(out, "[", points.ranges()),
    }
    Some(())
}

fn push_class(out: &mut String, class: &Class) -> Option<()> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for item in &class.items {
        match item {
            ClassItem::Range(low, high) => ranges.push((*low, *high)),
            ClassItem::Ascii { ranges: own, negated } => {
                let own = own.iter().map(|(low, high)| (u32::from(*low), u32::from(*high)));
                if *negated {
                    ranges.extend_from_slice(CodePoints::new(own.collect()).complement().ranges());
                } else {
                    ranges.extend(own);
                }
            }
            ClassItem::Unicode { .. } => return None,
        }
    }
    if ranges.is_empty() {
        out.push_str(if class.negated { ANYTHING } else { NOTHING });
        return Some(());
    }
    push_ranges(out, if class.negated { "[^" } else { "[" }, &ranges);
    Some(())
}

fn push_ranges(out: &mut String, start: &str, ranges: &[(u32, u32)]) {
    out.push_str(start);
    for (low, high) in ranges {
        // No string contains a surrogate.
        push_range(out, *low, (*high).min(0xD7FF));
        push_range(out, (*low).max(0xE000), *high);
    }
    out.push(']');
}

fn push_range(out: &mut String, low: u32, high: u32) {
    if low > high {
        return;
    }
    for (position, code_point) in [low, high].into_iter().enumerate() {
        if position == 1 {
            if low == high {
                break;
            }
            out.push('-');
        }
        if let Some(char) = char::from_u32(code_point) {
            push_char(out, char, "^$\\.*+?()[]{}|/-");
        }
    }
}

/// Writes a character, after a backslash if it is among `special`.
fn push_char(out: &mut String, char: char, special: &str) {
    match char {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        _ if char.is_ascii_control() => {
            // Writing to a `String` cannot fail.
            let _ = write!(out, "\\x{:02X}", u32::from(char));
        }
        _ => {
            if special.contains(char) {
                out.push('\\');
            }
            out.push(char);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::for_json_schema;

    #[test]
    fn patterns_read_the_same_in_both_dialects() {
        let check = |pattern: &str, expected: Option<&str>| {
            assert_eq!(for_json_schema(pattern).as_deref(), expected, "{pattern}");
        };
        check(
            "^[a-z]([-a-z0-9]*[a-z0-9])?$",
            Some("^[a-z](?:[\\-a-z0-9]*[a-z0-9])?$"),
        );
        check(r"^\w+\.[[:alpha:]]$", Some(r"^[0-9A-Z_a-z]+\.[A-Za-z]$"));
        check("(?i)^ok", Some("^[Oo][Kk\u{212A}]"));
        check(r"\Aa.\z", Some(r"^a[^\n]$"));
        check(r"\Qa+b\E", Some(r"a\+b"));
        check(
            r"\S",
            Some("[\\x00-\\x08\\x0B\\x0E-\\x1F!-\u{D7FF}\u{E000}-\u{10FFFF}]"),
        );
        check("(?m)^a", None);
        check(r"\p{L}", None);
        check("a(?!b)", None);
    }
}
