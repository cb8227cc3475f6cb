//! Errors that go away if a few characters of a line are changed: a dash that is another character, too many dashes or too few, `=`
//! instead of `:`, a bracket, a comma, or the space after a colon that is missing.
//!
//! ```text
//! spec:
//!   mode = Tracking      not `key: value`, so that it is a text, which goes on in the next line
//!   replicas: 3          the parser stops here
//! ```
//!
//! Each change is made, and the document is parsed again; only a change with which the parser goes further is proposed.

use super::indentation::{LARGEST, Line, lines, spaces};
use super::missing::goes_further;
use super::scanner::{Scanner, TokenKind};
use super::unquoted::{is_assignment, quoted};
use super::{ReadError, ReadErrorKind};
use crate::yaml::tree::Span;

/// Characters that stand before the items of a list in other texts.
const OTHER_DASHES: [&str; 7] = ["–", "—", "−", "•", "·", "*", "‣"];
/// Keys of objects, which have fields and never a value.
const OBJECTS: [&str; 8] = [
    "metadata:",
    "spec:",
    "status:",
    "names:",
    "schema:",
    "properties:",
    "labels:",
    "annotations:",
];
/// Maximum number of characters of a line that a message shows.
const SHOWN: usize = 50;

/// A document, its lines, and the index of the one at which the parser stops.
struct Stop<'a> {
    text: &'a str,
    lines: &'a [Line<'a>],
    last: usize,
    at: usize,
}

/// The place of a mistake, and the message about it.
type Found = (Span, String);

/// Explains a syntax error that a change of one line repairs. `line` is the number of the first line of the document, and `base`
/// its offset.
pub(super) fn explain(text: &str, base: u32, line: usize, error: &ReadError) -> Option<ReadError> {
    if error.kind != ReadErrorKind::Syntax || text.len() > LARGEST {
        return None;
    }
    let at = error.span.start.checked_sub(base)? as usize;
    let lines = lines(text, line);
    let stop = Stop {
        text,
        last: lines.iter().rposition(|line| line.start <= at)?,
        lines: &lines,
        at,
    };
    let of_line = |line: &Line<'_>| {
        other_dash(&stop, line)
            .or_else(|| space_after_colon(&stop, line))
            .or_else(|| marker(&stop, line))
            .or_else(|| dash_of_word(&stop, line))
            .or_else(|| below_key(&stop, line))
            .or_else(|| no_colon(&stop, line))
            .or_else(|| dash_of_item(&stop, line))
            .or_else(|| key_of_list(&stop, line))
            .or_else(|| dash_of_field(&stop, line))
    };
    let (span, message) = text_in_flow(&stop)
        .or_else(|| flow(&stop))
        .or_else(|| below_comment(&stop))
        .or_else(|| below_block(&stop))
        .or_else(|| stop.near().find_map(of_line))
        .or_else(|| below_value(&stop))?;
    Some(ReadError {
        kind: ReadErrorKind::Syntax,
        message,
        span: span.shifted(base),
    })
}

impl<'a> Stop<'a> {
    /// Returns the line at which the parser stops, and the one above.
    fn near(&self) -> impl Iterator<Item = &'a Line<'a>> {
        let near = self.lines.get(self.last.saturating_sub(1)..=self.last);
        near.unwrap_or_default().iter().rev()
    }

    /// Returns the last line and the one above.
    fn two(&self) -> Option<(&'a Line<'a>, &'a Line<'a>)> {
        Some((
            self.lines.get(self.last.checked_sub(1)?)?,
            self.lines.get(self.last)?,
        ))
    }

    /// Returns the lines above or below a line that have its column or are indented deeper.
    fn above(&self, line: &Line<'_>) -> impl Iterator<Item = &'a Line<'a>> {
        let (start, indent) = (line.start, line.indent);
        let above = self.lines.iter().rev().skip_while(move |one| one.start >= start);
        above.take_while(move |one| one.indent >= indent)
    }

    fn below(&self, line: &Line<'_>) -> impl Iterator<Item = &'a Line<'a>> {
        let (start, indent) = (line.start, line.indent);
        let below = self.lines.iter().skip_while(move |one| one.start <= start);
        below.take_while(move |one| one.indent >= indent)
    }

