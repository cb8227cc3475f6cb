//! Variables that macros such as `optMap` and `sortBy` bind to a value.

use std::cell::OnceCell;
use std::rc::Rc;

use super::state::{Eval, Evaluator, LazyValue, Local, LocalScope, LocalValue};
use crate::eval::node::{Binding, BindingTime};
use crate::eval::value::{Map, Value};

/// The first server on which empty maps that macros bind lose their schema, too.
const EMPTY_MAPS_SINCE: u8 = 32;

impl<'a> Evaluator<'_, 'a> {
    /// Evaluates an expression that reads a bound variable, whose value may be an error.
    pub(super) fn bind(&mut self, binding: &'a Binding, scope: LocalScope<'_, 'a>) -> Eval<Value<'a>> {
        let init = &binding.init;
        let lazy = LazyValue {
            init,
            value: OnceCell::new(),
        };
        let value = match binding.computed {
            BindingTime::Lazily => LocalValue::Lazy(&lazy),
            BindingTime::Eagerly => {
                let value = self.value(init, scope);
                LocalValue::Value(rebind_empty(self.or_error(value)?, self.server))
            }
        };
        let local = scope.local(value);
        self.value(&binding.body, local.scope())
    }

    /// Returns the value of a variable of a loop or a binding, which may be an error. It is computed when it is first read.
    pub(super) fn local(&mut self, local: &Local<'_, 'a>) -> Eval<Value<'a>> {
        match &local.value {
            LocalValue::Data(json, schema) => Ok(schema.value(json)),
            LocalValue::Value(value) => Ok(value.clone()),
            LocalValue::Lazy(lazy) => {
                if let Some(value) = lazy.value.get() {
                    return Ok(value.clone());
                }
                let value = self.value(lazy.init, local.around);
                let value = rebind_empty(self.or_error(value)?, self.server);
                Ok(lazy.value.get_or_init(|| value).clone())
            }
        }
    }
}

/// Returns the value of a bound variable: an empty list of the object becomes a list of CEL's own, to which
/// elements are added without reading them by its schema, and an empty map or object becomes a map of CEL's own.
fn rebind_empty(value: Value<'_>, server: u8) -> Value<'_> {
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
