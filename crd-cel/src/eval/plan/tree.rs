//! Plans an expression as a [tree](crate::eval::tree), where each of its parts has a node there.

use super::op::{Constant, Plain};
use super::texts;
use super::{Planner, Variable};
use crate::ast::{Ast, Comprehension, Kind, Literal, NodeId};
use crate::eval::cost;
use crate::eval::function::Function;
use crate::eval::tree::{Loop, Matches, Name, Node, OptionalPath, Path, Place, Planned, Range};
use crate::eval::value::count_chars;
use crate::types::Type;

/// Trees are evaluated recursively; deeper expressions are left to the machine.
const DEEPEST: usize = 48;
/// What appending an element to an accumulated list costs: reading the list and adding to it.
const APPENDING: u64 = 2;
/// What making a list costs.
const LIST: u64 = 10;

/// Plans nodes of a tree.
pub(super) struct TreePlanner<'s, 'c> {
    pub(super) planner: &'s mut Planner<'c>,
    /// How many variables the environment has.
    given: usize,
    /// How many loops are around the node that is planned.
    loops: usize,
    depth: usize,
}

impl<'c> Planner<'c> {
    /// The expression as a tree; `None` if a part of it must be run by the machine.
    pub(super) fn tree(&mut self, root: NodeId) -> Option<Planned> {
        let given = self.scope.len();
        let tree = TreePlanner {
            planner: self,
            given,
            loops: 0,
            depth: 0,
        }
        .node(root, 1);
        self.scope.truncate(given);
        tree.map(|root| Planned {
            root,
            names: std::mem::take(&mut self.names).into(),
        })
    }

    /// The expression, borrowed from what was checked.
    fn ast(&self) -> &'c Ast {
        self.ast
    }
}

impl TreePlanner<'_, '_> {
    pub(super) fn ty(&self, node: NodeId) -> Type {
        self.planner.checked.type_of(node)
    }

    /// Plans a node. `base` is the cost of a plain attribute without its selections.
    fn node(&mut self, node: NodeId, base: u64) -> Option<Node> {
        if self.depth >= DEEPEST || matches!(self.ty(node), Type::Optional(_)) {
            return None;
        }
        self.depth += 1;
        let planned = self.planned(node, base);
        self.depth -= 1;
        planned
    }

    fn boxed(&mut self, node: NodeId) -> Option<Box<Node>> {
        self.node(node, 1).map(Box::new)
    }

    pub(super) fn both(&mut self, left: NodeId, right: NodeId) -> Option<Box<[Node; 2]>> {
        Some(Box::new([self.node(left, 1)?, self.node(right, 1)?]))
    }

    fn planned(&mut self, node: NodeId, base: u64) -> Option<Node> {
        if let Some(constant) = self.planner.fold(node, 0) {
            return match &constant {
                Constant::Literal(_) | Constant::Duration(_) | Constant::Timestamp(_) | Constant::Type(_) => {
                    Some(Node::Constant(constant))
                }
                // It would be built in each iteration.
                Constant::List(_) if self.loops == 0 => Some(Node::Constant(constant)),
                _ => None,
            };
        }
        let ast = self.planner.ast();
        match ast.kind(node) {
            Kind::Ident(_) | Kind::Select { .. } => self.chain(node, base),
            Kind::Call {
                function,
                target,
                args,
            } => {
                let args: Vec<NodeId> = target
                    .into_iter()
                    .chain(ast.nodes(args).iter().copied())
                    .collect();
                match (ast.text(function), &*args) {
                    ("_[_]", [_, _]) => self.chain(node, base),
                    ("_&&_", [left, right]) => self.both(*left, *right).map(Node::And),
                    ("_||_", [left, right]) => self.both(*left, *right).map(Node::Or),
                    ("_?_:_", [condition, yes, no]) => Some(Node::If(Box::new([
                        self.node(*condition, 1)?,
                        self.node(*yes, 0)?,
                        self.node(*no, 0)?,
                    ]))),
                    ("orValue", [left, right]) if target.is_some() => Some(Node::OrValue {
                        path: self.optional_path(*left)?,
                        default: self.boxed(*right)?,
                    }),
                    (name, args) => self.call(node, name, args),
                }
            }
            Kind::List { elements, optional } if optional.is_empty() => {
                self.nodes(ast.nodes(elements)).map(Node::List)
            }
            Kind::Comprehension(id) => {
                let comprehension = *ast.comprehension(id)?;
                self.comprehension(&comprehension)
            }
            _ => None,
        }
    }

