//! Runs the loops of comprehensions: ranges, elements and accumulators.

use std::rc::Rc;

use super::{Machine, look_up};
use crate::eval::call;
use crate::eval::equal;
use crate::eval::plan::{NO_SLOT, Variables};
use crate::eval::value::{List, Map, OwnedList, Value};

/// A loop that runs.
pub(super) enum Loop<'a> {
    List {
        list: List<'a>,
        next: usize,
    },
    /// The keys of a map, each with its value where the loop has a variable for it.
    Members(std::vec::IntoIter<(Value<'a>, Option<Value<'a>>)>),
}

impl<'p: 'a, 'a> Machine<'p, 'a> {
    /// Begins a loop over the value on top.
    pub(super) fn begin(&mut self, variables: Variables, end: u32) -> Option<u32> {
        let range = self.pop();
        let running = match range {
            Value::List(list) => Loop::List { list, next: 0 },
            Value::Map(_) | Value::Object(_) if variables == Variables::Two => {
                Loop::Members(equal::members(&range).into_iter())
            }
            Value::Map(map) => Loop::Members(without_values(map.keys())),
            Value::Object(object) => Loop::Members(without_values(object.keys())),
            error @ Value::Error(_) => {
                self.stack.push(error);
                return Some(end);
            }
            other => {
                let type_ = call::go_type(&other, self.server);
                let text = match variables {
                    Variables::One => format!("got '{type_}', expected iterable type"),
                    Variables::Two => format!("unsupported comprehension range type: {type_}"),
                };
                self.stack.push(Value::error(text));
                return Some(end);
            }
        };
        self.loops.push(running);
        None
    }

    pub(super) fn next(&mut self, first: u32, second: u32, done: u32) -> Option<u32> {
        let pair = match self.loops.last_mut() {
            Some(Loop::List {
                list: List::Data { items, schema },
                next,
            }) if second == NO_SLOT => {
                let Some(item) = items.get(*next) else {
                    return Some(done);
                };
                *next += 1;
                let item = schema.items.value(item);
                self.set(first, item);
                return None;
            }
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
            Some(Loop::Members(members)) => match members.next() {
                Some((key, value)) => {
                    let value = (second != NO_SLOT).then(|| {
                        value.unwrap_or_else(|| match &key {
                            Value::String(name) => look_up::no_such_key(name.as_str()),
                            _ => Value::error(equal::NO_OVERLOAD),
                        })
                    });
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

    pub(super) fn append(&mut self, accumulator: u32) {
        let item = self.pop();
        if let Some(Value::List(List::Owned(list))) = self.slots.get_mut(accumulator as usize)
            && let Some(list) = Rc::get_mut(list)
            && !item.is_error()
        {
            list.items.push(item);
            return;
        }
        let grown = match (self.take(accumulator), item) {
            (error @ Value::Error(_), _) | (_, error @ Value::Error(_)) => error,
            (Value::List(List::Owned(mut list)), item) => {
                if let Some(list) = Rc::get_mut(&mut list) {
                    list.items.push(item);
                } else {
                    let mut items = list.items.clone();
                    items.push(item);
                    list = Rc::new(OwnedList {
                        items,
                        schema: list.schema,
                        ..OwnedList::default()
                    });
                }
                Value::List(List::Owned(list))
            }
            _ => Value::error(equal::NO_OVERLOAD),
        };
        self.set(accumulator, grown);
    }

    pub(super) fn insert(&mut self, accumulator: u32, count: usize) {
        let start = self.stack.len().saturating_sub(count);
        let added = self.stack.split_off(start);
        let error = added.iter().find(|part| part.is_error()).cloned();
        let grown = match (self.take(accumulator), error) {
            (error @ Value::Error(_), _) | (_, Some(error)) => error,
            (Value::Map(Map::Owned(mut map)), None) => {
                let entries = Rc::make_mut(&mut map);
                match call::insert_into(entries, &added, self.server) {
                    Some(error) => error,
                    None => Value::Map(Map::Owned(map)),
                }
            }
            _ => Value::error(equal::NO_OVERLOAD),
        };
        self.set(accumulator, grown);
    }
}

fn without_values(keys: Vec<Value<'_>>) -> std::vec::IntoIter<(Value<'_>, Option<Value<'_>>)> {
    let members: Vec<_> = keys.into_iter().map(|key| (key, None)).collect();
    members.into_iter()
}
