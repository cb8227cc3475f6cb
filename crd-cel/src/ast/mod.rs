//! The syntax tree: one arena of nodes, addressed by number.
//!
//! Nodes are `Copy` and hold no strings of their own: every text is a [`Text`] handle into the
//! tree's text buffer (whose beginning is the source itself). Dropping a tree never recurses, and
//! side tables (types, costs, sizes) are plain vectors indexed by [`NodeId`].

mod build;
mod concatenation;
mod quantifier;
mod text;
mod tree;

use std::fmt;

pub use quantifier::{Quantifier, QuantifierKind};
pub(crate) use text::FIXED_TEXTS;
pub use text::Text;
pub use tree::Ast;

/// The index of a node in its [`Ast`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// Returns the node's index, for side tables with one element per node.
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
    /// Creates a span from two byte offsets.
    pub fn new(start: usize, end: usize) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self {
            start: clamp(start),
            end: clamp(end),
        }
    }

    /// Returns the smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Returns the span as a range for slicing the source.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A handle to a byte string in the tree; read it with [`Ast::bytes`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Blob(Span);

/// A run of nodes (arguments, elements); read it with [`Ast::nodes`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Nodes(Span);

impl Nodes {
    /// Returns the number of nodes.
    pub fn len(self) -> usize {
        self.0.range().len()
    }

    /// Checks whether there are no nodes.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// A run of map or message entries; read it with [`Ast::entries`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entries(Span);

impl Entries {
    /// Returns the number of entries.
    pub fn len(self) -> usize {
        self.0.range().len()
    }

    /// Checks whether there are no entries.
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}

/// A handle to a [`Comprehension`]; read it with [`Ast::comprehension`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComprehensionId(u32);

/// One node of the tree.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The kind of node.
    pub kind: Kind,
    /// Byte range of the node in the source. For nodes that a macro creates: the macro call.
    pub span: Span,
    /// Byte offset at which cel-go reports errors of this node: the operator of an operator call, the `.` of
    /// a selection, the `(` of a call, the first byte of anything else.
    pub position: u32,
    /// cel-go's number of this node, macro expansions included.
    pub expr_id: u32,
}

/// The kind of a node, with its parts.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A placeholder where something could not be parsed. Never in a tree [`parse`](crate::parse) returns.
    Unspecified,
    /// A constant.
    Literal(Literal),
    /// A name. A leading dot (`.x`, absolute name) is part of it.
    Ident(Text),
    /// `operand.field`, or `has(operand.field)` when `test_only`.
    Select {
        /// The operand, from which the field is selected.
        operand: NodeId,
        /// The field's name as written.
        field: Text,
        /// Whether only the presence of the field is tested.
        test_only: bool,
    },
    /// A function call or operator. Operators have cel-go's names: `_+_`, `_?_:_`, `@in`, `_[_]`,
    /// `_?._`, `_[?_]`, `!_`, `-_`, `@not_strictly_false`.
    Call {
        /// Name of the function. After checking, a namespaced call such as `optional.of(x)` has the whole
        /// name here and no target, as in cel-go.
        function: Text,
        /// The receiver, in calls of the form `target.function(…)`.
        target: Option<NodeId>,
        /// The arguments, without the target.
        args: Nodes,
    },
    /// `[a, ?b]`.
    List {
        /// All elements in order.
        elements: Nodes,
        /// Indices of the elements written with `?`; read with [`Ast::optional_indices`].
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
pub struct Indices(Span);

impl Indices {
    /// Checks whether there are none.
    pub fn is_empty(self) -> bool {
        self.0.range().is_empty()
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
    /// cel-go's number of the entry itself.
    pub expr_id: u32,
    /// Byte offset at which cel-go reports errors of this entry (the `:`).
    pub position: u32,
    /// The key.
    pub key: EntryKey,
    /// The value.
    pub value: NodeId,
    /// Whether it was written as `?key: value`.
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
    /// The list or map that the loop iterates over.
    pub iter_range: NodeId,
    /// The element (list) or key (map); with `iter_var2` the index or key.
    pub iter_var: Text,
    /// The value, in a two-variable loop.
    pub iter_var2: Option<Text>,
    /// The accumulator's name, `@result` for the standard macros.
    pub accu_var: Text,
    /// Initial value of the accumulator.
    pub accu_init: NodeId,
    /// The condition on which the loop continues.
    pub loop_cond: NodeId,
    /// The next value of the accumulator.
    pub loop_step: NodeId,
    /// The value of the whole loop.
    pub result: NodeId,
}
