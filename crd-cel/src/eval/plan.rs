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
//! Expressions nest as deep as they are long, so nothing here recurses: what is still to be planned waits on a stack
//! of tasks.

use super::function::Function;
use super::lib::regexes;
use crate::ast::{Ast, Comprehension, EntryKey, Kind, Literal, NodeId};
use crate::checked::{Checked, Reference};
use crate::types::Type;

/// One operation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Op {
    /// Pushes a constant.
    Constant(u32),
    /// Pushes the value of a variable.
    Variable { slot: u32, charge: u32 },
    /// Charges for a selection on the result of an expression.
    Charge(u32),
    /// Replaces the top by its field or member.
    Select { name: u32, step: Step },
    /// Replaces the top two, a value and an index, by the member.
    Index { step: Step },
    /// Leaves out the index where the value on top is an error or an optional without a value.
    SkipIndex { to: u32 },
    /// Replaces the arguments by the result.
    Call(u32),
    /// Where the argument on top is an error, drops the `below` values under it, charges and goes on at `to`.
    StopOnError { below: u32, charge: u32, to: u32 },
    /// Ends `&&` where the left side decides.
    AndLeft { to: u32 },
    /// Combines both sides of `&&`.
    AndRight,
    /// Ends `||` where the left side decides.
    OrLeft { to: u32 },
    /// Combines both sides of `||`.
    OrRight,
    /// Ends `or` and `orValue` where the left side has a value; `keeps` says which of both it is.
    OptionalLeft { to: u32, keeps: bool },
    /// Takes the condition of `? :`; goes on at `else_` where it is false and at `end` where it is an error.
    Branch { else_: u32, end: u32 },
    /// Goes on elsewhere.
    Jump { to: u32 },
    /// Replaces the elements by a list; those of `optional` may be absent.
    List { count: u32, optional: u32 },
    /// Replaces keys and values by a map; those of `optional` may be absent.
    Map { count: u32, optional: u32 },
    /// Replaces what cannot be made by an error.
    Unsupported { drop: u32, charge: u32 },
    /// `in` with a constant list: membership costs nothing.
    InConstant,
    /// Takes the range of a loop; goes on at `end` where it is an error or nothing to loop over.
    Range { two_variables: bool, end: u32 },
    /// Takes the value of a variable.
    Store { slot: u32 },
    /// Sets the loop's variables to the next element, or leaves the loop.
    Next { first: u32, second: u32, done: u32 },
    /// Takes the condition of a loop; leaves it where that is false.
    LoopCondition { done: u32 },
    /// Takes the condition of a filter; takes the next element where it does not hold.
    Filter { accumulator: u32, next: u32 },
    /// Appends the value on top to the accumulator; takes the next element.
    Append {
        accumulator: u32,
        charge: u32,
        next: u32,
    },
    /// Inserts the top values into the accumulator; takes the next element.
    Insert { accumulator: u32, count: u32, next: u32 },
    /// Ends a loop.
    EndLoop,
}

/// How a member is looked up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Step {
    /// Written with `?`: what is absent is no error.
    pub(super) optional: bool,
    /// The first step of a chain, where an optional is looked into.
    pub(super) first: bool,
    /// `has(…)`: only presence is asked for.
    pub(super) test: bool,
}

/// A variable that is none.
pub(super) const NO_SLOT: u32 = u32::MAX;
/// No element is optional.
pub(super) const NONE_OPTIONAL: u32 = u32::MAX;

/// A constant, independent of any object.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Constant {
    Literal(Plain),
    List(Vec<Constant>),
    Map(Vec<(Constant, Constant)>),
    /// `conversion(constant)`, computed when it is first needed.
    Conversion(Function, Box<Constant>),
    Type(String),
}

/// A literal with its text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Plain {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(f64),
    String(String),
    Bytes(Vec<u8>),
}

/// A call.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub(super) function: Function,
    pub(super) args: u32,
    pub(super) overload: Option<&'static str>,
    pub(super) regex: Option<Result<regex::Regex, String>>,
}

/// An expression, planned.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) ops: Vec<Op>,
    pub(super) constants: Vec<Constant>,
    pub(super) names: Vec<String>,
    pub(super) sites: Vec<Site>,
    /// For lists and maps with optional elements: which are.
    pub(super) optional: Vec<Vec<u32>>,
    /// How many variables there are, those of the environment first.
    pub(super) slots: u32,
}

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
    Enter(String, u32),
    /// The last of them go out of scope.
    Leave(usize),
}

