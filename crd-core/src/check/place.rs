//! Where a finding points: the smallest part of the manifest that is wrong.

use crate::model::field::{ErrorType, FieldPath, OwnedSegment};
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

/// A scalar is underlined where it stands, with its name if the whole member is out of place; of anything
/// larger, or missing, the name of what holds it.
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
            OwnedSegment::Field(name) | OwnedSegment::Key(name) => node.get(name),
            OwnedSegment::Index(index) => node.as_sequence()?.get(*index),
        })
}

/// The member at a path of the manifest.
pub(super) fn entry_at<'a>(document: &'a Node, path: &FieldPath) -> Option<&'a Entry> {
    let (last, above) = path.segments.split_last()?;
    let (OwnedSegment::Field(name) | OwnedSegment::Key(name)) = last else {
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

/// The path `count` steps up.
pub(super) fn up(path: &FieldPath, count: usize) -> FieldPath {
    let kept = path.segments.len().saturating_sub(count);
    FieldPath {
        segments: path.segments.iter().take(kept).cloned().collect(),
    }
}

/// The last step of a path, as a word.
pub(super) fn last_word(path: &FieldPath) -> String {
    match path.segments.last() {
        Some(OwnedSegment::Field(name) | OwnedSegment::Key(name)) => name.to_string(),
        Some(OwnedSegment::Index(index)) => format!("[{index}]"),
        None => String::new(),
    }
}

/// A path into a schema as users of the API know the field: `spec.listeners[].name` for
/// `spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[listeners].items.properties[name]`.
/// Any other path stays as it is.
pub fn short_path(path: &str) -> String {
    let Some((_, mut rest)) = path.split_once("openAPIV3Schema") else {
        return path.to_owned();
    };
    let mut short = String::new();
    loop {
        if let Some(tail) = rest.strip_prefix(".properties[") {
            let Some((name, tail)) = tail.split_once(']') else {
                break;
            };
            if !short.is_empty() {
                short.push('.');
            }
            short.push_str(name);
            rest = tail;
        } else if let Some(tail) = step(rest, ".items") {
            short.push_str("[]");
            rest = tail;
        } else if let Some(tail) = step(rest, ".additionalProperties") {
            short.push_str(".*");
            rest = tail;
        } else {
            break;
        }
    }
    short
}

/// The rest after a keyword that something follows.
fn step<'a>(rest: &'a str, keyword: &str) -> Option<&'a str> {
    rest.strip_prefix(keyword).filter(|tail| tail.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::short_path;

    #[test]
    fn paths_as_users_know_them() {
        let root = "spec.versions[0].schema.openAPIV3Schema";
        for (path, expected) in [
            (".properties[spec].properties[a].type", "spec.a"),
            (
                ".properties[spec].properties[a].items.properties[b].pattern",
                "spec.a[].b",
            ),
            (".properties[spec].additionalProperties.type", "spec.*"),
            (".properties[spec].items", "spec"),
            (".anyOf[0].properties[zz]", ""),
            (".type", ""),
        ] {
            assert_eq!(short_path(&format!("{root}{path}")), expected, "{path}");
        }
        assert_eq!(short_path("spec.names.plural"), "spec.names.plural");
    }
}
