//! Builds lists and maps.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::state::{Eval, Evaluator, LocalScope};
use crate::eval::call;
use crate::eval::cost::{LIST, MAP};
use crate::eval::error::AbortReason;
use crate::eval::lib::printed;
use crate::eval::node::{EvalNode, MapEntryNode};
use crate::eval::value::{Map, MapKey, Value};

type MapEntries<'a> = BTreeMap<MapKey<'a>, Value<'a>>;

impl<'a> Evaluator<'_, 'a> {
    pub(super) fn list(
        &mut self,
        elements: &'a [EvalNode],
        optional: &[usize],
        scope: LocalScope<'_, 'a>,
    ) -> Eval<Value<'a>> {
        let mut items = Vec::with_capacity(elements.len());
        for (place, element) in elements.iter().enumerate() {
            let item = self.value(element, scope);
            let item = self.part(item, LIST)?;
            if !optional.contains(&place) {
                items.push(item);
            } else if let Value::Optional(item) = item {
                items.extend(item.map(|item| (*item).clone()));
            } else {
                let error = not_optional(None, &item, self.server);
                self.charge(LIST)?;
                return self.checked(error);
            }
        }
        self.charge(LIST)?;
        Ok(Value::list(items))
    }

    /// Evaluates the elements of a list that is not built.
    pub(super) fn elements(
        &mut self,
        elements: &'a [EvalNode],
        scope: LocalScope<'_, 'a>,
    ) -> Eval<Vec<Value<'a>>> {
        let mut items = Vec::with_capacity(elements.len());
        for element in elements {
            let item = self.value(element, scope);
            items.push(self.part(item, LIST)?);
        }
        self.charge(LIST)?;
        Ok(items)
    }

    pub(super) fn map(&mut self, entries: &'a [MapEntryNode], scope: LocalScope<'_, 'a>) -> Eval<Value<'a>> {
        let mut map = MapEntries::new();
        for entry in entries {
            let key = self.value(&entry.key, scope);
            let key = self.part(key, MAP)?;
            let value = self.value(&entry.value, scope);
            let value = self.part(value, MAP)?;
            let value = match value {
                Value::Optional(value) if entry.optional => value.map(|value| (*value).clone()),
                value if entry.optional => {
                    let error = not_optional(Some(&key), &value, self.server);
                    self.charge(MAP)?;
                    return self.checked(error);
                }
                value => Some(value),
            };
            if entry.may_be_unhashable && !key.is_hashable(self.server) {
                // Go has another text if the key is removed from an empty map.
                let error = if value.is_none() && map.is_empty() {
                    "hash of unhashable type:"
                } else {
                    "runtime error: hash of unhashable type"
                };
                return self.unhashable(error, &key);
            }
            let known = MapKey::added(&key, &map);
            // The last of equal keys counts, and an empty optional removes the previous ones.
            match value {
                Some(value) => map.insert(known, value),
                None => map.remove(&known),
            };
        }
        self.charge(MAP)?;
        Ok(Value::Map(Map::Owned(Rc::new(map))))
    }

    /// Returns a part of a literal; if it failed, charges for the literal and fails.
    fn part(&mut self, part: Eval<Value<'a>>, charge: u64) -> Eval<Value<'a>> {
        if part.is_ok() {
            return part;
        }
        let fault = self.fault()?;
        self.charge(charge)?;
        self.fail(fault)
    }

    /// Ends the evaluation if Go cannot hash a key.
    #[cold]
    fn unhashable<T>(&mut self, error: &str, key: &Value<'a>) -> Eval<T> {
        let type_ = call::go_type(key, self.server);
        self.abort(AbortReason::Internal(format!("{error} {type_}")))
    }
}

/// Returns the error for a value that is written with `?` in a list, or under a key in a map, and is not an optional.
fn not_optional<'a>(key: Option<&Value<'a>>, value: &Value<'a>, server: u8) -> Value<'a> {
    let shown = printed::printed(value, server);
    Value::error(match key {
        None => format!("cannot initialize optional list element from non-optional value {shown}"),
        Some(key) => {
            let key = printed::printed(key, server);
            format!("cannot initialize optional entry '{key}' from non-optional value {shown}")
        }
    })
}