struct Planner<'c> {
    checked: &'c Checked<'c>,
    ast: &'c Ast,
    plan: Plan,
    scope: Vec<(String, u32)>,
    tasks: Vec<Task>,
    /// The operation that each label stands at.
    labels: Vec<u32>,
}

/// Plans an expression over the named variables, which take the first slots.
pub(super) fn plan(checked: &Checked<'_>, variables: &[&str]) -> Plan {
    let mut planner = Planner {
        checked,
        ast: checked.ast(),
        plan: Plan::default(),
        scope: Vec::new(),
        tasks: Vec::new(),
        labels: Vec::new(),
    };
    for name in variables {
        let slot = planner.slot();
        planner.scope.push(((*name).to_owned(), slot));
    }
    planner.tasks.extend(checked.ast().root().map(Task::Whole));
    planner.run();
    planner.plan
}

impl<'c> Planner<'c> {
    fn run(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Whole(node) => self.node(node, 1),
                Task::Part(node) => self.node(node, 0),
                Task::Op(op) => self.plan.ops.push(op),
                Task::Label(label) => {
                    let here = count(self.plan.ops.len());
                    if let Some(place) = self.labels.get_mut(label as usize) {
                        *place = here;
                    }
                }
                Task::Enter(name, slot) => self.scope.push((name, slot)),
                Task::Leave(names) => self.scope.truncate(self.scope.len().saturating_sub(names)),
            }
        }
        let labels = &self.labels;
        let place = |label: &mut u32| *label = labels.get(*label as usize).copied().unwrap_or(u32::MAX);
        for op in &mut self.plan.ops {
            match op {
                Op::SkipIndex { to }
                | Op::StopOnError { to, .. }
                | Op::AndLeft { to }
                | Op::OrLeft { to }
                | Op::OptionalLeft { to, .. }
                | Op::Jump { to } => place(to),
                Op::Branch { else_, end } => {
                    place(else_);
                    place(end);
                }
                Op::Range { end, .. } => place(end),
                Op::Next { done, .. } | Op::LoopCondition { done } => place(done),
                Op::Filter { next, .. } | Op::Append { next, .. } | Op::Insert { next, .. } => place(next),
                _ => {}
            }
        }
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

    /// `base` is what a plain attribute costs beside its selections.
    fn node(&mut self, node: NodeId, base: u32) {
        if let Some(constant) = self.fold(node, 0) {
            let op = self.constant(constant);
            self.plan.ops.push(op);
            return;
        }
        match self.ast.kind(node) {
            Kind::Unspecified | Kind::Literal(_) => {
                self.plan.ops.push(Op::Unsupported { drop: 0, charge: 0 })
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
                    ("_&&_", [left, right]) => self.junction(*left, *right, true),
                    ("_||_", [left, right]) => self.junction(*left, *right, false),
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
                self.aggregate(&parts, 30, optional, |optional| Op::Map {
                    count: total,
                    optional,
                });
            }
            Kind::Struct { .. } => self.plan.ops.push(Op::Unsupported { drop: 0, charge: 40 }),
            Kind::Comprehension(id) => {
                if let Some(comprehension) = self.ast.comprehension(id).copied() {
                    self.comprehension(&comprehension);
                }
            }
        }
    }

    fn list(&mut self, elements: &[NodeId], optional: Vec<u32>) {
        let total = count(elements.len());
        self.aggregate(elements, 10, optional, |optional| Op::List {
            count: total,
            optional,
        });
    }

    /// The first part that is an error is the result.
    fn aggregate(&mut self, parts: &[NodeId], charge: u32, optional: Vec<u32>, make: impl FnOnce(u32) -> Op) {
        let optional = if optional.is_empty() {
            NONE_OPTIONAL
        } else {
            self.plan.optional.push(optional);
            count(self.plan.optional.len() - 1)
        };
        let to = self.label();
        let mut tasks = Vec::new();
        for (below, part) in parts.iter().enumerate() {
            tasks.push(Task::Whole(*part));
            if self.may_fail(*part) {
                tasks.push(Task::Op(Op::StopOnError {
                    below: count(below),
                    charge,
                    to,
                }));
            }
        }
        tasks.push(Task::Op(make(optional)));
        tasks.push(Task::Label(to));
        self.then(tasks);
    }

    /// Whether an expression may be an error; literals are not.
    fn may_fail(&self, node: NodeId) -> bool {
        !matches!(self.ast.kind(node), Kind::Literal(_))
    }

    fn junction(&mut self, left: NodeId, right: NodeId, is_and: bool) {
        let to = self.label();
        let (first, second) = if is_and {
            (Op::AndLeft { to }, Op::AndRight)
        } else {
            (Op::OrLeft { to }, Op::OrRight)
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
        self.then(vec![
            Task::Whole(condition),
            Task::Op(Op::Branch { else_, end }),
            Task::Part(yes),
            Task::Op(Op::Jump { to: end }),
            Task::Label(else_),
            Task::Part(no),
            Task::Label(end),
        ]);
    }

    /// A chain of selections and indexes from the value that it begins with.
    fn chain(&mut self, node: NodeId, base: u32) {
        let mut steps: Vec<(NodeId, Step)> = Vec::new();
        let mut here = node;
        // From the last step back to what the chain begins with.
        loop {
            match self.ast.kind(here) {
                Kind::Select {
                    operand, test_only, ..
                } => {
                    steps.push((
                        here,
                        Step {
                            test: test_only,
                            ..Step::default()
                        },
                    ));
                    here = operand;
                }
                Kind::Call {
                    function,
                    target: None,
                    args,
                } => {
                    let optional = match self.ast.text(function) {
                        "_[_]" => false,
                        "_?._" | "_[?_]" => true,
                        _ => break,
                    };
                    let Some(operand) = self.ast.nodes(args).first() else {
                        break;
                    };
                    steps.push((
                        here,
                        Step {
                            optional,
                            ..Step::default()
                        },
                    ));
                    here = *operand;
                }
                _ => break,
            }
            if self.fold(here, 0).is_some() {
                break;
            }
        }
        steps.reverse();
        if let Some((_, step)) = steps.first_mut() {
            step.first = true;
        }
        let is_test = steps.last().is_some_and(|(_, step)| step.test);
        let base = if is_test { 0 } else { base };
        let mut tasks = Vec::new();
        match self.variable(here) {
            Some(slot) => tasks.push(Task::Op(Op::Variable { slot, charge: base })),
            // The branches of a conditional are attributes themselves.
            None if self.is_conditional(here) => tasks.push(Task::Whole(here)),
            None => {
                tasks.push(Task::Whole(here));
                if base > 0 {
                    tasks.push(Task::Op(Op::Charge(base)));
                }
            }
        }
        for (node, step) in steps {
            match self.ast.kind(node) {
                Kind::Select { field, .. } => {
                    let name = self.ast.text(field).to_owned();
                    let name = self.name(&name);
                    tasks.push(Task::Op(Op::Select { name, step }));
                }
                Kind::Call { function, args, .. } => {
                    let Some(&index) = self.ast.nodes(args).get(1) else {
                        continue;
                    };
                    if self.ast.text(function) == "_?._"
                        && let Some(name) = self.ast.string_literal(index)
                    {
                        let name = self.name(&name.to_owned());
                        tasks.push(Task::Op(Op::Select { name, step }));
                        continue;
                    }
                    let to = self.label();
                    tasks.push(Task::Op(Op::SkipIndex { to }));
                    tasks.push(if self.is_attribute(index) {
                        Task::Part(index)
                    } else {
                        Task::Whole(index)
                    });
                    tasks.push(Task::Op(Op::Index { step }));
                    tasks.push(Task::Label(to));
                }
                _ => {}
            }
        }
        self.then(tasks);
    }

    /// The slot of a node that is a variable.
    fn variable(&self, node: NodeId) -> Option<u32> {
        let Kind::Ident(name) = self.ast.kind(node) else {
            return None;
        };
        let name = self.ast.text(name);
        let name = name.strip_prefix('.').unwrap_or(name);
        self.scope
            .iter()
            .rev()
            .find(|(known, _)| known == name)
            .map(|(_, slot)| *slot)
    }

    fn is_conditional(&self, node: NodeId) -> bool {
        matches!(self.ast.kind(node), Kind::Call { function, .. } if self.ast.text(function) == "_?_:_")
    }

    /// Whether cel-go resolves a node as an attribute: a variable, a chain or a conditional.
    fn is_attribute(&self, node: NodeId) -> bool {
        match self.ast.kind(node) {
            Kind::Ident(_) => self.variable(node).is_some(),
            Kind::Select { test_only, .. } => !test_only,
            Kind::Call {
                function,
                target: None,
                ..
            } => {
                matches!(self.ast.text(function), "_[_]" | "_?._" | "_[?_]" | "_?_:_")
            }
            _ => false,
        }
    }

    fn call(&mut self, node: NodeId, name: &str, args: &[NodeId]) {
        let Some(function) = Function::named(name) else {
            self.plan.ops.push(Op::Unsupported { drop: 0, charge: 1 });
            return;
        };
        let overload = match self.checked.reference(node) {
            Reference::Call([only]) => Some(only.id),
            _ => None,
        };
        if function == Function::In
            && overload == Some("in_list")
            && let [value, list] = args
            && let Some(constant @ Constant::List(_)) = self.fold(*list, 0)
            && is_plain_list(&constant)
            && matches!(self.ast.kind(*list), Kind::List { .. })
        {
            let value = *value;
            if matches!(&constant, Constant::List(items) if items.is_empty()) {
                let never = self.constant(Constant::Literal(Plain::Bool(false)));
                self.plan.ops.push(never);
                return;
            }
            let list = self.constant(constant);
            self.then(vec![Task::Whole(value), Task::Op(list), Task::Op(Op::InConstant)]);
            return;
        }
        let is_regex = matches!(function, Function::Matches | Function::Find | Function::FindAll);
        let regex = match args.get(1) {
            Some(pattern) if is_regex => self.ast.string_literal(*pattern).map(regexes::compile),
            _ => None,
        };
        // These are left at the first argument that is an error, without being charged.
        let stops = args.len() >= 3 || regex.is_some() || function == Function::Format;
        self.plan.sites.push(Site {
            function,
            args: count(args.len()),
            overload,
            regex,
        });
        let site = count(self.plan.sites.len() - 1);
        let to = self.label();
        let mut tasks = Vec::new();
        for (below, arg) in args.iter().enumerate() {
            tasks.push(Task::Whole(*arg));
            if stops && self.may_fail(*arg) {
                tasks.push(Task::Op(Op::StopOnError {
                    below: count(below),
                    charge: 0,
                    to,
                }));
            }
        }
        tasks.push(Task::Op(Op::Call(site)));
        tasks.push(Task::Label(to));
        self.then(tasks);
    }

    fn comprehension(&mut self, loop_: &Comprehension) {
        let name = |text| self.ast.text(text).to_owned();
        let (first_name, accumulator_name) = (name(loop_.iter_var), name(loop_.accu_var));
        let second_name = loop_.iter_var2.map(name);
        let accumulator = self.slot();
        let first = self.slot();
        let second = if second_name.is_some() {
            self.slot()
        } else {
            NO_SLOT
        };
        let (next, done, end) = (self.label(), self.label(), self.label());
        let mut tasks = vec![
            Task::Whole(loop_.iter_range),
            Task::Op(Op::Range {
                two_variables: second_name.is_some(),
                end,
            }),
            Task::Whole(loop_.accu_init),
            Task::Op(Op::Store { slot: accumulator }),
            Task::Enter(accumulator_name.clone(), accumulator),
            Task::Enter(first_name, first),
        ];
        let inner = 1 + usize::from(second_name.is_some());
        tasks.extend(second_name.map(|name| Task::Enter(name, second)));
        tasks.push(Task::Label(next));
        tasks.push(Task::Op(Op::Next { first, second, done }));
        if !matches!(self.ast.kind(loop_.loop_cond), Kind::Literal(Literal::Bool(true))) {
            tasks.push(Task::Whole(loop_.loop_cond));
            tasks.push(Task::Op(Op::LoopCondition { done }));
        }
        let (filter, step) = self.filter_of(loop_.loop_step, &accumulator_name);
        if let Some(grow) = self.growth(step, &accumulator_name, accumulator, next) {
            if let Some(filter) = filter {
                tasks.push(Task::Whole(filter));
                tasks.push(Task::Op(Op::Filter { accumulator, next }));
            }
            tasks.extend(grow);
        } else {
            tasks.push(Task::Whole(loop_.loop_step));
            tasks.push(Task::Op(Op::Store { slot: accumulator }));
            tasks.push(Task::Op(Op::Jump { to: next }));
        }
        tasks.extend([
            Task::Label(done),
            Task::Op(Op::EndLoop),
            Task::Leave(inner),
            Task::Whole(loop_.result),
            Task::Leave(1),
            Task::Label(end),
        ]);
        self.then(tasks);
    }

    /// The filter and the step of `filter ? step : accumulator`.
    fn filter_of(&self, step: NodeId, accumulator: &str) -> (Option<NodeId>, NodeId) {
        if let Kind::Call { function, args, .. } = self.ast.kind(step)
            && self.ast.text(function) == "_?_:_"
            && let [condition, yes, no] = self.ast.nodes(args)
            && self.is_named(*no, accumulator)
        {
            return (Some(*condition), *yes);
        }
        (None, step)
    }

    fn is_named(&self, node: NodeId, name: &str) -> bool {
        matches!(self.ast.kind(node), Kind::Ident(text) if self.ast.text(text) == name)
    }

    /// The tasks of a step that makes the accumulated list or map grow: they do it in place. The charges are those of
    /// `accumulator + [element]` and of the insertion.
    fn growth(
        &mut self,
        step: NodeId,
        accumulator_name: &str,
        accumulator: u32,
        next: u32,
    ) -> Option<Vec<Task>> {
        let Kind::Call { function, args, .. } = self.ast.kind(step) else {
            return None;
        };
        let args = self.ast.nodes(args);
        match (self.ast.text(function), args) {
            ("_+_", [so_far, added]) if self.is_named(*so_far, accumulator_name) => {
                let Kind::List { elements, optional } = self.ast.kind(*added) else {
                    return None;
                };
                let [element] = self.ast.nodes(elements) else {
                    return None;
                };
                if !self.ast.optional_indices(optional).is_empty() {
                    return None;
                }
                let list = if self.fold(*added, 0).is_some() { 0 } else { 10 };
                Some(vec![
                    Task::Whole(*element),
                    Task::Op(Op::Append {
                        accumulator,
                        charge: 2 + list,
                        next,
                    }),
                ])
            }
            ("cel.@mapInsert", [so_far, added @ ..]) if self.is_named(*so_far, accumulator_name) => {
                let mut tasks: Vec<Task> = added.iter().map(|part| Task::Whole(*part)).collect();
                tasks.push(Task::Op(Op::Insert {
                    accumulator,
                    count: count(added.len()),
                    next,
                }));
                Some(tasks)
            }
            _ => None,
        }
    }

    /// The constant that a node is (RTC-04): literals, lists and maps of them, conversions of them, names of types.
    fn fold(&self, node: NodeId, depth: u32) -> Option<Constant> {
        /// Deeper literals are planned as expressions.
        const DEEPEST: u32 = 100;
        if depth > DEEPEST {
            return None;
        }
        match self.ast.kind(node) {
            Kind::Literal(literal) => Some(Constant::Literal(self.plain(literal))),
            Kind::Ident(name) if self.variable(node).is_none() => {
                let is_type = matches!(self.checked.type_of(node), Type::Type(_));
                is_type.then(|| Constant::Type(self.ast.text(name).to_owned()))
            }
            Kind::List { elements, optional } if optional.is_empty() => {
                let elements = self.ast.nodes(elements).iter();
                elements
                    .map(|node| self.fold(*node, depth + 1))
                    .collect::<Option<_>>()
                    .map(Constant::List)
            }
            Kind::Map(entries) => {
                let entries = self.ast.entries(entries).iter().map(|entry| match entry.key {
                    EntryKey::Expr(key) if !entry.optional => {
                        Some((self.fold(key, depth + 1)?, self.fold(entry.value, depth + 1)?))
                    }
                    _ => None,
                });
                entries.collect::<Option<_>>().map(Constant::Map)
            }
            Kind::Call {
                function,
                target: None,
                args,
            } => {
                let function = Function::named(self.ast.text(function))?;
                let [value] = self.ast.nodes(args) else {
                    return None;
                };
                let is_conversion = matches!(
                    function,
                    Function::Bool
                        | Function::Bytes
                        | Function::Double
                        | Function::Duration
                        | Function::Dyn
                        | Function::Int
                        | Function::String
                        | Function::Timestamp
                        | Function::Type
                        | Function::Uint
                );
                if !is_conversion {
                    return None;
                }
                Some(Constant::Conversion(
                    function,
                    Box::new(self.fold(*value, depth + 1)?),
                ))
            }
            _ => None,
        }
    }

    fn plain(&self, literal: Literal) -> Plain {
        match literal {
            Literal::Null => Plain::Null,
            Literal::Bool(value) => Plain::Bool(value),
            Literal::Int(value) => Plain::Int(value),
            Literal::Uint(value) => Plain::Uint(value),
            Literal::Double(value) => Plain::Double(value),
            Literal::String(text) => Plain::String(self.ast.text(text).to_owned()),
            Literal::Bytes(blob) => Plain::Bytes(self.ast.bytes(blob).to_owned()),
        }
    }
}

/// Whether `in` with this list is a look-up in a set: primitives other than bytes.
fn is_plain_list(list: &Constant) -> bool {
    let Constant::List(items) = list else { return false };
    items.iter().all(|item| {
        matches!(
            item,
            Constant::Literal(
                Plain::Bool(_) | Plain::Int(_) | Plain::Uint(_) | Plain::Double(_) | Plain::String(_)
            )
        )
    })
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
