//! Recognizes the syntax of other languages in an expression that does not parse, so that the error can
//! suggest the CEL equivalent.
//!
//! ```text
//! self.items.all(|x| x > 0)          a closure
//! self.items.all(x => x > 0)         a closure
//! self.r#type == 'a'                 a raw identifier of Rust
//! self.a > 0 /* positive */          a comment
//! self.a in ('x', 'y')               a list in parentheses
//! self?.a == 'x'                     optional chaining
//! ```

use crate::ast::Span;
use crate::mistake::SyntaxError;

/// Returns the syntax of another language at an unexpected token, and its span in the source.
#[cold]
pub(super) fn syntax(source: &str, token: Span) -> Option<(SyntaxError, Span)> {
    let start = token.start as usize;
    let (before, after) = source.split_at_checked(start)?;
    let Some(first) = after.chars().next() else {
        return optional_chain(before);
    };
    match first {
        ',' if is_in_parentheses(before) => Some((SyntaxError::ListInParentheses, token)),
        '/' if after.starts_with("/*") => Some(comment(source, start)),
        '*' if before.ends_with('/') => Some(comment(source, start - 1)),
        '#' => raw_identifier(before, after),
        '|' => closure(before, after),
        '=' if after.starts_with("=>") => Some(arrow(before, "=>")),
        '>' => Some(arrow(before.strip_suffix('-')?, "->")),
        ')' | ']' => optional_chain(before),
        _ => None,
    }
}

/// Checks whether a parenthesis after `in` begins a list; only its first element is before the comma.
fn is_in_parentheses(before: &str) -> bool {
    let Some((outside, element)) = before.rsplit_once('(') else {
        return false;
    };
    let (_, operator) = split_name(outside.trim_end());
    operator == "in" && !element.contains([',', ')'])
}

/// Recognizes `?.` after a name, a call or an element; the parser read it as a conditional without its `:`.
fn optional_chain(before: &str) -> Option<(SyntaxError, Span)> {
    let at = before.rfind("?.")?;
    let (value, member) = (before.get(..at)?, before.get(at + "?.".len()..)?);
    let is_chain = value.ends_with(|c| is_part_of_name(c) || matches!(c, ')' | ']'))
        && member.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    is_chain.then(|| (SyntaxError::OptionalChain, Span::new(at, at + "?.".len())))
}

/// Returns the comment that begins at a byte offset.
fn comment(source: &str, start: usize) -> (SyntaxError, Span) {
    let inside = source.get(start..).unwrap_or_default();
    let length = inside.find("*/").map_or(inside.len(), |end| end + "*/".len());
    (SyntaxError::BlockComment, Span::new(start, start + length))
}

/// Recognizes `r#name`.
fn raw_identifier(before: &str, after: &str) -> Option<(SyntaxError, Span)> {
    let (_, prefix) = split_name(before);
    let name = after.strip_prefix('#')?;
    let length = name.find(|c| !is_part_of_name(c)).unwrap_or(name.len());
    let name = name.get(..length).filter(|name| !name.is_empty())?.to_owned();
    let (start, end) = (before.len() - prefix.len(), before.len() + 1 + length);
    (prefix == "r").then(|| (SyntaxError::RawIdentifier { name }, Span::new(start, end)))
}

/// Recognizes `|name|` and `|name, name|` at the beginning of an expression or an argument.
fn closure(before: &str, after: &str) -> Option<(SyntaxError, Span)> {
    let begins = before.trim_end().is_empty() || before.trim_end().ends_with(['(', ',', '[']);
    let inside = after.strip_prefix('|').filter(|_| begins)?;
    let (names, _) = inside.split_once('|')?;
    let is_list_of_names = names
        .chars()
        .all(|c| is_part_of_name(c) || matches!(c, ' ' | ',' | '&'));
    let end = before.len() + names.len() + "||".len();
    let text = format!("|{names}|");
    is_list_of_names.then(|| (SyntaxError::Closure { text }, Span::new(before.len(), end)))
}

/// Recognizes `name => …` and `(name) => …` at the beginning of an argument as closures; elsewhere an arrow is an implication.
fn arrow(before: &str, arrow: &str) -> (SyntaxError, Span) {
    let span = Span::new(before.len(), before.len() + arrow.len());
    let before = before.trim_end();
    let (outside, name) = match before.strip_suffix(')').map(split_name) {
        Some((outside, name)) => (outside.trim_end().strip_suffix('(').unwrap_or_default(), name),
        None => split_name(before),
    };
    let text = arrow.to_owned();
    if !name.is_empty() && outside.trim_end().ends_with(['(', ',']) {
        return (SyntaxError::Closure { text }, span);
    }
    (SyntaxError::BadToken { text }, span)
}

/// Splits off the name at the end of a text.
fn split_name(text: &str) -> (&str, &str) {
    let rest = text.trim_end_matches(is_part_of_name);
    text.split_at(rest.len())
}

fn is_part_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
