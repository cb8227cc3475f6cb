//! Errors that go away if a character is added: the quote at the end of a text, the space after the dash of an item, or the dash.
//!
//! The parser stops where the text first contradicts the grammar, which may be many lines below:
//!
//! ```text
//! message: "a is immutable      the quote is not closed
//! type: string
//! pattern: "[a-z]+"             the parser ends the text at the first quote of this line, and stops behind it
//! ```
//!
//! Therefore the character is added, and the document is parsed again.

use super::lines::spaces;
use super::scanner::{ScalarStyle, Scanner, TokenKind};
use super::stop::{Repair, Stop};
use crate::yaml::tree::Span;

/// Each returns the place of a missing character, the message about it, and the text with it.
const REPAIRS: [fn(&Stop<'_>) -> Option<Repair>; 4] =
    [closing_quote, space_after_dash, space_after_dash_and_indent, dash];

/// Returns the repairs, of which the first one is the likeliest.
pub(super) fn find<'a>(stop: &'a Stop<'_>) -> impl Iterator<Item = Repair> + 'a {
    REPAIRS.iter().filter_map(|repair| repair(stop))
}

/// Returns the place of one character.
fn character(start: usize) -> Span {
    Span::new(start, start + 1)
}

/// Explains an error at or behind the end of a text in quotes that goes on for several lines because its quote is not closed.
fn closing_quote(stop: &Stop<'_>) -> Option<Repair> {
    let start = quote_over_lines(stop.text, stop.at)?;
    let rest = stop.text.get(start..)?;
    let quote = rest.get(..1)?;
    let written = rest.lines().next()?;
    let ends = [
        written.trim_end(),
        written.split(" #").next()?.trim_end(),
        written.trim_end().trim_end_matches([']', '}', ',']),
    ];
    let number = stop.lines.get(stop.last)?.number;
    ends.iter().find_map(|end| {
        stop.repair(start + end.len(), 0, quote, || {
            let message = format!(
                "this quote is not closed on its line, so the text in quotes goes on to line {number}; close it"
            );
            (character(start), message)
        })
    })
}

/// Returns the start of the last text in quotes that starts before a position, if it ends on another line.
fn quote_over_lines(text: &str, at: usize) -> Option<usize> {
    let mut scanner = Scanner::new(text, 0);
    let mut found = None;
    loop {
        match scanner.take() {
            Ok(token) if token.kind == TokenKind::StreamEnd || token.span.start as usize >= at => break,
            Ok(token) if matches!(token.kind, TokenKind::Scalar(_, ScalarStyle::Quoted)) => {
                let is_long = token.span.slice(text)?.contains('\n');
                found = is_long.then_some(token.span.start as usize);
            }
            Ok(_) => {}
            Err(_) => {
                found = scanner.open_quote.or(found);
                break;
            }
        }
    }
    found.filter(|start| text.get(*start..at).is_some_and(|between| between.contains('\n')))
}

/// Explains an error at a line that starts with `-` and no space, or at the line below it.
fn space_after_dash(stop: &Stop<'_>) -> Option<Repair> {
    stop.near().find_map(|line| {
        let at = line.start + line.indent;
        let rest = line.words.strip_prefix('-')?;
        if rest.is_empty() || rest.starts_with([' ', '-']) {
            return None;
        }
        stop.repair(at + 1, 0, " ", || {
            let message = "`-` starts an item of a list only if a space follows; add a space after `-`";
            (character(at), message.to_owned())
        })
    })
}

/// Explains an item that starts with `-` and no space, above a line that is not indented like its key would be.
fn space_after_dash_and_indent(stop: &Stop<'_>) -> Option<Repair> {
    let (item, below) = stop.two()?;
    let rest = item.words.strip_prefix('-')?;
    if !rest.starts_with(char::is_alphabetic) || below.indent <= item.indent {
        return None;
    }
    let (at, end) = (item.start + item.indent + 1, below.start + below.indent);
    let column = item.indent + 2;
    let added = format!(" {rest}\n{:column$}", "");
    stop.repair(at, end - at, &added, || {
        let message = format!(
            "`-` starts an item of a list only if a space follows; add a space after `-`, and use {} before `{}`",
            spaces(column),
            below.key().unwrap_or(below.words)
        );
        (character(at - 1), message)
    })
}

/// Explains an error at the second item of a list whose first item has no dash.
fn dash(stop: &Stop<'_>) -> Option<Repair> {
    let item = stop.lines.get(stop.last).filter(|line| line.is_item())?;
    let above = stop.lines.get(..stop.last)?;
    let parent = above
        .iter()
        .rposition(|line| line.is_open() && !line.is_item() && line.indent <= item.indent)?;
    let first = above.get(parent + 1)?;
    let list = above.get(parent)?;
    let of_item = item.words.get(1..)?.trim_start();
    let is_alike = match first.key() {
        Some(key) => of_item.starts_with(key),
        None => !first.words.contains(": ") && !of_item.contains(':'),
    };
    if first.is_item() || !is_alike {
        return None;
    }
    let key = first.key().unwrap_or(first.words);
    let at = first.start + first.indent;
    let removed = if first.indent > item.indent + 1 { 2 } else { 0 };
    let parent = list.key()?;
    stop.repair(at - removed, removed, "- ", || {
        let column = if removed > 0 {
            format!(", with {}", spaces(item.indent))
        } else {
            String::new()
        };
        let message = format!(
            "`- ` is missing before `{key}`: `{parent}` on line {} goes on as a list on line {}; write `- {key}`{column}",
            list.number, item.number
        );
        (character(at), message)
    })
}
