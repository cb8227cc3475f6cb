//! Runs the operations of a [plan](super::plan) on a stack of values.
//!
//! Every operation charges its cost; a charge that exceeds the limit stops the run.

mod aggregates;
mod calls;
mod joined;
mod look_up;
mod loops;

use std::cell::OnceCell;
use std::rc::Rc;

pub(super) use self::aggregates::value_of;
pub(super) use self::calls::is_too_large;
use self::loops::Loop;
use super::equal::{self, Equality};
use super::error::Stop;
use super::explain::Trace;
use super::lib::regexes::Patterns;
use super::plan::{Constant, Op, Plan, StopAt};
use super::value::{Map, Value};

/// The state of a run.
pub(super) struct Machine<'p, 'a> {
    plan: &'p Plan,
    server: u8,
    stack: Vec<Value<'a>>,
    slots: Vec<Value<'a>>,
    loops: Vec<Loop<'a>>,
    /// The variables that are computed when they are first read.
    unset: Vec<u32>,
    /// Where to go on when one of them is computed.
    returns: Vec<u32>,
    next_op: usize,
    /// The values of constants that are no plain literals, once one was needed.
    constants: Vec<OnceCell<Value<'a>>>,
    patterns: Patterns,
    equality: Equality,
    pub(super) cost: u64,
    limit: u64,
    pub(super) trace: Option<Box<Trace<'p, 'a>>>,
}