    /// Whether the parser goes further if bytes are replaced.
    fn is_repaired(&self, at: usize, removed: usize, added: &str) -> bool {
        goes_further(self.text, self.lines, self.last, at, removed, added)
    }
}

/// Explains an item of a list that starts with another character than `-`.
fn other_dash(stop: &Stop<'_>, line: &Line<'_>) -> Option<Found> {
    let at = line.start + line.indent;
    let (mark, rest) = line.words.split_once(' ')?;
    let is_number = |mark: &str| !mark.is_empty() && mark.bytes().all(|byte| byte.is_ascii_digit());
    let is_mark = OTHER_DASHES.contains(&mark) || mark.strip_suffix(['.', ')']).is_some_and(is_number);
    // The keys on the next lines keep their column.
    let dash = format!("{:<1$}", "-", mark.chars().count());
    (is_mark && stop.is_repaired(at, mark.len(), &dash)).then(|| {
        let message = format!(
            "an item of a list starts with `-`, not `{mark}`; {}",
            write(&dash, &format!(" {rest}"))
        );
        (Span::new(at, at + mark.len()), message)
    })
}

/// Explains a marker of controller-gen, which is a comment of Go.
fn marker(stop: &Stop<'_>, line: &Line<'_>) -> Option<Found> {
    let at = line.start + line.indent;
    let marker = line
        .words
        .trim_start_matches(['/', ' '])
        .strip_prefix("+kubebuilder:")?;
    let (name, value) = marker.strip_prefix("validation:")?.split_once('=')?;
    let keyword = name.get(..1)?.to_ascii_lowercase() + name.get(1..)?;
    let member = format!("{keyword}: {value}");
    stop.is_repaired(at, line.words.len(), &member).then(|| {
        let message = format!("this is a marker of Go types, not YAML; {}", write("", &member));
        (Span::new(at, at + line.words.len()), message)
    })
}

/// Explains a member without a space after its colon, which is a text to the parser.
fn space_after_colon(stop: &Stop<'_>, line: &Line<'_>) -> Option<Found> {
    let (before, key) = line.key_without_space()?;
    let at = line.start + line.indent + before;
    stop.is_repaired(at + key.len(), 0, " ").then(|| {
        let message = format!("this line is not `key: value`; write a space after `{key}`");
        (Span::new(at, at + key.len()), message)
    })
}

/// Explains a value on the line below its key that is not indented deeper.
fn below_key(stop: &Stop<'_>, line: &Line<'_>) -> Option<Found> {
    let at = line.start + line.indent;
    let above = stop.lines.iter().rev().find(|one| one.start < line.start)?;
    let (column, key) = above.behind_dashes();
    let is_name = |key: &&str| !key.contains(' ') && !OBJECTS.contains(key);
    let key = key.strip_suffix(':').filter(|_| is_name(&key))?;
    let words = line.words;
    let is_value = !words.contains(": ") && !words.ends_with(':') && !line.is_item() && !is_assignment(words);
    let or_key = or_key(words);
    (column == line.indent && is_value && stop.is_repaired(at, 0, "  ")).then(|| {
        let is_list = stop
            .below(line)
            .next()
            .is_some_and(|next| next.indent == line.indent && !next.words.contains(": ") && !next.is_open());
        if is_list {
            let message = format!(
                "`- ` is missing before each item of `{key}:`; {}",
                write("- ", words)
            );
            return (Span::new(at, at + words.len()), message);
        }
        let way = write("", &format!("{key}: {words}"));
        let message = format!("a value is on the line of its key, or indented deeper; {way}{or_key}");
        (Span::new(at, at + words.len()), message)
    })
}

/// Returns the advice for a word that may also be a key without its colon.
fn or_key(words: &str) -> String {
    let is_key = words.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && words.starts_with(|c: char| c.is_ascii_lowercase());
    if is_key {
        format!(", or add the `:` if `{words}` is a key")
    } else {
        String::new()
    }
}

