//! Certain fixes, as edits of byte spans: the rest of the file is unchanged, including comments.

mod members;
mod values;

pub(super) use members::{add, remove, rename};
pub(super) use values::{rewrite, rewrite_start};

use super::place::node_at;
use super::suggest::{column_path, evident_type, is_bare_resource, type_in_schema};
use super::{DocumentSource, Edit, Fix, FixSafety};
use crate::model::field::{FieldError, FieldPath, Segment};
use crate::model::rules;
use crate::model::sort::sort_by;
use crate::server::validation::Place;
use crate::yaml::tree::Node;

const JUNCTORS: [&str; 4] = ["allOf", "anyOf", "oneOf", "not"];

/// Returns the fix of an error, if there is a certain one.
pub(super) fn find(source: DocumentSource<'_>, error: &FieldError, place: &Place) -> Option<Fix> {
    let path = &place.path;
    match error.rule {
        // Without fields, an embedded resource must keep unknown ones.
        rules::OAS_16 | rules::STC_09 if place.exact && is_bare_resource(source.document, path) => {
            rewrite(source, path, "true")
        }
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
            let lower = node_at(source.document, path)?.as_str()?.to_ascii_lowercase();
            let (_, scope) = scopes.iter().find(|(name, _)| *name == lower)?;
            rewrite(source, path, scope)
        }
        rules::OAS_01 | rules::CRD_39 if place.exact => {
            let name = node_at(source.document, path)?.as_str()?;
            let schema = node_at(source.document, &path.ancestor(1));
            rewrite(source, path, type_in_schema(schema, name)?)
        }
        rules::STR_09 if place.exact => rewrite(source, path, "string"),
        rules::STR_10 if place.exact => rewrite(source, path, "object"),
        rules::CRD_43 if place.exact => {
            let column = node_at(source.document, path)?.as_str()?;
            rewrite(source, path, &column_path(source.document, path, column)?)
        }
        rules::STR_06 => missing_type(source, path),
        _ => None,
    }
}

/// Returns the value at a path, if it is written there and not in an alias. Its fix is only likely if it is the value of an anchor,
/// because aliases elsewhere have the same value.
fn own_node<'a>(source: DocumentSource<'a>, path: &FieldPath) -> Option<(&'a Node, FixSafety)> {
    let mut node = source.document;
    let mut safety = FixSafety::Certain;
    for segment in &path.segments {
        let (child, written) = match segment {
            Segment::Field(name) | Segment::Key(name) => {
                let entry = node.as_mapping()?.get(name)?;
                (&entry.value, entry.key_span)
            }
            Segment::Index(index) => {
                let item = node.elements().get(*index)?;
                (item, item.span)
            }
        };
        if written.start < node.span.start || node.span.end < written.end {
            return None;
        }
        node = child;
        if has_anchor(source.text, node) {
            safety = FixSafety::Likely;
        }
    }
    Some((node, safety))
}

/// Whether an anchor stands before a value.
fn has_anchor(text: &str, node: &Node) -> bool {
    let before = text.get(..node.span.start as usize).unwrap_or_default();
    let mut words = before.trim_end().rsplit(|c: char| c.is_whitespace());
    words.next().is_some_and(|word| word.starts_with('&'))
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

/// Adds the type that the other keywords of a schema are for. It is certain if that describes members or elements.
fn missing_type(source: DocumentSource<'_>, path: &FieldPath) -> Option<Fix> {
    let is_type = matches!(path.segments.last(), Some(Segment::Field(name)) if &**name == "type");
    let schema = if is_type { path.ancestor(1) } else { path.clone() };
    let node = node_at(source.document, &schema)?;
    if node.get("type").is_some() {
        return None;
    }
    let type_ = evident_type(node)?;
    let fix = members::add_first(source, &schema, &format!("type: {type_}"))?;
    let is_certain = node.get("properties").or_else(|| node.get("items")).is_some();
    Some(if is_certain { fix } else { fix.likely() })
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
    use crate::yaml::tree::Span;

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
