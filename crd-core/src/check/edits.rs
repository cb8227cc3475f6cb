//! Changed copies of documents, which are checked to try a correction.

use super::suggest::Misread;
use crate::model::field::{FieldPath, Segment};
use crate::yaml::tree::{Mapping, Node, Value};

/// Returns the object at a path.
pub(super) fn object_at<'a>(document: &'a mut Node, path: &[Segment]) -> Option<&'a mut Mapping> {
    match &mut node_at(document, path)?.value {
        Value::Mapping(mapping) => Some(mapping),
        _ => None,
    }
}

/// Returns the value at a path.
pub(super) fn node_at<'a>(document: &'a mut Node, path: &[Segment]) -> Option<&'a mut Node> {
    path.iter()
        .try_fold(document, |node, segment| match (segment, &mut node.value) {
            (Segment::Field(name) | Segment::Key(name), Value::Mapping(mapping)) => {
                let mut entries = mapping.entries.iter_mut();
                entries
                    .find(|entry| *entry.key == **name)
                    .map(|entry| &mut entry.value)
            }
            (Segment::Index(index), Value::Sequence(items)) => items.get_mut(*index),
            _ => None,
        })
}

/// Returns the document with another name for a member of an object.
pub(super) fn renamed(document: &Node, path: &FieldPath, name: &str) -> Option<Node> {
    let mut document = document.clone();
    let (last, object) = path.segments.split_last()?;
    let mapping = object_at(&mut document, object)?;
    if mapping.get(name).is_some() {
        return None;
    }
    let entry = mapping
        .entries
        .iter_mut()
        .find(|entry| Some(&*entry.key) == last.name())?;
    entry.key = name.into();
    Some(document)
}

/// Returns the document without a member of an object.
pub(super) fn removed(document: &Node, path: &FieldPath) -> Option<Node> {
    let mut document = document.clone();
    let (last, object) = path.segments.split_last()?;
    let entries = &mut object_at(&mut document, object)?.entries;
    entries.retain(|entry| Some(&*entry.key) != last.name());
    Some(document)
}

/// Returns the document with another text at a path.
pub(super) fn rewritten(document: &Node, path: &FieldPath, text: &str) -> Option<Node> {
    let mut document = document.clone();
    node_at(&mut document, &path.segments)?.value = Value::String(text.into());
    Some(document)
}

/// Returns the document with a member at a path as it is meant.
pub(super) fn reread(document: &Node, path: &FieldPath, misread: Misread) -> Option<Node> {
    let mut document = renamed(document, path, &misread.name)?;
    let member = path.ancestor(1).child(&misread.name);
    *node_at(&mut document, &member.segments)? = misread.value;
    Some(document)
}
