//! Creates texts from texts without intermediate values.

use std::rc::Rc;

use super::state::{Eval, Evaluator, Fault, LocalScope};
use crate::eval::cost;
use crate::eval::function::Function;
use crate::eval::node::{CallSite, EvalNode};
use crate::eval::value::{Text, Value};

impl<'a> Evaluator<'_, 'a> {
    /// Converts a text to lower or upper case. It is changed in place if it is not shared, and stays where it
    /// is if nothing changes.
    pub(super) fn cased(
        &mut self,
        site: &'a CallSite,
        of: &'a EvalNode,
        scope: LocalScope<'_, 'a>,
    ) -> Eval<Text<'a>> {
        let Ok(text) = self.text(of, scope) else {
            let result = self.apply_to_failed(site);
            return self.text_of(result);
        };
        self.charge(cost::of_text(text.as_str()))?;
        let is_lower = site.function == Function::LowerAscii;
        let changes = |byte: u8| {
            if is_lower {
                byte.is_ascii_uppercase()
            } else {
                byte.is_ascii_lowercase()
            }
        };
        if !text.as_str().bytes().any(changes) {
            return Ok(text);
        }
        let mut own = match text {
            Text::Owned(text) => text,
            Text::Borrowed(text) => Rc::from(text),
        };
        if Rc::get_mut(&mut own).is_none() {
            own = Rc::from(&*own);
        }
        if let Some(chars) = Rc::get_mut(&mut own) {
            if is_lower {
                chars.make_ascii_lowercase();
            } else {
                chars.make_ascii_uppercase();
            }
        }
        Ok(Text::Owned(own))
    }

    /// Converts a value to a text; any other value is a fault.
    pub(super) fn text_of(&mut self, value: Eval<Value<'a>>) -> Eval<Text<'a>> {
        match value? {
            Value::String(text) => Ok(text),
            value => self.fail(Fault::Value(value)),
        }
    }
}
