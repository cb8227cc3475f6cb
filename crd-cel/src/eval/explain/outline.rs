//! The subexpressions whose values are shown, in the order of the source.
//!
//! ```text
//! self.a > 1 && self.l.all(x, x.b)
//!
//! 0  self.a > 1 && self.l.all(x, x.b)
//! 1    self.a > 1
//! 2      self.a
//! 3        self                            a prefix of a chain
//! 4    self.l.all(x, x.b)
//! 5      self.l                            the range of the loop
//! 6        self
//! 7      x.b
//! ```
//!
//! Constants, loop variables and the expansions of macros are left out.

use std::collections::BTreeSet;

use crate::ast::{Ast, Kind, Literal, NodeId, Span};

/// The subexpressions of an expression.
#[derive(Clone, Debug, Default)]
pub(in crate::eval) struct Outline {
    /// The entries, each before those inside it.
    pub(in crate::eval) entries: Vec<OutlineEntry>,
    /// The entry of each node of the tree, or `NO_ENTRY`.
    of_node: Vec<u32>,
}

const NO_ENTRY: u32 = u32::MAX;

/// A subexpression.
#[derive(Clone, Debug)]
pub(in crate::eval) struct OutlineEntry {
    pub(super) span: Span,
    node: NodeId,
    pub(super) parent: Option<u32>,
    pub(super) depth: u32,
    pub(super) what: What,
    /// Whether it is a prefix of its parent's chain, such as `self.a` of `self.a.b`.
    pub(super) is_prefix: bool,
    /// Whether it is the range of its parent's loop.
    pub(super) is_range: bool,
}

/// The operator that determines the value of a subexpression from its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum What {
    And,
    Or,
    Not,
    Conditional,
    /// A loop, with the names of its variables.
    Loop(LoopQuantifier, Vec<String>),
    Other,
}

/// How the elements of a loop determine its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoopQuantifier {
    /// An element that is false decides.
    All,
    /// An element that is true decides.
    Exists,
    /// All elements count.
    Other,
}

struct OpenNode {
    node: NodeId,
    parent: Option<u32>,
    is_range: bool,
}

impl Outline {
    /// Creates the outline of an expression over the named variables. `is_constant` tells which nodes have no outline.
    pub(in crate::eval) fn new(ast: &Ast, variables: &[&str], is_constant: &dyn Fn(NodeId) -> bool) -> Self {
        let mut outline = Outline {
            entries: Vec::new(),
            of_node: vec![NO_ENTRY; ast.len()],
        };
        let mut seen = BTreeSet::new();
        let mut open: Vec<OpenNode> = Vec::new();
        open.extend(ast.root().map(|node| OpenNode {
            node,
            parent: None,
            is_range: false,
        }));
        while let Some(OpenNode {
            node,
            parent,
            is_range,
        }) = open.pop()
        {
            if is_constant(node) {
                continue;
            }
            let kind = ast.kind(node);
            if let Kind::Ident(name) = kind
                && !variables.contains(&ast.text(name))
            {
                continue;
            }
            let span = ast.node(node).span;
            let above = parent.and_then(|parent| outline.entries.get(parent as usize));
            let what = what_is(ast, node);
            // The expansion of a macro has the position of its call; `a && b && c` is shown as one.
            let is_part = above.is_some_and(|above| {
                above.span == span || above.what == what && matches!(what, What::And | What::Or)
            });
            let mut within = parent;
            let mut range = None;
            if is_part {
                if let (What::Loop(..), Some(entry)) = (&what, parent) {
                    // A loop below the root of its macro's expansion.
                    if let Some(above) = outline.entries.get_mut(entry as usize)
                        && above.what == What::Other
                    {
                        above.what = what;
                        if let Some(place) = outline.of_node.get_mut(node.index()) {
                            *place = entry;
                        }
                    }
                }
            } else {
                if !seen.insert((parent, span.start, span.end)) {
                    continue;
                }
                let entry = OutlineEntry {
                    span,
                    node,
                    parent,
                    depth: above.map_or(0, |above| above.depth + 1),
                    is_prefix: !is_range && above.is_some_and(|above| is_prefix(ast, above, node)),
                    what,
                    is_range,
                };
                within = u32::try_from(outline.entries.len()).ok();
                outline.entries.push(entry);
                if let (Some(place), Some(entry)) = (outline.of_node.get_mut(node.index()), within) {
                    *place = entry;
                }
            }
            if let Kind::Comprehension(id) = kind {
                range = ast.comprehension(id).map(|it| it.iter_range);
            }
            let first = open.len();
            ast.for_each_part(kind, |part| {
                open.push(OpenNode {
                    node: part,
                    parent: within,
                    is_range: Some(part) == range,
                });
            });
            if let Some(parts) = open.get_mut(first..) {
                parts.reverse();
            }
        }
        outline
    }

    /// Returns the entry of a node.
    pub(in crate::eval) fn entry(&self, node: NodeId) -> Option<u32> {
        let entry = self.of_node.get(node.index()).copied()?;
        (entry != NO_ENTRY).then_some(entry)
    }

    /// Returns the range of entries inside an entry.
    pub(super) fn inside(&self, entry: usize) -> std::ops::Range<usize> {
        let depth = self.entries.get(entry).map_or(0, |entry| entry.depth);
        let after = self.entries.iter().skip(entry + 1);
        let count = after.take_while(|below| below.depth > depth).count();
        entry + 1..entry + 1 + count
    }
}

fn is_chain(ast: &Ast, node: NodeId) -> bool {
    match ast.kind(node) {
        Kind::Select { test_only, .. } => !test_only,
        Kind::Call {
            function,
            target: None,
            ..
        } => matches!(ast.text(function), "_[_]" | "_?._" | "_[?_]"),
        _ => false,
    }
}

/// Checks whether an entry is a chain that begins with a node, or tests whether such a chain has a value.
fn is_prefix(ast: &Ast, chain: &OutlineEntry, node: NodeId) -> bool {
    let begins = match ast.kind(chain.node) {
        Kind::Select { test_only: true, .. } => true,
        _ => is_chain(ast, chain.node) && chain.span.start == ast.node(node).span.start,
    };
    begins && (is_chain(ast, node) || matches!(ast.kind(node), Kind::Ident(_)))
}

fn what_is(ast: &Ast, node: NodeId) -> What {
    match ast.kind(node) {
        Kind::Call { function, .. } => match ast.text(function) {
            "_&&_" => What::And,
            "_||_" => What::Or,
            "!_" => What::Not,
            // Macros expand to conditionals too.
            "_?_:_" => match ast.source().as_bytes().get(ast.node(node).position as usize) {
                Some(b'?') => What::Conditional,
                _ => What::Other,
            },
            _ => What::Other,
        },
        Kind::Comprehension(id) => match ast.comprehension(id) {
            Some(it) if !ast.text(it.iter_var).starts_with(['#', '@']) => {
                let names = std::iter::once(it.iter_var).chain(it.iter_var2);
                let step = match ast.kind(it.loop_step) {
                    Kind::Call { function, .. } => ast.text(function),
                    _ => "",
                };
                let quantifier = match (ast.kind(it.accu_init), step) {
                    (Kind::Literal(Literal::Bool(true)), "_&&_") => LoopQuantifier::All,
                    (Kind::Literal(Literal::Bool(false)), "_||_") => LoopQuantifier::Exists,
                    _ => LoopQuantifier::Other,
                };
                What::Loop(quantifier, names.map(|name| ast.text(name).to_owned()).collect())
            }
            _ => What::Other,
        },
        _ => What::Other,
    }
}
