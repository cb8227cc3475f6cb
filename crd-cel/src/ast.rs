//! The syntax tree: one arena of nodes, addressed by number.
//!
//! Nodes are `Copy` and hold no strings of their own: every text is a [`Text`] handle into the
//! tree's text buffer (whose beginning is the source itself). Dropping a tree never recurses, and
//! side tables (types, costs, sizes) are plain vectors indexed by [`NodeId`].

use std::fmt;

/// The place of a node in its [`Ast`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The node's index, for side tables with one element a node.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "n{}", self.0)
    }
}

/// A range of bytes in the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// A span from two byte offsets.
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self {
            start: clamp(start),
            end: clamp(end),
        }
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// As a range for slicing the source.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A handle to a piece of text in the tree; read it with [`Ast::text`].
///
/// Names no expression can write (operators, the accumulator) have one fixed handle each, so they
/// can be told by comparing handles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Text(Span);

/// Fixed handles: `start` is this, `end` an index into [`FIXED_TEXTS`].
const FIXED: u32 = u32::MAX;

macro_rules! fixed_texts {
    ($($name:ident = $text:literal;)*) => {
        fixed_texts!(@ids 0u32; $($name = $text;)*);
        static FIXED_TEXTS: &[&str] = &[$($text),*];
    };
    (@ids $n:expr; $name:ident = $text:literal; $($rest:tt)*) => {
        impl Text {
            #[doc = concat!("`", $text, "`")]
            pub const $name: Text = Text(Span { start: FIXED, end: $n });
        }
        fixed_texts!(@ids $n + 1; $($rest)*);
    };
    (@ids $n:expr;) => {};
}

fixed_texts! {
    CONDITIONAL = "_?_:_";
    LOGICAL_OR = "_||_";
    LOGICAL_AND = "_&&_";
    LOGICAL_NOT = "!_";
    EQUALS = "_==_";
    NOT_EQUALS = "_!=_";
    LESS = "_<_";
    LESS_EQUALS = "_<=_";
    GREATER = "_>_";
    GREATER_EQUALS = "_>=_";
    ADD = "_+_";
    SUBTRACT = "_-_";
    MULTIPLY = "_*_";
    DIVIDE = "_/_";
    MODULO = "_%_";
    NEGATE = "-_";
    INDEX = "_[_]";
    OPT_INDEX = "_[?_]";
    OPT_SELECT = "_?._";
    IN = "@in";
    NOT_STRICTLY_FALSE = "@not_strictly_false";
    MAP_INSERT = "cel.@mapInsert";
    SORT_BY_KEYS = "@sortByAssociatedKeys";
    ACCUMULATOR = "@result";
    UNUSED = "#unused";
    SORT_BY_INPUT = "@__sortBy_input__";
    HAS_VALUE = "hasValue";
    VALUE = "value";
    OPTIONAL_OF = "optional.of";
    OPTIONAL_NONE = "optional.none";
}

impl Text {
    /// The fixed handle's number, if it is one.
    pub(crate) fn fixed(self) -> Option<usize> {
        (self.0.start == FIXED).then_some(self.0.end as usize)
    }
}

/// The names of the fixed handles, by number.
pub(crate) fn fixed_texts() -> &'static [&'static str] {
    FIXED_TEXTS
}

/// A handle to a byte string in the tree; read it with [`Ast::bytes`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blob(Span);

/// A run of nodes (arguments, elements); read it with [`Ast::nodes`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nodes {
    start: u32,
    len: u32,
}

impl Nodes {
    /// How many nodes there are.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// A run of map or message entries; read it with [`Ast::entries`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    start: u32,
    len: u32,
}

