//! Plans chains of selections and indexes, such as `self.spec.ports[i].name`.
//!
//! ```text
//! self.ports[i].?name
//!
//! Variable self             charge 1
//! Select ports              charge 1
//! SkipIndex                 an error or an empty optional leaves the index out
//! Variable i                charge 0: a plain attribute as an index
//! Index                     charge 1
//! Select name, optional     charge 1 if it is there
//! ```

use super::op::{Op, Step};
use super::{Planner, Task};
use crate::ast::{Kind, NodeId};

impl Planner<'_> {
    /// A chain of selections and indexes from the value that it begins with.
    pub(super) fn chain(&mut self, node: NodeId, base: u32) {
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
        let begins_with_variable = self.variable(here).is_some();
        if self.is_absolute(here) {
            for (_, step) in &mut steps {
                step.free = true;
            }
        }
        if let Some((_, step)) = steps.first_mut() {
            step.first = true;
            step.of_variable = begins_with_variable;
        }
        if let Some((_, step)) = steps.last_mut() {
            step.last = !self.extended.contains(&node);
            step.qualifier = step.last && self.qualifiers.contains(&node);
        }
        for branch in self.branches(here) {
            self.extended.insert(branch);
        }
        let is_test = steps.last().is_some_and(|(_, step)| step.test);
        let is_free = is_test || self.variable(here).is_none() && self.is_conditional(here);
        let whole = if is_free { 0 } else { base };
        // The server charges for the whole chain when it is resolved: what stops an index stops before that.
        let is_late = steps.iter().any(|(node, _)| self.has_computed_index(*node));
        let (base, late) = if is_late { (0, whole) } else { (whole, 0) };
        let mut tasks = Vec::new();
        match self.variable(here) {
            Some(variable) => {
                let slot = variable.slot;
                if let Some(init) = variable.init {
                    tasks.push(Task::Op(Op::Force { slot, init }));
                }
                tasks.push(Task::Op(Op::Variable { slot, charge: base }));
                tasks.extend(self.record(here));
            }
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
                    tasks.extend(self.record(node));
                }
                Kind::Call { function, args, .. } => {
                    let Some(&index) = self.ast.nodes(args).get(1) else {
                        continue;
                    };
                    if self.ast.text(function) == "_?._"
                        && let Some(name) = self.ast.string_literal(index)
                    {
                        let name = self.name(name);
                        tasks.push(Task::Op(Op::Select { name, step }));
                        tasks.extend(self.record(node));
                        continue;
                    }
                    let to = self.label();
                    tasks.push(Task::Op(Op::SkipIndex { to }));
                    tasks.push(if self.is_attribute(index) {
                        self.qualifiers.insert(index);
                        for branch in self.branches(index) {
                            self.qualifiers.insert(branch);
                        }
                        Task::Part(index)
                    } else {
                        Task::Whole(index)
                    });
                    let by_variable = self.variable(index).is_some();
                    let step = Step { by_variable, ..step };
                    tasks.push(Task::Op(Op::Index { step }));
                    tasks.push(Task::Label(to));
                    tasks.extend(self.record(node));
                }
                _ => {}
            }
        }
        if late > 0 {
            tasks.push(Task::Op(Op::Charge(late)));
        }
        self.then(tasks);
    }

    /// The branches of a conditional, and of those inside of it.
    fn branches(&self, node: NodeId) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if let Kind::Call { args, .. } = self.ast.kind(node)
                && self.is_conditional(node)
            {
                let branches = self.ast.nodes(args).get(1..).unwrap_or_default();
                open.extend(branches);
                found.extend(branches);
            }
        }
        found
    }

    /// Whether a step has an index that is more than a constant or the selections on a variable.
    fn has_computed_index(&self, step: NodeId) -> bool {
        let Kind::Call { args, .. } = self.ast.kind(step) else {
            return false;
        };
        let Some(mut index) = self.ast.nodes(args).get(1).copied() else {
            return false;
        };
        while let Kind::Select { operand, .. } = self.ast.kind(index) {
            index = operand;
        }
        !matches!(self.ast.kind(index), Kind::Literal(_) | Kind::Ident(_))
    }

    /// Whether a node is a name with a point before it, which the checker left there.
    pub(super) fn is_absolute(&self, node: NodeId) -> bool {
        matches!(self.ast.kind(node), Kind::Ident(name) if self.ast.text(name).starts_with('.'))
    }

    pub(super) fn is_conditional(&self, node: NodeId) -> bool {
        matches!(self.ast.kind(node), Kind::Call { function, .. } if self.ast.text(function) == "_?_:_")
    }

    /// Whether cel-go resolves a node as an attribute: a variable, a chain or a conditional.
    pub(super) fn is_attribute(&self, node: NodeId) -> bool {
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
}
