//! Certain fixes, as edits of byte spans: the rest of the file is unchanged, including comments.

use super::place::node_at;
use super::{DocumentSource, Edit, Fix, FixSafety};
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::model::rules;
use crate::model::sort::sort_by;
use crate::server::validation::Place;
use crate::yaml::tree::{Entry, Node, Span, Value};

/// Names of types in other tools.
const TYPE_NAMES: [(&str, &str); 12] = [
    ("int", "integer"),
    ("int32", "integer"),
    ("int64", "integer"),
    ("Integer", "integer"),
    ("bool", "boolean"),
    ("Boolean", "boolean"),
    ("float", "number"),
    ("double", "number"),
    ("str", "string"),
    ("String", "string"),
    ("map", "object"),
    ("list", "array"),
];

const JUNCTORS: [&str; 4] = ["allOf", "anyOf", "oneOf", "not"];

/// Returns the fix of an error, if there is a certain one.
pub(super) fn find(source: DocumentSource<'_>, error: &FieldError, place: &Place) -> Option<Fix> {
    let path = &place.path;
    match error.rule {
        rules::OAS_03
        | rules::STC_01
        | rules::STC_02
        | rules::OAS_16
        | rules::STC_09
        | rules::STR_23
        | rules::STR_24
        | rules::SCH_03
        | rules::CRD_17
        | rules::CEL_02
        | rules::CEL_05
        | rules::CEL_07
        | rules::CEL_21
        | rules::M_07
        | rules::N_06
            if place.exact =>
        {
            remove(source, path)
        }
        rules::STR_20 if place.exact && is_declared_outside(source.document, path) => remove(source, path),
        rules::CRD_05 if place.exact => {
            let scopes = [("namespaced", "Namespaced"), ("cluster", "Cluster")];
            let node = node_at(source.document, path)?;
            let lower = node.as_str()?.to_ascii_lowercase();
            let (_, scope) = scopes.iter().find(|(name, _)| *name == lower)?;
            Some(replace(node, scope))
        }
        rules::OAS_01 | rules::CRD_39 if place.exact => {
            let node = node_at(source.document, path)?;
            let name = node.as_str()?;
            let (_, type_) = TYPE_NAMES.iter().find(|(other, _)| *other == name)?;
            Some(replace(node, type_))
        }
        rules::STR_09 if place.exact => rewrite(source, path, "string"),
        rules::STR_10 if place.exact => rewrite(source, path, "object"),
        rules::CRD_43 if place.exact => {
            let node = node_at(source.document, path)?;
            let path = node.as_str()?;
            let is_plain = source.text.get(node.span.start as usize..)?.starts_with(path);
            (is_plain && path.starts_with(|c: char| c.is_ascii_alphabetic()))
                .then(|| replace(node, &format!(".{path}")))
        }
        rules::STR_06 => missing_type(source, path),
        _ => None,
    }
}

/// Whether the `type` under a junctor only repeats the one outside.
fn is_declared_outside(document: &Node, path: &FieldPath) -> bool {
    let mut outside = FieldPath::default();
    let mut segments = path.segments.iter().peekable();
    while let Some(segment) = segments.next() {
        match segment {
            Segment::Field(name) if JUNCTORS.contains(&&**name) => {
                if let Some(Segment::Index(_)) = segments.peek() {
                    segments.next();
                }
            }
            other => outside.segments.push(other.clone()),
        }
    }
    let type_ = |path| node_at(document, path).and_then(Node::as_str);
    outside != *path && type_(path).is_some() && type_(path) == type_(&outside)
}

