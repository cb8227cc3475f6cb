//! Converts a checked expression to the [nodes](super::node) that the evaluator walks.

mod calls;
mod chains;
mod fold;
mod loops;
mod typed;

use std::collections::BTreeSet;

use super::cost::MESSAGE;
use super::explain::Outline;
use super::function::Function;
use super::node::{Constant, EvalNode, MapEntryNode, OptionalResult, PlannedExpr, SelectedName, VariableRef};
use crate::ast::{Ast, Entries, EntryKey, Indices, Kind, NodeId, Nodes};
use crate::checked::Checked;
use crate::types::Type;

/// The last server whose checker treats the types from the schema as variables.
const TYPES_ARE_VARIABLES_UNTIL: u8 = 31;

/// The purpose of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlanPurpose {
    /// Computes the value.
    Run,
    /// Computes the value and records that of each subexpression.
    Explain,
}

struct ExprPlanner<'c> {
    checked: &'c Checked<'c>,
    ast: &'c Ast,
    server: u8,
    /// The names of the variables in scope, beginning with those of the environment.
    scope: Vec<String>,
    /// Number of variables that a run receives.
    given: usize,
    /// The variables of the environment that have no value on any server.
    missing: Vec<Function>,
    /// Number of loops around the node that is being planned.
    loops: usize,
    /// Number of constants that are created once per run.
    shared: usize,
    /// The branches of conditionals that are the first operand of a chain.
    extended: BTreeSet<NodeId>,
    /// The chains that are indexes of other chains.
    qualifiers: BTreeSet<NodeId>,
    /// The names of the expression, concatenated.
    names: String,
    outline: Option<Outline>,
}

/// Plans an expression over the named variables.
pub(super) fn plan(
    checked: &Checked<'_>,
    variables: &[&str],
    server: u8,
    purpose: PlanPurpose,
) -> PlannedExpr {
    let mut planner = ExprPlanner {
        checked,
        ast: checked.ast(),
        server,
        scope: variables.iter().map(|name| (*name).to_owned()).collect(),
        given: variables.len(),
        missing: Vec::new(),
        loops: 0,
        shared: 0,
        extended: BTreeSet::new(),
        qualifiers: BTreeSet::new(),
        names: String::new(),
        outline: None,
    };
    planner.declare_missing();
    if purpose == PlanPurpose::Explain {
        let outline = Outline::new(checked.ast(), variables, &|node| planner.fold(node, 0).is_some());
        planner.outline = Some(outline);
    }
    let root = match checked.ast().root() {
        Some(root) => planner.node(root, 1),
        None => EvalNode::Unsupported { charge: 0 },
    };
    PlannedExpr {
        root,
        names: planner.names.into(),
        shared: planner.shared,
        outline: planner.outline,
    }
}

