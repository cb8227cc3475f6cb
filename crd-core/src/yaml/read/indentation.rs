//! Errors of indentation: which line is indented wrongly, and how far it should be.
//!
//! The parser stops at the first line that does not fit, which is often a correct line below a wrong one:
//!
//! ```text
//! metadata:
//!     name: a      the wrong line
//!   labels: {}     the parser stops here
//! ```
//!
//! Therefore each line that may be wrong is moved to the columns of the lines around it, and the document is parsed again. Of
//! the changes after which it can be parsed, the one is proposed that leaves the fewest keys without a value and the fewest
//! unusual indentations.

use super::builder;
use super::{Options, ReadError, ReadErrorKind};
use crate::yaml::tree::{Node, Span, Value};

/// Maximum number of bytes of a document that is parsed again.
pub(super) const LARGEST: usize = 1 << 20;
/// Maximum number of times that a document is parsed again.
const MOST_ATTEMPTS: usize = 60;
/// Maximum number of columns to which a line is moved.
const MOST_COLUMNS: usize = 8;
/// How odd it is that the only `spec:` of an object is not at its top level.
const ODD_SECTION: usize = 2;
/// Maximum number of characters of a line that a message shows.
const SHOWN: usize = 40;

/// A line that is neither empty nor a comment.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// Its number in the file, from 1.
    pub(super) number: usize,
    /// The offset of its first byte.
    pub(super) start: usize,
    /// The length of its indentation.
    pub(super) indent: usize,
    /// The text after the indentation.
    pub(super) words: &'a str,
}

impl<'a> Line<'a> {
    /// Returns the key with its colon, or the dash of an item.
    pub(super) fn key(&self) -> Option<&'a str> {
        if self.is_item() {
            return Some("-");
        }
        let end = self.words.find([' ', '\t']).unwrap_or(self.words.len());
        let key = self.words.get(..end)?;
        (key.ends_with(':') && key.len() > 1).then_some(key)
    }

    pub(super) fn is_item(&self) -> bool {
        self.words == "-" || self.words.starts_with("- ")
    }

    /// Returns the offset in the line and the key, with its colon, of a member whose space after the colon is missing.
    pub(super) fn key_without_space(&self) -> Option<(usize, &'a str)> {
        let member = self.words.trim_start_matches("- ").trim_start();
        let colon = member.find(':')?;
        let (key, value) = member.split_at_checked(colon + 1)?;
        let is_of_key = |c: char| c.is_alphanumeric() || "_-./:".contains(c);
        let is_key = key.starts_with(char::is_alphabetic) && key.chars().all(is_of_key);
        // `: ` would end a key further on, and `//` follows the scheme of a URL.
        let is_value = !value.is_empty()
            && !value.starts_with([' ', '\t'])
            && !value.starts_with("//")
            && !value.contains(": ");
        (is_key && is_value).then_some((self.words.len() - member.len(), key))
    }

    /// Whether the value of the key is on the next lines.
    pub(super) fn is_open(&self) -> bool {
        let key = match self.words.rsplit_once(' ') {
            Some((key, anchor)) if anchor.starts_with('&') => key,
            _ => self.words,
        };
        key.ends_with(':')
    }

    /// Whether the line is one of the members that most objects of Kubernetes have, at their column.
    fn is_member_of_object(&self) -> bool {
        let members = ["apiVersion:", "kind:", "metadata:", "spec:", "status:"];
        self.indent == 0 && self.key().is_some_and(|key| members.contains(&key))
    }

    /// Whether the value is a text of several words without quotes.
    fn has_text(&self) -> bool {
        let value = self.words.split_once(": ").map(|(_, value)| value.trim());
        value.is_some_and(|value| value.contains(' ') && !value.starts_with(['"', '\'', '[', '{', '|', '>']))
    }

    /// Returns the column and the text of the key behind the dashes of an item; those of the line if there is no key.
    pub(super) fn behind_dashes(&self) -> (usize, &'a str) {
        let mut rest = self.words;
        while let Some(item) = rest.strip_prefix("- ") {
            rest = item.trim_start();
        }
        if rest.ends_with(':') || rest.contains(": ") {
            (self.indent + self.words.len() - rest.len(), rest)
        } else {
            (self.indent, self.words)
        }
    }

    /// Whether a line with a key, or with an item, belongs to the same block as this one at a column. A list may have the column of
    /// its key.
    fn is_beside(&self, column: usize, is_item: bool) -> bool {
        if is_item || !self.is_item() {
            self.indent == column
        } else {
            self.behind_dashes().0 == column
        }
    }

    /// Returns the key or the item of the line in backticks, shortened.
    fn shown(&self, is_item: bool) -> String {
        let words = if is_item && self.is_item() {
            self.words
        } else {
            let words = self.behind_dashes().1;
            words
                .find(": ")
                .and_then(|end| words.get(..=end))
                .unwrap_or(words)
        };
        let words = words.replace('`', "'");
        match words.char_indices().nth(SHOWN) {
            Some((end, _)) => format!(
                "`{}…` on line {}",
                words.get(..end).unwrap_or_default(),
                self.number
            ),
            None => format!("`{words}` on line {}", self.number),
        }
    }
}