/// Adds `type: object` if there are `properties`, or `type: array` if there are `items`.
fn missing_type(source: DocumentSource<'_>, path: &FieldPath) -> Option<Fix> {
    let is_type = matches!(path.segments.last(), Some(Segment::Field(name)) if &**name == "type");
    let schema = if is_type { path.ancestor(1) } else { path.clone() };
    let node = node_at(source.document, &schema)?;
    if node.get("type").is_some() {
        return None;
    }
    let type_ = match (node.get("properties").is_some(), node.get("items").is_some()) {
        (true, false) => "object",
        (false, true) => "array",
        _ => return None,
    };
    let first = node.first_key()?;
    let line = line_start(source.text, first.start);
    let indent = source.text.get(line..first.start as usize)?;
    if !indent.chars().all(|c| c == ' ') {
        return None;
    }
    Some(Fix {
        title: format!("add `type: {type_}`"),
        edits: vec![Edit {
            span: Span {
                end: first.start,
                ..first
            },
            text: format!("type: {type_}\n{indent}"),
        }],
        safety: FixSafety::Certain,
    })
}

/// Adds members, one line each, to an object in block style.
pub(super) fn add(source: DocumentSource<'_>, path: &FieldPath, members: &str) -> Option<Fix> {
    let last = node_at(source.document, path)?.as_mapping()?.entries.last()?;
    let line = line_start(source.text, last.key_span.start);
    let before = source.text.get(line..last.key_span.start as usize)?;
    if !before.chars().all(|c| c == ' ' || c == '-') {
        return None;
    }
    // The member goes after the last one, whose value may span lines.
    let end = last_byte(source.text, &last.value).max(last.key_span.end);
    let rest = source.text.get(end as usize..)?;
    let line_end = rest.find('\n').unwrap_or(rest.len());
    let after = rest.get(..line_end)?.trim();
    if !(after.is_empty() || after == ":" || after.starts_with('#')) {
        return None;
    }
    let at = end + u32::try_from(line_end).ok()?;
    let indent = " ".repeat(before.len());
    let text = members
        .lines()
        .fold(String::new(), |text, member| text + "\n" + &indent + member);
    let title = format!("add `{}`", members.lines().next().unwrap_or_default());
    Some(Fix {
        title,
        edits: vec![Edit {
            span: Span { start: at, end: at },
            text,
        }],
        safety: FixSafety::Certain,
    })
}

/// Replaces the first word of a scalar that is written literally in the source.
pub(super) fn rewrite_start(
    source: DocumentSource<'_>,
    path: &FieldPath,
    from: &str,
    to: &str,
) -> Option<Fix> {
    let node = node_at(source.document, path)?;
    let written = node.span.slice(source.text)?;
    let at = written.find(from)?;
    // Only quotes, the header of a block scalar and indentation may precede it.
    let is_start = written
        .get(..at)?
        .chars()
        .all(|c| c.is_whitespace() || matches!(c, '"' | '\'' | '|' | '>' | '-' | '+'));
    let start = node.span.start + u32::try_from(at).ok()?;
    is_start.then(|| Fix {
        title: format!("write `{to}`"),
        edits: vec![Edit {
            span: Span {
                start,
                end: start + u32::try_from(from.len()).unwrap_or_default(),
            },
            text: to.to_owned(),
        }],
        safety: FixSafety::Certain,
    })
}

/// Replaces the value at a path.
pub(super) fn rewrite(source: DocumentSource<'_>, path: &FieldPath, text: &str) -> Option<Fix> {
    Some(replace(node_at(source.document, path)?, text))
}

fn replace(node: &Node, text: &str) -> Fix {
    Fix {
        title: format!("write `{text}`"),
        edits: vec![Edit {
            span: node.span,
            text: text.to_owned(),
        }],
        safety: FixSafety::Certain,
    }
}

