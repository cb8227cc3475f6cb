//! The static cost estimate: the maximum cost of a rule, computed without any object.
//!
//! An API server rejects a rule if its estimate, multiplied by the number of times that its schema node may
//! occur, exceeds a budget. The numbers here equal that server's exactly. Sizes that the expression does not
//! determine come from the schema through [`SizeSource`].

use crate::ast::{Ast, ComprehensionId, EntryKey, Kind, NodeId, Span, Text};
use crate::checked::Checked;
use crate::types::Type;
use crate::version::CompatVersion;

mod call;
mod estimate;
mod library;
mod loops;
mod path;
mod price;
mod size;
mod sizes;

pub use estimate::Estimate;
pub use size::{AssumedSize, OwnedPathSegment, PathSegment, Size, SizeSource};

use path::{Paths, SlicePath, SliceStep};

/// Cost of a name, and of selecting a field.
const SELECT: Estimate = Estimate::ONE;
const NEW_LIST: Estimate = Estimate::exactly(10);
const NEW_MAP: Estimate = Estimate::exactly(30);
const NEW_STRUCT: Estimate = Estimate::exactly(40);

/// The first server that determines the size of the results of loops.
const LOOP_SIZES_SINCE: u8 = 30;
/// The first server (with cel-go 0.23) that tracks accumulators, bound variables, `dyn(…)` and the elements of computed
/// lists and maps. On earlier ones a name that no loop declares has the size of `self`, whatever it refers to.
const ENTRY_SIZES_SINCE: u8 = 33;

/// The cost estimate of an expression.
#[derive(Clone, Debug)]
pub struct Cost {
    /// The cost of the whole expression.
    pub total: Estimate,
    /// The cost of one evaluation of each node, by [`NodeId::index`].
    nodes: Vec<Estimate>,
    /// The number of iterations of each loop, with the loop's node.
    loops: Vec<(NodeId, Estimate)>,
    most_expensive: Option<(Span, u64)>,
    /// The sizes that no bound in the schema limits, in the order of first use.
    pub assumed: Vec<AssumedSize>,
}

impl Cost {
    /// Returns the cost of one evaluation of a node, including its parts.
    pub fn of(&self, node: NodeId) -> Estimate {
        self.nodes.get(node.index()).copied().unwrap_or_default()
    }

    /// Returns the innermost loop or call that makes up most of the total cost, with all of its evaluations added up.
    pub fn most_expensive(&self) -> Option<(Span, u64)> {
        self.most_expensive
    }

    /// Returns every loop with its number of iterations, inner loops first.
    pub fn loops(&self) -> &[(NodeId, Estimate)] {
        &self.loops
    }
}

/// Estimates a checked expression as the server of `version` does ([`CompatVersion::server`]).
pub fn estimate<S: SizeSource + ?Sized>(checked: &Checked<'_>, sizes: &S, version: CompatVersion) -> Cost {
    let count = checked.ast().len();
    let mut estimator = Estimator {
        checked,
        sizes,
        server: version.server(),
        paths: Paths::default(),
        work: Vec::new(),
        operands: Vec::new(),
        locals: Vec::new(),
        nodes: vec![NodeState::default(); count],
        loops: Vec::new(),
        assumed: Vec::new(),
    };
    let root = checked.ast().root();
    if let Some(root) = root {
        estimator.work.push(CostTask::Visit(root));
    }
    while let Some(work) = estimator.work.pop() {
        estimator.step(work);
    }
    let mut nodes = Vec::with_capacity(count);
    for state in &estimator.nodes {
        nodes.push(state.cost);
    }
    Cost {
        most_expensive: root.and_then(|root| estimator.most_expensive(root)),
        total: root.map(|root| estimator.cost(root)).unwrap_or_default(),
        nodes,
        loops: estimator.loops,
        assumed: estimator.assumed,
    }
}

