//! Evaluates the nodes of a tree: values, integers and texts.

use super::direct::text_of;
use super::failures::Failure;
use super::read::Member;
use super::{Node, Planned};
use crate::eval::Run;
use crate::eval::data::DataSchema;
use crate::eval::equal::Equality;
use crate::eval::lib::regexes::Patterns;
use crate::eval::machine::value_of;
use crate::eval::plan::{Constant, Plain};
use crate::eval::value::{Text, Value};

use serde_json::Value as Json;

/// The state of a run.
pub(super) struct Tree<'v, 'a> {
    /// The variables of the environment.
    pub(super) given: &'v [Value<'a>],
    pub(super) names: &'a str,
    pub(super) server: u8,
    pub(super) cost: u64,
    pub(super) limit: u64,
    pub(super) patterns: Patterns,
    pub(super) equality: Equality,
    /// The error of the node that has no result; `None` if the machine must find it.
    pub(super) failure: Option<Failure<'a>>,
}

/// The value of a variable or a part of one.
#[derive(Clone)]
pub(super) enum Bound<'a> {
    /// JSON, of which a value is made when it is needed.
    Data(&'a Json, &'a DataSchema),
    Value(Value<'a>),
}

/// The variables of the loops around a node, the innermost first.
#[derive(Clone, Copy)]
pub(super) struct Scope<'e, 'a>(Option<&'e Frame<'e, 'a>>);

/// The variable of a loop.
pub(super) struct Frame<'e, 'a> {
    value: Bound<'a>,
    around: Scope<'e, 'a>,
}

impl<'e, 'a> Scope<'e, 'a> {
    pub(super) const EMPTY: Self = Scope(None);

    /// The variable of a loop, by the number of loops between.
    pub(super) fn at(self, hops: usize) -> Option<&'e Bound<'a>> {
        let mut frame = self.0?;
        for _ in 0..hops {
            frame = frame.around.0?;
        }
        Some(&frame.value)
    }

    /// With the variable of one more loop.
    pub(super) fn frame(self, value: Bound<'a>) -> Frame<'e, 'a> {
        Frame { value, around: self }
    }
}

impl<'e, 'a> Frame<'e, 'a> {
    pub(super) fn scope(&'e self) -> Scope<'e, 'a> {
        Scope(Some(self))
    }

    /// The variable itself.
    pub(super) fn into_value(self) -> Bound<'a> {
        self.value
    }
}

/// Runs a tree; `None` where the machine must do it.
pub(in crate::eval) fn run<'p: 'a, 'a>(
    planned: &'p Planned,
    given: &[Value<'a>],
    server: u8,
    limit: u64,
) -> Option<Run<'a>> {
    let root = &planned.root;
    let mut tree = Tree {
        given,
        names: &planned.names,
        server,
        cost: 0,
        limit,
        patterns: Patterns::default(),
        equality: Equality::on(server),
        failure: None,
    };
    let value = if root.is_condition() {
        // The bool is not passed on as a value.
        match tree.test(root, Scope::EMPTY) {
            Some(holds) => Value::Bool(holds),
            None => tree.or_error(None)?,
        }
    } else {
        let value = tree.value(root, Scope::EMPTY);
        tree.or_error(value)?
    };
    Some(Run {
        value: Ok(value),
        cost: tree.cost,
    })
}

impl<'p: 'a, 'a> Tree<'_, 'a> {
    pub(super) fn charge(&mut self, cost: u64) -> Option<()> {
        self.cost = self.cost.saturating_add(cost);
        (self.cost <= self.limit).then_some(())
    }

    /// The value of a node: no error and no optional.
    pub(super) fn value(&mut self, node: &'p Node, scope: Scope<'_, 'a>) -> Option<Value<'a>> {
        match node {
            Node::Constant(constant) => plain(value_of(constant)),
            Node::Known(library, cost) => {
                self.charge(*cost)?;
                Some(Value::Library(library.clone()))
            }
            Node::Variable { .. } | Node::Path(_) | Node::Select { .. } | Node::Index { .. } => {
                made(self.bound(node, scope)?)
            }
            Node::OrValue { path, default } => match self.optional(path, scope)? {
                Member::Found(json, schema) => made(Bound::Data(json, schema)),
                Member::Absent => self.value(default, scope),
            },
            Node::List(elements) => {
                self.charge(10)?;
                let mut items = Vec::with_capacity(elements.len());
                for element in elements {
                    items.push(self.value(element, scope)?);
                }
                Some(Value::list(items))
            }
            Node::Loop(loop_) => self.collect(loop_, scope),
            Node::Size(_) | Node::Count(_) | Node::Arithmetic { .. } => self.int(node, scope).map(Value::Int),
            Node::Call { site, args } => self.call(site, args, scope),
            Node::Cased { function, of } => self.cased(*function, of, scope).map(Value::String),
            Node::Rejoined(parts) => self.rejoined(parts, scope).map(Value::String),
            Node::Find(find) => self.found(find, scope).map(Value::String),
            Node::If(parts) => {
                let [condition, yes, no] = &**parts;
                let taken = if self.test(condition, scope)? { yes } else { no };
                self.value(taken, scope)
            }
            condition!() => self.test(node, scope).map(Value::Bool),
        }
    }

    /// The text that a node is.
    pub(super) fn text(&mut self, node: &'p Node, scope: Scope<'_, 'a>) -> Option<Text<'a>> {
        match node {
            Node::Constant(Constant::Literal(Plain::String(text))) => return Some(Text::Borrowed(text)),
            Node::Cased { function, of } => return self.cased(*function, of, scope),
            Node::Rejoined(parts) => return self.rejoined(parts, scope),
            Node::Find(find) => return self.found(find, scope),
            Node::Path(path) => {
                let (json, schema) = self.path(path, scope)?;
                return text_of(json, schema).map(Text::Borrowed);
            }
            _ => {}
        }
        match made(self.bound(node, scope)?)? {
            Value::String(text) => Some(text),
            _ => None,
        }
    }
}

/// The value of a variable or a part of one.
pub(super) fn made(bound: Bound<'_>) -> Option<Value<'_>> {
    plain(match bound {
        Bound::Data(json, schema) => schema.value(json),
        Bound::Value(value) => value,
    })
}

/// A value that needs no machine.
pub(super) fn plain(value: Value<'_>) -> Option<Value<'_>> {
    (!matches!(value, Value::Error(_) | Value::Optional(_))).then_some(value)
}