/// Explains a text without its dash beside the items of a list of texts.
fn dash_of_word(stop: &Stop<'_>, line: &Line<'_>) -> Option<Found> {
    let at = line.start + line.indent;
    let is_text = |words: &str| !words.contains(": ") && !words.ends_with(':') && !is_assignment(words);
    // A line of several words below single ones is rather a key and its value.
    let spaces = |words: &str| words.trim_start_matches("- ").contains(' ');
    let is_text_item =
        |one: &&Line<'_>| one.is_item() && is_text(one.words) && (spaces(one.words) || !spaces(line.words));
    let is_beside = |one: &&Line<'_>| one.indent == line.indent;
    let beside = [stop.above(line).next(), stop.below(line).next()];
    let mut items = beside.into_iter().flatten().filter(is_beside);
    let is_between = items.any(|one| is_text_item(&one)) && !line.is_item() && is_text(line.words);
    (is_between && stop.is_repaired(at, 0, "- ")).then(|| {
        let words = line.words.split(" #").next().unwrap_or_default().trim_end();
        let message = format!(
            "`- ` is missing before `{words}`, which is an item of the list; {}{}",
            write("- ", words),
            or_key(words)
        );
        (Span::new(at, at + words.len()), message)
    })
}

/// Explains a line with `=`, or a space alone, instead of `:`, or without all of them.
fn no_colon(stop: &Stop<'_>, line: &Line<'_>) -> Option<Found> {
    let words = line.words.trim_start_matches("- ");
    let at = line.start + line.indent + line.words.len() - words.len();
    if !is_assignment(words) && (words.contains(": ") || words.ends_with(':')) {
        return None;
    }
    let is_of_key = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    let end = words.find(|c| !is_of_key(c)).unwrap_or(words.len());
    let (key, rest) = words.split_at_checked(end)?;
    let sign = ["=>", ":=", "="];
    let written = rest.trim_start();
    let after = sign.iter().find_map(|sign| written.strip_prefix(sign));
    let value = after.unwrap_or(written).trim_start();
    let is_key = key.starts_with(|c: char| c.is_ascii_lowercase());
    let is_value = after.is_some() || (rest.starts_with(' ') || rest.is_empty()) && !value.contains(' ');
    // A line below a text belongs to it.
    let parent = stop.lines.iter().rev().find(|one| one.start < line.start);
    let is_text = parent.is_some_and(|one| !one.is_open() && one.behind_dashes().0 < line.indent);
    if !is_key || !is_value || is_text {
        return None;
    }
    let added = if value.is_empty() { ":" } else { ": " };
    let removed = rest.len() - value.len();
    stop.is_repaired(at + end, removed, added).then(|| {
        let way = if value.is_empty() {
            format!("add the `:` and the value of `{key}`")
        } else {
            write("", &format!("{key}: {value}"))
        };
        let message = format!("this line is not `key: value`; {way}");
        (Span::new(at, at + words.len()), message)
    })
}

/// Explains an item without its dash, whose first key is that of the items above.
fn dash_of_item(stop: &Stop<'_>, line: &Line<'_>) -> Option<Found> {
    let at = line.start + line.indent;
    let key = line.key().filter(|_| !line.is_item())?;
    let mut items = stop.above(line).filter(|one| one.indent == line.indent);
    let first = items.find(|one| one.is_item())?;
    let is_alike = first.behind_dashes().1.split(' ').next() == Some(key);
    (is_alike && stop.is_repaired(at, 0, "- ")).then(|| {
        let message = format!(
            "`- ` is missing before `{key}`, which starts an item of the list above; {}",
            write("- ", line.words)
        );
        (Span::new(at, at + key.len()), message)
    })
}