/// The pending steps of the walk, which keeps its own stack since trees are as deep as an expression may nest.
#[derive(Clone, Copy)]
enum CostTask {
    Visit(NodeId),
    /// Records the known properties of a node, whose cost is known, for the call or literal that contains it.
    Note(NodeId),
    Select(NodeId),
    Call {
        node: NodeId,
        arguments: usize,
    },
    Dyn {
        node: NodeId,
        argument: NodeId,
    },
    List {
        node: NodeId,
        elements: usize,
    },
    Map {
        node: NodeId,
        entries: usize,
    },
    Struct(NodeId),
    LoopBody(NodeId, ComprehensionId),
    LoopResult(NodeId, ComprehensionId),
    LoopEnd(NodeId, ComprehensionId),
    BindResult(NodeId, ComprehensionId),
    BindEnd(NodeId, ComprehensionId),
}

/// The known properties of a node.
#[derive(Clone, Copy, Default)]
struct NodeState {
    cost: Estimate,
    path: SlicePath,
    size: Option<Estimate>,
    entries: Option<EntrySizes>,
}

/// The sizes of the keys (or indices) and values of a list or map.
#[derive(Clone, Copy)]
struct EntrySizes {
    is_list: bool,
    key: Estimate,
    value: Estimate,
}

impl EntrySizes {
    fn union(self, other: Self) -> Self {
        Self {
            is_list: self.is_list,
            key: self.key.union(other.key),
            value: self.value.union(other.value),
        }
    }
}

/// A loop variable, an accumulator or a bound variable.
#[derive(Clone, Copy)]
struct LoopLocal {
    name: Text,
    path: SlicePath,
    size: Option<Estimate>,
    entries: Option<EntrySizes>,
}

/// An argument, with the properties that its call uses.
#[derive(Clone, Copy)]
struct Operand {
    node: NodeId,
    path: SlicePath,
    size: Option<Estimate>,
}

struct Estimator<'c, S: ?Sized> {
    checked: &'c Checked<'c>,
    sizes: &'c S,
    /// The server whose estimate is computed, as the minor of 1.x.
    server: u8,
    paths: Paths,
    work: Vec<CostTask>,
    operands: Vec<Operand>,
    /// The loop variables, innermost last.
    locals: Vec<LoopLocal>,
    nodes: Vec<NodeState>,
    loops: Vec<(NodeId, Estimate)>,
    assumed: Vec<AssumedSize>,
}

