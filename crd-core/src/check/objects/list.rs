//! The objects of a document: itself, or the items of a list.

use crate::yaml::tree::{Node, Value};

/// The position of an object.
#[derive(Clone, Copy, Debug)]
pub(super) struct ObjectAt {
    /// The index of the document among those that were parsed.
    pub(super) document: usize,
    /// The position of the document in the text, including those that are empty or cannot be parsed.
    pub(super) position: usize,
    /// The index of the item in a list.
    pub(super) item: Option<usize>,
    /// Whether the document is JSON, in which the server detects duplicate names.
    pub(super) is_json: bool,
}

/// Returns the items of a list: of kind `List`, or of a kind with this suffix.
pub(super) fn items_of(document: &Node) -> Option<&[Node]> {
    document
        .get("kind")
        .and_then(Node::as_str)
        .filter(|kind| kind.ends_with("List"))?;
    document.get("items")?.as_sequence()
}

/// Returns the objects of a document: itself, or its items.
pub(super) fn objects_of(document: &Node) -> &[Node] {
    items_of(document).unwrap_or(std::slice::from_ref(document))
}

/// Converts a document to its objects.
pub(super) fn into_objects(document: Node) -> Vec<Node> {
    if items_of(&document).is_none() {
        return vec![document];
    }
    let Value::Mapping(members) = document.value else {
        return Vec::new();
    };
    let items = members.entries.into_iter().find(|entry| &*entry.key == "items");
    match items.map(|entry| entry.value.value) {
        Some(Value::Sequence(items)) => items,
        _ => Vec::new(),
    }
}