/// Explains an item of a list among fields, which goes on in the next line, because the line of the key of the list is missing.
fn key_of_list(stop: &Stop<'_>, line: &Line<'_>) -> Option<Found> {
    let at = line.start + line.indent;
    let (column, first) = line.behind_dashes();
    let keys = || {
        let others = stop.below(line).take_while(|one| one.indent > line.indent);
        let others = others.filter(|one| one.indent == column).map(|one| one.words);
        std::iter::once(first).chain(others)
    };
    let key = |words: &'static str| keys().any(|line| line.starts_with(words));
    let known = [
        ("storage:", "versions"),
        ("served:", "versions"),
        ("jsonPath:", "additionalPrinterColumns"),
        ("rule:", "x-kubernetes-validations"),
    ];
    let (_, list) = known.into_iter().find(|(words, _)| key(words))?;
    let added = format!("{list}:\n{:1$}", "", line.indent);
    (line.is_item() && stop.is_repaired(at, 0, &added)).then(|| {
        let message = format!(
            "the line `{list}:` is missing above this list; add it, with {}",
            spaces(line.indent)
        );
        (Span::new(at, at + 1), message)
    })
}

/// Explains a field with a dash among fields without.
fn dash_of_field(stop: &Stop<'_>, line: &Line<'_>) -> Option<Found> {
    let at = line.start + line.indent;
    let (_, field) = line.words.split_once("- ").filter(|_| line.is_item())?;
    // Items below another key may have the same column.
    let is_beside = |one: &&Line<'_>| one.indent == line.indent;
    let beside = [stop.above(line).find(is_beside), stop.below(line).find(is_beside)];
    let is_only = !beside.into_iter().flatten().any(Line::is_item);
    let removed = line.words.len() - field.len();
    (is_only && field.contains(':') && stop.is_repaired(at, removed, "")).then(|| {
        let message = format!(
            "`-` starts an item of a list, but the lines around it are fields of an object; {}",
            write("", field)
        );
        (Span::new(at, at + 1), message)
    })
}

/// Explains a list or an object in brackets that is not closed on its line, or that lacks a comma.
fn flow(stop: &Stop<'_>) -> Option<Found> {
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
        let count = (1..=closing.len()).find(|count| {
            let added = closing.get(..*count).unwrap_or_default().concat();
            stop.is_repaired(at, 0, &added)
        });
        if let Some(count) = count {
            let start = *open.get(open.len() - count)?;
            let added = closing.get(..count)?.concat();
            let message = format!(
                "this `{}` is not closed; write `{added}` at the end of line {}",
                stop.text.get(start..=start)?,
                line.number
            );
            return Some((Span::new(start, start + 1), message));
        }
    }
    let next = stop.text.get(stop.at..)?;
    let closing = closing(stop.text, start)?;
    if next.starts_with([']', '}']) && stop.is_repaired(stop.at, 0, closing) {
        let message = format!(
            "this `{}` is not closed; write `{closing}` before `{}`",
            stop.text.get(start..=start)?,
            next.get(..1)?
        );
        return Some((Span::new(start, start + 1), message));
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
    stop.is_repaired(from + end, 0, ",").then(|| {
        let shown = stop.text.get(from + word..).unwrap_or_default();
        let length = shown.find([' ', ',', ':', ']', '}', '\n']).unwrap_or(shown.len());
        let shown = shown.get(..length).unwrap_or_default();
        let message = format!("a `,` is missing before `{shown}`; write it");
        (Span::new(from + word, from + word + length.max(1)), message)
    })
}