/// A change of the indentation of consecutive lines.
#[derive(Clone, Copy)]
struct Move {
    /// The index of the first line, and that after the last.
    lines: (usize, usize),
    /// The new column of the first line.
    column: usize,
    /// How unlikely it is: the number of odd values and indentations after it, of moved lines, and of columns.
    cost: (usize, usize, usize),
}

/// Explains a syntax error that goes away if a line is indented differently. `line` is the number of the first line of the
/// document, and `base` its offset.
pub(super) fn explain(text: &str, base: u32, line: usize, error: &ReadError) -> Option<ReadError> {
    if error.kind != ReadErrorKind::Syntax || text.len() > LARGEST {
        return None;
    }
    let at = error.span.start.checked_sub(base)? as usize;
    let lines = lines(text, line);
    let wrong = lines.iter().rposition(|line| line.start <= at)?;
    let above = wrong.checked_sub(1).and_then(|above| lines.get(above));
    if above.is_some_and(|above| above.key_without_space().is_some()) {
        return None;
    }
    let moves = moves(text, &lines, wrong);
    if moves.is_empty() {
        return item_without_key(above?, lines.get(wrong)?, base);
    }
    // Of equal moves, those are more likely that leave the members of an object where they are, and those that move a line deeper,
    // or one with other lines below it.
    let moved = |one: &Move| lines.get(one.lines.0);
    let opens = |one: &Move| moved(one).is_some_and(Line::is_open);
    let is_member = |one: &Move| moved(one).is_some_and(Line::is_member_of_object);
    let best = moves
        .iter()
        .min_by_key(|one| (one.cost, is_member(one), usize::MAX - one.column, !opens(one)))?;
    let others = moves
        .iter()
        .filter(|one| one.cost == best.cost && one.lines.0 == best.lines.0);
    let columns: Vec<usize> = others.map(|one| one.column).collect();
    let first = lines.get(best.lines.0)?;
    let is_tab = has_tab(text, first);
    let span = if is_tab {
        Span::new(first.start, first.start + first.indent)
    } else {
        let key = first.key().map_or(first.words.len(), str::len);
        Span::new(first.start + first.indent, first.start + first.indent + key)
    };
    let message = match columns.as_slice() {
        _ if is_tab => {
            let like = sibling(&lines, best.lines, best.column);
            let like = like.map_or_else(String::new, |like| format!(", like {like}"));
            format!("a tab cannot indent YAML; use {}{like}", spaces(best.column))
        }
        [one, other] => between(&lines, best.lines, *one.min(other), *one.max(other))?,
        _ => words(&lines, best),
    };
    Some(ReadError {
        kind: ReadErrorKind::Syntax,
        message,
        span: span.shifted(base),
    })
}

/// Whether a line is indented with a tab.
fn has_tab(text: &str, line: &Line<'_>) -> bool {
    let indentation = text.get(line.start..line.start + line.indent);
    indentation.is_some_and(|indentation| indentation.contains('\t'))
}

/// Explains an item of a list below a key that has a value already.
fn item_without_key(above: &Line<'_>, item: &Line<'_>, base: u32) -> Option<ReadError> {
    if !item.is_item() || above.is_item() || above.is_open() || item.indent < above.indent {
        return None;
    }
    Some(ReadError {
        kind: ReadErrorKind::Syntax,
        message: format!(
            "`{}` on line {} has a value, so a list cannot follow; add the line of the key whose list this is",
            above.key()?,
            above.number
        ),
        span: Span::new(item.start + item.indent, item.start + item.indent + 1).shifted(base),
    })
}