    fn nodes(&mut self, nodes: &[NodeId]) -> Option<Vec<Node>> {
        nodes.iter().map(|node| self.node(*node, 1)).collect()
    }

    fn call(&mut self, node: NodeId, name: &str, args: &[NodeId]) -> Option<Node> {
        use Function as F;
        let function = Function::named(name)?;
        if matches!(function, F::NotStrictlyFalse | F::MapInsert) {
            return None;
        }
        if let Some(set) = self.planner.constant_set(node, function, args) {
            let value = self.boxed(*args.first()?)?;
            return Some(Node::In { set, value });
        }
        match args {
            [only] if function == F::Not => return self.boxed(*only).map(Node::Not),
            [only]
                if function == F::Size
                    && matches!(
                        self.ty(*only),
                        Type::String | Type::List(_) | Type::Map(..) | Type::Object(_)
                    ) =>
            {
                return Some(match self.node(*only, 1)? {
                    Node::Loop(loop_) => Node::Count(loop_),
                    of => Node::Size(Box::new(of)),
                });
            }
            [left, right] => {
                if let Some(binary) = self.binary(node, function, [*left, *right]) {
                    return binary;
                }
            }
            _ => {}
        }
        let overload = self.planner.overload(node, function).0;
        if let Some((library, cost)) = self.planner.library_value(function, overload, args) {
            return Some(Node::Known(library, cost));
        }
        let site = self.planner.site(node, function, args);
        if site.is_tracked {
            return None;
        }
        if matches!(function, F::Matches | F::Find | F::FindAll) {
            let regex = site.regex.as_ref()?.as_ref().ok()?;
            if let (F::Matches | F::Find, [text, pattern]) = (function, args)
                && self.ty(*text) == Type::String
                && let Some(Constant::Literal(Plain::String(pattern))) = self.planner.fold(*pattern, 0)
            {
                let is_free =
                    function == F::Matches && cost::is_match_free(site.overload, self.planner.server);
                let matches = Box::new(Matches {
                    regex: regex.clone(),
                    text: self.node(*text, 1)?,
                    quarter: (!is_free).then(|| cost::quarter(count_chars(&pattern) as u64)),
                });
                return Some(match function {
                    F::Find => Node::Find(matches),
                    _ => Node::Matches(matches),
                });
            }
        }
        let args = self.nodes(args)?;
        Some(texts::call(site, args))
    }

    /// A name, which is kept once.
    fn name(&mut self, name: &str) -> Name {
        let names = &mut self.planner.names;
        let start = names.find(name).unwrap_or_else(|| {
            names.push_str(name);
            names.len() - name.len()
        });
        Name::new(start, name.len())
    }

    fn place(&self, variable: &Variable) -> Option<Place> {
        let slot = variable.slot as usize;
        match slot.checked_sub(self.given) {
            None => Some(Place::Given(slot)),
            Some(number) => self.loops.checked_sub(number + 1).map(Place::Loop),
        }
    }

    /// The chain of selections and indexes that ends with a node: the node that it begins with, and the steps.
    fn steps(&self, node: NodeId) -> (NodeId, Vec<NodeId>) {
        let ast = self.planner.ast();
        let (mut here, mut steps) = (node, Vec::new());
        loop {
            let operand = match ast.kind(here) {
                Kind::Select { operand, .. } => Some(operand),
                Kind::Call {
                    function,
                    target: None,
                    args,
                } if matches!(ast.text(function), "_[_]" | "_?._") => ast.nodes(args).first().copied(),
                _ => None,
            };
            let Some(operand) = operand else { break };
            steps.push(here);
            here = operand;
            if self.planner.fold(here, 0).is_some() {
                break;
            }
        }
        steps.reverse();
        (here, steps)
    }