impl Entries {
    /// How many entries there are.
    pub fn len(self) -> usize {
        self.len as usize
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// A handle to a [`Comprehension`]; read it with [`Ast::comprehension`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComprehensionId(u32);

/// One node of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// What the node is.
    pub kind: Kind,
    /// The bytes of the source the node was written in. For nodes made by a macro: the macro call.
    pub span: Span,
    /// Byte offset of the place cel-go reports errors of this node at: the operator of an operator
    /// call, the `.` of a selection, the `(` of a call, the first byte of anything else.
    pub position: u32,
    /// The number cel-go gives this node, macro expansions included.
    pub expr_id: u32,
}

/// What a node is.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Stands where something could not be parsed. Never in a tree [`parse`](crate::parse) returns.
    Unspecified,
    /// A constant.
    Literal(Literal),
    /// A name. A leading dot (`.x`, absolute name) is part of it.
    Ident(Text),
    /// `operand.field`, or `has(operand.field)` when `test_only`.
    Select {
        /// What is selected from.
        operand: NodeId,
        /// The field's name as written.
        field: Text,
        /// Whether only presence is asked for.
        test_only: bool,
    },
    /// A function call or operator. Operators have cel-go's names: `_+_`, `_?_:_`, `@in`, `_[_]`,
    /// `_?._`, `_[?_]`, `!_`, `-_`, `@not_strictly_false`.
    Call {
        /// The function's name. After checking, a namespaced call such as `optional.of(x)` has the
        /// whole name here and no target, as in cel-go.
        function: Text,
        /// The receiver, when written `target.function(…)`.
        target: Option<NodeId>,
        /// The arguments, without the target.
        args: Nodes,
    },
    /// `[a, ?b]`.
    List {
        /// All elements in order.
        elements: Nodes,
        /// Which elements were written with `?`; read with [`Ast::optional_indices`].
        optional: Indices,
    },
    /// `{k: v, ?k: v}`.
    Map(Entries),
    /// `pkg.Message{field: v}`.
    Struct {
        /// The message's type name.
        type_name: Text,
        /// Its fields.
        entries: Entries,
    },
    /// An expanded loop macro.
    Comprehension(ComprehensionId),
}

/// A run of small numbers; read it with [`Ast::optional_indices`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Indices {
    start: u32,
    len: u32,
}

impl Indices {
    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// A constant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// `42`, `-0x2a`
    Int(i64),
    /// `42u`
    Uint(u64),
    /// `4.2`
    Double(f64),
    /// `'text'`, escapes resolved
    String(Text),
    /// `b'text'`, escapes resolved
    Bytes(Blob),
}

/// One entry of a map or message literal.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// cel-go's number for the entry itself.
    pub expr_id: u32,
    /// Byte offset cel-go reports errors of this entry at (the `:`).
    pub position: u32,
    /// The key.
    pub key: EntryKey,
    /// The value.
    pub value: NodeId,
    /// Whether it was written `?key: value`.
    pub optional: bool,
}

/// The key of an [`Entry`].
#[derive(Clone, Copy, Debug)]
pub enum EntryKey {
    /// A map's key.
    Expr(NodeId),
    /// A message's field name.
    Field(Text),
}

/// A loop over a list or map.
#[derive(Clone, Copy, Debug)]
pub struct Comprehension {
    /// What is looped over.
    pub iter_range: NodeId,
    /// The element (list) or key (map); with `iter_var2` the index or key.
    pub iter_var: Text,
    /// The value, in a two-variable loop.
    pub iter_var2: Option<Text>,
    /// The accumulator's name, `@result` for the standard macros.
    pub accu_var: Text,
    /// The accumulator's first value.
    pub accu_init: NodeId,
    /// Whether to go on.
    pub loop_cond: NodeId,
    /// The accumulator's next value.
    pub loop_step: NodeId,
    /// The value of the whole loop.
    pub result: NodeId,
}

/// A parsed expression.
#[derive(Clone, Debug, Default)]
pub struct Ast {
    nodes: Vec<Node>,
    lists: Vec<NodeId>,
    indices: Vec<u32>,
    entries: Vec<Entry>,
    comprehensions: Vec<Comprehension>,
    text: String,
    blobs: Vec<u8>,
    source_len: usize,
    root: Option<NodeId>,
}

impl Ast {
    /// The expression as it was written.
    pub fn source(&self) -> &str {
        self.text.get(..self.source_len).unwrap_or_default()
    }

    /// The outermost node. `None` only for the empty tree of [`Ast::default`].
    pub fn root(&self) -> Option<NodeId> {
        self.root
    }

    /// A node. An id of another tree gives an unspecified node.
    pub fn node(&self, id: NodeId) -> Node {
        self.nodes.get(id.index()).copied().unwrap_or(Node {
            kind: Kind::Unspecified,
            span: Span::default(),
            position: 0,
            expr_id: 0,
        })
    }

