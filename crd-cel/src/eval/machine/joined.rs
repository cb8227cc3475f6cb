//! The operations that stand for several: see [`fuse`](crate::eval::plan).

use super::look_up;
use super::{Machine, undecided};
use crate::eval::error::Stop;
use crate::eval::frequent::{compare_ints, compare_texts};
use crate::eval::function::Function;
use crate::eval::plan::{Constant, LoopHead, Op, Path, Plain, Selection, Site, Step};
use crate::eval::value::{Map, Object, Text, Value};

impl<'p: 'a, 'a> Machine<'p, 'a> {
    /// Pushes a variable's value after the selections on it. From object to object only the data is followed.
    pub(super) fn path(&mut self, path: &'p Path) -> Result<(), Stop> {
        self.charge(path.charge.into())?;
        let done = match self.slots.get(path.slot as usize) {
            Some(Value::Object(object)) => {
                let object = *object;
                self.follow(object, &path.selections)?
            }
            Some(optional @ Value::Optional(_)) => {
                let value = self.renewed(optional.clone());
                self.stack.push(value);
                0
            }
            Some(value) => {
                let value = value.clone();
                self.stack.push(value);
                0
            }
            None => {
                self.stack.push(Value::Null);
                0
            }
        };
        for selection in path.selections.iter().skip(done) {
            let name = self.name(selection);
            let value = self.pop();
            let value = self.select(value, name, selection.step)?;
            self.stack.push(value);
        }
        Ok(())
    }

    fn name(&self, selection: &Selection) -> &'p str {
        let plan = self.plan;
        plan.names.get(selection.name as usize).map_or("", String::as_str)
    }

    /// Pushes what selections on an object lead to, and returns how many were done: those on other values are not.
    fn follow(&mut self, mut object: Object<'a>, selections: &'p [Selection]) -> Result<usize, Stop> {
        let all = selections.len();
        let mut is_optional = false;
        for (done, selection) in selections.iter().enumerate() {
            let Step { test, optional, .. } = selection.step;
            is_optional |= optional;
            let is_last = done + 1 == all;
            let name = self.name(selection);
            let Some((field, json)) = object.member_at(name, &selection.hint) else {
                let absent = if test {
                    self.charge(1)?;
                    Value::Bool(false)
                } else if !is_optional {
                    self.charge(1)?;
                    look_up::no_such_key(name)
                } else if selections.last().is_some_and(|last| last.step.test) {
                    Value::Bool(false)
                } else {
                    Value::Optional(None)
                };
                self.stack.push(absent);
                return Ok(all);
            };
            if !is_last
                && !test
                && let Some(inner) = field.schema.object(json)
            {
                self.charge(1)?;
                object = inner;
                continue;
            }
            if !test && !is_optional {
                self.charge(1)?;
                self.stack.push(field.schema.value(json));
                return Ok(done + 1);
            }
            let value = match field.schema.value(json) {
                error @ Value::Error(_) if !test => {
                    self.stack.push(error);
                    return Ok(all);
                }
                error @ Value::Error(_) => error,
                _ if test => Value::Bool(true),
                value => Value::some(value),
            };
            self.charge(1)?;
            self.stack.push(value);
            return Ok(done + 1);
        }
        Ok(all)
    }

    /// Replaces a map of the object and a text on top by the member. Leaves other values, and what is absent, to the
    /// general look-up.
    pub(super) fn index_by_text(&mut self) -> Result<bool, Stop> {
        let value = match self.stack.as_slice() {
            [
                ..,
                Value::Map(map @ (Map::Data { .. } | Map::Raw(_))),
                Value::String(key),
            ] => map.get_text(key.as_str()),
            _ => None,
        };
        let Some(value) = value else { return Ok(false) };
        self.charge(1)?;
        self.stack.pop();
        if let Some(place) = self.stack.last_mut() {
            *place = value;
        }
        Ok(true)
    }

    /// Gives a bool to the next operation, without pushing it where that takes it at once; where to go on.
    pub(super) fn give(&mut self, given: bool) -> Option<u32> {
        let next_op = self.next_op;
        let after = u32::try_from(next_op + 1).ok();
        match self.plan.ops.get(next_op) {
            Some(Op::DecideAndNext {
                accumulator,
                deciding,
                next,
            }) => {
                if let Some(place @ Value::Bool(_)) = self.slots.get_mut(*accumulator as usize) {
                    if given == *deciding {
                        *place = Value::Bool(given);
                    }
                    return Some(*next);
                }
            }
            Some(Op::Branch { else_, .. }) => return if given { after } else { Some(*else_) },
            Some(Op::Filter { next, .. }) => return if given { after } else { Some(*next) },
            Some(Op::AndRight) => {
                if let Some(left @ Value::Bool(_)) = self.stack.last_mut() {
                    *left = Value::Bool(given);
                    return after;
                }
            }
            Some(Op::OrRight) => {
                if let Some(left @ Value::Bool(_)) = self.stack.last_mut() {
                    *left = Value::Bool(given);
                    return after;
                }
            }
            _ => {}
        }
        self.stack.push(Value::Bool(given));
        None
    }

    /// A call whose last argument is a constant integer; the other one is on top.
    pub(super) fn call_with(&mut self, site: u32, constant: u32) -> Result<Option<u32>, Stop> {
        if let Some(Value::Int(a)) = self.stack.last()
            && let Some(result) = self.compared(*a, site, constant)
        {
            self.stack.pop();
            self.charge(1)?;
            return Ok(self.give(result));
        }
        let value = self.constant(constant as usize);
        self.stack.push(value);
        self.call(site as usize)
    }

    /// The result of comparing an integer with a constant one.
    fn compared(&self, a: i64, site: u32, constant: u32) -> Option<bool> {
        let plan = self.plan;
        match plan.constants.get(constant as usize)? {
            Constant::Literal(Plain::Int(b)) => compare_ints(plan.sites.get(site as usize)?.function, a, *b),
            _ => None,
        }
    }

    /// The next element of a loop whose accumulator is not decided; where to go on if there is none.
    pub(super) fn next_undecided(&mut self, head: LoopHead) -> Result<Option<u32>, Stop> {
        if let Some(done) = self.next(head.first, head.second, head.done) {
            return Ok(Some(done));
        }
        self.charge_singly(head.deciding)?;
        if let Some(Value::Bool(found)) = self.slots.get(head.accumulator as usize)
            && *found == head.value
        {
            return Ok(Some(head.done));
        }
        self.charge(head.reading.into())?;
        Ok(None)
    }

    /// The limit may be met by each of the steps that a charge stands for.
    pub(super) fn charge_singly(&mut self, charge: u32) -> Result<(), Stop> {
        if self.cost.saturating_add(charge.into()) <= self.limit {
            self.cost += u64::from(charge);
            return Ok(());
        }
        for _ in 0..charge {
            self.charge(1)?;
        }
        Ok(())
    }

    /// `&&` or `||` of an accumulator that is not decided and the value on top.
    pub(super) fn decide(&mut self, accumulator: u32, deciding: bool) {
        let right = self.pop();
        let Some(left) = self.slots.get_mut(accumulator as usize) else {
            return;
        };
        match (&*left, right) {
            (_, Value::Bool(right)) if right == deciding => *left = Value::Bool(right),
            // Neither decides: it stays what it is.
            (Value::Bool(_) | Value::Error(_), Value::Bool(_)) => {}
            (_, right) => *left = undecided(std::mem::replace(left, Value::Null), right),
        }
    }

    /// Compares a variable with a constant integer.
    pub(super) fn compare_variable(
        &mut self,
        slot: u32,
        charge: u32,
        site: u32,
        constant: u32,
    ) -> Result<Option<u32>, Stop> {
        self.charge(charge.into())?;
        if let Some(Value::Int(a)) = self.slots.get(slot as usize)
            && let Some(result) = self.compared(*a, site, constant)
        {
            self.charge(1)?;
            return Ok(self.give(result));
        }
        let value = self.renewed(self.slot(slot));
        self.stack.push(value);
        self.call_with(site, constant)
    }

    /// Reads the accumulator and keeps it.
    pub(super) fn keep(&mut self, accumulator: u32, charge: u32) -> Result<(), Stop> {
        self.charge(charge.into())?;
        if let Some(Value::Optional(_)) = self.slots.get(accumulator as usize) {
            let value = self.renewed(self.slot(accumulator));
            self.set(accumulator, value);
        }
        Ok(())
    }
}

