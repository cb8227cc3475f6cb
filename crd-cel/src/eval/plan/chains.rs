//! Plans chains of selections and indexes, such as `self.spec.ports[i].name`.
//!
//! ```text
//! self.ports[i].?name
//!
//! Select .?name             charge 1 if it is there
//!   Index                   charge 1; an error or an empty optional skips the index
//!     Path self.ports       charge 2: the variable and one selection
//!     Variable i            charge 0: a plain attribute as an index
//! ```

use super::{ExprPlanner, is_step};
use crate::ast::{Kind, NodeId};
use crate::eval::node::{
    Asks, ChainStep, EvalNode, OptionalPath, SelectedName, SelectionPath, StepPosition, VariableRef,
};

/// A step of a chain, at its node.
type StepOf = (NodeId, ChainStep);

impl ExprPlanner<'_> {
    /// Plans a chain of selections and indexes, starting with its first operand.
    pub(super) fn chain(&mut self, node: NodeId, base: u64) -> EvalNode {
        let (start, steps) = self.steps(node);
        for branch in self.branches(start) {
            self.extended.insert(branch);
        }
        let variable = self.variable(start);
        let is_conditional = variable.is_none() && self.is_conditional(start);
        let is_test = steps.last().is_some_and(|(_, step)| step.asks == Asks::Presence);
        let whole = if is_test || is_conditional { 0 } else { base };
        // The server charges for the whole chain when it is resolved: an error in an index stops it before that.
        let is_late = steps.iter().any(|(node, _)| self.has_computed_index(*node));
        let (base, late) = if is_late { (0, whole) } else { (whole, 0) };
        let mut rest = steps.as_slice();
        let mut planned = match variable {
            Some(variable) => match self.path(variable, base, &mut rest) {
                Some(path) => path,
                None => {
                    let charge = base;
                    self.recorded(start, EvalNode::Variable { variable, charge })
                }
            },
            None if steps.is_empty() => EvalNode::Unsupported { charge: 0 },
            None => {
                let of = self.node(start, 1);
                charged(of, base)
            }
        };
        for (node, step) in rest {
            let step = self.step(*node, *step, planned);
            planned = self.recorded(*node, step);
        }
        charged(planned, late)
    }

    /// Returns the first operand of a chain, and its steps.
    fn steps(&self, node: NodeId) -> (NodeId, Vec<StepOf>) {
        let mut steps: Vec<StepOf> = Vec::new();
        let mut here = node;
        // From the last step back to the first operand.
        loop {
            let (operand, asks) = match self.ast.kind(here) {
                Kind::Select {
                    operand, test_only, ..
                } if test_only => (Some(operand), Asks::Presence),
                Kind::Select { operand, .. } => (Some(operand), Asks::Member),
                Kind::Call {
                    function,
                    target: None,
                    args,
                } => {
                    let operand = self.ast.nodes(args).first().copied();
                    match self.ast.text(function) {
                        "_[_]" => (operand, Asks::Member),
                        "_?._" | "_[?_]" => (operand, Asks::Optional),
                        _ => break,
                    }
                }
                _ => break,
            };
            let Some(operand) = operand else { break };
            let step = ChainStep {
                asks,
                ..ChainStep::default()
            };
            steps.push((here, step));
            here = operand;
            if self.fold(here, 0).is_some() {
                break;
            }
        }
        steps.reverse();
        if self.is_absolute(here) {
            for (_, step) in &mut steps {
                step.free = true;
            }
        }
        if let Some((_, step)) = steps.first_mut() {
            step.first = true;
            step.of_variable = self.variable(here).is_some();
        }
        if let Some((_, step)) = steps.last_mut()
            && !self.extended.contains(&node)
        {
            step.position = if self.qualifiers.contains(&node) {
                StepPosition::LastOfIndex
            } else {
                StepPosition::Last
            };
        }
        (here, steps)
    }

    /// Plans the plain selections on a variable at the beginning of a chain, and removes them from its steps.
    fn path(&mut self, variable: VariableRef, base: u64, steps: &mut &[StepOf]) -> Option<EvalNode> {
        if self.outline.is_some() {
            return None;
        }
        let is_selection =
            |(node, step): &&StepOf| !step.free && matches!(self.ast.kind(*node), Kind::Select { .. });
        let count = steps.iter().take_while(is_selection).count();
        let (selections, rest) = steps.split_at(count);
        let end = selections.last()?.1;
        *steps = rest;
        let mut names = self.selected(selections).into_iter();
        let path = SelectionPath {
            variable,
            charge: base + count as u64,
            first: names.next()?,
            rest: names.collect(),
            end,
        };
        Some(match end.asks {
            Asks::Presence => EvalNode::Has(path),
            _ => EvalNode::Path(path),
        })
    }

    /// Returns the names that steps select.
    fn selected(&mut self, steps: &[StepOf]) -> Vec<SelectedName> {
        let mut names = Vec::with_capacity(steps.len());
        for (node, _) in steps {
            if let Some(name) = self.selection(*node) {
                names.push(name);
            }
        }
        names
    }

    /// Returns the name that a step selects; `None` for an index.
    fn selection(&mut self, node: NodeId) -> Option<SelectedName> {
        let ast = self.ast;
        match ast.kind(node) {
            Kind::Select { field, .. } => Some(self.name(ast.text(field))),
            Kind::Call { function, args, .. } if ast.text(function) == "_?._" => {
                let name = ast.string_literal(*ast.nodes(args).get(1)?)?;
                Some(self.name(name))
            }
            _ => None,
        }
    }

    /// Plans one step on an operand that is already planned.
    fn step(&mut self, node: NodeId, step: ChainStep, of: EvalNode) -> EvalNode {
        if let Some(name) = self.selection(node) {
            let of = Box::new(of);
            return EvalNode::Select { of, name, step };
        }
        let index = match self.ast.kind(node) {
            Kind::Call { args, .. } => self.ast.nodes(args).get(1).copied(),
            _ => None,
        };
        let Some(index) = index else { return of };
        let planned = if self.is_attribute(index) {
            self.qualifiers.insert(index);
            for branch in self.branches(index) {
                self.qualifiers.insert(branch);
            }
            self.node(index, 0)
        } else {
            self.node(index, 1)
        };
        let by_variable = self.variable(index).is_some();
        EvalNode::Index {
            parts: Box::new([of, planned]),
            step: ChainStep { by_variable, ..step },
        }
    }

    /// Plans a chain of selections on a variable, some of which are written with `?`.
    pub(super) fn optional_path(&mut self, node: NodeId) -> Option<OptionalPath> {
        if self.outline.is_some() || self.fold(node, 0).is_some() {
            return None;
        }
        let (start, steps) = self.steps(node);
        let variable = self.variable(start)?;
        let is_optional = steps.iter().any(|(_, step)| step.asks == Asks::Optional);
        let is_plain = steps
            .iter()
            .all(|(_, step)| step.asks != Asks::Presence && !step.free);
        let names = self.selected(&steps);
        if !is_optional || !is_plain || names.len() != steps.len() {
            return None;
        }
        let steps = names.into_iter().zip(steps).map(|(name, (_, step))| (name, step));
        Some(OptionalPath {
            variable,
            steps: steps.collect(),
        })
    }

    /// Returns the branches of a conditional, including those of nested conditionals.
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

    /// Checks whether a step has an index that is more than a constant or selections on a variable.
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

    /// Checks whether a node is a name with a leading dot, which the checker kept.
    fn is_absolute(&self, node: NodeId) -> bool {
        matches!(self.ast.kind(node), Kind::Ident(name) if self.ast.text(name).starts_with('.'))
    }

    fn is_conditional(&self, node: NodeId) -> bool {
        matches!(self.ast.kind(node), Kind::Call { function, .. } if self.ast.text(function) == "_?_:_")
    }

    /// Checks whether cel-go resolves a node as an attribute: a variable, a chain or a conditional.
    pub(super) fn is_attribute(&self, node: NodeId) -> bool {
        match self.ast.kind(node) {
            Kind::Ident(_) => self.variable(node).is_some(),
            Kind::Select { test_only, .. } => !test_only,
            Kind::Call {
                function,
                target: None,
                ..
            } => is_step(self.ast.text(function)) || self.is_conditional(node),
            _ => false,
        }
    }
}

/// Creates a node that charges after its operand, even if that is an error.
fn charged(of: EvalNode, charge: u64) -> EvalNode {
    match charge {
        0 => of,
        charge => EvalNode::Charged {
            of: Box::new(of),
            charge,
        },
    }
}
