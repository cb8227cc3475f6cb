//! Texts without quotes that are not YAML, such as `rule: @self` and `pattern: [a-z]+`: which character ends or
//! starts something else, and how to quote the text.

use std::borrow::Cow;

use super::{Options, ReadError, ReadErrorKind, builder};
use crate::KubeVersion;
use crate::yaml::tree::Span;

/// Maximum number of characters of a text that a message shows in quotes.
const SHOWN: usize = 100;

/// Explains an error in a value without quotes, or with quotes around its start only. `start` is the offset of `text` in
/// its file.
pub(super) fn explain(text: &str, start: u32, error: &ReadError) -> Option<ReadError> {
    if !matches!(error.kind, ReadErrorKind::Syntax | ReadErrorKind::Alias) {
        return None;
    }
    let at = error.span.start.saturating_sub(start) as usize;
    let value = value_of_line(text, at)?;
    let written = value.slice(text)?;
    if let Some(found) = parentheses(written).or_else(|| braces(text, value, written)) {
        return Some(ReadError {
            span: Span::new(value.start as usize, value.start as usize + 1).shifted(start),
            message: found,
            ..error.clone()
        });
    }
    if let Some(quoted) = without_escapes(written.get(..at - value.start as usize)?, written) {
        return Some(ReadError {
            message: format!("this is not a valid escape in YAML; quote the text: `{quoted}`"),
            ..error.clone()
        });
    }
    if let Some(number) = written
        .strip_prefix("- ")
        .filter(|rest| rest.parse::<f64>().is_ok())
    {
        return Some(ReadError {
            message: format!("a negative number has no space after the `-`; write `-{number}`"),
            ..error.clone()
        });
    }
    let reason = reason(written, at - value.start as usize, error)?;
    // An indicator at the start is wrong, whatever follows it.
    let span = if written.starts_with(['*', '&', '!']) {
        let start = start + value.start;
        Span {
            start,
            end: start + 1,
        }
    } else {
        error.span
    };
    Some(ReadError {
        span,
        message: match quoted(&meant(written)) {
            Some(quoted) => format!("{reason}quote the text: `{quoted}`"),
            None => format!("{reason}quote the text"),
        },
        ..error.clone()
    })
}

/// Returns the text that a value stands for: without the quotes around it, unless they are those of strings in an expression.
fn meant(written: &str) -> Cow<'_, str> {
    let mut quotes = ['\'', '"'].into_iter();
    let inside = quotes.find_map(|quote| written.strip_prefix(quote)?.strip_suffix(quote));
    match inside.map(|inside| inside.replace("\\'", "'")) {
        Some(inside) if is_expression(&inside) || !is_expression(written) => Cow::Owned(inside),
        _ => Cow::Borrowed(written),
    }
}

/// Explains an object in parentheses.
fn parentheses(written: &str) -> Option<String> {
    let members = written.strip_prefix('(')?.strip_suffix(')')?;
    let object = format!("{{{members}}}");
    let is_object = members.contains(": ") && !is_expression(written);
    let built = builder::build(&object, 0, &Options::default());
    let text = quoted(written).filter(|_| is_object && built.errors.is_empty())?;
    Some(format!(
        "objects have braces, not parentheses: write `{object}`; for a text, write `{text}`"
    ))
}

/// Explains an object without its braces: `low: 5, high: 400` as the value of a key, or `- low: 5, high: 400`.
fn braces(text: &str, value: Span, written: &str) -> Option<String> {
    let before = text.get(..value.start as usize)?;
    let line = before.get(before.rfind('\n').map_or(0, |end| end + 1)..)?;
    let item = line
        .trim_start()
        .strip_prefix("- ")
        .map(|key| format!("{key}{written}"));
    let is_object = |members: &str| {
        let is_member = |member: &str| {
            member
                .split_once(": ")
                .is_some_and(|(key, _)| is_word(key.trim_start()))
        };
        let built = builder::build(&format!("{{{members}}}"), 0, &Options::default());
        members.contains(", ") && members.split(',').all(is_member) && built.errors.is_empty()
    };
    let object = match item.filter(|item| is_object(item)) {
        Some(item) => format!("- {{{item}}}"),
        None if line.trim_end().ends_with(':') && is_object(written) => format!("{{{written}}}"),
        None => return None,
    };
    let quoted = quoted(written).filter(|_| object.len() <= SHOWN)?;
    Some(format!(
        "an object on one line needs braces: write `{object}`; for a text, write `{quoted}`"
    ))
}

/// Whether a text is an expression of CEL.
pub(crate) fn is_expression(text: &str) -> bool {
    crd_cel::parse(text, KubeVersion::DEFAULT.compatibility()).is_ok()
}

