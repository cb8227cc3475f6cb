//! Evaluates loops. They are charged for the individual steps of the comprehensions to which macros expand.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use serde_json::Value as Json;

use super::index::{elements, members};
use super::state::{Eval, Evaluator, Failed, Fault, LocalScope, LocalValue};
use crate::eval::call;
use crate::eval::equal;
use crate::eval::error::EvalError;
use crate::eval::node::{EvalNode, LoopNode, LoopRange, LoopVariables};
use crate::eval::schema::DataSchema;
use crate::eval::value::{List, Map, Value, each_key};

/// The result of processing an element, which tells whether to continue.
type LoopStep = Eval<ControlFlow<()>>;

const CONTINUE: LoopStep = Ok(ControlFlow::Continue(()));

impl<'a> Evaluator<'_, 'a> {
    /// Evaluates `all` and `exists`.
    pub(super) fn decided(
        &mut self,
        loop_: &'a LoopNode,
        value: bool,
        scope: LocalScope<'_, 'a>,
    ) -> Eval<bool> {
        // `@not_strictly_false(accumulator)`, and `@not_strictly_false(!accumulator)`.
        let deciding = 2 + u64::from(value);
        let mut found = !value;
        let mut fault = None;
        self.each(loop_, scope, &mut |run, scope| {
            run.charge_each(deciding)?;
            if found == value {
                return Ok(ControlFlow::Break(()));
            }
            run.charge(1)?;
            run.record_next(loop_, scope);
            match &loop_.condition {
                Some(condition) => match run.holds(condition, scope) {
                    Ok(holds) => found = holds,
                    Err(Failed) => {
                        // A later element may decide.
                        let failed = run.fault()?;
                        fault.get_or_insert(failed);
                    }
                },
                None => found = value,
            }
            CONTINUE
        })?;
        self.charge(1)?;
        match fault {
            Some(fault) if found != value => self.fail(fault),
            _ => Ok(found),
        }
    }

    /// Evaluates `exists_one`.
    pub(super) fn one(&mut self, loop_: &'a LoopNode, scope: LocalScope<'_, 'a>) -> Eval<bool> {
        let mut count = 0;
        let mut fault = None;
        self.each(loop_, scope, &mut |run, scope| {
            match run.is_taken(loop_, scope) {
                Ok(false) => {}
                Ok(true) => {
                    run.charge_each(2)?;
                    count += 1;
                }
                Err(Failed) => fault = Some(run.fault()?),
            }
            CONTINUE
        })?;
        self.charge_each(2)?;
        match fault {
            Some(fault) => self.fail(fault),
            None => Ok(count == 1),
        }
    }

    /// Counts the elements that a loop includes.
    pub(super) fn count(&mut self, loop_: &'a LoopNode, scope: LocalScope<'_, 'a>) -> Eval<i64> {
        let mut count = 0;
        self.take(loop_, scope, &mut |_| count += 1)?;
        Ok(count)
    }

    /// Builds the list of `filter` or `map`.
    pub(super) fn collect(&mut self, loop_: &'a LoopNode, scope: LocalScope<'_, 'a>) -> Eval<Value<'a>> {
        let mut items = Vec::new();
        self.take(loop_, scope, &mut |item| items.push(item))?;
        Ok(Value::list(items))
    }

    /// Passes the results of a loop for its elements to `sink`. Elements after an error are still evaluated.
    fn take(
        &mut self,
        loop_: &'a LoopNode,
        scope: LocalScope<'_, 'a>,
        sink: &mut dyn FnMut(Value<'a>),
    ) -> Eval<()> {
        let mut fault: Option<Fault<'a>> = None;
        self.each(loop_, scope, &mut |run, scope| {
            match run.is_taken(loop_, scope) {
                Ok(false) => return CONTINUE,
                Ok(true) => {}
                Err(Failed) => {
                    fault = Some(run.fault()?);
                    return CONTINUE;
                }
            }
            match run.taken(loop_, scope) {
                Ok(item) => {
                    if fault.is_none() {
                        sink(item);
                    }
                }
                Err(Failed) => {
                    let failed = run.fault()?;
                    fault.get_or_insert(failed);
                }
            }
            CONTINUE
        })?;
        self.charge(1)?;
        match fault {
            Some(fault) => self.fail(fault),
            None => Ok(()),
        }
    }

    /// Builds the map of `transformMap` or `transformMapEntry`.
    pub(super) fn insert(
        &mut self,
        loop_: &'a LoopNode,
        added: &'a [EvalNode],
        scope: LocalScope<'_, 'a>,
    ) -> Eval<Value<'a>> {
        let mut map = BTreeMap::new();
        let mut failure: Option<Value<'a>> = None;
        self.each(loop_, scope, &mut |run, scope| {
            match run.is_taken(loop_, scope) {
                Ok(false) => return CONTINUE,
                Ok(true) => {}
                Err(Failed) => {
                    failure = Some(run.failed_value()?);
                    return CONTINUE;
                }
            }
            run.charge(1)?;
            // A call with three arguments stops at the first error.
            if added.len() > 1 && failure.is_some() {
                return CONTINUE;
            }
            let mut values = Vec::with_capacity(added.len());
            for node in added {
                let value = run.value(node, scope);
                values.push(run.or_error(value)?);
            }
            run.charge(1)?;
            if failure.is_none() {
                failure = match values.iter().find(|value| value.is_error()) {
                    Some(error) => Some(error.clone()),
                    None => call::insert_into(&mut map, &values, run.server),
                };
            }
            CONTINUE
        })?;
        self.charge(1)?;
        self.checked(failure.unwrap_or_else(|| Value::Map(Map::Owned(Rc::new(map)))))
    }

    /// Checks whether a loop includes the element in scope.
    fn is_taken(&mut self, loop_: &'a LoopNode, scope: LocalScope<'_, 'a>) -> Eval<bool> {
        self.record_next(loop_, scope);
        match &loop_.condition {
            Some(condition) => self.holds(condition, scope),
            None => Ok(true),
        }
    }

    /// Returns the result of a loop for an element: for `accumulator + [element]` the accumulator is read
    /// first, then the list is created and added.
    fn taken(&mut self, loop_: &'a LoopNode, scope: LocalScope<'_, 'a>) -> Eval<Value<'a>> {
        self.charge(1)?;
        let item = match &loop_.element {
            Some(element) => self.value(element, scope),
            None => self.innermost(scope),
        };
        if item.is_err() && self.is_stopped() {
            return item;
        }
        let cost = self.cost.saturating_add(loop_.list_cost + 1);
        if cost <= self.limit {
            self.cost = cost;
            return item;
        }
        self.charge(loop_.list_cost)?;
        self.charge(1)?;
        item
    }

    /// Reads the innermost variable.
    fn innermost(&mut self, scope: LocalScope<'_, 'a>) -> Eval<Value<'a>> {
        self.charge(1)?;
        let value = match scope.at(0).map(|local| &local.value) {
            Some(LocalValue::Data(json, schema)) => schema.value(json),
            Some(LocalValue::Value(value)) => value.clone(),
            _ => Value::Null,
        };
        match value {
            optional @ Value::Optional(_) => Ok(self.renewed(optional)),
            value => self.checked(value),
        }
    }

    /// Records the variables of a loop for its next element, if they are recorded.
    #[inline]
    fn record_next(&mut self, loop_: &LoopNode, scope: LocalScope<'_, 'a>) {
        if let Some(entry) = loop_.entry {
            self.record_locals(entry, loop_, scope);
        }
    }

    #[cold]
    fn record_locals(&mut self, entry: u32, loop_: &LoopNode, scope: LocalScope<'_, 'a>) {
        let hops: &[usize] = match loop_.variables {
            LoopVariables::One => &[0],
            LoopVariables::Two => &[1, 0],
        };
        let locals = hops.iter().filter_map(|hops| scope.at(*hops));
        let values = locals.filter_map(|local| match &local.value {
            LocalValue::Data(json, schema) => Some(schema.value(json)),
            LocalValue::Value(value) => Some(value.clone()),
            LocalValue::Lazy(_) => None,
        });
        let values = values.collect();
        if let Some(trace) = &mut self.trace {
            trace.next(entry, values);
        }
    }

    /// Calls `body` with each element of a loop's range in scope, until it breaks.
    fn each(
        &mut self,
        loop_: &'a LoopNode,
        scope: LocalScope<'_, 'a>,
        body: &mut impl FnMut(&mut Self, LocalScope<'_, 'a>) -> LoopStep,
    ) -> Eval<()> {
        let range = match &loop_.range {
            LoopRange::Of(node) => {
                if let Some((Value::List(List::Data { items, schema }), charge)) = self.borrowed(node, scope)
                {
                    self.charge(charge)?;
                    return self.each_item(loop_, data(items, &schema.items), scope, body);
                }
                self.datum(node, scope)?
            }
            LoopRange::Elements(nodes) => {
                let items = self.elements(nodes, scope)?.into_iter();
                return self.each_item(loop_, items.map(LocalValue::Value), scope, body);
            }
            LoopRange::Constants(constants) => {
                let items = constants.iter().map(|item| LocalValue::Value(item.value()));
                return self.each_item(loop_, items, scope, body);
            }
        };
        if let Some((items, schema)) = elements(&range) {
            return self.each_item(loop_, data(items, schema), scope, body);
        }
        if let Some((map, _)) = members(&range)
            && loop_.variables == LoopVariables::One
        {
            return each_key(map, |key| {
                let local = scope.local(LocalValue::Value(Value::text(key)));
                body(self, local.scope())
            });
        }
        let range = self.made(range)?;
        self.each_of(loop_, &range, scope, body)
    }

    /// Calls `body` with each of these elements of a list in scope.
    #[inline]
    fn each_item<'e>(
        &mut self,
        loop_: &'a LoopNode,
        items: impl Iterator<Item = LocalValue<'e, 'a>>,
        scope: LocalScope<'_, 'a>,
        body: &mut impl FnMut(&mut Self, LocalScope<'_, 'a>) -> LoopStep,
    ) -> Eval<()>
    where
        'a: 'e,
    {
        for (place, item) in items.enumerate() {
            if self.step(loop_, place, item, scope, body)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Calls `body` with each element of a computed list, or each member of a map or object.
    fn each_of(
        &mut self,
        loop_: &'a LoopNode,
        range: &Value<'a>,
        scope: LocalScope<'_, 'a>,
        body: &mut impl FnMut(&mut Self, LocalScope<'_, 'a>) -> LoopStep,
    ) -> Eval<()> {
        let keys = match (range, loop_.variables) {
            (Value::List(list), _) => {
                return self.each_item(loop_, list.iter().map(LocalValue::Value), scope, body);
            }
            (Value::Map(_) | Value::Object(_), LoopVariables::Two) => {
                for (key, value) in equal::members(range) {
                    let value = value.unwrap_or_else(|| match &key {
                        Value::String(name) => Value::error(["no such key: ", name.as_str()].concat()),
                        _ => Value::error(equal::NO_OVERLOAD),
                    });
                    let key = scope.local(LocalValue::Value(key));
                    let value = key.scope().local(LocalValue::Value(value));
                    if body(self, value.scope())?.is_break() {
                        break;
                    }
                }
                return Ok(());
            }
            (Value::Map(map), LoopVariables::One) => map.keys(),
            (Value::Object(object), LoopVariables::One) => object.keys(),
            (other, variables) => {
                let type_ = call::go_type(other, self.server);
                return self.fail(Fault::Error(EvalError::new(match variables {
                    LoopVariables::One => format!("got '{type_}', expected iterable type"),
                    LoopVariables::Two => format!("unsupported comprehension range type: {type_}"),
                })));
            }
        };
        for key in keys {
            let local = scope.local(LocalValue::Value(key));
            if body(self, local.scope())?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Calls `body` with an element of a list in scope, and with its index if the loop has a variable for it.
    #[inline]
    fn step(
        &mut self,
        loop_: &'a LoopNode,
        place: usize,
        item: LocalValue<'_, 'a>,
        scope: LocalScope<'_, 'a>,
        body: &mut impl FnMut(&mut Self, LocalScope<'_, 'a>) -> LoopStep,
    ) -> LoopStep {
        if loop_.variables == LoopVariables::One {
            let item = scope.local(item);
            return body(self, item.scope());
        }
        let index = Value::Int(i64::try_from(place).unwrap_or(i64::MAX));
        let index = scope.local(LocalValue::Value(index));
        let item = index.scope().local(item);
        body(self, item.scope())
    }
}

/// Returns the elements of a list of the data.
fn data<'e, 'a: 'e>(items: &'a [Json], schema: &'a DataSchema) -> impl Iterator<Item = LocalValue<'e, 'a>> {
    items.iter().map(|item| LocalValue::Data(item, schema))
}
