//! Where a finding points: the smallest part of the manifest that is wrong.

use crate::model::field::{ErrorType, FieldPath, Segment};
use crate::server::validation::Place;
use crate::yaml::tree::{Entry, Node, Span, Value};

/// The span to underline: of a scalar its value, with its name if the whole member is out of place; of anything
/// larger, or missing, the name of the member that holds it.
pub(super) fn underlined(document: &Node, kind: ErrorType, place: &Place) -> Span {
    let Some(key) = place.key else {
        return first_key(document, place).unwrap_or(place.value);
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

/// The first name of a list element that is an object.
fn first_key(document: &Node, place: &Place) -> Option<Span> {
    let node = node_at(document, &place.path)?;
    Some(node.as_mapping()?.entries.first()?.key_span)
}

/// The value at a path of the manifest.
pub(super) fn node_at<'a>(document: &'a Node, path: &FieldPath) -> Option<&'a Node> {
    path.segments
        .iter()
        .try_fold(document, |node, segment| match segment {
            Segment::Field(name) | Segment::Key(name) => node.get(name),
            Segment::Index(index) => node.as_sequence()?.get(*index),
        })
}

/// The member at a path of the manifest.
pub(super) fn entry_at<'a>(document: &'a Node, path: &FieldPath) -> Option<&'a Entry> {
    let (last, above) = path.segments.split_last()?;
    let (Segment::Field(name) | Segment::Key(name)) = last else {
        return None;
    };
    let parent = node_at(
        document,
        &FieldPath {
            segments: above.to_vec(),
        },
    )?;
    parent.as_mapping()?.get(name)
}

/// The last step of a path, as a word.
pub(super) fn last_word(path: &FieldPath) -> String {
    match path.segments.last() {
        Some(Segment::Field(name) | Segment::Key(name)) => name.to_string(),
        Some(Segment::Index(index)) => format!("[{index}]"),
        None => String::new(),
    }
}
