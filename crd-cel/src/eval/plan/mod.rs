//! From a checked expression to a flat list of operations for the [machine](super::machine).
//!
//! ```text
//! self.replicas > 1 && self.paused
//!
//! 0  Variable self          charge 1
//! 1  Select replicas        charge 1
//! 2  Constant 1
//! 3  Call _>_               charge 1
//! 4  AndLeft → 8            false ends here
//! 5  Variable self          charge 1
//! 6  Select paused          charge 1
//! 7  AndRight
//! 8
//! ```
//!

mod binary;
mod calls;
mod chains;
mod fold;
mod fuse;
mod loops;
mod op;
mod set;
mod texts;
mod tree;

use std::collections::BTreeSet;

use super::explain::Outline;
use crate::ast::{Ast, EntryKey, Kind, NodeId};
use crate::checked::Checked;
use crate::types::Type;

pub(super) use set::ConstantSet;

pub(super) use op::{
    Constant, Found, Hint, LoopHead, NO_SLOT, NONE_OPTIONAL, Op, Path, Plain, Plan, Selection, Site, Step,
    StopAt, Variables,
};

/// What is still to be planned.
enum Task {
    /// An expression with its whole cost.
    Whole(NodeId),
    /// An expression that is a branch or an index: of a plain attribute only the selections cost.
    Part(NodeId),
    Op(Op),
    /// The place of a label.
    Label(u32),
    /// A variable comes into scope.
    Enter(Variable),
    /// The last of them go out of scope.
    Leave(usize),
}

/// An operator that one of its sides may decide.
#[derive(Clone, Copy, Debug)]
enum Junction {
    And,
    Or,
}

/// The parts of a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parts {
    /// The elements of a list.
    Elements,
    /// Keys and values of a map.
    Entries,
}

/// A variable in scope.
#[derive(Clone, Debug)]
struct Variable {
    name: String,
    slot: u32,
    /// The label of the operations that compute it when it is first read.
    init: Option<u32>,
}

/// The last server whose checker takes the types that come with the schema for variables.
const TYPES_ARE_VARIABLES_UNTIL: u8 = 31;

struct Planner<'c> {
    checked: &'c Checked<'c>,
    ast: &'c Ast,
    plan: Plan,
    scope: Vec<Variable>,
    server: u8,
    tasks: Vec<Task>,
    /// The operation that each label stands at.
    labels: Vec<u32>,
    /// The branches of conditionals whose values are looked into by a chain that begins with the conditional.
    extended: BTreeSet<NodeId>,
    /// The chains that are indexes of other chains.
    qualifiers: BTreeSet<NodeId>,
    /// The names of the tree.
    names: String,
    /// The constant patterns that were compiled.
    regexes: Vec<(String, Result<regex::Regex, String>)>,
    /// The number of variables of the environment.
    given: usize,
}

/// What a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The value.
    Run,
    /// The value of each subexpression, too.
    Explain,
}

/// Plans an expression over the named variables, which take the first slots.
pub(super) fn plan(checked: &Checked<'_>, variables: &[&str], server: u8, purpose: Purpose) -> Plan {
    let mut planner = Planner {
        checked,
        ast: checked.ast(),
        plan: Plan::default(),
        scope: Vec::new(),
        server,
        tasks: Vec::new(),
        labels: Vec::new(),
        extended: BTreeSet::new(),
        qualifiers: BTreeSet::new(),
        names: String::new(),
        regexes: Vec::new(),
        given: variables.len(),
    };
    for name in variables {
        planner.declare(name);
    }
    planner.declare_missing();
    if purpose == Purpose::Explain {
        let outline = Outline::new(checked.ast(), variables, &|node| planner.fold(node, 0).is_some());
        planner.plan.outline = Some(outline);
    }
    planner.tasks.extend(checked.ast().root().map(Task::Whole));
    planner.run();
    let is_absolute = |node| planner.is_absolute(node);
    let is_for_machine = !planner.plan.missing.is_empty() || checked.ast().ids().any(is_absolute);
    if purpose == Purpose::Run && !is_for_machine {
        planner.plan.tree = checked.ast().root().and_then(|root| planner.tree(root));
    }
    planner.plan
}

