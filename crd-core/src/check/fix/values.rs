//! Fixes that replace a value, in the style in which it is written.

use super::own_node;
use crate::check::place::entry_at;
use crate::check::{DocumentSource, Edit, Fix};
use crate::model::field::FieldPath;
use crate::yaml::tree::{Node, Span};
use crate::yaml::{Options, read_text};

/// Replaces the value at a path.
pub(in crate::check) fn rewrite(source: DocumentSource<'_>, path: &FieldPath, text: &str) -> Option<Fix> {
    let (node, safety) = own_node(source, path)?;
    let has_json_name =
        entry_at(source.document, path).is_some_and(|entry| is_double_quoted(source.text, entry.key_span));
    let new = if has_json_name {
        json_of(text)?
    } else {
        in_style_of(node.span.slice(source.text)?, text)?
    };
    let edit = if node.span.start < node.span.end {
        Edit {
            span: node.span,
            text: new,
        }
    } else {
        // The member has no value.
        let end = entry_at(source.document, path)?.key_span.end as usize;
        let value = end + source.text.get(end..)?.find(':')? + 1;
        Edit {
            span: Span::new(value, value),
            text: format!(" {new}"),
        }
    };
    Some(Fix {
        title: format!("write `{text}`"),
        edits: vec![edit],
        safety,
    })
}

/// Returns a value in the quotes of another one; `None` for a block of lines.
fn in_style_of(written: &str, text: &str) -> Option<String> {
    match written.chars().next() {
        Some('|' | '>') => None,
        Some(quote @ ('"' | '\'')) if !text.starts_with(['{', '[']) => {
            (!text.contains(['"', '\'', '\\'])).then(|| format!("{quote}{text}{quote}"))
        }
        _ => Some(text.to_owned()),
    }
}

/// Whether a name is written as in JSON.
pub(super) fn is_double_quoted(text: &str, name: Span) -> bool {
    name.slice(text).is_some_and(|written| written.starts_with('"'))
}

/// Returns a value of YAML as JSON.
pub(super) fn json_of(text: &str) -> Option<String> {
    let parsed = read_text(text, Options::default());
    parsed.documents.first().map(|document| spaced(&document.root))
}

/// Returns a value as JSON, with a space after each colon and comma.
pub(super) fn spaced(node: &Node) -> String {
    if let Some(mapping) = node.as_mapping() {
        let members = mapping.entries.iter();
        let members: Vec<String> = members
            .map(|entry| format!("{}: {}", quoted(&entry.key), spaced(&entry.value)))
            .collect();
        return format!("{{{}}}", members.join(", "));
    }
    if let Some(items) = node.as_sequence() {
        let items: Vec<String> = items.iter().map(spaced).collect();
        return format!("[{}]", items.join(", "));
    }
    node.to_json().to_string()
}

/// Returns a name as JSON.
pub(super) fn quoted(name: &str) -> String {
    serde_json::Value::from(name).to_string()
}

/// Replaces the first word of a scalar that is written literally in the source.
pub(in crate::check) fn rewrite_start(
    source: DocumentSource<'_>,
    path: &FieldPath,
    from: &str,
    to: &str,
) -> Option<Fix> {
    let (node, safety) = own_node(source, path)?;
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
        safety,
    })
}
