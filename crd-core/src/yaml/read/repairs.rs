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

mod flow;

use super::lines::{Line, spaces};
use super::stop::{Repair, Stop};
use super::unquoted::{is_assignment, quoted};
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

/// Repairs of a whole document, and of a line near the one at which the parser stops.
const OF_DOCUMENT: &[fn(&Stop<'_>) -> Option<Repair>] =
    &[flow::text, flow::brackets, below_comment, below_block];
const OF_LINE: &[fn(&Stop<'_>, &Line<'_>) -> Option<Repair>] = &[
    other_dash,
    second_dash,
    space_after_colon,
    marker,
    dash_of_word,
    below_key,
    no_colon,
    dash_of_item,
    key_of_list,
    dash_of_field,
];

/// Maximum number of items above the place of an error from which the dash is removed.
const MOST_DASHES: usize = 4;

/// Returns repairs that are only likely if no mistake is found after them.
pub(super) fn unlikely<'a>(stop: &'a Stop<'_>) -> impl Iterator<Item = Repair> + 'a {
    let above = stop.lines.get(..=stop.last).unwrap_or_default().iter().rev();
    let items = above
        .filter(|line| line.is_item() && line.is_open())
        .take(MOST_DASHES);
    let without = items.filter_map(move |line| without_dash(stop, line));
    let first = std::iter::once_with(move || first_dash(stop)).flatten();
    let of_key = stop.near().filter_map(move |line| dash_of_key(stop, line));
    without.chain(first).chain(of_key)
}

/// Returns the repairs, of which the first one is the likeliest.
pub(super) fn find<'a>(stop: &'a Stop<'_>) -> impl Iterator<Item = Repair> + 'a {
    let of_document = OF_DOCUMENT.iter().filter_map(move |repair| repair(stop));
    let of_lines = stop
        .near()
        .flat_map(move |line| OF_LINE.iter().filter_map(move |repair| repair(stop, line)));
    let below = std::iter::once_with(move || below_value(stop));
    of_document.chain(of_lines).chain(below.flatten())
}

/// Explains an item of a list that starts with another character than `-`.
fn other_dash(stop: &Stop<'_>, line: &Line<'_>) -> Option<Repair> {
    let at = line.start + line.indent;
    let (mark, rest) = line.words.split_once(' ')?;
    let is_number = |mark: &str| !mark.is_empty() && mark.bytes().all(|byte| byte.is_ascii_digit());
    let is_mark = OTHER_DASHES.contains(&mark) || mark.strip_suffix(['.', ')']).is_some_and(is_number);
    // The keys on the next lines keep their column.
    let dash = format!("{:<1$}", "-", mark.chars().count());
    if !(is_mark) {
        return None;
    }
    stop.repair(at, mark.len(), &dash, || {
        let message = format!(
            "an item of a list starts with `-`, not `{mark}`; {}",
            write(&dash, &format!(" {rest}"))
        );
        (Span::new(at, at + mark.len()), message)
    })
}

/// Explains an item with two dashes, whose next keys have the column behind the first one.
fn second_dash(stop: &Stop<'_>, line: &Line<'_>) -> Option<Repair> {
    let item = line.words.strip_prefix("- - ")?;
    let at = line.start + line.indent;
    stop.repair(at, "- ".len(), "", || {
        let message = format!("an item of a list starts with one `-`; {}", write("- ", item));
        (Span::new(at, at + "- -".len()), message)
    })
}

/// Explains a marker of controller-gen, which is a comment of Go.
fn marker(stop: &Stop<'_>, line: &Line<'_>) -> Option<Repair> {
    let at = line.start + line.indent;
    let marker = line
        .words
        .trim_start_matches(['/', ' '])
        .strip_prefix("+kubebuilder:")?;
    let (name, value) = marker.strip_prefix("validation:")?.split_once('=')?;
    let keyword = name.get(..1)?.to_ascii_lowercase() + name.get(1..)?;
    let member = format!("{keyword}: {value}");
    stop.repair(at, line.words.len(), &member, || {
        let message = format!("this is a marker of Go types, not YAML; {}", write("", &member));
        (Span::new(at, at + line.words.len()), message)
    })
}

/// Explains a member without a space after its colon, which is a text to the parser.
fn space_after_colon(stop: &Stop<'_>, line: &Line<'_>) -> Option<Repair> {
    let (before, key) = line.key_without_space()?;
    let at = line.start + line.indent + before;
    stop.repair(at + key.len(), 0, " ", || {
        let message = format!("this line is not `key: value`; write a space after `{key}`");
        (Span::new(at, at + key.len()), message)
    })
}

/// Explains a value on the line below its key that is not indented deeper.
fn below_key(stop: &Stop<'_>, line: &Line<'_>) -> Option<Repair> {
    let at = line.start + line.indent;
    let above = stop.lines.iter().rev().find(|one| one.start < line.start)?;
    let (column, key) = above.behind_dashes();
    let is_name = |key: &&str| !key.contains(' ') && !OBJECTS.contains(key);
    let key = key.strip_suffix(':').filter(|_| is_name(&key))?;
    let words = line.words;
    let is_value = !words.contains(": ") && !words.ends_with(':') && !line.is_item() && !is_assignment(words);
    let or_key = or_key(words);
    if !(column == line.indent && is_value) {
        return None;
    }
    stop.repair(at, 0, "  ", || {
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
fn dash_of_word(stop: &Stop<'_>, line: &Line<'_>) -> Option<Repair> {
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
    if !(is_between) {
        return None;
    }
    stop.repair(at, 0, "- ", || {
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
fn no_colon(stop: &Stop<'_>, line: &Line<'_>) -> Option<Repair> {
    let words = line.words.trim_start_matches("- ");
    let at = line.start + line.indent + line.words.len() - words.len();
    if !is_assignment(words) && (words.contains(": ") || words.ends_with(':')) {
        return None;
    }
    let is_of_key = |c: char| c.is_alphanumeric() || "_-./".contains(c);
    let end = words.find(|c| !is_of_key(c)).unwrap_or(words.len());
    let (key, rest) = words.split_at_checked(end)?;
    let sign = ["=>", ":=", "=", ";"];
    let written = rest.trim_start();
    let after = sign.iter().find_map(|sign| written.strip_prefix(sign));
    let value = after.unwrap_or(written).trim_start();
    let is_key = key.starts_with(|c: char| c.is_ascii_lowercase());
    let is_one = !value.contains(' ') || value.starts_with(['[', '{', '"', '\'']) || TEXTS.contains(&key);
    let is_value = after.is_some() || (rest.starts_with(' ') || rest.is_empty()) && is_one;
    // A line below a text belongs to it.
    let parent = stop.lines.iter().rev().find(|one| one.start < line.start);
    let is_text = parent.is_some_and(|one| !one.is_open() && one.behind_dashes().0 < line.indent);
    if !is_key || !is_value || is_text {
        return None;
    }
    let added = if value.is_empty() { ":" } else { ": " };
    let removed = rest.len() - value.len();
    stop.repair(at + end, removed, added, || {
        let has_fields = stop
            .below(line)
            .next()
            .is_some_and(|below| below.indent > line.indent);
        let way = if value.is_empty() && has_fields && line.is_item() {
            format!("add the `:` behind `{key}`, or the key of this value before it")
        } else if value.is_empty() && has_fields {
            format!("add the `:` behind `{key}`")
        } else if value.is_empty() {
            format!("add the `:` and the value of `{key}`")
        } else {
            write("", &format!("{key}: {value}"))
        };
        let message = format!("this line is not `key: value`; {way}");
        (Span::new(at, at + words.len()), message)
    })
}

/// Explains an item without its dash, whose first key is that of an item above or below.
fn dash_of_item(stop: &Stop<'_>, line: &Line<'_>) -> Option<Repair> {
    let at = line.start + line.indent;
    let key = line.key().filter(|_| !line.is_item())?;
    let is_item = |one: &&Line<'_>| one.indent == line.indent && one.is_item();
    let is_alike = |one: &&Line<'_>| one.behind_dashes().1.split(' ').next() == Some(key);
    let place = if stop.above(line).find(is_item).is_some_and(|one| is_alike(&one)) {
        "the list above"
    } else {
        stop.below(line).find(is_item).filter(is_alike)?;
        "a list"
    };
    stop.repair(at, 0, "- ", || {
        let message = format!(
            "`- ` is missing before `{key}`, which starts an item of {place}; {}",
            write("- ", line.words)
        );
        (Span::new(at, at + key.len()), message)
    })
}

/// Explains an item of a list among fields, which goes on in the next line, because the line of the key of the list is missing.
fn key_of_list(stop: &Stop<'_>, line: &Line<'_>) -> Option<Repair> {
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
    if !(line.is_item()) {
        return None;
    }
    stop.repair(at, 0, &added, || {
        let message = format!(
            "the line `{list}:` is missing above this list; add it, with {}",
            spaces(line.indent)
        );
        (Span::new(at, at + 1), message)
    })
}

/// Explains a field with a dash among fields without: at a line, or above a field with its column.
fn dash_of_field(stop: &Stop<'_>, line: &Line<'_>) -> Option<Repair> {
    let above = stop.above(line).find(|one| one.indent == line.indent);
    // Fields with a value may belong to the item above.
    let above = above.filter(|above| above.is_item() && above.is_open() && line.is_open());
    let line = above.filter(|_| !line.is_item()).unwrap_or(line);
    // Items below another key may have the same column.
    let is_beside = |one: &&Line<'_>| one.indent == line.indent;
    let beside = [stop.above(line).find(is_beside), stop.below(line).find(is_beside)];
    let is_only = !beside.into_iter().flatten().any(Line::is_item);
    without_dash(stop, line).filter(|_| is_only)
}

/// Explains a field with a dash.
fn without_dash(stop: &Stop<'_>, line: &Line<'_>) -> Option<Repair> {
    let at = line.start + line.indent;
    let (_, field) = line.words.split_once("- ").filter(|_| line.is_item())?;
    if !field.contains(':') {
        return None;
    }
    stop.repair(at, line.words.len() - field.len(), "", || {
        let message = format!(
            "`-` starts an item of a list, but the lines around it are fields of an object; {}",
            write("", field)
        );
        (Span::new(at, at + 1), message)
    })
}

/// Explains an item as the second element of a list whose first element has no dash.
fn first_dash(stop: &Stop<'_>) -> Option<Repair> {
    let item = stop.lines.get(stop.last).filter(|line| line.is_item())?;
    let above = stop.lines.get(..stop.last)?;
    let list = above
        .iter()
        .rposition(|line| line.is_open() && line.indent <= item.indent)?;
    let (parent, first) = (above.get(list)?, above.get(list + 1)?);
    if first.is_item() || first.indent != item.indent + 2 {
        return None;
    }
    let at = first.start + item.indent;
    stop.repair(at, 2, "- ", || {
        let message = format!(
            "`- ` is missing before the first item of `{}`; {}, with {}",
            parent.behind_dashes().1,
            write("- ", first.words),
            spaces(item.indent)
        );
        (Span::new(at, at + 2 + first.words.len()), message)
    })
}

/// Explains the first key of an item without its dash, above keys that have their column.
fn dash_of_key(stop: &Stop<'_>, line: &Line<'_>) -> Option<Repair> {
    let key = line.key().filter(|_| !line.is_item() && !line.is_open())?;
    let below = stop.below(line).next()?;
    if below.indent != line.indent + 2 {
        return None;
    }
    let at = line.start + line.indent;
    stop.repair(at, 0, "- ", || {
        let message = format!(
            "`- ` is missing before `{key}`, which starts an item of a list; {}",
            write("- ", line.words)
        );
        (Span::new(at, at + key.len()), message)
    })
}

/// Explains fields below a key that has a value, or a text that goes on in a line with `: `.
fn below_value(stop: &Stop<'_>) -> Option<Repair> {
    let (above, below) = stop.two()?;
    let (column, member) = above.behind_dashes();
    let (key, value) = member.split_once(' ')?;
    let value = value.trim();
    let at = above.start + above.indent + above.words.len() - value.len();
    if below.is_item() || below.indent <= column || value.starts_with(['[', '{', '"', '\'', '|', '>', '&']) {
        return None;
    }
    if TYPES.contains(&value) && key != "type:" {
        let added = format!("\n{}type: {value}", " ".repeat(below.indent));
        return stop.repair(at, value.len(), &added, || {
            let message = format!(
                "`{key}` has a value, and fields on the next lines; write `type: {value}` on a line below it"
            );
            (Span::new(at, at + value.len()), message)
        });
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
        return stop.repair(at, value.len(), &added, || {
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
    stop.repair(at, end - at, &whole, || {
        let message = format!(
            "the text of `{key}` goes on in this line, where `: ` ends a key; quote the text: `{whole}`"
        );
        let key = below.key().map_or(1, str::len);
        let start = below.start + below.indent;
        (Span::new(start, start + key), message)
    })
}

/// Types of values in a schema.
const TYPES: [&str; 6] = ["array", "boolean", "integer", "number", "object", "string"];

/// Keywords whose values are texts.
const TEXTS: [&str; 3] = ["description", "message", "rule"];

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
fn below_comment(stop: &Stop<'_>) -> Option<Repair> {
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
    stop.repair(at, comment.len(), "", || {
        let message = format!(
            "`#` after a space begins a comment, which ends the text of `{key}:` before the next line; move the comment above \
             `{key}:`, or quote the text if it contains the `#`"
        );
        (Span::new(at, at + comment.len()), message)
    })
}

/// Explains a text of several lines that is not indented.
fn below_block(stop: &Stop<'_>) -> Option<Repair> {
    let (above, below) = stop.two()?;
    let (column, member) = above.behind_dashes();
    let (key, style) = member.split_once(": ")?;
    let is_block = style.starts_with(['>', '|']) && style.len() <= 2;
    if !is_block || below.indent > column || below.key().is_some() {
        return None;
    }
    let wanted = column + 2;
    let added = " ".repeat(wanted - below.indent);
    stop.repair(below.start, 0, &added, || {
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
