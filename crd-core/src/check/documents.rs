//! The documents of a text: what each is, and at which position.

use memchr::memmem::Finder;

use crate::yaml::Document;
use crate::yaml::tree::Node;

/// What a document is, by its `kind`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum DocumentKind<'a> {
    /// A CRD.
    Crd,
    /// A list of objects, with its items.
    List(&'a [Node]),
    /// Something else.
    Other {
        /// Its kind, if it has one.
        kind: Option<&'a str>,
        /// Its name, if it has one.
        name: Option<&'a str>,
    },
}

impl<'a> DocumentKind<'a> {
    /// What a document is.
    #[must_use]
    pub fn of(document: &'a Node) -> Self {
        let kind = document.get("kind").and_then(Node::as_str);
        if kind == Some("CustomResourceDefinition") {
            return DocumentKind::Crd;
        }
        let items = document.get("items").and_then(Node::as_sequence);
        if let (Some("List" | "CustomResourceDefinitionList"), Some(items)) = (kind, items) {
            return DocumentKind::List(items);
        }
        DocumentKind::Other {
            kind,
            name: name(document),
        }
    }
}

/// The CRDs of a document: the document itself, or those among the items of a list.
pub fn crds_of(document: &Node) -> impl Iterator<Item = &Node> {
    let nodes = match DocumentKind::of(document) {
        DocumentKind::Crd => std::slice::from_ref(document),
        DocumentKind::List(items) => items,
        DocumentKind::Other { .. } => &[],
    };
    nodes
        .iter()
        .filter(|node| DocumentKind::of(node) == DocumentKind::Crd)
}

/// `metadata.name`.
pub(super) fn name(document: &Node) -> Option<&str> {
    document.get("metadata")?.get("name")?.as_str()
}

/// The text in which the spans of a report about `bytes` count: a `?` replaces each byte that is not UTF-8.
#[must_use]
pub fn lossy_text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        let mut text = String::new();
        for chunk in error.as_bytes().utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|_| '?'));
        }
        text
    })
}

/// Counts the parts that `---` divides a text into, from one document to the next.
pub(super) struct Positions {
    separator: Finder<'static>,
    /// Where the last document starts, and the parts before it, empty ones counted.
    last: usize,
    count: usize,
}

impl Positions {
    pub(super) fn new() -> Self {
        Positions {
            separator: Finder::new(b"\n---"),
            last: 0,
            count: 0,
        }
    }

    /// The position of a YAML document that follows those asked for before.
    pub(super) fn of(&mut self, text: &str, document: &Document) -> usize {
        let start = document.span.start as usize;
        // The line end that belongs to the separator is before the document.
        let between = text.as_bytes().get(self.last.saturating_sub(1)..start);
        self.count += self.separator.find_iter(between.unwrap_or_default()).count();
        self.last = start;
        self.count
    }
}
