//! Runs the operations of a [plan](super::plan).

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::call::{self, Context};
use super::convert;
use super::cost;
use super::equal;
use super::error::{EvalError, Stop};
use super::function::Function;
use super::lib::regexes::Patterns;
use super::plan::{Constant, NO_SLOT, NONE_OPTIONAL, Op, Plain, Plan, Step};
use super::value::{List, Map, MapKey, OwnedList, Text, Value};

/// The state of a run.
pub(super) struct Machine<'p, 'a> {
    plan: &'p Plan,
    server: u8,
    stack: Vec<Value<'a>>,
    slots: Vec<Value<'a>>,
    loops: Vec<Loop<'a>>,
    constants: Vec<OnceCell<Value<'a>>>,
    patterns: Patterns,
    pub(super) cost: u64,
    limit: u64,
}

/// A loop that runs.
enum Loop<'a> {
    List {
        list: List<'a>,
        next: usize,
    },
    Keys {
        map: Value<'a>,
        keys: std::vec::IntoIter<Value<'a>>,
    },
}

impl<'p: 'a, 'a> Machine<'p, 'a> {
    pub(super) fn new(plan: &'p Plan, server: u8, variables: Vec<Value<'a>>, limit: u64) -> Self {
        let mut slots = variables;
        slots.resize(plan.slots as usize, Value::Null);
        Machine {
            plan,
            server,
            stack: Vec::with_capacity(8),
            slots,
            loops: Vec::new(),
            constants: vec![OnceCell::new(); plan.constants.len()],
            patterns: Patterns::default(),
            cost: 0,
            limit,
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
                let value = self.slot(slot);
                self.stack.push(value);
            }
            Op::Charge(charge) => self.charge(charge.into())?,
            Op::Select { name, step } => {
                let value = self.pop();
                let name = self.plan.names.get(name as usize).map_or("", String::as_str);
                let found = self.member(value, step, &|value| select(value, name))?;
                self.stack.push(found);
            }
            Op::Index { step } => {
                let index = self.pop();
                let value = self.pop();
                let found = self.member(value, step, &|value| look_up(value, &index))?;
                self.stack.push(found);
            }
            Op::SkipIndex { to } => {
                if matches!(self.stack.last(), Some(Value::Error(_) | Value::Optional(None))) {
                    return Ok(Some(to));
                }
            }
            Op::Call(site) => self.call(site as usize)?,
            Op::StopOnError { below, charge, to } => {
                if matches!(self.stack.last(), Some(Value::Error(_))) {
                    self.charge(charge.into())?;
                    let error = self.pop();
                    self.drop_values(below as usize);
                    self.stack.push(error);
                    return Ok(Some(to));
                }
            }
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
            Op::AndRight => self.combine(false),
            Op::OrRight => self.combine(true),
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
                self.charge(30)?;
                let map = self.map(count as usize, optional);
                self.stack.push(map);
            }
            Op::Unsupported { drop, charge } => {
                self.charge(charge.into())?;
                self.drop_values(drop as usize);
                self.stack.push(Value::error("unsupported expression"));
            }
            Op::InConstant => {
                let list = self.pop();
                let value = self.pop();
                let found = match (&value, &list) {
                    (Value::Error(_), _) => value.clone(),
                    (_, Value::List(list)) => {
                        Value::Bool(list.iter().any(|item| equal::is_equal(&item, &value)))
                    }
                    _ => Value::error(equal::NO_OVERLOAD),
                };
                self.stack.push(found);
            }
            Op::Store { slot } => {
                let value = self.pop();
                self.set(slot, value);
            }
            Op::Range { two_variables, end } => return Ok(self.begin(two_variables, end)),
            Op::Next { first, second, done } => return Ok(self.next(first, second, done)),
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
            Op::Insert {
                accumulator,
                count,
                next,
            } => {
                self.charge(2)?;
                self.insert(accumulator, count as usize);
                return Ok(Some(next));
            }
            Op::EndLoop => {
                self.loops.pop();
            }
        }
        Ok(None)
    }

    fn drop_values(&mut self, count: usize) {
        self.stack.truncate(self.stack.len().saturating_sub(count));
    }

    fn constant(&mut self, index: usize) -> Value<'a> {
        let plan = self.plan;
        let (Some(cell), Some(constant)) = (self.constants.get(index), plan.constants.get(index)) else {
            return Value::Null;
        };
        cell.get_or_init(|| value_of(constant)).clone()
    }

    /// Both sides of a junction are undecided by the left; `decides` is the value that decides it.
    fn combine(&mut self, decides: bool) {
        let right = self.pop();
        let left = self.pop();
        let result = match (left, right) {
            (_, Value::Bool(value)) if value == decides => Value::Bool(decides),
            (error @ Value::Error(_), _) => error,
            (Value::Bool(_), Value::Bool(_)) => Value::Bool(!decides),
            (Value::Bool(_), error @ Value::Error(_)) => error,
            _ => Value::error(equal::NO_OVERLOAD),
        };
        self.stack.push(result);
    }

    /// One step of a chain. What is found costs 1, as does what is missing without `?`.
    fn member(
        &mut self,
        value: Value<'a>,
        step: Step,
        find: &dyn Fn(&Value<'a>) -> Found<'a>,
    ) -> Result<Value<'a>, Stop> {
        let (value, is_optional) = match value {
            error @ Value::Error(_) => return Ok(error),
            Value::Optional(None) => {
                return Ok(if step.test {
                    Value::Bool(false)
                } else {
                    Value::Optional(None)
                });
            }
            // What an optional holds is seen without its schema by the first step (EVAL-24).
            Value::Optional(Some(inner)) if step.first && self.server <= 36 => (untyped(&inner), true),
            Value::Optional(Some(inner)) => ((*inner).clone(), true),
            other => (other, step.optional),
        };
        let found = find(&value);
        if step.test {
            self.charge(1)?;
            return Ok(match found {
                Found::Value(error @ Value::Error(_)) => error,
                Found::Value(_) => Value::Bool(true),
                Found::Absent(_) => Value::Bool(false),
                Found::Error(_) => Value::Bool(false),
            });
        }
        if is_optional {
            return Ok(match found {
                Found::Value(value) => {
                    self.charge(1)?;
                    Value::some(value)
                }
                Found::Absent(_) => Value::Optional(None),
                Found::Error(error) => Value::Error(error),
            });
        }
        self.charge(1)?;
        Ok(match found {
            Found::Value(value) => value,
            Found::Absent(error) | Found::Error(error) => Value::Error(error),
        })
    }

    fn call(&mut self, site: usize) -> Result<(), Stop> {
        let plan = self.plan;
        let Some(site) = plan.sites.get(site) else {
            return Ok(());
        };
        let start = self.stack.len().saturating_sub(site.args as usize);
        let args = self.stack.get(start..).unwrap_or_default();
        let error = args.iter().find(|arg| arg.is_error());
        let result = match (site.function, args) {
            (Function::NotStrictlyFalse, [value]) => match value {
                Value::Bool(value) => Value::Bool(*value),
                _ => Value::Bool(true),
            },
            (function, args) => match error {
                Some(error) => {
                    if let Some(stop) = untrackable(function, site.overload.is_some(), args) {
                        return Err(stop);
                    }
                    error.clone()
                }
                None => {
                    let cx = Context {
                        patterns: &self.patterns,
                        regex: site.regex.as_ref(),
                        server: self.server,
                        is_resolved: site.overload.is_some(),
                    };
                    call::call(function, args, &cx)?
                }
            },
        };
        let cost = cost::of_call(&cost::Call {
            function: site.function,
            overload: site.overload,
            args,
            result: &result,
            server: self.server,
        });
        self.charge(cost)?;
        self.stack.truncate(start);
        self.stack.push(result);
        Ok(())
    }

    fn list(&mut self, count: usize, optional: u32) -> Value<'a> {
        let start = self.stack.len().saturating_sub(count);
        let mut items: Vec<Value<'a>> = self.stack.split_off(start);
        if optional != NONE_OPTIONAL {
            let which = self
                .plan
                .optional
                .get(optional as usize)
                .map_or(&[][..], Vec::as_slice);
            let mut kept = Vec::with_capacity(items.len());
            for (index, item) in items.into_iter().enumerate() {
                match item {
                    Value::Optional(value) if is_in(which, index) => {
                        kept.extend(value.map(|value| (*value).clone()));
                    }
                    _ if is_in(which, index) => return not_optional(&item),
                    other => kept.push(other),
                }
            }
            items = kept;
        }
        Value::list(items)
    }

    fn map(&mut self, count: usize, optional: u32) -> Value<'a> {
        let start = self.stack.len().saturating_sub(2 * count);
        let parts: Vec<Value<'a>> = self.stack.split_off(start);
        let which: &[u32] = self
            .plan
            .optional
            .get(optional as usize)
            .map_or(&[], Vec::as_slice);
        let mut map = BTreeMap::new();
        let mut parts = parts.into_iter();
        let mut index = 0;
        while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
            let value = match value {
                Value::Optional(None) if is_in(which, index) => None,
                Value::Optional(Some(value)) if is_in(which, index) => Some((*value).clone()),
                other if is_in(which, index) => return not_optional(&other),
                other => Some(other),
            };
            index += 1;
            let Some(value) = value else { continue };
            let Some(known) = MapKey::of(&key) else {
                return Value::error(format!("unsupported key type: {}", key.type_name()));
            };
            if map.contains_key(&known) {
                return Value::error(format!(
                    "Failed with repeated key: {}",
                    super::lib::printf::plain_key(&key)
                ));
            }
            map.insert(known, value);
        }
        Value::Map(Map::Owned(Rc::new(map)))
    }

    /// Begins a loop over the value on top.
    fn begin(&mut self, two_variables: bool, end: u32) -> Option<u32> {
        let range = self.pop();
        let running = match range {
            Value::List(list) => Loop::List { list, next: 0 },
            Value::Map(ref map) => Loop::Keys {
                keys: map.keys().into_iter(),
                map: range,
            },
            Value::Object(object) => Loop::Keys {
                keys: object.keys().into_iter(),
                map: range,
            },
            error @ Value::Error(_) => {
                self.stack.push(error);
                return Some(end);
            }
            other => {
                let type_ = call::go_type(&other);
                let text = if two_variables {
                    format!("unsupported comprehension range type: types.{type_}")
                } else {
                    format!("got 'types.{type_}', expected iterable type")
                };
                self.stack.push(Value::error(text));
                return Some(end);
            }
        };
        self.loops.push(running);
        None
    }

    fn next(&mut self, first: u32, second: u32, done: u32) -> Option<u32> {
        let pair = match self.loops.last_mut() {
            Some(Loop::List { list, next }) => match list.get(*next) {
                Some(item) => {
                    let index = Value::Int(i64::try_from(*next).unwrap_or(i64::MAX));
                    *next += 1;
                    if second == NO_SLOT {
                        (item, None)
                    } else {
                        (index, Some(item))
                    }
                }
                None => return Some(done),
            },
            Some(Loop::Keys { map, keys }) => match keys.next() {
                Some(key) => {
                    let value = (second != NO_SLOT).then(|| equal::find(map, &key).unwrap_or(Value::Null));
                    (key, value)
                }
                None => return Some(done),
            },
            None => return Some(done),
        };
        self.set(first, pair.0);
        if let Some(value) = pair.1 {
            self.set(second, value);
        }
        None
    }

    fn take(&mut self, slot: u32) -> Value<'a> {
        self.slots
            .get_mut(slot as usize)
            .map_or(Value::Null, |place| std::mem::replace(place, Value::Null))
    }

    fn append(&mut self, accumulator: u32) {
        let item = self.pop();
        let grown = match (self.take(accumulator), item) {
            (error @ Value::Error(_), _) | (_, error @ Value::Error(_)) => error,
            (Value::List(List::Owned(mut list)), item) => {
                match Rc::get_mut(&mut list) {
                    Some(list) => list.items.push(item),
                    None => {
                        let mut items = list.items.clone();
                        items.push(item);
                        list = Rc::new(OwnedList {
                            items,
                            schema: list.schema,
                        });
                    }
                }
                Value::List(List::Owned(list))
            }
            _ => Value::error(equal::NO_OVERLOAD),
        };
        self.set(accumulator, grown);
    }

    fn insert(&mut self, accumulator: u32, count: usize) {
        let start = self.stack.len().saturating_sub(count);
        let added = self.stack.split_off(start);
        let error = added.iter().find(|part| part.is_error()).cloned();
        let grown = match (self.take(accumulator), error) {
            (error @ Value::Error(_), _) | (_, Some(error)) => error,
            (Value::Map(Map::Owned(mut map)), None) => {
                let entries = Rc::make_mut(&mut map);
                match call::insert_into(entries, &added) {
                    Some(error) => error,
                    None => Value::Map(Map::Owned(map)),
                }
            }
            _ => Value::error(equal::NO_OVERLOAD),
        };
        self.set(accumulator, grown);
    }
}

