//! Prints a tree for the Rust `regex` crate, or in another dialect. It uses a work list instead of recursion.

use std::fmt::Write as _;

#[cfg(feature = "eval")]
use super::ast::Assertion;
use super::ast::{Count, Greed, Regex, RegexNode, RegexNodeId};
#[cfg(feature = "eval")]
use crate::code_points::CodePoints;

/// The precedence of the surrounding pattern, lowest first. A node with a lower precedence than its
/// surroundings is printed in `(?:…)`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Precedence {
    Alternative,
    Sequence,
    Repeated,
}

enum PrintTask {
    Node(RegexNodeId, Precedence),
    Text(&'static str),
    Count(Count, Greed),
}

/// A class that matches nothing.
#[cfg(feature = "eval")]
const NOTHING: &str = "[a&&b]";

/// Prints a node without children. Returns `None` if the dialect cannot express it.
pub(super) type PrintLeaf = fn(&mut String, &RegexNode, Precedence) -> Option<()>;

#[cfg(feature = "eval")]
pub(super) fn print(regex: &Regex) -> String {
    print_with(regex, |out, node, place| {
        print_leaf(out, node, place);
        Some(())
    })
    .unwrap_or_default()
}

/// Prints a tree with the given function for leaves. Returns `None` if the dialect cannot express one of them.
pub(super) fn print_with(regex: &Regex, leaf: PrintLeaf) -> Option<String> {
    let mut out = String::new();
    let mut work = vec![PrintTask::Node(regex.root, Precedence::Alternative)];
    while let Some(next) = work.pop() {
        match next {
            PrintTask::Text(text) => out.push_str(text),
            PrintTask::Count(count, greed) => print_count(&mut out, count, greed),
            PrintTask::Node(id, place) => print_node(&mut out, &mut work, regex, id, place, leaf)?,
        }
    }
    Some(out)
}

fn print_node(
    out: &mut String,
    work: &mut Vec<PrintTask>,
    regex: &Regex,
    id: RegexNodeId,
    place: Precedence,
    leaf: PrintLeaf,
) -> Option<()> {
    let node = regex.node(id);
    let (own, separator, children) = match node {
        RegexNode::Capture(child) => {
            work.push(PrintTask::Node(*child, place));
            return Some(());
        }
        RegexNode::Repeat { child, count, greed } => {
            if place == Precedence::Repeated {
                out.push_str("(?:");
                work.push(PrintTask::Text(")"));
            }
            work.push(PrintTask::Count(*count, *greed));
            work.push(PrintTask::Node(*child, Precedence::Repeated));
            return Some(());
        }
        RegexNode::Alternate(children) => (Precedence::Alternative, "|", children),
        RegexNode::Concat(children) => (Precedence::Sequence, "", children),
        _ => return leaf(out, node, place),
    };
    if place > own {
        out.push_str("(?:");
        work.push(PrintTask::Text(")"));
    }
    for (position, child) in children.iter().enumerate().rev() {
        work.push(PrintTask::Node(*child, own));
        if position > 0 && !separator.is_empty() {
            work.push(PrintTask::Text(separator));
        }
    }
    Some(())
}

#[cfg(feature = "eval")]
fn print_leaf(out: &mut String, node: &RegexNode, place: Precedence) {
    match node {
        RegexNode::AnyChar { newline: false } => out.push('.'),
        RegexNode::AnyChar { newline: true } => out.push_str("(?s:.)"),
        RegexNode::Assertion(assertion) => print_assertion(out, *assertion),
        RegexNode::Empty if place == Precedence::Repeated => out.push_str("(?:)"),
        _ => {
            if let Some(points) = node.code_points() {
                print_set(out, &points);
            }
        }
    }
}

#[cfg(feature = "eval")]
fn print_assertion(out: &mut String, assertion: Assertion) {
    out.push_str(match assertion {
        Assertion::BeginText => "(?-m:^)",
        Assertion::EndText => "(?-m:$)",
        Assertion::BeginLine => "(?m:^)",
        Assertion::EndLine => "(?m:$)",
        Assertion::WordBoundary => r"(?-u:\b)",
        Assertion::NoWordBoundary => r"(?-u:\B)",
    });
}

fn print_count(out: &mut String, count: Count, greed: Greed) {
    match count {
        Count::Star => out.push('*'),
        Count::Plus => out.push('+'),
        Count::Optional => out.push('?'),
        Count::Range { min, max: None } => push(out, format_args!("{{{min},}}")),
        Count::Range { min, max: Some(max) } => push(out, format_args!("{{{min},{max}}}")),
    }
    if greed == Greed::Lazy {
        out.push('?');
    }
}

/// Prints characters by their code points: the crate's tables of Unicode are of another version than Go's.
#[cfg(feature = "eval")]
fn print_set(out: &mut String, points: &CodePoints) {
    if let Some(char) = points.single() {
        return print_char(out, char);
    }
    let before = out.len();
    out.push('[');
    for (low, high) in points.chars() {
        print_char(out, low);
        if low < high {
            out.push('-');
            print_char(out, high);
        }
    }
    if out.len() == before + 1 {
        out.truncate(before);
        out.push_str(NOTHING);
    } else {
        out.push(']');
    }
}

#[cfg(feature = "eval")]
fn print_char(out: &mut String, char: char) {
    if char.is_ascii_alphanumeric() || (!char.is_ascii() && !char.is_control()) {
        out.push(char);
    } else {
        push(out, format_args!("\\x{{{:X}}}", u32::from(char)));
    }
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a `String` cannot fail.
    let _ = out.write_fmt(text);
}