impl<'p: 'a, 'a> Machine<'p, 'a> {
    pub(super) fn new(plan: &'p Plan, server: u8, variables: &[Value<'a>], limit: u64) -> Self {
        let mut slots = variables.to_vec();
        slots.resize(plan.slots as usize, Value::Null);
        for (slot, name) in &plan.missing {
            if let Some(place) = slots.get_mut(*slot as usize) {
                *place = Value::error(format!("no such attribute(s): {name}"));
            }
        }
        Machine {
            plan,
            server,
            stack: Vec::with_capacity(8),
            slots,
            loops: Vec::new(),
            unset: Vec::new(),
            returns: Vec::new(),
            next_op: 0,
            constants: Vec::new(),
            patterns: Patterns::default(),
            equality: Equality::on(server),
            cost: 0,
            limit,
            trace: plan.outline.as_ref().map(|outline| Box::new(Trace::new(outline))),
        }
    }

    fn charge(&mut self, cost: u64) -> Result<(), Stop> {
        self.cost = self.cost.saturating_add(cost);
        if self.cost > self.limit {
            Err(Stop::CostLimit)
        } else {
            Ok(())
        }
    }

    fn pop(&mut self) -> Value<'a> {
        self.stack
            .pop()
            .unwrap_or_else(|| Value::error("internal error: empty stack"))
    }

    fn slot(&self, slot: u32) -> Value<'a> {
        self.slots.get(slot as usize).cloned().unwrap_or(Value::Null)
    }

    fn set(&mut self, slot: u32, value: Value<'a>) {
        if let Some(place) = self.slots.get_mut(slot as usize) {
            *place = value;
        }
    }

    /// Runs to the end.
    pub(super) fn run(&mut self) -> Result<Value<'a>, Stop> {
        let plan = self.plan;
        let mut at = 0;
        while let Some(op) = plan.ops.get(at) {
            at += 1;
            self.next_op = at;
            if let Some(to) = self.step(*op)? {
                at = to as usize;
            }
        }
        Ok(self.pop())
    }

    /// One operation; where to go on if not at the next.
    fn step(&mut self, op: Op) -> Result<Option<u32>, Stop> {
        match op {
            Op::Constant(index) => {
                let value = self.constant(index as usize);
                self.stack.push(value);
            }
            Op::Variable { slot, charge } => {
                self.charge(charge.into())?;
                let mut value = self.slot(slot);
                if let Value::Optional(_) = value {
                    value = self.renewed(value);
                }
                self.stack.push(value);
            }
            Op::Unset { slot } => {
                if !self.unset.contains(&slot) {
                    self.unset.push(slot);
                }
            }
            Op::Force { slot, init } => {
                if let Some(place) = self.unset.iter().position(|unset| *unset == slot) {
                    self.unset.swap_remove(place);
                    self.returns.push(u32::try_from(self.next_op).unwrap_or(u32::MAX));
                    return Ok(Some(init));
                }
            }
            Op::Forced { slot } => {
                let value = bound(self.pop(), self.server);
                self.set(slot, value);
                return Ok(self.returns.pop());
            }
            Op::Renew => {
                let value = self.pop();
                let value = self.renewed(value);
                self.stack.push(value);
            }
            Op::Charge(charge) => self.charge(charge.into())?,
            Op::Select { name, step } => {
                let value = self.pop();
                let name = self.plan.names.get(name as usize).map_or("", String::as_str);
                let found = self.select(value, name, step)?;
                self.stack.push(found);
            }
            Op::Index { step } => {
                if step.is_plain() && !step.free && self.index_by_text()? {
                    return Ok(None);
                }
                let index = self.pop();
                let value = self.pop();
                let found = self.index(value, &index, step)?;
                self.stack.push(found);
            }
            Op::SkipIndex { to } => {
                let is_end = match self.stack.last() {
                    Some(Value::Error(error)) => error.as_element().is_none(),
                    Some(Value::Optional(None)) => true,
                    _ => false,
                };
                if is_end {
                    return Ok(Some(to));
                }
            }
            Op::Call(site) => return self.call(site as usize),
            Op::StopOnError(stop) => {
                if matches!(self.stack.last(), Some(Value::Error(_))) {
                    let error = self.pop();
                    return self.stop(stop, error);
                }
            }
            Op::StopUnlessOptional { stop, is_entry } => {
                if !matches!(self.stack.last(), Some(Value::Optional(_))) {
                    let value = self.pop();
                    let key = self.stack.last().filter(|_| is_entry);
                    let error = aggregates::not_optional(key, &value, self.server);
                    return self.stop(stop, error);
                }
            }
            Op::Hash { entry, optional } => self.hash(entry, optional)?,
            Op::AndLeft { to } => {
                if matches!(self.stack.last(), Some(Value::Bool(false))) {
                    return Ok(Some(to));
                }
            }
            Op::OrLeft { to } => {
                if matches!(self.stack.last(), Some(Value::Bool(true))) {
                    return Ok(Some(to));
                }
            }
            Op::AndRight => self.and(),
            Op::OrRight => self.or(),
            Op::OptionalLeft { to, keeps } => {
                match self.pop() {
                    Value::Optional(None) => return Ok(None),
                    Value::Optional(Some(value)) if keeps => self.stack.push(Value::Optional(Some(value))),
                    Value::Optional(Some(value)) => self.stack.push((*value).clone()),
                    error @ Value::Error(_) => self.stack.push(error),
                    _ if self.server >= 37 => self.stack.push(Value::error(equal::NO_OVERLOAD)),
                    other => self.stack.push(other),
                }
                return Ok(Some(to));
            }
            Op::Branch { else_, end } => match self.pop() {
                Value::Bool(true) => {}
                Value::Bool(false) => return Ok(Some(else_)),
                error @ Value::Error(_) => {
                    self.stack.push(error);
                    return Ok(Some(end));
                }
                _ => {
                    self.stack.push(Value::error(equal::NO_OVERLOAD));
                    return Ok(Some(end));
                }
            },
            Op::Jump { to } => return Ok(Some(to)),
            Op::List { count, optional } => {
                self.charge(10)?;
                let list = self.list(count as usize, optional);
                self.stack.push(list);
            }
            Op::Map { count, optional } => {
                let map = self.map(count as usize, optional);
                self.charge(30)?;
                self.stack.push(map);
            }
            Op::Unsupported { charge } => {
                self.charge(charge.into())?;
                self.stack.push(Value::error("unsupported expression"));
            }
            Op::InConstant { set } => {
                let value = self.pop();
                let set = self.plan.sets.get(set as usize);
                self.stack.push(match value {
                    error @ Value::Error(_) => error,
                    value => Value::Bool(set.is_some_and(|set| set.contains(&value))),
                });
            }
            Op::Store { slot } => {
                let value = self.pop();
                self.set(slot, value);
            }
            Op::Bind { slot } => {
                let value = bound(self.pop(), self.server);
                self.set(slot, value);
            }
            Op::Range { variables, end } => return Ok(self.begin(variables, end)),
            Op::Next { first, second, done } => return Ok(self.next(first, second, done)),
            Op::Until {
                slot,
                value,
                charge,
                done,
            } => {
                self.charge_singly(charge)?;
                if matches!(self.slots.get(slot as usize), Some(Value::Bool(found)) if *found == value) {
                    return Ok(Some(done));
                }
            }
            Op::LoopCondition { done } => {
                if matches!(self.pop(), Value::Bool(false)) {
                    return Ok(Some(done));
                }
            }
            Op::Filter { accumulator, next } => match self.pop() {
                Value::Bool(true) => {}
                Value::Bool(false) => return Ok(Some(next)),
                error @ Value::Error(_) => {
                    self.set(accumulator, error);
                    return Ok(Some(next));
                }
                _ => {
                    self.set(accumulator, Value::error(equal::NO_OVERLOAD));
                    return Ok(Some(next));
                }
            },
            Op::Append {
                accumulator,
                charge,
                next,
            } => {
                self.charge(charge.into())?;
                self.append(accumulator);
                return Ok(Some(next));
            }
            Op::SkipInsert { accumulator, next } => {
                if self.slots.get(accumulator as usize).is_some_and(Value::is_error) {
                    self.charge(1)?;
                    return Ok(Some(next));
                }
            }
            Op::Insert {
                accumulator,
                count,
                next,
            } => {
                self.charge(1)?;
                self.insert(accumulator, count as usize);
                return Ok(Some(next));
            }
            Op::EndLoop => {
                self.loops.pop();
            }
            Op::Path(path) => {
                if let Some(path) = self.plan.paths.get(path as usize) {
                    self.path(path)?;
                }
            }
            Op::CallWith { site, constant } => return self.call_with(site, constant),
            Op::Known(known) => {
                if let Some((value, cost)) = self.plan.known.get(known as usize) {
                    self.charge(*cost)?;
                    self.stack.push(Value::Library(value.clone()));
                }
            }
            Op::NextUndecided(head) => {
                if let Some(head) = self.plan.loops.get(head as usize) {
                    return self.next_undecided(*head);
                }
            }
            Op::DecideAndNext {
                accumulator,
                deciding,
                next,
            } => {
                self.decide(accumulator, deciding);
                return Ok(Some(next));
            }
            Op::CompareVariable {
                slot,
                charge,
                site,
                constant,
            } => return self.compare_variable(slot, charge, site, constant),
            Op::KeepAndNext {
                accumulator,
                charge,
                next,
            } => {
                self.keep(accumulator, charge)?;
                return Ok(Some(next));
            }
            Op::Record { entry } => {
                if let (Some(trace), Some(value)) = (&mut self.trace, self.stack.last()) {
                    trace.record(entry, value.clone());
                }
            }
            Op::RecordNext { entry, first, second } => {
                let variables = [first, second].into_iter();
                let variables = variables.filter_map(|slot| self.slots.get(slot as usize).cloned());
                if let Some(trace) = &mut self.trace {
                    trace.next(entry, variables.collect());
                }
            }
        }
        Ok(None)
    }

    /// What reading a variable makes of an optional until 1.36: what it holds loses its schema (EVAL-24).
    fn renewed(&self, value: Value<'a>) -> Value<'a> {
        match &value {
            Value::Optional(Some(inner)) if self.server <= 36 => Value::some(look_up::untyped(inner)),
            _ => value,
        }
    }

    /// Leaves a call or a literal with an error.
    fn stop(&mut self, stop: StopAt, error: Value<'a>) -> Result<Option<u32>, Stop> {
        self.charge(stop.charge.into())?;
        self.drop_values(stop.below as usize);
        self.stack.push(error);
        Ok(Some(stop.to))
    }

    fn drop_values(&mut self, count: usize) {
        self.stack.truncate(self.stack.len().saturating_sub(count));
    }

    fn constant(&mut self, index: usize) -> Value<'a> {
        let plan = self.plan;
        let Some(constant) = plan.constants.get(index) else {
            return Value::Null;
        };
        if let Constant::Literal(plain) = constant
            && let Some(value) = joined::literal(plain)
        {
            return value;
        }
        if self.constants.is_empty() {
            self.constants = vec![OnceCell::new(); plan.constants.len()];
        }
        let Some(cell) = self.constants.get(index) else {
            return Value::Null;
        };
        cell.get_or_init(|| value_of(constant)).clone()
    }

    /// Combines both sides of `&&`; the left one is true, an error or no bool.
    fn and(&mut self) {
        let right = self.pop();
        let left = self.pop();
        self.stack.push(match (left, right) {
            (_, Value::Bool(false)) => Value::Bool(false),
            (left, right) => undecided(left, right),
        });
    }

    /// Combines both sides of `||`; the left one is false, an error or no bool.
    fn or(&mut self) {
        let right = self.pop();
        let left = self.pop();
        self.stack.push(match (left, right) {
            (_, Value::Bool(true)) => Value::Bool(true),
            (left, right) => undecided(left, right),
        });
    }
}

/// `&&` or `||` where neither side decides: the first error, or the value that both sides have.
fn undecided<'a>(left: Value<'a>, right: Value<'a>) -> Value<'a> {
    match (left, right) {
        (error @ Value::Error(_), _) | (Value::Bool(_), error @ Value::Error(_)) => error,
        (Value::Bool(_), Value::Bool(value)) => Value::Bool(value),
        _ => Value::error(equal::NO_OVERLOAD),
    }
}

/// The first server on which empty maps that macros bind lose their schema, too.
const EMPTY_MAPS_SINCE: u8 = 32;

/// The first value of an accumulator: an empty list of the object becomes one of CEL's own, to which elements are
/// added without reading them by its schema, and an empty map or object becomes a map of CEL's own.
fn bound(value: Value<'_>, server: u8) -> Value<'_> {
    match value {
        Value::List(list) if list.is_empty() => Value::list(Vec::new()),
        Value::Map(map) if map.is_empty() && server >= EMPTY_MAPS_SINCE => {
            Value::Map(Map::Owned(Rc::default()))
        }
        Value::Object(object) if object.map.is_empty() && server >= EMPTY_MAPS_SINCE => {
            Value::Map(Map::Owned(Rc::default()))
        }
        value => value,
    }
}