/// Composes the message about lines that belong to one column.
fn words(lines: &[Line<'_>], best: &Move) -> String {
    let (from, to) = best.lines;
    let Some(first) = lines.get(from) else {
        return String::new();
    };
    let subject = match to - from {
        1 => "this line is".to_owned(),
        2 => "this line and the next are".to_owned(),
        count => format!("this line and the next {} are", count - 1),
    };
    let how = if best.column < first.indent {
        "deeper"
    } else {
        "less"
    };
    let like =
        sibling(lines, best.lines, best.column).unwrap_or_else(|| "the lines around it require".to_owned());
    let above = from.checked_sub(1).and_then(|above| lines.get(above));
    if let Some(above) = above.filter(|_| lacks_properties(lines, best)) {
        return format!(
            "the line `properties:` is missing above {}; add it, and indent the fields by {}",
            above.shown(false),
            spaces(best.column)
        );
    }
    let is_text = above.is_some_and(|above| above.indent < first.indent && above.has_text());
    let or = if is_text {
        ", or quote the text of the line above"
    } else {
        ""
    };
    let missing = above.filter(|_| best.column < first.indent);
    let missing = missing.and_then(|above| missing_line(above, first, best.column));
    let add = missing.map_or_else(String::new, |line| {
        format!("add the line `{line}` above it if that is missing, or ")
    });
    format!(
        "{subject} indented {how} than {like}; {add}use {}, not {}{or}",
        spaces(best.column),
        first.indent
    )
}

/// Whether the line above the moved ones is a field among the keywords of its object, and the next field is indented deeper.
fn lacks_properties(lines: &[Line<'_>], best: &Move) -> bool {
    let (from, to) = best.lines;
    let before = |count: usize| lines.get(from.checked_sub(count)?);
    let (Some(keyword), Some(field), Some(next)) = (before(2), before(1), lines.get(to)) else {
        return false;
    };
    let is_keyword = SCHEMA_KEYS.contains(&keyword.key().unwrap_or_default());
    is_keyword
        && field.is_open()
        && next.is_open()
        && keyword.indent == field.indent
        && (field.indent < next.indent && next.indent == best.column)
        && lines.get(to + 1).is_some_and(|line| line.indent > next.indent)
}

/// Keys that stand beside `properties:`.
const SCHEMA_KEYS: [&str; 5] = [
    "type:",
    "required:",
    "description:",
    "items:",
    "additionalProperties:",
];

/// Returns the line that may be missing above a line that is indented deeper than a value.
fn missing_line(above: &Line<'_>, first: &Line<'_>, column: usize) -> Option<&'static str> {
    let is_schema = SCHEMA_KEYS.contains(&above.key().unwrap_or_default());
    Some(match first.key()? {
        _ if is_schema && first.is_open() => "properties:",
        "name:" | "namespace:" | "labels:" | "annotations:" if column == 0 => "metadata:",
        "kind:" | "plural:" | "singular:" | "listKind:" if column > 0 => "names:",
        "openAPIV3Schema:" => "schema:",
        _ => return None,
    })
}

/// Composes the message about a line that may belong to two columns.
fn between(lines: &[Line<'_>], moved: (usize, usize), low: usize, high: usize) -> Option<String> {
    let outer = sibling(lines, moved, low)?;
    let inner = sibling(lines, moved, high)?;
    Some(format!(
        "this line is indented deeper than {outer}, and less than {inner}; align it with one of them"
    ))
}

/// Describes the nearest line with a key or item at a column, above or else below the moved lines.
fn sibling(lines: &[Line<'_>], (from, to): (usize, usize), column: usize) -> Option<String> {
    let is_item = lines.get(from)?.is_item();
    let is_beside = |line: &&Line<'_>| line.is_beside(column, is_item);
    // The block with this column ends at a line that is indented less.
    let above = lines.get(..from)?.iter().rev();
    let mut above = above.take_while(|line| line.indent >= column || is_beside(line));
    let mut below = lines.get(to..)?.iter().take_while(|line| line.indent >= column);
    let found = above.find(is_beside).or_else(|| below.find(is_beside));
    Some(found?.shown(is_item))
}

pub(super) fn spaces(count: usize) -> String {
    match count {
        0 => "no spaces".to_owned(),
        1 => "1 space".to_owned(),
        count => format!("{count} spaces"),
    }
}

/// Returns the lines of a document. `first` is the number of its first line.
pub(super) fn lines(text: &str, first: usize) -> Vec<Line<'_>> {
    let mut start = 0;
    let mut lines = Vec::new();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let words = line.trim_start_matches([' ', '\t']);
        let indent = line.len() - words.len();
        let words = words.trim_end();
        if !words.is_empty() && !words.starts_with('#') && !words.starts_with("---") {
            lines.push(Line {
                number: first + index,
                start,
                indent,
                words,
            });
        }
        start += line.len();
    }
    lines
}

/// Returns the moves of lines near a wrong one after which the document can be parsed.
fn moves(text: &str, lines: &[Line<'_>], wrong: usize) -> Vec<Move> {
    let mut found = Vec::new();
    let mut attempts = 0;
    let step = step(lines);
    for first in suspects(lines, wrong) {
        for column in columns(lines, first, step) {
            for to in ends(lines, first, wrong) {
                attempts += 1;
                if attempts > MOST_ATTEMPTS {
                    return found;
                }
                let moved = moved(text, lines, (first, to), column);
                let built = builder::build(&moved, 0, &Options::default());
                if let (true, None, Some(root)) = (built.errors.is_empty(), built.ignored_from, &built.root) {
                    let odd = odd_values(root)
                        + odd_members(root)
                        + odd_indents(lines, (first, to), column, step)
                        + if is_section(lines, first) { ODD_SECTION } else { 0 };
                    let old = lines.get(first).map_or(0, |line| line.indent);
                    // A tab may be any number of columns.
                    let is_tab = lines.get(first).is_some_and(|line| has_tab(text, line));
                    let by = if is_tab { 0 } else { old.abs_diff(column) };
                    found.push(Move {
                        lines: (first, to),
                        column,
                        cost: (odd, to - first, by),
                    });
                }
            }
        }
    }
    found
}

/// Returns the lines that may be wrong if the parser stops at a line: it, the line above, the line above that is indented less,
/// and the first of the lines above that are indented deeper.
fn suspects(lines: &[Line<'_>], wrong: usize) -> Vec<usize> {
    let Some(here) = lines.get(wrong) else {
        return Vec::new();
    };
    let above = lines.get(..wrong).unwrap_or_default();
    let deeper = above
        .iter()
        .rev()
        .take_while(|line| line.indent > here.indent)
        .count();
    let less = above.iter().rposition(|line| line.indent < here.indent);
    // Fields that have the column of their object.
    let beside = above.iter().rev();
    let beside = beside
        .take_while(|line| above.last().is_some_and(|last| last.indent == line.indent) && !line.is_open())
        .count();
    let mut suspects = vec![wrong];
    for suspect in [
        wrong.checked_sub(1),
        Some(wrong - deeper),
        less,
        Some(wrong - beside),
    ]
    .into_iter()
    .flatten()
    {
        if !suspects.contains(&suspect) {
            suspects.push(suspect);
        }
    }
    // A line of a text is no key.
    suspects.retain(|suspect| lines.get(*suspect).is_some_and(|line| line.key().is_some()));
    suspects
}

/// Returns the columns to which a line may be moved: those of the open blocks above it, and that of the next line.
fn columns(lines: &[Line<'_>], at: usize, step: usize) -> Vec<usize> {
    let mut columns: Vec<usize> = Vec::new();
    let mut add = |column: usize| {
        if columns.len() < MOST_COLUMNS && !columns.contains(&column) {
            columns.push(column);
        }
    };
    let mut open = usize::MAX;
    let above = lines.get(..at).unwrap_or_default().iter().rev();
    for (distance, line) in above.enumerate() {
        if line.indent >= open {
            continue;
        }
        if distance == 0 && line.is_open() {
            add(line.indent + step);
        }
        [line.behind_dashes().0, line.indent]
            .into_iter()
            .for_each(&mut add);
        open = line.indent;
    }
    if let Some(below) = lines.get(at + 1) {
        add(below.indent);
    }
    let own = lines.get(at).map(|line| (line.indent, line.words));
    // Spaces instead of a tab are a change even if they are as many.
    columns.retain(|column| own.is_some_and(|(indent, _)| indent != *column));
    columns
}

/// Returns the ends of the lines that may be wrong with a line: none, those below it that are indented deeper, those that are
/// indented as far, and those above the line at which the parser stops.
fn ends(lines: &[Line<'_>], at: usize, wrong: usize) -> Vec<usize> {
    let indent = lines.get(at).map_or(0, |line| line.indent);
    let below = lines.get(at + 1..).unwrap_or_default();
    let deeper = below.iter().take_while(|line| line.indent > indent).count();
    let equal = below.iter().take_while(|line| line.indent >= indent).count();
    let mut ends = vec![at + 1, at + 1 + deeper, at + 1 + equal];
    ends.dedup();
    let is_beside = |line: &Line<'_>| line.indent == indent;
    let above = lines.get(at..wrong).unwrap_or_default();
    if !above.is_empty() && above.iter().all(is_beside) && !ends.contains(&wrong) {
        ends.push(wrong);
    }
    ends
}

/// Returns the text with lines at another column.
fn moved(text: &str, lines: &[Line<'_>], (from, to): (usize, usize), column: usize) -> String {
    let moved = lines.get(from..to).unwrap_or_default();
    let old = moved.first().map_or(0, |line| line.indent);
    let mut out = String::with_capacity(text.len() + moved.len() * column);
    let mut copied = 0;
    for line in moved {
        out.push_str(text.get(copied..line.start).unwrap_or_default());
        out.extend(std::iter::repeat_n(
            ' ',
            line.indent - old.min(line.indent) + column,
        ));
        copied = line.start + line.indent;
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out
}

/// Returns the number of spaces by which most nested lines are indented.
fn step(lines: &[Line<'_>]) -> usize {
    let pairs = lines.iter().zip(lines.iter().skip(1));
    let steps = pairs
        .filter(|(above, below)| above.is_open() && !below.is_item())
        .map(|(above, below)| below.indent.saturating_sub(above.indent));
    // One line may be the wrong one; most manifests have 2.
    let steps: Vec<usize> = steps.filter(|step| *step > 0).take(20).chain([2, 2]).collect();
    let count = |step: usize| steps.iter().filter(|other| **other == step).count();
    steps.iter().copied().max_by_key(|step| count(*step)).unwrap_or(2)
}

/// Returns the number of lines whose indentation is unusual: a nested line that is not indented by the usual step, counted after a
/// move.
fn odd_indents(lines: &[Line<'_>], (from, to): (usize, usize), column: usize, step: usize) -> usize {
    let old = lines.get(from).map_or(0, |line| line.indent);
    let indent = |at: usize, line: &Line<'_>| {
        if (from..to).contains(&at) {
            line.indent - old.min(line.indent) + column
        } else {
            line.indent
        }
    };
    // The first line is usually not indented.
    let mut count = lines.first().map_or(0, |first| indent(0, first).min(1));
    for (at, (above, below)) in lines.iter().zip(lines.iter().skip(1)).enumerate() {
        let by = indent(at + 1, below).checked_sub(indent(at, above));
        count += usize::from(match by {
            Some(by) if above.is_open() && by > 0 => by != step,
            Some(by) => by > 0 && !above.is_item(),
            None => false,
        });
    }
    count
}

/// Whether a line begins the metadata, the spec or the status of an object, at its column, and is the only one that does.
fn is_section(lines: &[Line<'_>], at: usize) -> bool {
    let Some(line) = lines.get(at).filter(|line| line.indent == 0) else {
        return false;
    };
    let is_same = |other: &&Line<'_>| other.indent == 0 && other.words == line.words;
    matches!(line.words, "metadata:" | "spec:" | "status:") && lines.iter().filter(is_same).count() == 1
}

/// Returns the number of members of an object of Kubernetes that most objects do not have.
fn odd_members(root: &Node) -> usize {
    const MEMBERS: [&str; 5] = ["apiVersion", "kind", "metadata", "spec", "status"];
    let members = root.as_mapping().filter(|_| root.get("kind").is_some());
    members.map_or(0, |members| {
        let keys = members.entries.iter();
        keys.filter(|entry| !MEMBERS.contains(&entry.key.as_ref()))
            .count()
    })
}

/// Returns the number of keys without a value and of repeated keys.
fn odd_values(node: &Node) -> usize {
    match &node.value {
        Value::Mapping(mapping) => {
            let values = mapping.entries.iter().map(|entry| match &entry.value.value {
                Value::Null => 1,
                _ => odd_values(&entry.value),
            });
            mapping.duplicates().len() + values.sum::<usize>()
        }
        Value::Sequence(items) => items.iter().map(odd_values).sum(),
        _ => 0,
    }
}