    fn chain(&mut self, node: NodeId, base: u64) -> Option<Node> {
        let ast = self.planner.ast();
        let (here, steps) = self.steps(node);
        let is_test = matches!(ast.kind(node), Kind::Select { test_only: true, .. });
        let start = match self.planner.variable(here) {
            Some(variable) if variable.init.is_some() => return None,
            Some(variable) => Some(self.place(variable)?),
            None => None,
        };
        let is_free = is_test || start.is_none() && self.planner.is_conditional(here);
        let mut due = if is_free { 0 } else { base };
        let mut names: Vec<Name> = Vec::new();
        let mut rest = steps.as_slice();
        if start.is_some() {
            while let [step, others @ ..] = rest
                && let Kind::Select { field, .. } = ast.kind(*step)
            {
                names.push(self.name(ast.text(field)));
                rest = others;
            }
        }
        let charge = due + names.len() as u64;
        let mut names = names.into_iter();
        let mut planned = match (start, names.next()) {
            (Some(place), Some(first)) => {
                let path = Path {
                    place,
                    charge,
                    first,
                    rest: names.collect(),
                };
                due = 0;
                match (is_test, rest) {
                    (true, []) => return Some(Node::Has(path)),
                    _ => Node::Path(path),
                }
            }
            (Some(place), None) => {
                due = 0;
                Node::Variable { place, charge }
            }
            (None, _) if steps.is_empty() => return None,
            (None, _) => self.node(here, 1)?,
        };
        if is_test {
            return None;
        }
        for step in rest {
            let charge = due + 1;
            due = 0;
            planned = match ast.kind(*step) {
                Kind::Select { field, .. } => Node::Select {
                    of: Box::new(planned),
                    name: self.name(ast.text(field)),
                    charge,
                },
                Kind::Call { function, args, .. } if ast.text(function) == "_[_]" => {
                    let index = *ast.nodes(args).get(1)?;
                    let base = u64::from(!self.planner.is_attribute(index));
                    Node::Index {
                        parts: Box::new([planned, self.node(index, base)?]),
                        charge,
                    }
                }
                _ => return None,
            };
        }
        Some(planned)
    }

    /// A chain of selections on a variable of which some are written with `?`.
    fn optional_path(&mut self, node: NodeId) -> Option<OptionalPath> {
        let ast = self.planner.ast();
        let (here, steps) = self.steps(node);
        let variable = self.planner.variable(here)?;
        if variable.init.is_some() {
            return None;
        }
        let place = self.place(variable)?;
        let mut names = Vec::new();
        for step in steps {
            names.push(match ast.kind(step) {
                Kind::Select {
                    field,
                    test_only: false,
                    ..
                } => (self.name(ast.text(field)), false),
                Kind::Call { function, args, .. } if ast.text(function) == "_?._" => {
                    let index = *ast.nodes(args).get(1)?;
                    (self.name(ast.string_literal(index)?), true)
                }
                _ => return None,
            });
        }
        names
            .iter()
            .any(|(_, optional)| *optional)
            .then_some(OptionalPath {
                place,
                charge: 1,
                names,
            })
    }

    fn comprehension(&mut self, loop_: &Comprehension) -> Option<Node> {
        let ast = self.planner.ast();
        if loop_.iter_var2.is_some() {
            return None;
        }
        let range = self.range(loop_.iter_range)?;
        let slot = u32::try_from(self.given + self.loops).ok()?;
        let name = ast.text(loop_.iter_var).to_owned();
        self.planner.scope.push(Variable {
            name,
            slot,
            init: None,
        });
        self.loops += 1;
        let planned = self.body(loop_, range);
        self.loops -= 1;
        self.planner.scope.pop();
        planned
    }

