//! Copies of trees, for macros that use an argument twice.

use super::{Expanded, MacroRefusal, NodeMaker};
use crate::ast::{Ast, Comprehension, Entries, EntryKey, Kind, Node, NodeId};
use crate::parse::{MAX_NODES, Parser};

impl NodeMaker<'_, '_> {
    /// Copies a tree with new numbers, assigned in cel-go's order: a node before its parts, the target of a
    /// call after the arguments.
    pub(super) fn copy(&mut self, root: NodeId) -> Expanded {
        let first = self.parser.ast.len();
        self.parser.copies.resize(first, root);
        let mut open = vec![CopyTask::Node(root)];
        while let Some(step) = open.pop() {
            let original = match step {
                CopyTask::Node(original) => original,
                CopyTask::Entry(entries, at) => {
                    let expr_id = self.parser.id();
                    if let Some(entry) = self.parser.ast.entry_mut(entries, at) {
                        entry.expr_id = expr_id;
                        entry.position = self.position;
                    }
                    continue;
                }
            };
            if self.parser.ast.len() >= MAX_NODES {
                return Err(MacroRefusal::Stop(self.parser.too_large()));
            }
            let expr_id = self.parser.id();
            let Parser { ast, copies, .. } = &mut *self.parser;
            let mut copy = Node {
                expr_id,
                ..ast.node(original)
            };
            if let Kind::Map(entries) | Kind::Struct { entries, .. } = &mut copy.kind {
                *entries = ast.copy_entries(*entries);
            }
            push_parts(ast, copy.kind, &mut open);
            let copy = ast.push(copy);
            if let Some(place) = copies.get_mut(original.index()) {
                *place = copy;
            }
        }
        let Parser { ast, copies, .. } = &mut *self.parser;
        for copy in first..ast.len() {
            link(ast, NodeId::from_index(copy), copies);
        }
        Ok(copies.get(root.index()).copied().unwrap_or(root))
    }
}

/// The next item to be numbered.
enum CopyTask {
    Node(NodeId),
    /// One of the entries of a copied map or message.
    Entry(Entries, usize),
}

/// Pushes the parts of a node so that they are processed in the order in which cel-go copies them.
fn push_parts(ast: &Ast, kind: Kind, open: &mut Vec<CopyTask>) {
    let first = open.len();
    match kind {
        Kind::Call {
            target: Some(target),
            args,
            ..
        } => {
            for arg in ast.nodes(args) {
                open.push(CopyTask::Node(*arg));
            }
            open.push(CopyTask::Node(target));
        }
        Kind::Map(entries) | Kind::Struct { entries, .. } => {
            for (at, entry) in ast.entries(entries).iter().enumerate() {
                open.push(CopyTask::Entry(entries, at));
                if let EntryKey::Expr(key) = entry.key {
                    open.push(CopyTask::Node(key));
                }
                open.push(CopyTask::Node(entry.value));
            }
        }
        kind => ast.for_each_part(kind, |part| open.push(CopyTask::Node(part))),
    }
    open.get_mut(first..).unwrap_or_default().reverse();
}

/// Replaces the parts of a copied node by the copies of the original's parts.
fn link(ast: &mut Ast, node: NodeId, copies: &[NodeId]) {
    let copy = |original: NodeId| copies.get(original.index()).copied().unwrap_or(original);
    let mut kind = ast.kind(node);
    match &mut kind {
        Kind::Unspecified | Kind::Literal(_) | Kind::Ident(_) => {}
        Kind::Select { operand, .. } => *operand = copy(*operand),
        Kind::Call { target, args, .. } => {
            *target = target.map(copy);
            *args = ast.copy_nodes(*args, copies);
        }
        Kind::List { elements, .. } => *elements = ast.copy_nodes(*elements, copies),
        Kind::Map(entries) | Kind::Struct { entries, .. } => {
            for at in 0..entries.len() {
                let Some(entry) = ast.entry_mut(*entries, at) else {
                    break;
                };
                if let EntryKey::Expr(key) = &mut entry.key {
                    *key = copy(*key);
                }
                entry.value = copy(entry.value);
            }
        }
        Kind::Comprehension(id) => {
            if let Some(old) = ast.comprehension(*id).copied() {
                *id = ast.add_comprehension(Comprehension {
                    iter_range: copy(old.iter_range),
                    accu_init: copy(old.accu_init),
                    loop_cond: copy(old.loop_cond),
                    loop_step: copy(old.loop_step),
                    result: copy(old.result),
                    ..old
                });
            }
        }
    }
    if let Some(node) = ast.node_mut(node) {
        node.kind = kind;
    }
}