fn is_in(which: &[u32], index: usize) -> bool {
    u32::try_from(index).is_ok_and(|index| which.contains(&index))
}

fn not_optional<'a>(value: &Value<'a>) -> Value<'a> {
    Value::error(format!(
        "cannot initialize optional list element from non-optional value {}",
        value.type_name()
    ))
}

/// The server's cost tracking looks into these arguments without asking whether they are errors (EVAL-21).
fn untrackable(function: Function, is_resolved: bool, args: &[Value<'_>]) -> Option<Stop> {
    let at = |index: usize| args.get(index).is_some_and(Value::is_error);
    let text = match function {
        Function::Sort | Function::SortByKeys | Function::Distinct if is_resolved && at(0) => {
            "interface conversion: *types.Err is not traits.Lister: missing method Add"
        }
        Function::SortByKeys if is_resolved && at(1) => {
            "interface conversion: *types.Err is not traits.Lister: missing method Add"
        }
        Function::Flatten if is_resolved && at(1) => {
            "interface conversion: ref.Val is *types.Err, not types.Int"
        }
        _ => return None,
    };
    Some(Stop::Internal(text.to_owned()))
}

fn value_of(constant: &Constant) -> Value<'_> {
    match constant {
        Constant::Literal(plain) => match plain {
            Plain::Null => Value::Null,
            Plain::Bool(value) => Value::Bool(*value),
            Plain::Int(value) => Value::Int(*value),
            Plain::Uint(value) => Value::Uint(*value),
            Plain::Double(value) => Value::Double(*value),
            Plain::String(text) => Value::String(Text::Borrowed(text)),
            Plain::Bytes(bytes) => Value::Bytes(bytes.as_slice().into()),
        },
        Constant::Type(name) => Value::Type(Text::Borrowed(name)),
        Constant::List(items) => Value::list(items.iter().map(value_of).collect()),
        Constant::Map(entries) => {
            let mut map = BTreeMap::new();
            for (key, value) in entries {
                if let Some(key) = MapKey::of(&value_of(key)) {
                    map.insert(key, value_of(value));
                }
            }
            Value::Map(Map::Owned(Rc::new(map)))
        }
        Constant::Conversion(function, constant) => convert::convert(*function, &value_of(constant)),
    }
}

