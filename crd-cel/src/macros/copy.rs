//! Copies of trees, for macros that use an argument twice.

use std::collections::HashMap;

use super::{Expanded, Maker, Refusal};
use crate::ast::{Ast, Comprehension, Entries, Entry, EntryKey, Kind, Node, NodeId, Nodes};
use crate::parse::MAX_NODES;

impl Maker<'_, '_> {
    /// A copy of a tree with new numbers, given in cel-go's order: a node before its parts, the
    /// target of a call after the arguments.
    pub(super) fn copy(&mut self, root: NodeId) -> Expanded {
        let mut copies: HashMap<NodeId, NodeId> = HashMap::new();
        let mut originals = Vec::new();
        let mut open = vec![Step::Node(root)];
        let mut entry_ids: HashMap<u32, u32> = HashMap::new();
        while let Some(step) = open.pop() {
            let id = match step {
                Step::Node(id) => id,
                Step::Entry(old) => {
                    entry_ids.insert(old, self.parser.id());
                    continue;
                }
            };
            if self.parser.ast.len() >= MAX_NODES {
                return Err(Refusal::Stop(self.parser.too_large()));
            }
            let expr_id = self.parser.id();
            let node = self.parser.ast.node(id);
            copies.insert(id, self.parser.ast.push(Node { expr_id, ..node }));
            originals.push(id);
            let first_part = open.len();
            push_parts(&self.parser.ast, node.kind, &mut open);
            open.get_mut(first_part..).unwrap_or_default().reverse();
        }
        let renamed = |id: NodeId| copies.get(&id).copied().unwrap_or(id);
        for id in originals {
            let ast = &mut self.parser.ast;
            let kind = match ast.kind(id) {
                kind @ (Kind::Unspecified | Kind::Literal(_) | Kind::Ident(_)) => kind,
                Kind::Select {
                    operand,
                    field,
                    test_only,
                } => Kind::Select {
                    operand: renamed(operand),
                    field,
                    test_only,
                },
                Kind::Call {
                    function,
                    target,
                    args,
                } => Kind::Call {
                    function,
                    target: target.map(renamed),
                    args: copy_run(ast, args, renamed),
                },
                Kind::List { elements, optional } => Kind::List {
                    elements: copy_run(ast, elements, renamed),
                    optional,
                },
                Kind::Map(entries) => {
                    Kind::Map(copy_entries(ast, entries, &entry_ids, self.position, renamed))
                }
                Kind::Struct { type_name, entries } => Kind::Struct {
                    type_name,
                    entries: copy_entries(ast, entries, &entry_ids, self.position, renamed),
                },
                Kind::Comprehension(id) => {
                    let Some(old) = ast.comprehension(id).copied() else {
                        continue;
                    };
                    Kind::Comprehension(ast.add_comprehension(Comprehension {
                        iter_range: renamed(old.iter_range),
                        accu_init: renamed(old.accu_init),
                        loop_cond: renamed(old.loop_cond),
                        loop_step: renamed(old.loop_step),
                        result: renamed(old.result),
                        ..old
                    }))
                }
            };
            if let Some(copy) = ast.node_mut(renamed(id)) {
                copy.kind = kind;
            }
        }
        Ok(renamed(root))
    }
}

/// What is to be numbered next.
enum Step {
    Node(NodeId),
    /// An entry of a map or message, by its old number.
    Entry(u32),
}

/// The parts of a node in the order cel-go copies them.
fn push_parts(ast: &Ast, kind: Kind, open: &mut Vec<Step>) {
    match kind {
        Kind::Unspecified | Kind::Literal(_) | Kind::Ident(_) => {}
        Kind::Select { operand, .. } => open.push(Step::Node(operand)),
        Kind::Call { target, args, .. } => {
            open.extend(ast.nodes(args).iter().copied().map(Step::Node));
            open.extend(target.map(Step::Node));
        }
        Kind::List { elements, .. } => open.extend(ast.nodes(elements).iter().copied().map(Step::Node)),
        Kind::Map(entries) | Kind::Struct { entries, .. } => {
            for entry in ast.entries(entries) {
                open.push(Step::Entry(entry.expr_id));
                if let EntryKey::Expr(key) = entry.key {
                    open.push(Step::Node(key));
                }
                open.push(Step::Node(entry.value));
            }
        }
        Kind::Comprehension(id) => {
            if let Some(c) = ast.comprehension(id) {
                open.extend([c.iter_range, c.accu_init, c.loop_cond, c.loop_step, c.result].map(Step::Node));
            }
        }
    }
}

fn copy_run(ast: &mut Ast, nodes: Nodes, renamed: impl Fn(NodeId) -> NodeId) -> Nodes {
    let copies: Vec<NodeId> = ast.nodes(nodes).iter().map(|id| renamed(*id)).collect();
    ast.add_nodes(&copies)
}

fn copy_entries(
    ast: &mut Ast,
    entries: Entries,
    ids: &HashMap<u32, u32>,
    position: u32,
    renamed: impl Fn(NodeId) -> NodeId,
) -> Entries {
    let copies: Vec<Entry> = ast
        .entries(entries)
        .iter()
        .map(|entry| Entry {
            expr_id: ids.get(&entry.expr_id).copied().unwrap_or(entry.expr_id),
            position,
            key: match entry.key {
                EntryKey::Expr(key) => EntryKey::Expr(renamed(key)),
                field @ EntryKey::Field(_) => field,
            },
            value: renamed(entry.value),
            optional: entry.optional,
        })
        .collect();
    ast.add_entries(&copies)
}
