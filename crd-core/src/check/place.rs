//! Finds the place in a manifest that a finding points to: the smallest wrong part.

use super::{Code, Diagnostic};
use crate::model::field::{ErrorType, FieldPath, Segment};
use crate::server::validation::{Place, locate};
use crate::yaml::tree::{Entry, Node, Span, Value};

/// Returns the span to underline: the value of a scalar, with its name if the whole member is misplaced; for other
/// values, or a missing one, the name of the member that contains it.
pub(super) fn underlined(document: &Node, kind: ErrorType, place: &Place) -> Span {
    let Some(key) = place.key else {
        let node = node_at(document, &place.path);
        return node.and_then(Node::first_key).unwrap_or(place.value);
    };
    if !place.exact || place.value.start >= place.value.end {
        return key;
    }
    match node_at(document, &place.path).map(|node| &node.value) {
        Some(Value::Sequence(_) | Value::Mapping(_)) | None => key,
        Some(_) if kind == ErrorType::Forbidden => Span {
            start: key.start,
            end: place.value.end,
        },
        Some(_) => place.value,
    }
}

/// Returns the value at a path of the manifest.
pub(crate) fn node_at<'a>(document: &'a Node, path: &FieldPath) -> Option<&'a Node> {
    along(document, &path.segments)
}

fn along<'a>(document: &'a Node, segments: &[Segment]) -> Option<&'a Node> {
    segments.iter().try_fold(document, |node, segment| match segment {
        Segment::Field(name) | Segment::Key(name) => node.get(name),
        Segment::Index(index) => node.elements().get(*index),
    })
}

/// Creates a diagnostic at the value of a path, or at the place where it would be.
pub(crate) fn diagnostic_at(
    document: &Node,
    path: &FieldPath,
    code: Code,
    message: impl Into<String>,
) -> Diagnostic {
    let place = locate(document, path).place;
    let span = underlined(document, ErrorType::Invalid, &place);
    Diagnostic::new(code, message, span).with_field(place.path)
}

/// Returns the member at a path of the manifest.
pub(super) fn entry_at<'a>(document: &'a Node, path: &FieldPath) -> Option<&'a Entry> {
    let (last, above) = path.segments.split_last()?;
    let (Segment::Field(name) | Segment::Key(name)) = last else {
        return None;
    };
    along(document, above)?.as_mapping()?.get(name)
}

/// Returns the last step of a path, as a word.
pub(super) fn last_word(path: &FieldPath) -> String {
    match path.segments.last() {
        Some(Segment::Field(name) | Segment::Key(name)) => name.to_string(),
        Some(Segment::Index(index)) => format!("[{index}]"),
        None => String::new(),
    }
}