/// What a look-up found.
enum Found<'a> {
    Value(Value<'a>),
    /// Nothing; the error of a look-up that insists.
    Absent(EvalError),
    /// The value cannot be asked so.
    Error(EvalError),
}

fn found<'a>(value: Option<Value<'a>>, name: &str) -> Found<'a> {
    match value {
        Some(value) => Found::Value(value),
        None => Found::Absent(EvalError::new(format!("no such key: {name}"))),
    }
}

fn select<'a>(value: &Value<'a>, name: &str) -> Found<'a> {
    match value {
        Value::Object(object) => found(object.get(name), name),
        Value::Map(map) => found(map.get_text(name), name),
        Value::List(_) => Found::Error(EvalError::new("unsupported index type 'string' in list")),
        _ => found(None, name),
    }
}

fn look_up<'a>(value: &Value<'a>, index: &Value<'a>) -> Found<'a> {
    if let Value::Error(error) = index {
        return Found::Error(error.clone());
    }
    let key = super::lib::printf::plain_key(index);
    match value {
        Value::List(list) => {
            let place = match index {
                Value::Int(place) => *place,
                Value::Uint(place) => i64::try_from(*place).unwrap_or(i64::MAX),
                Value::Double(place) if place.fract() == 0.0 => {
                    return Found::Error(EvalError::new(format!("unsupported index: {place}")));
                }
                Value::Double(place) => {
                    return Found::Error(EvalError::new(format!("unsupported index value {place} in list")));
                }
                other => {
                    return Found::Error(EvalError::new(format!(
                        "unsupported index type '{}' in list",
                        other.type_name()
                    )));
                }
            };
            let item = usize::try_from(place).ok().and_then(|place| list.get(place));
            item.map_or_else(
                || Found::Absent(EvalError::new(format!("index out of bounds: {place}"))),
                Found::Value,
            )
        }
        Value::Map(Map::Owned(_)) => found(equal::find(value, index), &key),
        Value::Map(_) | Value::Object(_) => match index {
            Value::String(_) => found(equal::find(value, index), &key),
            _ => Found::Error(EvalError::new(equal::NO_OVERLOAD)),
        },
        _ => found(None, &key),
    }
}

/// A value of the object without its schema.
fn untyped<'a>(value: &Value<'a>) -> Value<'a> {
    match value {
        Value::Object(object) => Value::Map(Map::Raw(object.map)),
        Value::Map(Map::Data { map, .. }) => Value::Map(Map::Raw(map)),
        Value::List(List::Data { items, .. }) => Value::List(List::Raw(items)),
        other => other.clone(),
    }
}