impl<'c, S: SizeSource + ?Sized> Estimator<'c, S> {
    fn ast(&self) -> &'c Ast {
        self.checked.ast()
    }

    /// Descends from `root` as long as one part makes up more than half of the total.
    fn most_expensive(&self, root: NodeId) -> Option<(Span, u64)> {
        let ast = self.ast();
        let whole = self.cost(root).max;
        let mut found = None;
        let (mut here, mut runs) = (root, 1u64);
        loop {
            if matches!(ast.kind(here), Kind::Call { .. } | Kind::Comprehension(_)) {
                found = Some((ast.node(here).span, self.cost(here).max.saturating_mul(runs)));
            }
            let repeated = match ast.kind(here) {
                Kind::Comprehension(id) => ast.comprehension(id).map(|fold| [fold.loop_cond, fold.loop_step]),
                _ => None,
            };
            let count = self
                .loops
                .iter()
                .find(|(node, _)| *node == here)
                .map_or(1, |(_, count)| count.max);
            let mut next = None;
            ast.for_each_part(ast.kind(here), |part| {
                let is_repeated = repeated.is_some_and(|repeated| repeated.contains(&part));
                let runs = if is_repeated {
                    runs.saturating_mul(count)
                } else {
                    runs
                };
                if self.cost(part).max.saturating_mul(runs) > whole / 2 {
                    next = Some((part, runs));
                }
            });
            match next {
                Some(part) => (here, runs) = part,
                None => return found,
            }
        }
    }

    fn step(&mut self, work: CostTask) {
        match work {
            CostTask::Visit(node) => self.visit(node),
            CostTask::Note(node) => {
                let operand = self.operand(node);
                self.operands.push(operand);
            }
            CostTask::Select(node) => self.select(node),
            CostTask::Call { node, arguments } => self.call(node, arguments),
            CostTask::Dyn { node, argument } => {
                let cost = Estimate::ONE.plus(self.cost(argument));
                if self.server >= ENTRY_SIZES_SINCE {
                    self.copy_sizes(node, argument);
                }
                self.set_cost(node, cost);
            }
            CostTask::List { node, elements } => self.list(node, elements),
            CostTask::Map { node, entries } => self.map(node, entries),
            CostTask::Struct(node) => {
                let values = match self.ast().kind(node) {
                    Kind::Struct { entries, .. } => self.ast().entries(entries),
                    _ => &[],
                };
                let mut sum = NEW_STRUCT;
                for entry in values {
                    sum = sum.plus(self.cost(entry.value));
                }
                self.set_cost(node, sum);
            }
            CostTask::LoopBody(node, id) => self.loop_body(node, id),
            CostTask::LoopResult(node, id) => self.loop_result(node, id),
            CostTask::LoopEnd(node, id) => self.loop_end(node, id),
            CostTask::BindResult(node, id) => {
                if let Some(fold) = self.ast().comprehension(id) {
                    self.declare(fold.accu_var, fold.accu_init);
                    self.work.push(CostTask::BindEnd(node, id));
                    self.work.push(CostTask::Visit(fold.result));
                }
            }
            CostTask::BindEnd(node, id) => {
                if let Some(fold) = self.ast().comprehension(id) {
                    let cost = self.cost(fold.iter_range).plus(self.cost(fold.accu_init));
                    self.locals.pop();
                    if self.server >= ENTRY_SIZES_SINCE {
                        self.copy_sizes(node, fold.result);
                    } else if self.server >= LOOP_SIZES_SINCE {
                        // The server treats it as a loop over an empty list.
                        self.set_size(node, Some(Estimate::ZERO));
                    }
                    self.set_cost(node, cost.plus(self.cost(fold.result)));
                }
            }
        }
    }

    fn visit(&mut self, node: NodeId) {
        match self.ast().kind(node) {
            Kind::Unspecified | Kind::Literal(_) => {}
            Kind::Ident(name) => {
                let path = match self.local(name) {
                    Some(local) => local.path,
                    None => self.paths.root(name),
                };
                self.set_path(node, path);
                self.set_cost(node, SELECT);
            }
            Kind::Select { operand, .. } => self
                .work
                .extend_from_slice(&[CostTask::Select(node), CostTask::Visit(operand)]),
            Kind::Call {
                function,
                target,
                args,
            } => {
                let arguments = self.ast().nodes(args);
                if let (Some(&argument), "dyn") = (arguments.first(), self.ast().text(function)) {
                    return self
                        .work
                        .extend_from_slice(&[CostTask::Dyn { node, argument }, CostTask::Visit(argument)]);
                }
                self.work.push(CostTask::Call {
                    node,
                    arguments: arguments.len(),
                });
                // The arguments are processed before the receiver.
                if let Some(target) = target {
                    self.visit_noted(target);
                }
                for &argument in arguments.iter().rev() {
                    self.visit_noted(argument);
                }
            }
            Kind::List { elements, .. } => {
                let elements = self.ast().nodes(elements);
                self.work.push(CostTask::List {
                    node,
                    elements: elements.len(),
                });
                for &element in elements.iter().rev() {
                    self.visit_noted(element);
                }
            }
            Kind::Map(entries) => {
                let entries = self.ast().entries(entries);
                self.work.push(CostTask::Map {
                    node,
                    entries: entries.len(),
                });
                for entry in entries.iter().rev() {
                    // Both costs are known before either size is looked up.
                    self.work.push(CostTask::Note(entry.value));
                    if let EntryKey::Expr(key) = entry.key {
                        self.work.extend_from_slice(&[
                            CostTask::Note(key),
                            CostTask::Visit(entry.value),
                            CostTask::Visit(key),
                        ]);
                    }
                }
            }
            Kind::Struct { entries, .. } => {
                self.work.push(CostTask::Struct(node));
                for entry in self.ast().entries(entries).iter().rev() {
                    self.work.push(CostTask::Visit(entry.value));
                }
            }
            Kind::Comprehension(id) => {
                let Some(fold) = self.ast().comprehension(id) else {
                    return;
                };
                let next = if self.is_bind(id) {
                    CostTask::BindResult(node, id)
                } else {
                    CostTask::LoopBody(node, id)
                };
                self.work.extend_from_slice(&[
                    next,
                    CostTask::Visit(fold.accu_init),
                    CostTask::Visit(fold.iter_range),
                ]);
            }
        }
    }

    fn visit_noted(&mut self, node: NodeId) {
        self.work
            .extend_from_slice(&[CostTask::Note(node), CostTask::Visit(node)]);
    }

    fn select(&mut self, node: NodeId) {
        let Kind::Select {
            operand,
            field,
            test_only,
        } = self.ast().kind(node)
        else {
            return;
        };
        let mut cost = self.cost(operand);
        if !test_only {
            // A field of a `dyn` value costs nothing.
            if matches!(
                self.checked.type_of(operand),
                Type::Map(..) | Type::Object(_) | Type::Param(_)
            ) {
                cost = cost.plus(SELECT);
            }
            let path = self.path_of(operand);
            let path = self.paths.append(path, SliceStep::Name(field));
            self.set_path(node, path);
        }
        self.set_cost(node, cost);
    }

    fn list(&mut self, node: NodeId, elements: usize) {
        let (mut cost, mut value) = (NEW_LIST, None);
        for operand in self.last_operands(elements) {
            cost = cost.plus(self.cost(operand.node));
            value = Some(union_of_sizes(value, operand));
        }
        self.forget_operands(elements);
        self.set_entries(
            node,
            EntrySizes {
                is_list: true,
                key: Estimate::ONE,
                value: value.unwrap_or(Estimate::ZERO),
            },
        );
        self.set_cost(node, cost);
    }

    fn map(&mut self, node: NodeId, entries: usize) {
        let (mut cost, mut key, mut value) = (NEW_MAP, None, None);
        for (at, operand) in self.last_operands(entries * 2).iter().enumerate() {
            cost = cost.plus(self.cost(operand.node));
            if at.is_multiple_of(2) {
                key = Some(union_of_sizes(key, operand));
            } else {
                value = Some(union_of_sizes(value, operand));
            }
        }
        self.forget_operands(entries * 2);
        self.set_entries(
            node,
            EntrySizes {
                is_list: false,
                key: key.unwrap_or(Estimate::ZERO),
                value: value.unwrap_or(Estimate::ZERO),
            },
        );
        self.set_cost(node, cost);
    }

    fn local(&self, name: Text) -> Option<&LoopLocal> {
        let name = self.ast().text(name);
        self.locals
            .iter()
            .rev()
            .find(|local| self.ast().text(local.name) == name)
    }

    fn local_of(&self, node: NodeId) -> Option<&LoopLocal> {
        match self.ast().kind(node) {
            Kind::Ident(name) => self.local(name),
            _ => None,
        }
    }

    fn operand(&mut self, node: NodeId) -> Operand {
        let path = self.path_of(node);
        let size = self.size_of(node);
        Operand { node, path, size }
    }

    fn last_operands(&self, count: usize) -> &[Operand] {
        let start = self.operands.len().saturating_sub(count);
        self.operands.get(start..).unwrap_or_default()
    }

    fn forget_operands(&mut self, count: usize) {
        self.operands.truncate(self.operands.len().saturating_sub(count));
    }
}

/// Returns the range of the sizes of some operands and of one more.
fn union_of_sizes(sizes: Option<Estimate>, operand: &Operand) -> Estimate {
    let size = operand.size.unwrap_or(Estimate::UNKNOWN);
    sizes.map_or(size, |sizes| sizes.union(size))
}
