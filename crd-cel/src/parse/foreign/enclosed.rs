//! What is enclosed by brackets, slashes or a comment.
//!
//! ```text
//! (self.a == 'x'                this `(` is not closed
//! (self.a // 2) == 1            `//` starts a comment
//! self.a[0:2]                   self.a.substring(0, 2)
//! self.a.matches(/^x$/)         self.a.matches('^x$')
//! self.a in ('x', 'y')          self.a in ['x', 'y']
//! ```

use super::LONGEST_SHOWN;
use super::operands::{self, Operand};
use crate::ast::Span;
use crate::lex::{Tok, comments_and_texts};
use crate::mistake::{Expected, SyntaxError};
use crate::parse::parses;
use crate::regex;
use crate::version::CompatVersion;

/// Recognizes `//` that was meant as a division, but starts a comment.
pub(super) fn divided(source: &str, version: CompatVersion) -> Option<(SyntaxError, Span)> {
    let (comments, _) = comments_and_texts(source);
    let comment = *comments.first()?;
    let start = comment.start as usize;
    let divided = format!("{}{}", source.get(..start)?, source.get(start + 1..)?);
    let error = SyntaxError::Foreign {
        message: "`//` starts a comment".to_owned(),
        help: "for a division, write `/`; for the remainder, `%`".to_owned(),
        replaced: None,
    };
    parses(&divided, version).then_some((error, comment))
}

/// Returns the error about a bracket that is not closed at the end of an expression, and its place.
pub(super) fn unclosed(source: &str, expected: Expected) -> Option<(SyntaxError, Span)> {
    let bracket = operands::unclosed(source)?;
    let (open, close) = match (bracket.tok, expected) {
        (Tok::OpenParen, Expected::CloseParen | Expected::CommaOrCloseParen) => ('(', ')'),
        (Tok::OpenBracket, Expected::CloseBracket | Expected::CommaOrCloseBracket) => ('[', ']'),
        (Tok::OpenBrace, Expected::CommaOrCloseBrace) => ('{', '}'),
        _ => return None,
    };
    let error = SyntaxError::Foreign {
        message: format!("this `{open}` is not closed"),
        help: format!("write `{close}` where its content ends"),
        replaced: None,
    };
    Some((error, bracket.span))
}

/// Recognizes a part of a text or list between two positions: `self.a[0:2]`.
pub(super) fn of_slice(before: &str, after: &str) -> Option<String> {
    let (value, from) = before.rsplit_once('[')?;
    let (to, _) = after.strip_prefix(':')?.split_once(']')?;
    let value = operands::before(value, Operand::Member)?;
    let from = if from.is_empty() { "0" } else { from };
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    (is_number(from) && is_number(to)).then(|| {
        format!(
            "write `{value}.substring({from}, {to})` for a text, and `{value}.slice({from}, {to})` for a list"
        )
    })
}

/// Recognizes a pattern between slashes: `self.a.matches(/^x$/i)`.
pub(super) fn of_pattern(before: &str, after: &str) -> Option<String> {
    before.trim_end().ends_with(['(', ',']).then_some(())?;
    let inside = after.strip_prefix('/')?;
    // The pattern may have slashes, too.
    let (pattern, flags) = inside.match_indices('/').find_map(|(at, _)| {
        let (pattern, rest) = (inside.get(..at)?, inside.get(at + 1..)?);
        let after_flags = rest.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let ends = after_flags.trim_start().starts_with([')', ',']);
        (ends && regex::check(pattern).is_ok()).then_some((pattern, rest.strip_suffix(after_flags)?))
    })?;
    let flags = flags.replace('g', "");
    let is_shown = pattern.len() <= LONGEST_SHOWN && !pattern.contains(['\'', '`']);
    let raw = if pattern.contains('\\') { "r" } else { "" };
    let flags = if flags.is_empty() {
        flags
    } else {
        format!("(?{flags})")
    };
    is_shown.then(|| format!("write a text in quotes: `{raw}'{flags}{pattern}'`"))
}

/// Returns the error about a list in parentheses, with the list in brackets.
pub(super) fn list_in_parentheses(source: &str, comma: usize, version: CompatVersion) -> SyntaxError {
    let written = || {
        let (before, after) = source.split_at_checked(comma)?;
        let (outside, first) = before.rsplit_once('(')?;
        let (others, rest) = after.split_once(')')?;
        let value = operands::before(outside.trim_end().strip_suffix("in")?, Operand::Member)?;
        let end = source.len() - rest.len();
        let list = format!("[{first}{others}]");
        let changed = format!("{outside}{list}{}", source.get(end..)?);
        let is_shown = list.len() <= LONGEST_SHOWN && !list.contains('`');
        (is_shown && parses(&changed, version)).then(|| format!("write `{value} in {list}`"))
    };
    written().map_or(SyntaxError::ListInParentheses, |help| SyntaxError::Foreign {
        message: "a list is written in brackets".to_owned(),
        help,
        replaced: None,
    })
}