    fn range(&mut self, node: NodeId) -> Option<Range> {
        if let Some(Constant::List(constants)) = self.planner.fold(node, 0) {
            return (!constants.is_empty()).then_some(Range::Constants(constants));
        }
        let ast = self.planner.ast();
        match ast.kind(node) {
            Kind::List { elements, optional } if optional.is_empty() => {
                self.nodes(ast.nodes(elements)).map(Range::Elements)
            }
            _ => self.node(node, 1).map(Range::Of),
        }
    }

    /// The loop that a macro expands to, recognized by its parts.
    fn body(&mut self, loop_: &Comprehension, range: Range) -> Option<Node> {
        let ast = self.planner.ast();
        let accumulator = ast.text(loop_.accu_var);
        let literal = |node| match ast.kind(node) {
            Kind::Literal(literal) => Some(literal),
            _ => None,
        };
        let call = |node| match ast.kind(node) {
            Kind::Call { function, args, .. } => Some((ast.text(function), ast.nodes(args))),
            _ => None,
        };
        let is_plain = self.planner.is_named(loop_.result, accumulator);
        if let Some((value, deciding)) = self.planner.decided_by(loop_.loop_cond, accumulator) {
            let (name, [so_far, condition]) = call(loop_.loop_step)? else {
                return None;
            };
            let fits = is_plain
                && name == if value { "_||_" } else { "_&&_" }
                && literal(loop_.accu_init) == Some(Literal::Bool(!value))
                && self.planner.is_named(*so_far, accumulator);
            let condition = *condition;
            return fits
                .then(|| self.node(condition, 1))
                .flatten()
                .map(|condition| Node::Decided {
                    value,
                    loop_: Box::new(Loop {
                        each: deciding.into(),
                        taken: 1,
                        result: 1,
                        ..Loop::testing(range, condition)
                    }),
                });
        }
        if literal(loop_.loop_cond) != Some(Literal::Bool(true)) {
            return None;
        }
        let (filter, step) = self.planner.filter_of(loop_.loop_step, accumulator);
        let ("_+_", [so_far, added]) = call(step)? else {
            return None;
        };
        if !self.planner.is_named(*so_far, accumulator) {
            return None;
        }
        let added = *added;
        if literal(loop_.accu_init) == Some(Literal::Int(0)) {
            let ("_==_", [count, one]) = call(loop_.result)? else {
                return None;
            };
            let fits = literal(added) == Some(Literal::Int(1))
                && literal(*one) == Some(Literal::Int(1))
                && self.planner.is_named(*count, accumulator);
            let condition = filter.filter(|_| fits)?;
            let condition = self.node(condition, 1)?;
            return Some(Node::One(Box::new(Loop {
                taken: 2,
                result: 2,
                ..Loop::testing(range, condition)
            })));
        }
        let (Kind::List { elements: none, .. }, Kind::List { elements, optional }) =
            (ast.kind(loop_.accu_init), ast.kind(added))
        else {
            return None;
        };
        let (true, true, true, [element]) = (
            is_plain,
            none.is_empty(),
            optional.is_empty(),
            ast.nodes(elements),
        ) else {
            return None;
        };
        let is_constant = self.planner.fold(added, 0).is_some();
        let condition = match filter {
            Some(filter) => Some(self.node(filter, 1)?),
            None => None,
        };
        let element = self.node(*element, 1)?;
        let appending = APPENDING + if is_constant { 0 } else { LIST };
        // `filter` keeps the element itself, as it is.
        let (element, reading) = match element {
            Node::Variable {
                place: Place::Loop(0),
                charge,
            } => (None, charge),
            element => (Some(element), 0),
        };
        Some(Node::Loop(Box::new(Loop {
            range,
            condition,
            element,
            each: 0,
            taken: appending + reading,
            result: 1,
        })))
    }
}
