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

use super::lines::{Line, spaces};
use super::stop::{Repair, Stop};
use super::{Options, builder};
use crate::yaml::tree::{Node, Span, Value};

/// Maximum number of times that a document is parsed again.
const MOST_ATTEMPTS: usize = 60;
/// Maximum number of columns to which a line is moved.
const MOST_COLUMNS: usize = 8;
/// How odd it is that the only `spec:` of an object is not at its top level.
const ODD_SECTION: usize = 2;

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

/// Maximum number of moves that are tried as repairs.
const MOST_REPAIRS: usize = 12;

/// Explains a syntax error that goes away if a line is indented differently.
pub(super) fn explain(stop: &Stop<'_>) -> Option<(Span, String)> {
    let lines = stop.lines;
    if follows_key_without_space(stop) {
        return None;
    }
    let moves = likeliest(stop);
    let Some(best) = moves.first() else {
        return item_without_key(stop);
    };
    let others = moves
        .iter()
        .filter(|one| one.cost == best.cost && one.lines.0 == best.lines.0);
    let columns: Vec<usize> = others.map(|one| one.column).collect();
    let (span, message) = described(stop, best)?;
    Some((
        span,
        match columns.as_slice() {
            [one, other] if !is_tab(stop, best) => {
                between(lines, best.lines, *one.min(other), *one.max(other))?
            }
            _ => message,
        },
    ))
}

/// Returns the likeliest moves of lines as repairs.
pub(super) fn find(stop: &Stop<'_>) -> Vec<Repair> {
    if follows_key_without_space(stop) {
        return Vec::new();
    }
    let repair = |one: &Move| {
        let (span, message) = described(stop, one)?;
        let text = moved(stop.text, stop.lines, one.lines, one.column);
        let is_less = stop.lines.get(one.lines.0)?.indent > one.column;
        let above = one.lines.0.checked_sub(1).and_then(|at| stop.lines.get(at));
        let is_below_value = is_less && above.is_some_and(|above| !above.is_open());
        let alternative = is_below_value.then_some(", or add the line that is missing above");
        Some(Repair {
            span,
            message,
            text,
            alternative,
        })
    };
    let moves = likeliest(stop);
    moves.iter().take(MOST_REPAIRS).filter_map(repair).collect()
}

fn follows_key_without_space(stop: &Stop<'_>) -> bool {
    stop.two()
        .is_some_and(|(above, _)| above.key_without_space().is_some())
}

/// Returns the moves of lines after which the document can be parsed, the likeliest first.
fn likeliest(stop: &Stop<'_>) -> Vec<Move> {
    // Of equal moves, those are more likely that leave the members of an object where they are, and those that move a line deeper,
    // or one with other lines below it.
    let mut moves = moves(stop.text, stop.lines, stop.last);
    let moved = |one: &Move| stop.lines.get(one.lines.0);
    moves.sort_by_key(|one| {
        let opens = moved(one).is_some_and(Line::is_open);
        let is_member = moved(one).is_some_and(Line::is_member_of_object);
        (one.cost, is_member, usize::MAX - one.column, !opens)
    });
    moves
}

fn is_tab(stop: &Stop<'_>, one: &Move) -> bool {
    stop.lines
        .get(one.lines.0)
        .is_some_and(|first| has_tab(stop.text, first))
}

/// Returns the place of the first moved line, and the message about the move.
fn described(stop: &Stop<'_>, one: &Move) -> Option<(Span, String)> {
    let first = stop.lines.get(one.lines.0)?;
    if is_tab(stop, one) {
        let like = sibling(stop.lines, one.lines, one.column);
        let like = like.map_or_else(String::new, |like| format!(", like {like}"));
        let message = format!("a tab cannot indent YAML; use {}{like}", spaces(one.column));
        return Some((Span::new(first.start, first.start + first.indent), message));
    }
    let key = first.key().map_or(first.words.len(), str::len);
    let start = first.start + first.indent;
    Some((Span::new(start, start + key), words(stop.lines, one)))
}

/// Whether a line is indented with a tab.
fn has_tab(text: &str, line: &Line<'_>) -> bool {
    let indentation = text.get(line.start..line.start + line.indent);
    indentation.is_some_and(|indentation| indentation.contains('\t'))
}

/// Explains an item of a list behind a key that has a value already.
fn item_without_key(stop: &Stop<'_>) -> Option<(Span, String)> {
    let item = stop.lines.get(stop.last).filter(|line| line.is_item())?;
    let above = stop.lines.get(..stop.last)?;
    let key = above.iter().rfind(|line| line.indent <= item.indent)?;
    let has_value = !key.is_open() || above.last()?.indent > key.indent;
    if key.is_item() || !has_value {
        return None;
    }
    let message = format!(
        "`{}` on line {} has a value, so a list cannot follow; add the line of the key whose list this is",
        key.key()?,
        key.number
    );
    let start = item.start + item.indent;
    Some((Span::new(start, start + 1), message))
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
        && field.words != "properties:"
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
/// the first of the lines above that are indented deeper, and the line above that.
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
        .take_while(|line| {
            above.last().is_some_and(|last| last.indent == line.indent) && !line.is_open() && !line.is_item()
        })
        .count();
    let mut suspects = vec![wrong];
    for suspect in [
        wrong.checked_sub(1),
        Some(wrong - deeper),
        wrong.checked_sub(deeper + 1),
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