/// Explains a text without quotes in an object in braces that has a colon, and a space after it, or a pattern that has brackets.
fn text_in_flow(stop: &Stop<'_>) -> Option<Found> {
    if stop.text.get(stop.at..)?.strip_prefix(": ").is_none() {
        return pattern_in_flow(stop);
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
    stop.is_repaired(from, whole.len(), &written).then(|| {
        let message = format!("`: ` in a text without quotes ends a key; quote the text: `{written}`");
        (Span::new(stop.at, stop.at + 1), message)
    })
}

/// Explains a pattern without quotes in an object in braces.
fn pattern_in_flow(stop: &Stop<'_>) -> Option<Found> {
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
            stop.is_repaired(from, length, &written).then(|| {
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

/// Explains fields below a key that has a value, or a text that goes on in a line with `: `.
fn below_value(stop: &Stop<'_>) -> Option<Found> {
    let (above, below) = stop.two()?;
    let (column, member) = above.behind_dashes();
    let (key, value) = member.split_once(' ')?;
    let value = value.trim();
    let at = above.start + above.indent + above.words.len() - value.len();
    if below.is_item() || below.indent <= column || value.starts_with(['[', '{', '"', '\'', '|', '>', '&']) {
        return None;
    }
    if OBJECTS.contains(&key) {
        let is_name = key == "metadata:" && below.key() != Some("name:");
        let added = if is_name {
            format!("\n{}name: {value}", " ".repeat(below.indent))
        } else {
            String::new()
        };
        let way = if is_name {
            format!("write `name: {value}` on a line below it")
        } else {
            format!("remove `{value}`")
        };
        return stop.is_repaired(at, value.len(), &added).then(|| {
            let message = format!("`{key}` has a value, and fields on the next lines; {way}");
            (Span::new(at, at + value.len()), message)
        });
    }
    let is_keyword = |key: &str| KEYWORDS.contains(&key);
    let is_of_text = key.strip_suffix(':').is_some_and(|key| TEXTS.contains(&key));
    if !is_of_text || below.key().is_none_or(is_keyword) {
        return None;
    }
    let end = below.start + below.indent + below.words.len();
    let whole = quoted(&format!("{value} {}", below.words))?;
    stop.is_repaired(at, end - at, &whole).then(|| {
        let message = format!(
            "the text of `{key}` goes on in this line, where `: ` ends a key; quote the text: `{whole}`"
        );
        let key = below.key().map_or(1, str::len);
        let start = below.start + below.indent;
        (Span::new(start, start + key), message)
    })
}

/// Keywords whose values are texts.
const TEXTS: [&str; 2] = ["description", "message"];

/// Keywords that often follow a description, so that they are no part of it.
const KEYWORDS: [&str; 8] = [
    "type:",
    "format:",
    "properties:",
    "items:",
    "default:",
    "enum:",
    "required:",
    "nullable:",
];

/// Explains a text without quotes that a comment ends, although it is meant to go on in the next line.
fn below_comment(stop: &Stop<'_>) -> Option<Found> {
    let below = stop.lines.get(stop.last)?;
    let mut above = stop.lines.get(..stop.last)?.iter().rev();
    let first = above.find(|line| line.behind_dashes().0 < below.indent)?;
    let (key, value) = first.behind_dashes().1.split_once(": ")?;
    if value
        .trim_start()
        .starts_with(['[', '{', '"', '\'', '|', '>', '&', '*', '!', '#'])
    {
        return None;
    }
    let start = first.start + first.indent;
    let at = start + stop.text.get(start..below.start)?.find(" #")? + 1;
    let comment = stop.text.get(at..)?.lines().next()?.trim_end();
    stop.is_repaired(at, comment.len(), "").then(|| {
        let message = format!(
            "`#` after a space begins a comment, which ends the text of `{key}:` before the next line; move the comment above \
             `{key}:`, or quote the text if it contains the `#`"
        );
        (Span::new(at, at + comment.len()), message)
    })
}

/// Explains a text of several lines that is not indented.
fn below_block(stop: &Stop<'_>) -> Option<Found> {
    let (above, below) = stop.two()?;
    let (column, member) = above.behind_dashes();
    let (key, style) = member.split_once(": ")?;
    let is_block = style.starts_with(['>', '|']) && style.len() <= 2;
    if !is_block || below.indent > column || below.key().is_some() {
        return None;
    }
    let wanted = column + 2;
    let added = " ".repeat(wanted - below.indent);
    stop.is_repaired(below.start, 0, &added).then(|| {
        let message = format!(
            "the text of `{key}: {style}` must be indented deeper than `{key}:`; use {}, not {}",
            spaces(wanted),
            below.indent
        );
        let start = below.start + below.indent;
        (Span::new(start, start + below.words.len()), message)
    })
}

/// Composes the advice to write a line, if it is short.
fn write(before: &str, line: &str) -> String {
    if line.contains('`') || line.chars().count() > SHOWN {
        let end = line.find([' ', ':']).unwrap_or(line.len());
        return format!(
            "write `{before}{}:` and its value",
            line.get(..end).unwrap_or_default()
        );
    }
    format!("write `{before}{line}`")
}