impl ExprPlanner<'_> {
    /// Declares the names that the checker treats as variables until 1.31 and that never have a value.
    fn declare_missing(&mut self) {
        for missing in [Function::Duration, Function::Timestamp] {
            let name = missing.name();
            let is_it = |node| match self.ast.kind(node) {
                Kind::Ident(text) if self.ast.text(text).trim_start_matches('.') == name => {
                    !matches!(self.checked.type_of(node), Type::Type(_))
                }
                _ => false,
            };
            if self.server <= TYPES_ARE_VARIABLES_UNTIL && self.ast.ids().any(is_it) {
                self.scope.push(name.to_owned());
                self.missing.push(missing);
            }
        }
    }

    fn ty(&self, node: NodeId) -> Type {
        self.checked.type_of(node)
    }

    /// Plans a node. `base` is the cost of a plain attribute without its selections.
    fn node(&mut self, node: NodeId, base: u64) -> EvalNode {
        if let Some(constant) = self.fold(node, 0) {
            return self.constant(constant);
        }
        let planned = match self.ast.kind(node) {
            Kind::Unspecified | Kind::Literal(_) => EvalNode::Unsupported { charge: 0 },
            Kind::Struct { .. } => EvalNode::Unsupported { charge: MESSAGE },
            // Each step of a chain is recorded by itself.
            Kind::Ident(_) | Kind::Select { .. } => return self.chain(node, base),
            Kind::Call { function, .. } if is_step(self.ast.text(function)) => return self.chain(node, base),
            Kind::Call {
                function,
                target,
                args,
            } => self.operation(node, self.ast.text(function), target, self.ast.nodes(args)),
            Kind::List { elements, optional } => self.list(elements, optional),
            Kind::Map(entries) => self.map(entries),
            Kind::Comprehension(id) => self.comprehension(node, id),
        };
        self.recorded(node, planned)
    }

    /// Plans an operator with a node of its own, or another call.
    fn operation(&mut self, node: NodeId, name: &str, target: Option<NodeId>, args: &[NodeId]) -> EvalNode {
        match (name, target, args) {
            ("_&&_", None, [left, right]) => EvalNode::And(self.both(*left, *right)),
            ("_||_", None, [left, right]) => EvalNode::Or(self.both(*left, *right)),
            ("_?_:_", None, [condition, yes, no]) => self.conditional([*condition, *yes, *no]),
            ("or", Some(left), [right]) => EvalNode::OptionalOr {
                sides: self.both(left, *right),
                result: OptionalResult::Optional,
            },
            ("orValue", Some(left), [right]) => self.or_value(left, *right),
            (name, target, args) => {
                let args: Vec<NodeId> = target.into_iter().chain(args.iter().copied()).collect();
                self.call(node, name, &args)
            }
        }
    }

    fn conditional(&mut self, [condition, yes, no]: [NodeId; 3]) -> EvalNode {
        EvalNode::If(Box::new([
            self.node(condition, 1),
            self.branch(yes),
            self.branch(no),
        ]))
    }

    fn list(&mut self, elements: Nodes, optional: Indices) -> EvalNode {
        let optional = self.ast.optional_indices(optional).iter();
        EvalNode::List {
            optional: optional.map(|place| *place as usize).collect(),
            elements: self.nodes(self.ast.nodes(elements)),
        }
    }

    /// Wraps a node for recording, if its values are recorded.
    fn recorded(&self, node: NodeId, planned: EvalNode) -> EvalNode {
        match self.entry(node) {
            Some(entry) => EvalNode::Recorded {
                entry,
                of: Box::new(planned),
            },
            None => planned,
        }
    }

    /// Returns the entry of a node whose values are recorded.
    fn entry(&self, node: NodeId) -> Option<u32> {
        self.outline.as_ref()?.entry(node)
    }

    fn constant(&mut self, constant: Constant) -> EvalNode {
        if constant.is_scalar() || self.loops == 0 {
            return EvalNode::Constant(constant);
        }
        self.shared += 1;
        EvalNode::Shared {
            constant,
            number: self.shared - 1,
        }
    }

    fn boxed(&mut self, node: NodeId) -> Box<EvalNode> {
        Box::new(self.node(node, 1))
    }

    fn both(&mut self, left: NodeId, right: NodeId) -> Box<[EvalNode; 2]> {
        Box::new([self.node(left, 1), self.node(right, 1)])
    }

    fn nodes(&mut self, nodes: &[NodeId]) -> Vec<EvalNode> {
        // A loop uses less stack than an iterator: nodes are nested.
        let mut planned = Vec::with_capacity(nodes.len());
        for node in nodes {
            planned.push(self.node(*node, 1));
        }
        planned
    }

    /// Plans a branch of a conditional. An optional that results from it is converted again, unless the branch is an attribute.
    fn branch(&mut self, branch: NodeId) -> EvalNode {
        let planned = self.node(branch, 0);
        let may_be_optional = matches!(self.ty(branch), Type::Optional(_) | Type::Dyn);
        if may_be_optional && !self.is_attribute(branch) {
            return EvalNode::Renewed(Box::new(planned));
        }
        planned
    }

    fn or_value(&mut self, left: NodeId, right: NodeId) -> EvalNode {
        match self.optional_path(left) {
            Some(path) => EvalNode::PathOrValue {
                path,
                default: self.boxed(right),
            },
            None => EvalNode::OptionalOr {
                sides: self.both(left, right),
                result: OptionalResult::Value,
            },
        }
    }

    fn map(&mut self, entries: Entries) -> EvalNode {
        let mut planned = Vec::new();
        for entry in self.ast.entries(entries) {
            if let EntryKey::Expr(key) = entry.key {
                planned.push(MapEntryNode {
                    key: self.node(key, 1),
                    value: self.node(entry.value, 1),
                    optional: entry.optional,
                    may_be_unhashable: !matches!(
                        self.ty(key),
                        Type::String | Type::Int | Type::Uint | Type::Bool | Type::Double
                    ),
                });
            }
        }
        EvalNode::Map(planned)
    }

    /// Returns the variable that a node refers to.
    fn variable(&self, node: NodeId) -> Option<VariableRef> {
        let Kind::Ident(name) = self.ast.kind(node) else {
            return None;
        };
        let name = self.ast.text(name);
        let environment = self.given + self.missing.len();
        let place = match name.strip_prefix('.') {
            // Not a variable of a loop.
            Some(name) => self
                .scope
                .iter()
                .take(environment)
                .position(|known| known == name),
            None => self.scope.iter().rposition(|known| known == name),
        }?;
        if place < self.given {
            return Some(VariableRef::Given(place));
        }
        let missing = self.missing.get(place - self.given);
        Some(match missing {
            Some(missing) => VariableRef::Missing(*missing),
            None => VariableRef::Local(self.scope.len() - 1 - place),
        })
    }

    /// Adds a name, which is stored once.
    fn name(&mut self, name: &str) -> SelectedName {
        let start = self.names.find(name).unwrap_or_else(|| {
            self.names.push_str(name);
            self.names.len() - name.len()
        });
        SelectedName::new(start, name.len())
    }
}

/// Checks whether a function is a step of a chain.
fn is_step(function: &str) -> bool {
    matches!(function, "_[_]" | "_?._" | "_[?_]")
}
