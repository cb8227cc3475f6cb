//! Fixes that add or remove a member of an object, in block style, in flow style and in JSON.
//!
//! ```text
//! a:                       a: {b: 1, c: 2}          {"a": {
//!   b: 1                                              "b": 1,
//!   c: 2                                              "c": 2 }}
//! ```

use super::own_node;
use super::values::{is_double_quoted, quoted, spaced};
use crate::check::{DocumentSource, Edit, Fix};
use crate::model::field::{FieldPath, Segment};
use crate::yaml::tree::{Entry, Mapping, Node, Span, Value};
use crate::yaml::{Options, read_text};

/// The place at which members are added to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MemberPlace {
    First,
    Last,
}

/// Adds members, one line each, at the end of an object.
pub(in crate::check) fn add(source: DocumentSource<'_>, path: &FieldPath, members: &str) -> Option<Fix> {
    add_at(source, path, members, MemberPlace::Last)
}

/// Adds members, one line each, at the start of an object.
pub(super) fn add_first(source: DocumentSource<'_>, path: &FieldPath, members: &str) -> Option<Fix> {
    add_at(source, path, members, MemberPlace::First)
}

fn add_at(source: DocumentSource<'_>, path: &FieldPath, members: &str, place: MemberPlace) -> Option<Fix> {
    let text = source.text;
    let (node, safety) = own_node(source, path)?;
    let mut names = members.lines().filter_map(|line| line.split(':').next());
    // Without a value, for example.
    if names.any(|name| node.get(name).is_some()) {
        return None;
    }
    let neighbor = match place {
        MemberPlace::First => node.as_mapping()?.entries.first()?,
        MemberPlace::Last => node.as_mapping()?.entries.last()?,
    };
    // The neighbor is neither from a merge key nor from an alias.
    let is_own = node.span.start <= neighbor.key_span.start && neighbor.key_span.end <= node.span.end;
    if !is_own {
        return None;
    }
    let lines = if is_double_quoted(text, neighbor.key_span) {
        as_json(members)?
    } else {
        members.lines().map(str::to_owned).collect()
    };
    let edit = match (is_flow(text, node), place) {
        (true, MemberPlace::First) => {
            let separator = separator(text, neighbor, ",");
            edit(
                neighbor.key_span.start,
                format!("{}{separator}", lines.join(&separator)),
            )
        }
        (true, MemberPlace::Last) => {
            let end = value_end(text, neighbor)?;
            let separator = separator(text, neighbor, ",");
            edit(end, format!("{separator}{}", lines.join(&separator)))
        }
        (false, MemberPlace::First) => {
            block_indentation(text, neighbor)?;
            let separator = separator(text, neighbor, "");
            edit(
                neighbor.key_span.start,
                format!("{}{separator}", lines.join(&separator)),
            )
        }
        (false, MemberPlace::Last) => after_block(text, neighbor, &lines)?,
    };
    Some(Fix {
        title: format!("add `{}`", members.lines().next().unwrap_or_default()),
        edits: vec![edit],
        safety,
    })
}

fn edit(at: u32, text: String) -> Edit {
    Edit {
        span: Span { start: at, end: at },
        text,
    }
}

/// Returns members as they are written in JSON.
fn as_json(members: &str) -> Option<Vec<String>> {
    let parsed = read_text(members, Options::default());
    let entries = parsed.documents.first()?.root.members().iter();
    let members = entries.map(|entry| format!("{}: {}", quoted(&entry.key), spaced(&entry.value)));
    Some(members.collect())
}

/// Returns the text between two members: a line break and the indentation of a member that starts a line, otherwise a space.
fn separator(text: &str, member: &Entry, comma: &str) -> String {
    let line = line_start(text, member.key_span.start);
    let before = text.get(line..member.key_span.start as usize).unwrap_or_default();
    let starts_line = before.chars().all(|c| matches!(c, ' ' | '\t'));
    if comma.is_empty() || starts_line {
        let indentation = before.replace(|c| c != '\t', " ");
        return format!("{comma}{}{indentation}", line_break(text, member.key_span.start));
    }
    format!("{comma} ")
}

/// Returns the spaces with which further members of a block begin, if only dashes of lists precede a member in its line.
fn block_indentation(text: &str, member: &Entry) -> Option<String> {
    let line = line_start(text, member.key_span.start);
    let before = text.get(line..member.key_span.start as usize)?;
    before
        .chars()
        .all(|c| matches!(c, ' ' | '-'))
        .then(|| " ".repeat(before.len()))
}