    /// What a node is.
    pub fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    /// Number of nodes in the arena (some may be unreachable: macro arguments that were replaced).
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Every node in the arena, in the order they were made.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len()).map(NodeId::from_index)
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The text of a handle.
    pub fn text(&self, text: Text) -> &str {
        match text.fixed() {
            Some(index) => FIXED_TEXTS.get(index).copied().unwrap_or_default(),
            None => self.text.get(text.0.range()).unwrap_or_default(),
        }
    }

    /// Where a text stands in the source; `None` for texts that were made (unescaped strings, names
    /// in macro expansions).
    pub fn text_span(&self, text: Text) -> Option<Span> {
        (text.fixed().is_none() && text.0.end as usize <= self.source_len).then_some(text.0)
    }

    /// The bytes of a handle.
    pub fn bytes(&self, blob: Blob) -> &[u8] {
        self.blobs.get(blob.0.range()).unwrap_or_default()
    }

    /// The nodes of a run.
    pub fn nodes(&self, nodes: Nodes) -> &[NodeId] {
        self.lists
            .get(nodes.start as usize..nodes.start as usize + nodes.len())
            .unwrap_or_default()
    }

    /// The entries of a run.
    pub fn entries(&self, entries: Entries) -> &[Entry] {
        self.entries
            .get(entries.start as usize..entries.start as usize + entries.len())
            .unwrap_or_default()
    }

    /// Which elements of a list literal were written with `?`.
    pub fn optional_indices(&self, indices: Indices) -> &[u32] {
        let start = indices.start as usize;
        self.indices
            .get(start..start + indices.len as usize)
            .unwrap_or_default()
    }

    /// The loop of a handle. `None` for a handle of another tree.
    pub fn comprehension(&self, id: ComprehensionId) -> Option<&Comprehension> {
        self.comprehensions.get(id.0 as usize)
    }

    /// Calls `part` with each node directly below a node of this kind, in source order (of loops:
    /// range, first value, condition, step, result).
    pub fn for_each_part(&self, kind: Kind, mut part: impl FnMut(NodeId)) {
        match kind {
            Kind::Unspecified | Kind::Literal(_) | Kind::Ident(_) => {}
            Kind::Select { operand, .. } => part(operand),
            Kind::Call { target, args, .. } => {
                target.into_iter().for_each(&mut part);
                self.nodes(args).iter().copied().for_each(part);
            }
            Kind::List { elements, .. } => self.nodes(elements).iter().copied().for_each(part),
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
                    [c.iter_range, c.accu_init, c.loop_cond, c.loop_step, c.result]
                        .into_iter()
                        .for_each(part);
                }
            }
        }
    }

    /// The string constant a node is, if it is one.
    pub fn string_literal(&self, id: NodeId) -> Option<&str> {
        match self.kind(id) {
            Kind::Literal(Literal::String(text)) => Some(self.text(text)),
            _ => None,
        }
    }

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

    /// Forgets every node from an index on, and the runs made since.
    pub(crate) fn truncate(&mut self, nodes: usize) {
        self.nodes.truncate(nodes);
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> Option<&mut Node> {
        self.nodes.get_mut(id.index())
    }

    /// A handle to text that stands in the source.
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
        let start = self.blobs.len();
        self.blobs.extend_from_slice(bytes);
        Blob(Span::new(start, self.blobs.len()))
    }

    pub(crate) fn add_nodes(&mut self, nodes: &[NodeId]) -> Nodes {
        let start = self.lists.len();
        self.lists.extend_from_slice(nodes);
        let Span { start, end } = Span::new(start, self.lists.len());
        Nodes {
            start,
            len: end - start,
        }
    }

    pub(crate) fn add_indices(&mut self, indices: &[u32]) -> Indices {
        let start = self.indices.len();
        self.indices.extend_from_slice(indices);
        let Span { start, end } = Span::new(start, self.indices.len());
        Indices {
            start,
            len: end - start,
        }
    }

    pub(crate) fn add_entries(&mut self, entries: &[Entry]) -> Entries {
        let start = self.entries.len();
        self.entries.extend_from_slice(entries);
        let Span { start, end } = Span::new(start, self.entries.len());
        Entries {
            start,
            len: end - start,
        }
    }

    pub(crate) fn add_comprehension(&mut self, comprehension: Comprehension) -> ComprehensionId {
        let id = u32::try_from(self.comprehensions.len()).unwrap_or(u32::MAX);
        self.comprehensions.push(comprehension);
        ComprehensionId(id)
    }
}
