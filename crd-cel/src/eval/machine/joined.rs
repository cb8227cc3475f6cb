//! The operations that stand for several: see [`fuse`](crate::eval::plan).

use super::look_up::select;
use super::{Machine, undecided};
use crate::eval::cost::{self, Price};
use crate::eval::error::{EvalError, Stop};
use crate::eval::function::Function;
use crate::eval::plan::{Constant, LoopHead, Path, Plain, Selection, Site, Step};
use crate::eval::value::{Object, Text, Value};

/// Where the selections on an object lead.
enum End<'a> {
    /// All were done.
    Value(Value<'a>),
    /// The value is no object: the rest of the selections is still to be done.
    Rest(Value<'a>, usize),
}

impl<'p: 'a, 'a> Machine<'p, 'a> {
    /// A variable and the selections on it. From object to object only the data is followed.
    pub(super) fn path(&mut self, path: &'p Path) -> Result<Value<'a>, Stop> {
        self.charge(path.charge.into())?;
        let (mut value, done) = match self.slots.get(path.slot as usize) {
            Some(Value::Object(object)) => match self.follow(*object, &path.selections)? {
                End::Value(value) => return Ok(value),
                End::Rest(value, done) => (value, done),
            },
            Some(optional @ Value::Optional(_)) => (self.renewed(optional.clone()), 0),
            Some(value) => (value.clone(), 0),
            None => (Value::Null, 0),
        };
        for selection in path.selections.iter().skip(done) {
            let name = self.name(selection);
            value = self.member(value, selection.step, &|value| select(value, name))?;
        }
        Ok(value)
    }

    fn name(&self, selection: &Selection) -> &'p str {
        let plan = self.plan;
        plan.names.get(selection.name as usize).map_or("", String::as_str)
    }

    fn follow(&mut self, mut object: Object<'a>, selections: &'p [Selection]) -> Result<End<'a>, Stop> {
        let mut is_optional = false;
        for (done, selection) in selections.iter().enumerate() {
            let Step { test, optional, .. } = selection.step;
            is_optional |= optional;
            let is_last = done + 1 == selections.len();
            let name = self.name(selection);
            let Some((field, json)) = object.member_at(name, &selection.hint) else {
                return Ok(End::Value(if test {
                    self.charge(1)?;
                    Value::Bool(false)
                } else if !is_optional {
                    self.charge(1)?;
                    Value::Error(EvalError::new(format!("no such key: {name}")))
                } else if selections.last().is_some_and(|last| last.step.test) {
                    Value::Bool(false)
                } else {
                    Value::Optional(None)
                }));
            };
            if !is_last
                && !test
                && let Some(inner) = field.schema.object(json)
            {
                self.charge(1)?;
                object = inner;
                continue;
            }
            let value = match field.schema.value(json) {
                error @ Value::Error(_) if is_optional && !test => return Ok(End::Value(error)),
                error @ Value::Error(_) => error,
                _ if test => Value::Bool(true),
                value if is_optional => Value::some(value),
                value => value,
            };
            self.charge(1)?;
            return Ok(if is_last {
                End::Value(value)
            } else {
                End::Rest(value, done + 1)
            });
        }
        Ok(End::Value(Value::Object(object)))
    }

    /// A call whose last argument is a constant integer; the other one is on top.
    pub(super) fn call_with(&mut self, site: u32, constant: u32) -> Result<(), Stop> {
        let plan = self.plan;
        if let Some(Value::Int(a)) = self.stack.last()
            && let Some(Constant::Literal(Plain::Int(b))) = plan.constants.get(constant as usize)
            && let Some(function) = plan.sites.get(site as usize).map(|site| site.function)
            && let Some(result) = compare_ints(function, *a, *b)
        {
            if let Some(top) = self.stack.last_mut() {
                *top = Value::Bool(result);
            }
            return self.charge(1);
        }
        let value = self.constant(constant as usize);
        self.stack.push(value);
        self.call(site as usize)
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
    ) -> Result<(), Stop> {
        self.charge(charge.into())?;
        let plan = self.plan;
        if let Some(Value::Int(a)) = self.slots.get(slot as usize)
            && let Some(Constant::Literal(Plain::Int(b))) = plan.constants.get(constant as usize)
            && let Some(function) = plan.sites.get(site as usize).map(|site| site.function)
            && let Some(result) = compare_ints(function, *a, *b)
        {
            self.stack.push(Value::Bool(result));
            return self.charge(1);
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

/// The result and the cost of the most frequent calls; `None` leaves a call to the table of functions.
pub(super) fn frequent<'a>(site: &Site, args: &[Value<'a>]) -> Option<(Value<'a>, u64)> {
    use Function as F;
    /// Longer texts are searched only where the limit admits it.
    const SHORT: usize = 4096;
    match args {
        [Value::Int(a), Value::Int(b)] => Some((Value::Bool(compare_ints(site.function, *a, *b)?), 1)),
        [Value::String(a), Value::String(b)] => {
            let (a, b) = (a.as_str(), b.as_str());
            let result = match site.function {
                F::Equals => a == b,
                F::NotEquals => a != b,
                F::Less => a < b,
                F::LessEquals => a <= b,
                F::Greater => a > b,
                F::GreaterEquals => a >= b,
                F::StartsWith => a.starts_with(b),
                F::EndsWith => a.ends_with(b),
                F::Contains if a.len().max(b.len()) <= SHORT => {
                    return Some((Value::Bool(a.contains(b)), cost::of_text(a) * cost::of_text(b)));
                }
                _ => return None,
            };
            let cost = match site.price {
                Price::Reading(0) => cost::of_text(a),
                Price::Reading(_) => cost::of_text(b),
                Price::Shorter => cost::of_texts(a, b),
                Price::Computed => return None,
            };
            Some((Value::Bool(result), cost))
        }
        [value @ (Value::String(_) | Value::List(_) | Value::Map(_) | Value::Object(_))]
            if site.function == F::Size =>
        {
            Some((Value::Int(i64::try_from(value.size()).unwrap_or(i64::MAX)), 1))
        }
        [Value::Bool(value)] if site.function == F::Not => Some((Value::Bool(!value), 1)),
        _ => None,
    }
}

/// Comparisons of integers, by far the most frequent calls; each costs 1.
fn compare_ints(function: Function, a: i64, b: i64) -> Option<bool> {
    Some(match function {
        Function::Equals => a == b,
        Function::NotEquals => a != b,
        Function::Less => a < b,
        Function::LessEquals => a <= b,
        Function::Greater => a > b,
        Function::GreaterEquals => a >= b,
        _ => return None,
    })
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
