//! Repairs of lists in brackets and objects in braces.

use super::{KEYWORDS, TEXTS};
use crate::yaml::read::scanner::{Scanner, TokenKind};
use crate::yaml::read::stop::{Repair, Stop};
use crate::yaml::read::unquoted::quoted;
use crate::yaml::tree::Span;

/// Explains a list or an object in brackets that is not closed on its line, or that lacks a comma.
pub(super) fn brackets(stop: &Stop<'_>) -> Option<Repair> {
    let open = open_brackets(stop.text, stop.at);
    let start = *open.last()?;
    let number = |at: usize| stop.lines.iter().rposition(|line| line.start <= at);
    let first = number(start)?;
    for index in (first..stop.last).rev() {
        let line = stop.lines.get(index)?;
        let words = line.words.split(" #").next()?.trim_end();
        let at = line.start + line.indent + words.len();
        let closing: Vec<&str> = open
            .iter()
            .rev()
            .filter_map(|open| closing(stop.text, *open))
            .collect();
        let repair = (1..=closing.len()).find_map(|count| {
            let added = closing.get(..count)?.concat();
            let start = *open.get(open.len() - count)?;
            stop.repair(at, 0, &added, || {
                let message = format!(
                    "this `{}` is not closed; write `{added}` at the end of line {}",
                    stop.text.get(start..=start).unwrap_or_default(),
                    line.number
                );
                (Span::new(start, start + 1), message)
            })
        });
        if repair.is_some() {
            return repair;
        }
    }
    let next = stop.text.get(stop.at..)?;
    let closing = closing(stop.text, start)?;
    if next.starts_with([']', '}'])
        && let Some(repair) = stop.repair(stop.at, 0, closing, || {
            let message = format!(
                "this `{}` is not closed; write `{closing}` before `{}`",
                stop.text.get(start..=start).unwrap_or_default(),
                next.get(..1).unwrap_or_default()
            );
            (Span::new(start, start + 1), message)
        })
    {
        return Some(repair);
    }
    let line = stop.lines.get(stop.last)?;
    let before = stop.text.get(line.start.max(start + 1)..stop.at)?;
    // The parser stops at the `:` behind a key, or at the start of a text.
    let is_colon = next.starts_with(':');
    let word = if is_colon {
        before.rfind(' ')? + 1
    } else {
        before.len()
    };
    let end = before.get(..word)?.trim_end().len();
    if before.get(..end)?.ends_with([':', ',', '[', '{']) || end == 0 {
        return None;
    }
    let from = stop.at - before.len();
    stop.repair(from + end, 0, ",", || {
        let shown = stop.text.get(from + word..).unwrap_or_default();
        let length = shown.find([' ', ',', ':', ']', '}', '\n']).unwrap_or(shown.len());
        let shown = shown.get(..length).unwrap_or_default();
        let message = format!("a `,` is missing before `{shown}`; write it");
        (Span::new(from + word, from + word + length.max(1)), message)
    })
}

/// Explains a text without quotes in an object in braces that has a colon, and a space after it, or a pattern that has brackets.
pub(super) fn text(stop: &Stop<'_>) -> Option<Repair> {
    if stop.text.get(stop.at..)?.strip_prefix(": ").is_none() {
        return pattern(stop);
    }
    let line = stop.lines.get(stop.last)?;
    let before = stop.text.get(line.start..stop.at)?;
    let start = before.rfind([',', '{'])?;
    let (key, text) = before.get(start + 1..)?.split_once(": ")?;
    let key = key.trim_start();
    // The last word may be a key, and a comma missing before it.
    let is_text = match text.rsplit_once(' ') {
        Some((_, last)) => TEXTS.contains(&key) && !KEYWORDS.contains(&&*format!("{last}:")),
        None => key.bytes().all(|byte| byte.is_ascii_alphanumeric()),
    };
    let from = stop.at - text.len();
    let rest = stop.text.get(from..line.start + line.indent + line.words.len())?;
    let whole = rest.get(..rest.find([',', '}']).unwrap_or(rest.len()))?;
    let written = quoted(whole).filter(|_| is_text && !whole.starts_with(['"', '\'']))?;
    stop.repair(from, whole.len(), &written, || {
        let message = format!("`: ` in a text without quotes ends a key; quote the text: `{written}`");
        (Span::new(stop.at, stop.at + 1), message)
    })
}

/// Explains a pattern without quotes in an object in braces.
fn pattern(stop: &Stop<'_>) -> Option<Repair> {
    const KEY: &str = "pattern: ";
    let line = stop.lines.get(stop.last)?;
    let end = line.start + line.indent + line.words.len();
    let (before, _) = stop.text.get(line.start..stop.at)?.rsplit_once(KEY)?;
    let from = line.start + before.len() + KEY.len();
    let rest = stop.text.get(from..end)?;
    let ends = rest.match_indices([',', '}']).map(|(at, _)| at);
    ends.filter(|_| !rest.starts_with(['"', '\'']))
        .find_map(|length| {
            let whole = rest.get(..length)?;
            let written = quoted(whole)?;
            stop.repair(from, length, &written, || {
                let message = format!("a pattern with brackets needs quotes here: `{written}`");
                (Span::new(from, from + length), message)
            })
        })
}

/// Returns the offsets of the brackets that are open at a position.
fn open_brackets(text: &str, at: usize) -> Vec<usize> {
    let mut scanner = Scanner::new(text, 0);
    let mut open = Vec::new();
    while let Ok(token) = scanner.take() {
        let start = token.span.start as usize;
        if token.kind == TokenKind::StreamEnd || start >= at {
            break;
        }
        match token.kind {
            TokenKind::FlowSequenceStart | TokenKind::FlowMappingStart => open.push(start),
            TokenKind::FlowSequenceEnd | TokenKind::FlowMappingEnd => drop(open.pop()),
            _ => {}
        }
    }
    open
}

fn closing(text: &str, open: usize) -> Option<&'static str> {
    Some(if text.get(open..)?.starts_with('[') {
        "]"
    } else {
        "}"
    })
}
