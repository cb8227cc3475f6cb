//! Plans comprehensions: the loops that macros such as `all`, `map` and `transformMap` expand to.
//!
//! ```text
//! self.ports.map(p, p.name)
//!
//! 0  Variable self
//! 1  Select ports
//! 2  Range → 10             an error, or no list or map, ends here
//! 3  List of 0              the accumulator
//! 4  Bind                   each run of the loop makes a list of its own
//! 5  Next → 9               sets `p`
//! 6  Variable p
//! 7  Select name
//! 8  Append → 5             `accumulator + [element]`, in place
//! 9  EndLoop, Variable accumulator
//! 10
//! ```

use super::op::{NO_SLOT, Op, Variables};
use super::{Planner, Task, Variable, count};
use crate::ast::{Comprehension, Kind, Literal, NodeId};

/// The first server that computes a bound value when it is first read.
const LAZY_SINCE: u8 = 32;

fn enter(name: String, slot: u32) -> Task {
    Task::Enter(Variable {
        name,
        slot,
        init: None,
    })
}

impl Planner<'_> {
    pub(super) fn comprehension(&mut self, node: NodeId, loop_: &Comprehension) {
        let name = |text| self.ast.text(text).to_owned();
        let (first_name, accumulator_name) = (name(loop_.iter_var), name(loop_.accu_var));
        let second_name = loop_.iter_var2.map(name);
        let is_binding =
            matches!(self.ast.kind(loop_.iter_range), Kind::List { elements, .. } if elements.is_empty());
        if is_binding && self.server >= LAZY_SINCE {
            self.binding(accumulator_name, loop_);
            return;
        }
        let is_collecting = matches!(self.ast.kind(loop_.accu_init), Kind::List { .. } | Kind::Map(_));
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
                variables: match second_name {
                    None => Variables::One,
                    Some(_) => Variables::Two,
                },
                end,
            }),
            Task::Whole(loop_.accu_init),
            Task::Op(if is_binding || is_collecting {
                Op::Bind { slot: accumulator }
            } else {
                Op::Store { slot: accumulator }
            }),
            enter(accumulator_name.clone(), accumulator),
            enter(first_name, first),
        ];
        let inner = 1 + usize::from(second_name.is_some());
        tasks.extend(second_name.map(|name| enter(name, second)));
        tasks.push(Task::Label(next));
        tasks.push(Task::Op(Op::Next { first, second, done }));
        if !matches!(self.ast.kind(loop_.loop_cond), Kind::Literal(Literal::Bool(true))) {
            if let Some((value, charge)) = self.decided_by(loop_.loop_cond, &accumulator_name) {
                tasks.push(Task::Op(Op::Until {
                    slot: accumulator,
                    value,
                    charge,
                    done,
                }));
            } else {
                tasks.push(Task::Whole(loop_.loop_cond));
                tasks.push(Task::Op(Op::LoopCondition { done }));
            }
        }
        tasks.extend(
            self.entry(node)
                .map(|entry| Task::Op(Op::RecordNext { entry, first, second })),
        );
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

    /// A loop over nothing, which binds its accumulator to a value: what `optMap` expands to. The value is computed when
    /// it is first read.
    fn binding(&mut self, name: String, loop_: &Comprehension) {
        let slot = self.slot();
        let (init, over) = (self.label(), self.label());
        self.then(vec![
            Task::Op(Op::Jump { to: over }),
            Task::Label(init),
            Task::Whole(loop_.accu_init),
            Task::Op(Op::Forced { slot }),
            Task::Label(over),
            Task::Op(Op::Unset { slot }),
            Task::Enter(Variable {
                name,
                slot,
                init: Some(init),
            }),
            Task::Whole(loop_.result),
            Task::Leave(1),
        ]);
    }

    /// The filter and the step of `filter ? step : accumulator`.
    pub(super) fn filter_of(&self, step: NodeId, accumulator: &str) -> (Option<NodeId>, NodeId) {
        if let Kind::Call { function, args, .. } = self.ast.kind(step)
            && self.ast.text(function) == "_?_:_"
            && let [condition, yes, no] = self.ast.nodes(args)
            && self.is_named(*no, accumulator)
        {
            return (Some(*condition), *yes);
        }
        (None, step)
    }

    /// The value of the accumulator that ends a loop with this condition, and what the condition costs:
    /// `@not_strictly_false(accumulator)` and `@not_strictly_false(!accumulator)`.
    pub(super) fn decided_by(&self, condition: NodeId, accumulator: &str) -> Option<(bool, u32)> {
        let inside = self.argument_of(condition, "@not_strictly_false")?;
        if self.is_named(inside, accumulator) {
            return Some((false, 2));
        }
        let negated = self.argument_of(inside, "!_")?;
        self.is_named(negated, accumulator).then_some((true, 3))
    }

    /// The argument of a call of this function.
    fn argument_of(&self, node: NodeId, name: &str) -> Option<NodeId> {
        let Kind::Call { function, args, .. } = self.ast.kind(node) else {
            return None;
        };
        match self.ast.nodes(args) {
            [only] if self.ast.text(function) == name => Some(*only),
            _ => None,
        }
    }

    pub(super) fn is_named(&self, node: NodeId, name: &str) -> bool {
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
                // The accumulator is read before the element, which may stop the run.
                let (mut tasks, mut charge) = (Vec::new(), 2 + list);
                if !self.is_attribute(*element) && self.may_fail(*element) {
                    tasks.push(Task::Op(Op::Charge(1)));
                    charge -= 1;
                }
                tasks.push(Task::Whole(*element));
                tasks.push(Task::Op(Op::Append {
                    accumulator,
                    charge,
                    next,
                }));
                Some(tasks)
            }
            ("cel.@mapInsert", [so_far, added @ ..]) if self.is_named(*so_far, accumulator_name) => {
                let mut tasks = Vec::new();
                // A call of three arguments is left at the first that is an error.
                if added.len() > 1 {
                    tasks.push(Task::Op(Op::SkipInsert { accumulator, next }));
                }
                tasks.push(Task::Op(Op::Charge(1)));
                tasks.extend(added.iter().map(|part| Task::Whole(*part)));
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
}
