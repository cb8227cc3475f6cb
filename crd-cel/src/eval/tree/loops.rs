//! Evaluates loops. Their charges are those of the single steps of the comprehensions that macros expand to.

use std::ops::ControlFlow;

use serde_json::Value as Json;

use super::run::{Bound, Frame, Scope, Tree, made};
use super::{Loop, Node, Place, Range};
use crate::eval::data::{DataKind, DataSchema};
use crate::eval::error::MAX_ITEMS;
use crate::eval::machine::value_of;
use crate::eval::value::{List, Map, Value, each_key};

impl<'p: 'a, 'a> Tree<'_, 'a> {
    /// `all` and `exists`.
    pub(super) fn decided(&mut self, loop_: &'p Loop, value: bool, scope: Scope<'_, 'a>) -> Option<bool> {
        let mut found = !value;
        let mut failure = None;
        let condition = loop_.condition.as_ref()?;
        // The loop is left when the next element is looked at, which costs as much as deciding about it; reading the
        // accumulator is left out.
        let (deciding, reading) = (loop_.each, loop_.taken);
        self.each(&loop_.range, scope, |tree, frame| {
            tree.charge(deciding)?;
            if found == value {
                return Some(ControlFlow::Break(()));
            }
            tree.charge(reading)?;
            if let Some(holds) = tree.test(condition, frame.scope()) {
                found = holds;
            } else {
                // A later element may decide.
                let failed = tree.failure.take()?;
                failure.get_or_insert(failed);
            }
            Some(ControlFlow::Continue(()))
        })?;
        self.charge(loop_.result)?;
        match failure {
            Some(failure) if found != value => self.fail(failure),
            _ => Some(found),
        }
    }

    /// `exists_one`
    pub(super) fn one(&mut self, loop_: &'p Loop, scope: Scope<'_, 'a>) -> Option<bool> {
        Some(self.count(loop_, scope)? == 1)
    }

    /// How many elements a loop takes.
    pub(super) fn count(&mut self, loop_: &'p Loop, scope: Scope<'_, 'a>) -> Option<i64> {
        let mut count = 0;
        self.each(&loop_.range, scope, |tree, frame| {
            let is_taken = tree.takes(loop_, frame.scope());
            if tree.unless_failed(is_taken)? {
                count += 1;
                if let Some(element) = &loop_.element {
                    let element = tree.value(element, frame.scope());
                    tree.unless_failed(element)?;
                } else if loop_.result == 1 {
                    made(frame.into_value())?;
                }
            }
            Some(ControlFlow::Continue(()))
        })?;
        self.charge(loop_.result)?;
        Some(count)
    }

    /// The list that `filter` or `map` makes.
    pub(super) fn collect(&mut self, loop_: &'p Loop, scope: Scope<'_, 'a>) -> Option<Value<'a>> {
        let mut items = Vec::new();
        self.each(&loop_.range, scope, |tree, frame| {
            let is_taken = tree.takes(loop_, frame.scope());
            if tree.unless_failed(is_taken)? {
                items.push(match &loop_.element {
                    Some(element) => {
                        let element = tree.value(element, frame.scope());
                        tree.unless_failed(element)?
                    }
                    None => made(frame.into_value())?,
                });
            }
            (items.len() <= MAX_ITEMS).then_some(ControlFlow::Continue(()))
        })?;
        self.charge(loop_.result)?;
        Some(Value::list(items))
    }

    /// Whether a loop takes the element in scope.
    fn takes(&mut self, loop_: &'p Loop, scope: Scope<'_, 'a>) -> Option<bool> {
        self.charge(loop_.each)?;
        let is_taken = match &loop_.condition {
            Some(condition) => self.test(condition, scope)?,
            None => true,
        };
        if is_taken {
            self.charge(loop_.taken)?;
        }
        Some(is_taken)
    }

    /// Calls `body` with each element of a range, until it says that there is nothing more to do.
    fn each(
        &mut self,
        range: &'p Range,
        scope: Scope<'_, 'a>,
        mut body: impl FnMut(&mut Self, Frame<'_, 'a>) -> Option<ControlFlow<()>>,
    ) -> Option<()> {
        match range {
            Range::Of(Node::Variable {
                place: Place::Given(index),
                charge,
            }) => {
                self.charge(*charge)?;
                return match self.given.get(*index)? {
                    Value::List(List::Data { items, schema }) => {
                        self.each_item(items, &schema.items, scope, body)
                    }
                    value => self.each_of(Bound::Value(value.clone()), scope, body),
                };
            }
            Range::Of(node) => {
                let range = self.bound(node, scope)?;
                return self.each_of(range, scope, body);
            }
            Range::Elements(elements) => {
                self.charge(10)?;
                let mut is_over = false;
                // Those that the loop does not come to are computed, too: they cost.
                for element in elements {
                    let value = self.value(element, scope);
                    let value = self.unless_failed(value)?;
                    is_over = is_over || body(self, scope.frame(Bound::Value(value)))?.is_break();
                }
            }
            Range::Constants(constants) => {
                for constant in constants {
                    if body(self, scope.frame(Bound::Value(value_of(constant))))?.is_break() {
                        break;
                    }
                }
            }
        }
        Some(())
    }

    fn each_of(
        &mut self,
        range: Bound<'a>,
        scope: Scope<'_, 'a>,
        mut body: impl FnMut(&mut Self, Frame<'_, 'a>) -> Option<ControlFlow<()>>,
    ) -> Option<()> {
        let (items, schema) = match range {
            Bound::Data(Json::Array(items), schema) => match &schema.kind {
                DataKind::List(list) => (items.as_slice(), &list.items),
                _ => return None,
            },
            Bound::Value(Value::List(List::Data { items, schema })) => (items, &schema.items),
            Bound::Data(Json::Object(map), schema) if matches!(schema.kind, DataKind::Map(_)) => {
                return each_key(map, |key| body(self, scope.frame(Bound::Value(Value::text(key)))));
            }
            Bound::Value(Value::Map(Map::Data { map, .. })) => {
                return each_key(map, |key| body(self, scope.frame(Bound::Value(Value::text(key)))));
            }
            Bound::Value(Value::List(list)) => {
                for index in 0..list.len() {
                    if body(self, scope.frame(Bound::Value(list.get(index)?)))?.is_break() {
                        break;
                    }
                }
                return Some(());
            }
            _ => return None,
        };
        self.each_item(items, schema, scope, body)
    }

    fn each_item(
        &mut self,
        items: &'a [Json],
        schema: &'a DataSchema,
        scope: Scope<'_, 'a>,
        mut body: impl FnMut(&mut Self, Frame<'_, 'a>) -> Option<ControlFlow<()>>,
    ) -> Option<()> {
        for item in items {
            if body(self, scope.frame(Bound::Data(item, schema)))?.is_break() {
                break;
            }
        }
        Some(())
    }
}

impl Loop {
    /// The condition of `all`, `exists` or `exists_one`, which take no element.
    pub(in crate::eval) fn testing(range: Range, condition: Node) -> Self {
        Loop {
            range,
            condition: Some(condition),
            element: None,
            each: 0,
            taken: 0,
            result: 0,
        }
    }
}
