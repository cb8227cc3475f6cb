//! Where a finding points: the smallest part of the manifest that is wrong.

use crate::model::field::{ErrorType, FieldPath, Segment};
use crate::server::validation::{Location, Place, locate};
use crate::yaml::tree::{Entry, Node, Span, Value};

/// The place of a finding: the path as the manifest spells it, and the span to underline.
pub(super) struct Spot {
    pub(super) path: FieldPath,
    pub(super) span: Span,
    /// The same part in other versions.
    pub(super) others: Vec<Span>,
}

/// Where `field`, in the server's spelling, is to be underlined.
pub(super) fn spot(document: &Node, kind: ErrorType, field: &FieldPath) -> Spot {
    spot_at(document, kind, &locate(document, field))
}

/// Where a location is to be underlined.
pub(super) fn spot_at(document: &Node, kind: ErrorType, location: &Location) -> Spot {
    let others = location.others.iter();
    Spot {
        span: span_of(document, kind, &location.place),
        others: others.map(|other| span_of(document, kind, other)).collect(),
        path: location.place.path.clone(),
    }
}

/// The span to underline: of a scalar its value, with its name if the whole member is out of place; of anything
/// larger, or missing, the name of the member that holds it.
fn span_of(document: &Node, kind: ErrorType, place: &Place) -> Span {
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

/// Of an element of a list that is an object, its first name.
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
