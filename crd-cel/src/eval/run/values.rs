//! Evaluates nodes to values.

use serde_json::Value as Json;

use super::state::{Eval, Evaluator, LocalScope};
use crate::eval::equal::NO_OVERLOAD;
use crate::eval::node::{Constant, ConstantScalar, EvalNode, OptionalResult, condition};
use crate::eval::value::{Text, Value};

/// The first server that rejects `or` and `orValue` on a value that is not an optional.
const OPTIONALS_REQUIRED_SINCE: u8 = 37;

impl<'a> Evaluator<'_, 'a> {
    /// Evaluates a node to a value that is not an error.
    pub(super) fn value(&mut self, node: &'a EvalNode, scope: LocalScope<'_, 'a>) -> Eval<Value<'a>> {
        match node {
            EvalNode::Constant(constant) => self.checked(constant.value()),
            EvalNode::Shared { constant, number } => self.shared(*number, || constant.value()),
            EvalNode::Known(library, cost) => {
                self.charge(*cost)?;
                Ok(Value::Library(library.clone()))
            }
            EvalNode::Variable { .. }
            | EvalNode::Path(_)
            | EvalNode::Select { .. }
            | EvalNode::Index { .. }
            | EvalNode::PathOrValue { .. } => {
                let datum = self.datum(node, scope)?;
                self.made(datum)
            }
            EvalNode::If(parts) => {
                let taken = self.branch(parts, scope)?;
                self.value(taken, scope)
            }
            EvalNode::Call { site, args } => self.call(site, args, scope),
            EvalNode::Collect(loop_) => self.collect(loop_, scope),
            EvalNode::List { elements, optional } => self.list(elements, optional, scope),
            EvalNode::Size { .. } | EvalNode::Count(_) | EvalNode::Arithmetic(_) => {
                let result = self.int(node, scope).map(Value::Int);
                self.or_other(result)
            }
            EvalNode::Cased { .. } | EvalNode::Find(_) => {
                let result = self.text(node, scope).map(Value::String);
                self.or_other(result)
            }
            condition!() => {
                let result = self.test(node, scope).map(Value::Bool);
                self.or_other(result)
            }
            node => self.rare_value(node, scope),
        }
    }

    /// Evaluates a node of a less common kind.
    #[inline(never)]
    fn rare_value(&mut self, node: &'a EvalNode, scope: LocalScope<'_, 'a>) -> Eval<Value<'a>> {
        match node {
            EvalNode::Map(entries) => self.map(entries, scope),
            EvalNode::Insert { loop_, added } => self.insert(loop_, added, scope),
            EvalNode::Charged { of, charge } => {
                let result = self.value(of, scope);
                self.charged(result, *charge)
            }
            EvalNode::OptionalOr { sides, result } => {
                let [left, right] = &**sides;
                match self.value(left, scope)? {
                    Value::Optional(None) => self.value(right, scope),
                    optional @ Value::Optional(_) if *result == OptionalResult::Optional => Ok(optional),
                    Value::Optional(Some(value)) => self.checked((*value).clone()),
                    other => self.no_optional(other),
                }
            }
            EvalNode::Bind(binding) => self.bind(binding, scope),
            EvalNode::Renewed(of) => {
                let value = self.value(of, scope)?;
                Ok(self.renewed(value))
            }
            EvalNode::Recorded { entry, of } => {
                let result = self.value(of, scope);
                self.record(*entry, result)
            }
            EvalNode::Unsupported { charge } => {
                self.charge(*charge)?;
                self.error("unsupported expression")
            }
            _ => self.error("unsupported expression"),
        }
    }

    /// Returns a result, or the value of another type than the requested one.
    fn or_other(&mut self, result: Eval<Value<'a>>) -> Eval<Value<'a>> {
        match result {
            Ok(value) => Ok(value),
            Err(_) => self.other(),
        }
    }

    /// Charges after the computation of a value, even if that is an error.
    pub(super) fn charged<T>(&mut self, result: Eval<T>, charge: u64) -> Eval<T> {
        if result.is_ok() || !self.is_stopped() {
            self.charge_each(charge)?;
        }
        result
    }

    /// Returns the result of `or` and `orValue` on a value that is not an optional.
    pub(super) fn no_optional(&mut self, value: Value<'a>) -> Eval<Value<'a>> {
        if self.server >= OPTIONALS_REQUIRED_SINCE {
            return self.error(NO_OVERLOAD);
        }
        Ok(value)
    }

    /// Returns the branch of a conditional that its condition selects.
    pub(super) fn branch(
        &mut self,
        parts: &'a [EvalNode; 3],
        scope: LocalScope<'_, 'a>,
    ) -> Eval<&'a EvalNode> {
        let [condition, yes, no] = parts;
        Ok(if self.holds(condition, scope)? { yes } else { no })
    }

    /// Evaluates a node to a text; any other value is a fault.
    pub(super) fn text(&mut self, node: &'a EvalNode, scope: LocalScope<'_, 'a>) -> Eval<Text<'a>> {
        let value = match node {
            EvalNode::Constant(Constant::ConstantScalar(ConstantScalar::String(text))) => {
                return Ok(Text::Borrowed(text));
            }
            EvalNode::Cased { site, of } => return self.cased(site, of, scope),
            EvalNode::Find(find) => return self.found(find, scope),
            EvalNode::Path(path) => match self.path(path, scope) {
                Ok((Json::String(text), schema)) if schema.kind.is_text() => return Ok(Text::Borrowed(text)),
                Ok((json, schema)) => self.checked(schema.value(json)),
                Err(_) => self.other(),
            },
            node => match self.borrowed(node, scope) {
                Some((Value::String(text), charge)) => {
                    self.charge(charge)?;
                    return Ok(text.clone());
                }
                _ => self.value(node, scope),
            },
        };
        self.text_of(value)
    }
}