/// The result of a frequent call.
pub(super) enum Answer {
    Bool(bool),
    Int(i64),
}

/// The result and the cost of the most frequent calls; `None` leaves a call to the table of functions.
pub(super) fn frequent(site: &Site, args: &[Value<'_>]) -> Option<(Answer, u64)> {
    use Function as F;
    match args {
        [Value::Int(a), Value::Int(b)] => Some((Answer::Bool(compare_ints(site.function, *a, *b)?), 1)),
        [Value::String(a), Value::String(b)] => {
            let (result, cost) = compare_texts(site, a.as_str(), b.as_str())?;
            Some((Answer::Bool(result), cost))
        }
        [value @ (Value::String(_) | Value::List(_) | Value::Map(_) | Value::Object(_))]
            if site.function == F::Size =>
        {
            Some((Answer::Int(i64::try_from(value.size()).unwrap_or(i64::MAX)), 1))
        }
        [Value::Bool(value)] if site.function == F::Not => Some((Answer::Bool(!value), 1)),
        _ => None,
    }
}

/// A literal as a value, without what must be copied.
pub(super) fn literal(plain: &Plain) -> Option<Value<'_>> {
    Some(match plain {
        Plain::Null => Value::Null,
        Plain::Bool(value) => Value::Bool(*value),
        Plain::Int(value) => Value::Int(*value),
        Plain::Uint(value) => Value::Uint(*value),
        Plain::Double(value) => Value::Double(*value),
        Plain::String(text) => Value::String(Text::Borrowed(text)),
        Plain::Bytes(_) => return None,
    })
}