/// Adds lines after the last member of a block, whose value may have several lines.
fn after_block(text: &str, last: &Entry, lines: &[String]) -> Option<Edit> {
    let indentation = block_indentation(text, last)?;
    let end = last_byte(text, &last.value).max(last.key_span.end);
    let rest = text.get(end as usize..)?;
    let line_end = rest.find('\n').unwrap_or(rest.len());
    let line = rest.get(..line_end)?;
    let after = line.trim();
    if !(after.is_empty() || after == ":" || after.starts_with('#')) {
        return None;
    }
    let line_break = line_break(text, end);
    let added = lines.iter().fold(String::new(), |added, line| {
        added + line_break + &indentation + line
    });
    let at = end + u32::try_from(line.trim_end_matches('\r').len()).ok()?;
    Some(edit(at, added))
}

/// Renames a member of an object.
pub(in crate::check) fn rename(source: DocumentSource<'_>, path: &FieldPath, to: &str) -> Option<Fix> {
    let (Segment::Field(name) | Segment::Key(name)) = path.segments.last()? else {
        return None;
    };
    let (node, safety) = own_node(source, &path.ancestor(1))?;
    own_node(source, path)?;
    let object = node.as_mapping()?;
    let entry = object.get(name)?;
    if !object.duplicates().is_empty() || object.get(to).is_some() {
        return None;
    }
    let text = if is_double_quoted(source.text, entry.key_span) {
        quoted(to)
    } else {
        to.to_owned()
    };
    Some(Fix {
        title: format!("write `{to}`"),
        edits: vec![Edit {
            span: entry.key_span,
            text,
        }],
        safety,
    })
}

/// Removes a member of an object; in block style, the object has other members.
pub(in crate::check) fn remove(source: DocumentSource<'_>, path: &FieldPath) -> Option<Fix> {
    let text = source.text;
    let (Segment::Field(name) | Segment::Key(name)) = path.segments.last()? else {
        return None;
    };
    let (node, safety) = own_node(source, &path.ancestor(1))?;
    // The member is neither from a merge key nor from an alias.
    own_node(source, path)?;
    let object = node.as_mapping()?;
    let position = object.entries.iter().position(|entry| *entry.key == **name)?;
    let entry = object.entries.get(position)?;
    if !object.duplicates().is_empty() {
        return None;
    }
    let span = if is_flow(text, node) {
        in_flow(text, node, object, position)?
    } else if object.entries.len() < 2 {
        return None;
    } else {
        let next = object.entries.get(position + 1);
        lines_of(text, entry).or_else(|| up_to_next(text, entry, next?))?
    };
    if has_anchor(span.slice(text)?) {
        return None;
    }
    Some(Fix {
        title: format!("remove `{name}`"),
        edits: vec![Edit {
            span,
            text: String::new(),
        }],
        safety,
    })
}

/// Whether a part of a text seems to have an anchor, to which aliases elsewhere may refer.
fn has_anchor(text: &str) -> bool {
    let mut parts = text.split('&').skip(1);
    text.contains(" &") && parts.any(|part| part.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
}

/// Returns the span of a member in flow style with the comma behind it or, for the last one, before it.
fn in_flow(text: &str, node: &Node, object: &Mapping, position: usize) -> Option<Span> {
    let entry = object.entries.get(position)?;
    let end = value_end(text, entry)?;
    let (span, comma) = if let Some(next) = object.entries.get(position + 1) {
        let next = next.key_span.start;
        let span = Span {
            start: entry.key_span.start,
            end: next,
        };
        (
            span,
            Span {
                start: end,
                end: next,
            },
        )
    } else if let Some(before) = position
        .checked_sub(1)
        .and_then(|before| object.entries.get(before))
    {
        let start = value_end(text, before)?;
        let comma = Span {
            start,
            end: entry.key_span.start,
        };
        (Span { start, end }, comma)
    } else {
        let start = entry.key_span.start;
        let around = Span {
            start: node.span.start + 1,
            end: node.span.end.checked_sub(1)?,
        };
        let [before, after] = [(around.start, start), (end, around.end)]
            .map(|(start, end)| Span { start, end }.slice(text).map(str::trim));
        let is_alone = before == Some("") && after == Some("");
        return is_alone.then_some(around);
    };
    (comma.slice(text)?.trim() == ",").then_some(span)
}

/// Returns the end of a member in flow style; `None` if it has no value.
fn value_end(text: &str, entry: &Entry) -> Option<u32> {
    let span = entry.value.span;
    (entry.key_span.end <= span.start && !span.slice(text)?.trim().is_empty()).then_some(span.end)
}

/// Returns the lines of a member that starts at the beginning of a line and ends at the end of one.
fn lines_of(text: &str, entry: &Entry) -> Option<Span> {
    let start = line_start(text, entry.key_span.start);
    let before = text.get(start..entry.key_span.start as usize)?;
    let end = last_byte(text, &entry.value).max(entry.key_span.end);
    let rest = text.get(end as usize..)?;
    let line_end = rest.find('\n').map_or(rest.len(), |at| at + 1);
    let after = rest.get(..line_end)?.trim();
    let alone =
        before.chars().all(|c| c == ' ') && (after.is_empty() || after == ":" || after.starts_with('#'));
    alone.then_some(Span {
        start: u32::try_from(start).ok()?,
        end: end + u32::try_from(line_end).ok()?,
    })
}

/// Returns the span from the first member of a list element to the second, unless there is a comment between them.
fn up_to_next(text: &str, entry: &Entry, next: &Entry) -> Option<Span> {
    let line = line_start(text, entry.key_span.start);
    let before = text.get(line..entry.key_span.start as usize)?;
    let end = last_byte(text, &entry.value).max(entry.key_span.end);
    let between = text.get(end as usize..next.key_span.start as usize)?;
    let dashes = before.trim().chars().all(|c| c == '-' || c == ' ') && before.contains('-');
    (dashes && between.contains('\n') && between.trim().is_empty()).then_some(Span {
        start: entry.key_span.start,
        end: next.key_span.start,
    })
}

fn line_start(text: &str, byte: u32) -> usize {
    let before = text.get(..byte as usize).unwrap_or_default();
    before.rfind('\n').map_or(0, |at| at + 1)
}

/// Returns the line break at the end of the line of a byte.
fn line_break(text: &str, byte: u32) -> &'static str {
    let rest = text.get(byte as usize..).unwrap_or_default();
    let has_return = match rest.find('\n').and_then(|at| rest.get(..at)) {
        Some(line) => line.ends_with('\r'),
        None => text.contains("\r\n"),
    };
    if has_return { "\r\n" } else { "\n" }
}

