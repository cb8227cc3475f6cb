//! The finished syntax tree and its accessors.

use super::{
    Blob, Comprehension, ComprehensionId, Entries, Entry, EntryKey, FIXED_TEXTS, Indices, Kind, Literal,
    Node, NodeId, Nodes, Span, Text,
};

/// A parsed expression.
#[derive(Clone, Debug, Default)]
pub struct Ast {
    pub(super) nodes: Vec<Node>,
    pub(super) lists: Vec<NodeId>,
    pub(super) indices: Vec<u32>,
    pub(super) entries: Vec<Entry>,
    pub(super) comprehensions: Vec<Comprehension>,
    pub(super) text: String,
    pub(super) blobs: Vec<u8>,
    pub(super) source_len: usize,
    pub(super) root: Option<NodeId>,
}

impl Ast {
    /// Returns the source of the expression.
    pub fn source(&self) -> &str {
        self.text.get(..self.source_len).unwrap_or_default()
    }

    /// Returns the outermost node. `None` only for the empty tree of [`Ast::default`].
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    /// Returns a node. An id of another tree gives an unspecified node.
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes.get(id.index()).copied().unwrap_or(Node {
            kind: Kind::Unspecified,
            span: Span::default(),
            position: 0,
            expr_id: 0,
        })
    }

    /// Returns the part of the source that a node is written as.
    pub fn source_of(&self, id: NodeId) -> &str {
        self.source().get(self.node(id).span.range()).unwrap_or_default()
    }

    /// Returns the kind of a node.
    pub fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    /// Returns the number of nodes in the arena (some may be unreachable: macro arguments that were replaced).
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns every node in the arena, in the order of creation.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId::from_index)
    }

    /// Checks whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the text of a handle.
    pub fn text(&self, text: Text) -> &str {
        match text.fixed() {
            Some(index) => FIXED_TEXTS.get(index).copied().unwrap_or_default(),
            None => self.text.get(text.0.range()).unwrap_or_default(),
        }
    }

    /// Returns the span of a text in the source; `None` for texts that are not in it (unescaped strings,
    /// names in macro expansions).
    pub fn text_span(&self, text: Text) -> Option<Span> {
        (text.fixed().is_none() && text.0.end as usize <= self.source_len).then_some(text.0)
    }

    /// Returns the bytes of a handle.
    pub fn bytes(&self, blob: Blob) -> &[u8] {
        self.blobs.get(blob.0.range()).unwrap_or_default()
    }

    /// Returns the nodes of a run.
    pub fn nodes(&self, nodes: Nodes) -> &[NodeId] {
        self.lists.get(nodes.0.range()).unwrap_or_default()
    }

    /// Returns the entries of a run.
    pub fn entries(&self, entries: Entries) -> &[Entry] {
        self.entries.get(entries.0.range()).unwrap_or_default()
    }

    /// Returns the indices of the elements of a list literal that were written with `?`.
    pub fn optional_indices(&self, indices: Indices) -> &[u32] {
        self.indices.get(indices.0.range()).unwrap_or_default()
    }

    /// Checks whether the element at an index of a list literal was written with `?`.
    pub(crate) fn is_optional(&self, indices: Indices, at: usize) -> bool {
        u32::try_from(at).is_ok_and(|at| self.optional_indices(indices).binary_search(&at).is_ok())
    }

    /// Returns the loop of a handle. `None` for a handle of another tree.
    pub fn comprehension(&self, id: ComprehensionId) -> Option<&Comprehension> {
        self.comprehensions.get(id.0 as usize)
    }

    /// Calls `part` with each direct child of a node of this kind, in source order (for loops: range, initial
    /// value, condition, step, result).
    pub(crate) fn for_each_part(&self, kind: Kind, mut part: impl FnMut(NodeId)) {
        match kind {
            Kind::Unspecified | Kind::Literal(_) | Kind::Ident(_) => {}
            Kind::Select { operand, .. } => part(operand),
            Kind::Call { target, args, .. } => {
                if let Some(target) = target {
                    part(target);
                }
                for arg in self.nodes(args) {
                    part(*arg);
                }
            }
            Kind::List { elements, .. } => {
                for element in self.nodes(elements) {
                    part(*element);
                }
            }
            Kind::Map(entries) | Kind::Struct { entries, .. } => {
                for entry in self.entries(entries) {
                    if let EntryKey::Expr(key) = entry.key {
                        part(key);
                    }
                    part(entry.value);
                }
            }
            Kind::Comprehension(id) => {
                if let Some(c) = self.comprehension(id) {
                    for node in &[c.iter_range, c.accu_init, c.loop_cond, c.loop_step, c.result] {
                        part(*node);
                    }
                }
            }
        }
    }

    /// Returns the name and the arguments of a call without a target: of an operator, or of a function such as `size(…)`.
    pub fn plain_call(&self, id: NodeId) -> Option<(&str, &[NodeId])> {
        match self.kind(id) {
            Kind::Call {
                function,
                target: None,
                args,
            } => Some((self.text(function), self.nodes(args))),
            _ => None,
        }
    }

    /// Returns the name, the target and the arguments of a call with a target, such as `text.matches('a')`.
    pub fn method_call(&self, id: NodeId) -> Option<(&str, NodeId, &[NodeId])> {
        match self.kind(id) {
            Kind::Call {
                function,
                target: Some(target),
                args,
            } => Some((self.text(function), target, self.nodes(args))),
            _ => None,
        }
    }

    /// Returns the parts that an operator of two operands joins, in their order: `a`, `b`, `c` for `a && (b && c)` and `_&&_`. An
    /// expression with another operator is one part.
    pub fn joined_by(&self, operator: &str, id: NodeId) -> Vec<NodeId> {
        let mut parts = Vec::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            match self.plain_call(id) {
                Some((function, &[one, other])) if function == operator => open.extend([other, one]),
                _ => parts.push(id),
            }
        }
        parts
    }

    /// Returns the string if a node is a string literal.
    pub fn string_literal(&self, id: NodeId) -> Option<&str> {
        match self.kind(id) {
            Kind::Literal(Literal::String(text)) => Some(self.text(text)),
            _ => None,
        }
    }
}
