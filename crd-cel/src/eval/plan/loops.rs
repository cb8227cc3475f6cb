//! Plans comprehensions: the loops that macros such as `all`, `map` and `transformMap` expand to, recognized by their parts.

use super::ExprPlanner;
use crate::ast::{Comprehension, ComprehensionId, Kind, Literal, NodeId};
use crate::eval::cost::LIST;
use crate::eval::node::{
    Binding, BindingTime, Constant, EvalNode, LoopNode, LoopRange, LoopVariables, VariableRef,
};

/// The first server that computes a bound value when it is first read.
const LAZY_SINCE: u8 = 32;

impl<'c> ExprPlanner<'c> {
    pub(super) fn comprehension(&mut self, node: NodeId, id: ComprehensionId) -> EvalNode {
        let Some(loop_) = self.ast.comprehension(id) else {
            return EvalNode::Unsupported { charge: 0 };
        };
        match self.ast.kind(loop_.iter_range) {
            Kind::List { elements, .. } if elements.is_empty() => self.binding(loop_),
            _ => self.loop_over(node, loop_),
        }
    }

    fn loop_over(&mut self, node: NodeId, loop_: &Comprehension) -> EvalNode {
        let range = self.range(loop_.iter_range);
        let before = self.scope.len();
        self.scope.push(self.ast.text(loop_.iter_var).to_owned());
        if let Some(second) = loop_.iter_var2 {
            self.scope.push(self.ast.text(second).to_owned());
        }
        self.loops += 1;
        let planned = Box::new(LoopNode {
            range,
            variables: match loop_.iter_var2 {
                None => LoopVariables::One,
                Some(_) => LoopVariables::Two,
            },
            condition: None,
            element: None,
            list_cost: 0,
            entry: self.entry(node),
        });
        let planned = self.body(loop_, planned);
        self.loops -= 1;
        self.scope.truncate(before);
        planned.unwrap_or(EvalNode::Unsupported { charge: 0 })
    }

    /// Plans a loop over an empty list, which binds its accumulator to a value: the expansion of `optMap`.
    fn binding(&mut self, loop_: &Comprehension) -> EvalNode {
        let init = self.node(loop_.accu_init, 1);
        self.scope.push(self.ast.text(loop_.accu_var).to_owned());
        let body = self.node(loop_.result, 1);
        self.scope.pop();
        EvalNode::Bind(Box::new(Binding {
            init,
            body,
            computed: if self.server >= LAZY_SINCE {
                BindingTime::Lazily
            } else {
                BindingTime::Eagerly
            },
        }))
    }

    fn range(&mut self, node: NodeId) -> LoopRange {
        if let Some(Constant::List(constants)) = self.fold(node, 0)
            && (self.loops == 0 || constants.iter().all(Constant::is_scalar))
        {
            return LoopRange::Constants(constants);
        }
        match self.ast.kind(node) {
            // If parts are recorded, the list itself is recorded, too.
            Kind::List { elements, optional }
                if optional.is_empty() && self.outline.is_none() && self.fold(node, 0).is_none() =>
            {
                LoopRange::Elements(self.nodes(self.ast.nodes(elements)))
            }
            _ => LoopRange::Of(self.node(node, 1)),
        }
    }

    /// Plans the loop of a macro whose range and variables are already planned.
    fn body(&mut self, loop_: &Comprehension, mut planned: Box<LoopNode>) -> Option<EvalNode> {
        let accumulator = self.ast.text(loop_.accu_var);
        if let Some(value) = self.decided_by(loop_.loop_cond, accumulator) {
            let (_, [_, condition]) = self.function(loop_.loop_step)? else {
                return None;
            };
            planned.condition = Some(self.node(*condition, 1));
            return Some(EvalNode::Decided {
                value,
                loop_: planned,
            });
        }
        let (filter, step) = self.filter_of(loop_.loop_step, accumulator);
        if let Some(filter) = filter {
            planned.condition = Some(self.node(filter, 1));
        }
        match self.function(step)? {
            ("_+_", [_, _]) if matches!(self.ast.kind(loop_.accu_init), Kind::Literal(Literal::Int(0))) => {
                Some(EvalNode::One(planned))
            }
            ("_+_", [_, list]) => self.collecting(planned, *list),
            ("cel.@mapInsert", [_, added @ ..]) => Some(EvalNode::Insert {
                added: self.nodes(added),
                loop_: planned,
            }),
            _ => None,
        }
    }

    /// Plans a loop that appends `list`, of one element, to its accumulator.
    fn collecting(&mut self, mut planned: Box<LoopNode>, list: NodeId) -> Option<EvalNode> {
        let Kind::List { elements, .. } = self.ast.kind(list) else {
            return None;
        };
        let [element] = self.ast.nodes(elements) else {
            return None;
        };
        planned.list_cost = if self.fold(list, 0).is_some() { 0 } else { LIST };
        // `filter` keeps the element itself, unchanged.
        planned.element = match self.node(*element, 1) {
            EvalNode::Variable {
                variable: VariableRef::Local(0),
                ..
            } => None,
            element => Some(element),
        };
        Some(EvalNode::Collect(planned))
    }

    /// Returns the filter and the step of `filter ? step : accumulator`.
    fn filter_of(&self, step: NodeId, accumulator: &str) -> (Option<NodeId>, NodeId) {
        match self.function(step) {
            Some(("_?_:_", [condition, yes, no])) if self.is_named(*no, accumulator) => {
                (Some(*condition), *yes)
            }
            _ => (None, step),
        }
    }

    /// Returns the value of the accumulator that ends a loop with this condition:
    /// `@not_strictly_false(accumulator)` or `@not_strictly_false(!accumulator)`.
    fn decided_by(&self, condition: NodeId, accumulator: &str) -> Option<bool> {
        let ("@not_strictly_false", [inside]) = self.function(condition)? else {
            return None;
        };
        if self.is_named(*inside, accumulator) {
            return Some(false);
        }
        match self.function(*inside)? {
            ("!_", [negated]) if self.is_named(*negated, accumulator) => Some(true),
            _ => None,
        }
    }

    /// Returns the name and the arguments of a call.
    fn function(&self, node: NodeId) -> Option<(&'c str, &'c [NodeId])> {
        let ast = self.ast;
        match ast.kind(node) {
            Kind::Call { function, args, .. } => Some((ast.text(function), ast.nodes(args))),
            _ => None,
        }
    }

    fn is_named(&self, node: NodeId, name: &str) -> bool {
        matches!(self.ast.kind(node), Kind::Ident(text) if self.ast.text(text) == name)
    }
}
