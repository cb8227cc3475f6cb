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

use super::indentation::{LARGEST, Line, lines, spaces};
use super::scanner::{ScalarStyle, Scanner, TokenKind};
use super::{Options, ReadError, ReadErrorKind, builder};
use crate::yaml::tree::Span;

/// Explains a syntax error that a missing character causes. `line` is the number of the first line of the document, and `base`
/// its offset.
pub(super) fn explain(text: &str, base: u32, line: usize, error: &ReadError) -> Option<ReadError> {
    if error.kind != ReadErrorKind::Syntax || text.len() > LARGEST {
        return None;
    }
    let at = error.span.start.checked_sub(base)? as usize;
    let lines = lines(text, line);
    let last = lines.iter().rposition(|line| line.start <= at)?;
    let (start, message) = closing_quote(text, &lines, last, at)
        .or_else(|| space_after_dash(text, &lines, last))
        .or_else(|| space_after_dash_and_indent(text, &lines, last))
        .or_else(|| dash(text, &lines, last))?;
    Some(ReadError {
        kind: ReadErrorKind::Syntax,
        message,
        span: Span::new(start, start + 1).shifted(base),
    })
}

/// Explains an error at or behind the end of a text in quotes that goes on for several lines because its quote is not closed.
fn closing_quote(text: &str, lines: &[Line<'_>], last: usize, at: usize) -> Option<(usize, String)> {
    let start = quote_over_lines(text, at)?;
    let rest = text.get(start..)?;
    let quote = rest.get(..1)?;
    let written = rest.lines().next()?;
    let ends = [
        written.trim_end(),
        written.split(" #").next()?.trim_end(),
        written.trim_end().trim_end_matches([']', '}', ',']),
    ];
    ends.iter()
        .find(|end| goes_further(text, lines, last, start + end.len(), 0, quote))?;
    let number = lines.get(last)?.number;
    Some((
        start,
        format!(
            "this quote is not closed on its line, so the text in quotes goes on to line {number}; close it"
        ),
    ))
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
fn space_after_dash(text: &str, lines: &[Line<'_>], last: usize) -> Option<(usize, String)> {
    let near = lines.get(last.saturating_sub(1)..=last)?;
    let dash = near.iter().rev().find_map(|line| {
        let at = line.start + line.indent;
        let rest = line.words.strip_prefix('-')?;
        let is_item = !rest.is_empty() && !rest.starts_with([' ', '-']);
        (is_item && goes_further(text, lines, last, at + 1, 0, " ")).then_some(at)
    })?;
    let message = "`-` starts an item of a list only if a space follows; add a space after `-`";
    Some((dash, message.to_owned()))
}

/// Explains an item that starts with `-` and no space, above a line that is not indented like its key would be.
fn space_after_dash_and_indent(text: &str, lines: &[Line<'_>], last: usize) -> Option<(usize, String)> {
    let (item, below) = (lines.get(last.checked_sub(1)?)?, lines.get(last)?);
    let rest = item.words.strip_prefix('-')?;
    if !rest.starts_with(char::is_alphabetic) || below.indent <= item.indent {
        return None;
    }
    let (at, end) = (item.start + item.indent + 1, below.start + below.indent);
    let column = item.indent + 2;
    let added = format!(" {rest}\n{:column$}", "");
    goes_further(text, lines, last, at, end - at, &added).then(|| {
        let message = format!(
            "`-` starts an item of a list only if a space follows; add a space after `-`, and use {} before `{}`",
            spaces(column),
            below.key().unwrap_or(below.words)
        );
        (at - 1, message)
    })
}

/// Explains an error at the second item of a list whose first item has no dash.
fn dash(text: &str, lines: &[Line<'_>], last: usize) -> Option<(usize, String)> {
    let item = lines.get(last).filter(|line| line.is_item())?;
    let above = lines.get(..last)?;
    let parent = above
        .iter()
        .rposition(|line| line.is_open() && !line.is_item() && line.indent <= item.indent)?;
    let first = above.get(parent + 1)?;
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
    if !goes_further(text, lines, last, at - removed, removed, "- ") {
        return None;
    }
    let message = format!(
        "`- ` is missing before `{key}`: `{}` on line {} goes on as a list on line {}; write `- {key}`",
        above.get(parent)?.key()?,
        above.get(parent)?.number,
        item.number
    );
    Some((at, message))
}

/// Checks whether a document has no syntax error up to the line after the `last` one if `removed` bytes at a position are replaced.
pub(super) fn goes_further(
    text: &str,
    lines: &[Line<'_>],
    last: usize,
    at: usize,
    removed: usize,
    added: &str,
) -> bool {
    let (Some(before), Some(after)) = (text.get(..at), text.get(at + removed..)) else {
        return false;
    };
    let built = builder::build(&[before, added, after].concat(), 0, &Options::default());
    let next =
        (lines.get(last + 1).map_or(text.len(), |line| line.start) + added.len()).saturating_sub(removed);
    let is_syntax = |error: &&ReadError| error.kind == ReadErrorKind::Syntax;
    let first = built.errors.iter().find(is_syntax);
    built.ignored_from.is_none() && first.is_none_or(|error| error.span.start as usize >= next)
}