/// Whether an object or a list is in flow style.
fn is_flow(text: &str, node: &Node) -> bool {
    text.get(node.span.start as usize..)
        .is_some_and(|rest| rest.starts_with(['{', '[']))
}

/// Returns the end of the last scalar of a value.
fn last_byte(text: &str, node: &Node) -> u32 {
    let last = match &node.value {
        Value::Sequence(items) => items.last(),
        Value::Mapping(mapping) => mapping.entries.last().map(|entry| &entry.value),
        _ => None,
    };
    // The parts of an alias are elsewhere.
    let last = last.filter(|last| last.span.start >= node.span.start && last.span.end <= node.span.end);
    match last {
        Some(last) if !is_flow(text, node) => last_byte(text, last),
        _ => {
            let value = node.span.slice(text).unwrap_or_default();
            node.span.start + u32::try_from(value.trim_end().len()).unwrap_or_default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::FixSafety;
    use crate::check::fix::apply;
    use crate::check::fix::rewrite;

    /// Applies the fix at a path, in which `.` separates names and numbers of elements.
    fn fixed(
        text: &str,
        path: &str,
        fix: fn(DocumentSource<'_>, &FieldPath) -> Option<Fix>,
    ) -> Option<String> {
        let read = read_text(text, Options::default());
        assert!(read.errors.is_empty(), "{text}");
        let source = DocumentSource {
            text,
            document: &read.documents[0].root,
        };
        let segment = |name: &str| match name.parse() {
            Ok(index) => Segment::Index(index),
            Err(_) => Segment::Field(name.into()),
        };
        let names = path.split('.').filter(|name| !name.is_empty());
        let path = FieldPath {
            segments: names.map(segment).collect(),
        };
        let fix = fix(source, &path)?;
        let (fixed, _) = apply(text, &[&fix]);
        assert!(read_text(&fixed, Options::default()).errors.is_empty(), "{fixed}");
        Some(fixed)
    }

    #[test]
    fn members_are_removed() {
        for (text, path, expected) in [
            (
                "a: 1\n# on b\nb:\n  c: 2 # on c\nd: 3\n",
                "b",
                Some("a: 1\n# on b\nd: 3\n"),
            ),
            ("a:\n  - b: 1\n    c: 2\n", "a.0.b", Some("a:\n  - c: 2\n")),
            ("a:\n  - b: 1\n    # on c\n    c: 2\n", "a.0.b", None),
            ("a: 1\nb: |\n  x\n  y\n\nc: 2\n", "b", Some("a: 1\n\nc: 2\n")),
            ("a: 1\n", "a", None),
            ("a: 1\nb: {c: [1,\n 2]}\n", "b", Some("a: 1\n")),
            ("a: 1\r\nb: 2\r\nc: 3\r\n", "b", Some("a: 1\r\nc: 3\r\n")),
            // Flow style.
            ("a: {b: 1, c: 2}\n", "a.b", Some("a: {c: 2}\n")),
            ("a: {b: 1, c: 2} # c\n", "a.c", Some("a: {b: 1} # c\n")),
            ("a: { b: {x: 1} , c: 2 }\n", "a.b", Some("a: { c: 2 }\n")),
            ("a: {b: 1}\n", "a.b", Some("a: {}\n")),
            ("a: {b: 1, # on b\n  c: 2}\n", "a.b", None),
            ("a: {b: 1, c: }\n", "a.b", Some("a: {c: }\n")),
            ("a: {b: , c: 1}\n", "a.b", None),
            (
                "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}\n",
                "b",
                Some("{\n  \"a\": 1,\n  \"c\": 3\n}\n"),
            ),
            (
                "{\n  \"a\": 1,\n  \"b\": [2]\n}\n",
                "b",
                Some("{\n  \"a\": 1\n}\n"),
            ),
            // Aliases.
            ("a: &x {b: 1, c: 2}\nd: *x\n", "d.b", None),
            ("a: &x 1\nb: *x\nc: 2\n", "b", Some("a: &x 1\nc: 2\n")),
            ("a: &x 1\nb: *x\nc: 2\n", "a", None),
            ("a: &x {b: 1}\nd:\n  <<: *x\n  c: 2\n", "d.b", None),
        ] {
            assert_eq!(fixed(text, path, remove).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn members_are_added() {
        let add_list = |source: DocumentSource<'_>, path: &FieldPath| add(source, path, "k: [t]\nl: map");
        for (text, path, expected) in [
            (
                "a:\n  b: 1 # b\n",
                "a",
                Some("a:\n  b: 1 # b\n  k: [t]\n  l: map\n"),
            ),
            (
                "a:\r\n  b: 1\r\n",
                "a",
                Some("a:\r\n  b: 1\r\n  k: [t]\r\n  l: map\r\n"),
            ),
            ("- b: 1\n", "0", Some("- b: 1\n  k: [t]\n  l: map\n")),
            ("a: {b: 1}\n", "a", Some("a: {b: 1, k: [t], l: map}\n")),
            ("a: {b: 1,}\n", "a", Some("a: {b: 1, k: [t], l: map,}\n")),
            (
                "a: {\n  b: {}\n}\n",
                "a",
                Some("a: {\n  b: {},\n  k: [t],\n  l: map\n}\n"),
            ),
            (
                "{\"a\": {\"b\": 1}}",
                "a",
                Some("{\"a\": {\"b\": 1, \"k\": [\"t\"], \"l\": \"map\"}}"),
            ),
            (
                "{\n\t\"a\": 1\n}",
                "",
                Some("{\n\t\"a\": 1,\n\t\"k\": [\"t\"],\n\t\"l\": \"map\"\n}"),
            ),
            ("a: {b: }\n", "a", None),
            ("a: &x {b: 1}\nc: *x\n", "c", None),
        ] {
            assert_eq!(fixed(text, path, add_list).as_deref(), expected, "{text}");
        }
        let add_type = |source: DocumentSource<'_>, path: &FieldPath| add_first(source, path, "type: array");
        for (text, path, expected) in [
            ("a:\n  items: 1\n", "a", "a:\n  type: array\n  items: 1\n"),
            ("- items: 1\r\n", "0", "- type: array\r\n  items: 1\r\n"),
            ("a: {items: 1}\n", "a", "a: {type: array, items: 1}\n"),
            ("{\"items\": 1}", "", "{\"type\": \"array\", \"items\": 1}"),
        ] {
            assert_eq!(fixed(text, path, add_type).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn values_keep_their_style() {
        let object = |source: DocumentSource<'_>, path: &FieldPath| rewrite(source, path, "object");
        for (text, expected) in [
            ("a: b # c\n", Some("a: object # c\n")),
            ("{a: b}\n", Some("{a: object}\n")),
            ("a: 'b'\n", Some("a: 'object'\n")),
            ("{\"a\": \"b\"}", Some("{\"a\": \"object\"}")),
            ("{\"a\": true}", Some("{\"a\": \"object\"}")),
            ("a: |\n  b\n", None),
        ] {
            assert_eq!(fixed(text, "a", object).as_deref(), expected, "{text}");
        }
        let keep = |source: DocumentSource<'_>, path: &FieldPath| rewrite(source, path, "{p: true}");
        for (text, expected) in [
            ("a: true\n", "a: {p: true}\n"),
            ("{\"a\": true}", "{\"a\": {\"p\": true}}"),
        ] {
            assert_eq!(fixed(text, "a", keep).as_deref(), Some(expected));
        }
    }

    /// Other values may change with that of an anchor.
    #[test]
    fn fixes_of_anchors_are_only_likely() {
        for (text, expected) in [
            ("a: &x {b: 1, c: 2}\nd: *x\n", FixSafety::Likely),
            ("a: {b: 1, c: 2}\n", FixSafety::Certain),
        ] {
            let read = read_text(text, Options::default());
            let source = DocumentSource {
                text,
                document: &read.documents[0].root,
            };
            let path = FieldPath::default().child("a").child("b");
            assert_eq!(remove(source, &path).unwrap().safety, expected, "{text}");
        }
    }
}