/// Returns a text in double quotes with an invalid escape, such as `"^\d+$"`, in quotes in which `\` is an ordinary character. `before`
/// is the part before the escape. In a string of an expression, each `\` is doubled.
fn without_escapes(before: &str, written: &str) -> Option<String> {
    let inside = written.strip_prefix('"')?.strip_suffix('"')?;
    let after = written.get(before.len()..)?;
    let is_first_escape = after.starts_with('\\') && !before.contains('\\');
    if !is_first_escape || inside.contains(['"', '\n']) || inside.contains("\\\\") {
        return None;
    }
    let doubled = inside.replace('\\', "\\\\");
    if is_expression(&doubled) && !is_expression(inside) && !doubled.starts_with('\'') {
        quoted(&doubled)
    } else {
        quoted(inside)
    }
}

/// Returns the value on the line of `at`, without its end, if `at` is within it: `b c` in `- a: b c`.
fn value_of_line(text: &str, at: usize) -> Option<Span> {
    let before = text.get(..at)?;
    let from = before.rfind('\n').map_or(0, |end| end + 1);
    let line = text.get(from..)?.lines().next()?;
    let mut rest = line.trim_start();
    while let Some(item) = rest.strip_prefix("- ") {
        rest = item.trim_start();
    }
    let is_of_key = |c: char| c.is_alphanumeric() || "_-./$".contains(c);
    let key = rest.find(|c| !is_of_key(c)).unwrap_or(rest.len());
    let value = match rest.get(key..).and_then(|rest| rest.strip_prefix(": ")) {
        Some(value) if key > 0 => value.trim_start(),
        _ => rest,
    };
    let start = from + line.len() - value.len();
    (at >= start && !value.trim_end().is_empty()).then(|| Span::new(start, start + value.trim_end().len()))
}

/// Returns the first part of the message about an error at a byte of a value; `None` if it is not that of a text without
/// quotes.
fn reason(value: &str, at: usize, error: &ReadError) -> Option<String> {
    let first = value.chars().next()?;
    let rest = value.get(at..).unwrap_or_default();
    let starts = |what: &str, instead: &str| Some(format!("`{first}` starts {what}{instead}; "));
    match first {
        '*' if error.kind == ReadErrorKind::Alias && error.message.starts_with("there is no anchor") => Some(
            "`*` starts an alias, and no anchor before it has this name; define it with `&`, or ".to_owned(),
        ),
        _ if error.kind == ReadErrorKind::Alias => None,
        '*' => starts("an alias", ""),
        '[' | '{' if at > 0 && is_closed(value.get(..at)?.trim_end()) => starts(
            if first == '[' { "a list" } else { "an object" },
            ", which ends before the rest of this line",
        ),
        '"' | '\'' if at > 1 && value.get(..at)?.trim_end().ends_with(first) => {
            Some("the quotes end before the rest of this line; ".to_owned())
        }
        '`' => Some("a text cannot start with a backtick; ".to_owned()),
        '@' | '%' | ',' | ']' | '}' => Some(format!("a text cannot start with `{first}`; ")),
        '!' => starts("a tag", ""),
        '&' => starts("an anchor", ""),
        '|' | '>' => starts("a block of text, which goes on in the next line", ""),
        '-' | '?' | ':' if value.get(1..)?.starts_with(' ') => {
            let what = if first == '-' {
                "an item of a list"
            } else {
                "a key or its value"
            };
            starts(what, ", which cannot be on this line")
        }
        '[' | '{' | '"' | '\'' | '#' => None,
        // A mapping of one word on a line of its own is a mistake of indentation.
        _ if rest.starts_with(':')
            && at > 0
            && (!is_word(value.get(..at)?) || rest.matches(' ').count() > MOST_OF_A_MEMBER)
            && !is_assignment(value) =>
        {
            Some("`: ` in a text without quotes ends a key; ".to_owned())
        }
        _ => None,
    }
}

/// Maximum number of spaces in the rest of a member on the line of another one. With more words, it is a text.
const MOST_OF_A_MEMBER: usize = 2;

/// Whether the bracket at the start of a text is closed at its end.
fn is_closed(text: &str) -> bool {
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '[' | '{' => depth += 1,
            ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth == 0 && text.ends_with([']', '}'])
}

fn is_word(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || "_-/".contains(c))
}

/// Whether a line is like `names = {kind: Widget}`.
pub(super) fn is_assignment(line: &str) -> bool {
    line.split_once('=').is_some_and(|(name, value)| {
        is_word(name.trim_end().trim_end_matches(':')) && value.trim_start().starts_with(['{', '['])
    })
}

/// Returns a text in quotes; `None` if it is long, or may end with a comment.
pub(crate) fn quoted(text: &str) -> Option<String> {
    quoted_up_to(SHOWN, text)
}

/// Like [`quoted`], with the maximum number of characters.
pub(crate) fn quoted_up_to(most: usize, text: &str) -> Option<String> {
    if text.chars().count() > most || text.contains(" #") || text.contains('\n') || text.contains('`') {
        return None;
    }
    if text.contains('\'') && !text.contains(['"', '\\']) {
        return Some(format!("\"{text}\""));
    }
    Some(format!("'{}'", text.replace('\'', "''")))
}
