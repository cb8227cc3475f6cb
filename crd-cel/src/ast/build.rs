//! The builder that the parser uses to create a tree.

use super::{
    Ast, Blob, Comprehension, ComprehensionId, Entries, Entry, Indices, Node, NodeId, Nodes, Span, Text,
};

impl Ast {
    pub(crate) fn with_source(source: &str) -> Self {
        let mut text = String::with_capacity(source.len() + 32);
        text.push_str(source);
        Self {
            text,
            source_len: source.len(),
            nodes: Vec::with_capacity(source.len() / 4 + 8),
            ..Self::default()
        }
    }

    pub(crate) fn set_root(&mut self, root: NodeId) {
        self.root = Some(root);
    }

    pub(crate) fn push(&mut self, node: Node) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        self.nodes.push(node);
        id
    }

    /// Removes every node from an index on, and the runs added since.
    pub(crate) fn truncate(&mut self, nodes: usize) {
        self.nodes.truncate(nodes);
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id.index())
    }

    /// Returns a handle to text of the source.
    pub(crate) fn source_text(&self, span: Span) -> Text {
        debug_assert!(span.end as usize <= self.source_len, "a source span");
        Text(span)
    }

    pub(crate) fn add_text(&mut self, text: &str) -> Text {
        let start = self.text.len();
        self.text.push_str(text);
        Text(Span::new(start, self.text.len()))
    }

    pub(crate) fn add_bytes(&mut self, bytes: &[u8]) -> Blob {
        Blob(append(&mut self.blobs, bytes))
    }

    pub(crate) fn add_nodes(&mut self, nodes: &[NodeId]) -> Nodes {
        Nodes(append(&mut self.lists, nodes))
    }

    /// Adds a new run with copies of nodes.
    pub(crate) fn copy_nodes(&mut self, nodes: Nodes, copies: &[NodeId]) -> Nodes {
        let start = self.lists.len();
        for at in nodes.0.range() {
            if let Some(node) = self.lists.get(at) {
                let copy = copies.get(node.index()).unwrap_or(node);
                self.lists.push(*copy);
            }
        }
        Nodes(Span::new(start, self.lists.len()))
    }

    pub(crate) fn add_indices(&mut self, indices: &[u32]) -> Indices {
        Indices(append(&mut self.indices, indices))
    }

    pub(crate) fn add_entries(&mut self, entries: &[Entry]) -> Entries {
        Entries(append(&mut self.entries, entries))
    }

    /// Adds a new run with the same entries.
    pub(crate) fn copy_entries(&mut self, entries: Entries) -> Entries {
        let start = self.entries.len();
        for at in entries.0.range() {
            if let Some(entry) = self.entries.get(at) {
                self.entries.push(*entry);
            }
        }
        Entries(Span::new(start, self.entries.len()))
    }

    pub(crate) fn entry_mut(&mut self, entries: Entries, at: usize) -> Option<&mut Entry> {
        self.entries.get_mut(entries.0.start as usize + at)
    }

    pub(crate) fn add_comprehension(&mut self, comprehension: Comprehension) -> ComprehensionId {
        let id = u32::try_from(self.comprehensions.len()).unwrap_or(u32::MAX);
        self.comprehensions.push(comprehension);
        ComprehensionId(id)
    }
}

/// Appends a run to a list of all runs.
fn append<T: Copy>(all: &mut Vec<T>, run: &[T]) -> Span {
    let start = all.len();
    all.extend_from_slice(run);
    Span::new(start, all.len())
}