impl Planner<'_> {
    /// Gives a variable of the environment a slot.
    fn declare(&mut self, name: &str) -> u32 {
        let slot = self.slot();
        self.scope.push(Variable {
            name: name.to_owned(),
            slot,
            init: None,
        });
        slot
    }

    /// Until 1.31 the checker takes these names for variables, which nothing gives a value.
    fn declare_missing(&mut self) {
        for name in ["duration", "timestamp"] {
            let is_it = |node| match self.ast.kind(node) {
                Kind::Ident(text) if self.ast.text(text).trim_start_matches('.') == name => {
                    !matches!(self.checked.type_of(node), Type::Type(_))
                }
                _ => false,
            };
            if self.server <= TYPES_ARE_VARIABLES_UNTIL && self.ast.ids().any(is_it) {
                let slot = self.declare(name);
                self.plan.missing.push((slot, name));
                self.given += 1;
            }
        }
    }

    fn run(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Whole(node) => {
                    self.tasks.extend(self.record(node));
                    self.node(node, 1);
                }
                Task::Part(node) => {
                    self.tasks.extend(self.record(node));
                    self.node(node, 0);
                }
                Task::Op(op) => self.plan.ops.push(op),
                Task::Label(label) => {
                    let here = count(self.plan.ops.len());
                    if let Some(place) = self.labels.get_mut(label as usize) {
                        *place = here;
                    }
                }
                Task::Enter(variable) => self.scope.push(variable),
                Task::Leave(names) => self.scope.truncate(self.scope.len().saturating_sub(names)),
            }
        }
        let labels = &self.labels;
        let place = |label: &mut u32| *label = labels.get(*label as usize).copied().unwrap_or(u32::MAX);
        for op in &mut self.plan.ops {
            op.each_target(place);
        }
        if self.plan.outline.is_none() {
            fuse::fuse(&mut self.plan);
        }
    }

    /// The entry of a node whose values are recorded.
    fn entry(&self, node: NodeId) -> Option<u32> {
        self.plan.outline.as_ref()?.entry(node)
    }

    fn record(&self, node: NodeId) -> Option<Task> {
        self.entry(node).map(|entry| Task::Op(Op::Record { entry }))
    }

    /// Puts tasks on the stack, to be done in the order given.
    fn then(&mut self, tasks: Vec<Task>) {
        self.tasks.extend(tasks.into_iter().rev());
    }

    fn label(&mut self) -> u32 {
        self.labels.push(u32::MAX);
        count(self.labels.len() - 1)
    }

    fn slot(&mut self) -> u32 {
        self.plan.slots += 1;
        self.plan.slots - 1
    }

    fn name(&mut self, name: &str) -> u32 {
        let place = self.plan.names.iter().position(|known| known == name);
        count(place.unwrap_or_else(|| {
            self.plan.names.push(name.to_owned());
            self.plan.names.len() - 1
        }))
    }

    fn constant(&mut self, constant: Constant) -> Op {
        self.plan.constants.push(constant);
        Op::Constant(count(self.plan.constants.len() - 1))
    }

    /// Plans a node. `base` is the cost of a plain attribute without its selections.
    fn node(&mut self, node: NodeId, base: u32) {
        if let Some(constant) = self.fold(node, 0) {
            let op = self.constant(constant);
            self.plan.ops.push(op);
            return;
        }
        match self.ast.kind(node) {
            Kind::Unspecified | Kind::Literal(_) => {
                self.plan.ops.push(Op::Unsupported { charge: 0 });
            }
            Kind::Ident(_) | Kind::Select { .. } => self.chain(node, base),
            Kind::Call {
                function,
                target,
                args,
            } => {
                let name = self.ast.text(function);
                let args: Vec<NodeId> = target
                    .into_iter()
                    .chain(self.ast.nodes(args).iter().copied())
                    .collect();
                match (name, &*args) {
                    ("_[_]" | "_?._" | "_[?_]", [_, _]) => self.chain(node, base),
                    ("_&&_", [left, right]) => self.junction(*left, *right, Junction::And),
                    ("_||_", [left, right]) => self.junction(*left, *right, Junction::Or),
                    ("_?_:_", [condition, yes, no]) => self.conditional(*condition, *yes, *no),
                    ("or" | "orValue", [left, right]) if target.is_some() => {
                        let to = self.label();
                        let keeps = name == "or";
                        self.then(vec![
                            Task::Whole(*left),
                            Task::Op(Op::OptionalLeft { to, keeps }),
                            Task::Whole(*right),
                            Task::Label(to),
                        ]);
                    }
                    _ => self.call(node, name, &args),
                }
            }
            Kind::List { elements, optional } => {
                let elements = self.ast.nodes(elements).to_vec();
                let optional = self.ast.optional_indices(optional).to_vec();
                self.list(&elements, optional);
            }
            Kind::Map(entries) => {
                let mut parts = Vec::new();
                let mut optional = Vec::new();
                for (index, entry) in self.ast.entries(entries).iter().enumerate() {
                    if let EntryKey::Expr(key) = entry.key {
                        parts.extend([key, entry.value]);
                        if entry.optional {
                            optional.push(count(index));
                        }
                    }
                }
                let total = count(parts.len() / 2);
                self.aggregate(Parts::Entries, &parts, optional, |optional| Op::Map {
                    count: total,
                    optional,
                });
            }
            Kind::Struct { .. } => self.plan.ops.push(Op::Unsupported { charge: 40 }),
            Kind::Comprehension(id) => {
                if let Some(comprehension) = self.ast.comprehension(id).copied() {
                    self.comprehension(node, &comprehension);
                }
            }
        }
    }

    fn list(&mut self, elements: &[NodeId], optional: Vec<u32>) {
        let total = count(elements.len());
        self.aggregate(Parts::Elements, elements, optional, |optional| Op::List {
            count: total,
            optional,
        });
    }

    /// The first part that is an error is the result.
    fn aggregate(&mut self, kind: Parts, parts: &[NodeId], optional: Vec<u32>, make: impl FnOnce(u32) -> Op) {
        let (charge, per_entry) = match kind {
            Parts::Elements => (10, 1),
            Parts::Entries => (30, 2),
        };
        let to = self.label();
        let place = if optional.is_empty() {
            NONE_OPTIONAL
        } else {
            count(self.plan.optional.len())
        };
        let mut tasks = Vec::new();
        for (below, part) in parts.iter().enumerate() {
            tasks.push(Task::Whole(*part));
            let stop = StopAt {
                below: count(below),
                charge,
                to,
            };
            if self.may_fail(*part) {
                tasks.push(Task::Op(Op::StopOnError(stop)));
            }
            if (below + 1) % per_entry != 0 {
                continue;
            }
            let entry = count(below / per_entry);
            if optional.contains(&entry) {
                tasks.push(Task::Op(Op::StopUnlessOptional {
                    stop,
                    is_entry: kind == Parts::Entries,
                }));
            }
            let key = below.checked_sub(1).and_then(|key| parts.get(key));
            if kind == Parts::Entries && key.is_some_and(|key| self.may_be_unhashable(*key)) {
                tasks.push(Task::Op(Op::Hash {
                    entry,
                    optional: place,
                }));
            }
        }
        if place != NONE_OPTIONAL {
            self.plan.optional.push(optional);
        }
        tasks.push(Task::Op(make(place)));
        tasks.push(Task::Label(to));
        self.then(tasks);
    }

    /// Whether a key may be one that Go cannot hash.
    fn may_be_unhashable(&self, key: NodeId) -> bool {
        !matches!(
            self.checked.type_of(key),
            Type::String | Type::Int | Type::Uint | Type::Bool | Type::Double
        )
    }

    /// Whether an expression may be an error; literals are not.
    fn may_fail(&self, node: NodeId) -> bool {
        !matches!(self.ast.kind(node), Kind::Literal(_))
    }

    fn junction(&mut self, left: NodeId, right: NodeId, junction: Junction) {
        let to = self.label();
        let (first, second) = match junction {
            Junction::And => (Op::AndLeft { to }, Op::AndRight),
            Junction::Or => (Op::OrLeft { to }, Op::OrRight),
        };
        self.then(vec![
            Task::Whole(left),
            Task::Op(first),
            Task::Whole(right),
            Task::Op(second),
            Task::Label(to),
        ]);
    }

    fn conditional(&mut self, condition: NodeId, yes: NodeId, no: NodeId) {
        let (else_, end) = (self.label(), self.label());
        let mut tasks = vec![
            Task::Whole(condition),
            Task::Op(Op::Branch { else_, end }),
            Task::Part(yes),
        ];
        tasks.extend(self.renewal(yes));
        tasks.extend([Task::Op(Op::Jump { to: end }), Task::Label(else_), Task::Part(no)]);
        tasks.extend(self.renewal(no));
        tasks.push(Task::Label(end));
        self.then(tasks);
    }

    /// What is done to an optional that a branch gives, where it is no attribute.
    fn renewal(&self, branch: NodeId) -> Option<Task> {
        let may_be_optional = matches!(self.checked.type_of(branch), Type::Optional(_) | Type::Dyn);
        (may_be_optional && !self.is_attribute(branch)).then_some(Task::Op(Op::Renew))
    }

    /// The variable that a node is.
    fn variable(&self, node: NodeId) -> Option<&Variable> {
        let Kind::Ident(name) = self.ast.kind(node) else {
            return None;
        };
        let name = self.ast.text(name);
        match name.strip_prefix('.') {
            // Not one of a loop.
            Some(name) => self
                .scope
                .iter()
                .take(self.given)
                .find(|known| known.name == name),
            None => self.scope.iter().rev().find(|known| known.name == name),
        }
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
