//! The objects of a document: itself, or the items of a list.

use crate::yaml::tree::{Node, Value};

/// Where an object is.
#[derive(Clone, Copy, Debug)]
pub(super) struct ObjectAt {
    /// The index of the document among those that were read.
    pub(super) document: usize,
    /// The position of the document in the text, with those that are empty or cannot be read.
    pub(super) position: usize,
    /// The index of the item in a list.
    pub(super) item: Option<usize>,
    /// Whether the document is JSON, of which the server sees the names that are set twice.
    pub(super) is_json: bool,
}

/// The items of a list: of kind `List`, or of a kind that ends so.
pub(super) fn items_of(document: &Node) -> Option<&[Node]> {
    document
        .get("kind")
        .and_then(Node::as_str)
        .filter(|kind| kind.ends_with("List"))?;
    document.get("items")?.as_sequence()
}

/// The objects of a document: itself, or its items.
pub(super) fn objects_of(document: &Node) -> &[Node] {
    items_of(document).unwrap_or(std::slice::from_ref(document))
}

/// The objects of a document.
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