/// Removes a member of an object in block style that has other members.
pub(super) fn remove(source: DocumentSource<'_>, path: &FieldPath) -> Option<Fix> {
    let (Segment::Field(name) | Segment::Key(name)) = path.segments.last()? else {
        return None;
    };
    let parent = node_at(source.document, &path.ancestor(1))?.as_mapping()?;
    let position = parent.entries.iter().position(|entry| *entry.key == **name)?;
    let entry = parent.entries.get(position)?;
    if parent.entries.len() < 2 || !parent.duplicates().is_empty() {
        return None;
    }
    let next = parent.entries.get(position + 1);
    let span = lines_of(source.text, entry).or_else(|| up_to_next(source.text, entry, next?))?;
    Some(Fix {
        title: format!("remove `{name}`"),
        edits: vec![Edit {
            span,
            text: String::new(),
        }],
        safety: FixSafety::Certain,
    })
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

/// Returns the end of the last scalar of a value.
fn last_byte(text: &str, node: &Node) -> u32 {
    let last = match &node.value {
        Value::Sequence(items) => items.last(),
        Value::Mapping(mapping) => mapping.entries.last().map(|entry| &entry.value),
        _ => None,
    };
    let is_flow = text
        .get(node.span.start as usize..)
        .is_some_and(|rest| rest.starts_with(['{', '[']));
    match last {
        Some(last) if !is_flow => last_byte(text, last),
        _ => {
            let value = text
                .get(node.span.start as usize..node.span.end as usize)
                .unwrap_or_default();
            node.span.start + u32::try_from(value.trim_end().len()).unwrap_or_default()
        }
    }
}

/// Applies fixes to a text. A fix that overlaps an earlier one is left out.
/// Returns the text and the number of fixes applied.
pub fn apply(text: &str, fixes: &[&Fix]) -> (String, usize) {
    let mut taken: Vec<&Edit> = Vec::new();
    let mut applied = 0;
    for fix in fixes {
        let free = |edit: &Edit| {
            let apart =
                |other: &&Edit| edit.span.end <= other.span.start || other.span.end <= edit.span.start;
            taken.iter().all(|other| apart(other) && other.span != edit.span)
        };
        if fix.edits.iter().all(free) {
            taken.extend(&fix.edits);
            applied += 1;
        }
    }
    sort_by(&mut taken, &|a, b| a.span.cmp(&b.span));
    let mut out = String::with_capacity(text.len());
    let mut position = 0;
    for edit in taken {
        out.push_str(text.get(position..edit.span.start as usize).unwrap_or_default());
        out.push_str(&edit.text);
        position = edit.span.end as usize;
    }
    out.push_str(text.get(position..).unwrap_or_default());
    (out, applied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml::{Options, read};

    /// Removes `path` from `text`.
    fn check(text: &str, path: &[&str], expected: Option<&str>) {
        let read = read(text.as_bytes(), Options::default());
        let source = DocumentSource {
            text,
            document: &read.documents[0].root,
        };
        let segment = |name: &&str| match name.parse() {
            Ok(index) => Segment::Index(index),
            Err(_) => Segment::Field((*name).into()),
        };
        let path = FieldPath {
            segments: path.iter().map(segment).collect(),
        };
        let fix = remove(source, &path);
        let fixed = fix.map(|fix| apply(text, &[&fix]).0);
        assert_eq!(fixed.as_deref(), expected, "{text}");
    }

    #[test]
    fn members_are_removed_by_lines() {
        check(
            "a: 1\n# on b\nb:\n  c: 2 # on c\nd: 3\n",
            &["b"],
            Some("a: 1\n# on b\nd: 3\n"),
        );
        check(
            "a:\n  - b: 1\n    c: 2\n",
            &["a", "0", "b"],
            Some("a:\n  - c: 2\n"),
        );
        check("a:\n  - b: 1\n    # on c\n    c: 2\n", &["a", "0", "b"], None);
        check("a: 1\nb: |\n  x\n  y\n\nc: 2\n", &["b"], Some("a: 1\n\nc: 2\n"));
        check("a: {b: 1, c: 2}\n", &["a", "b"], None);
        check("a: 1\n", &["a"], None);
        check("a: 1\nb: {c: [1,\n 2]}\n", &["b"], Some("a: 1\n"));
    }

    #[test]
    fn overlapping_fixes_are_made_once() {
        let fix = |start, end, text: &str| Fix {
            title: String::new(),
            edits: vec![Edit {
                span: Span { start, end },
                text: text.to_owned(),
            }],
            safety: FixSafety::Certain,
        };
        let (text, count) = apply(
            "abcdef",
            &[&fix(0, 2, "x"), &fix(1, 3, "y"), &fix(4, 4, "z"), &fix(4, 4, "w")],
        );
        assert_eq!((text.as_str(), count), ("xcdzef", 2));
    }
}
