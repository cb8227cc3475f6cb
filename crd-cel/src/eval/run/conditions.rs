//! Evaluates conditions to bools.

use serde_json::Value as Json;

use super::state::{Datum, Eval, Evaluator, Failed, Fault, LocalScope};
use crate::eval::equal::NO_OVERLOAD;
use crate::eval::error::EvalError;
use crate::eval::function::Function;
use crate::eval::node::{BinaryCall, Constant, ConstantScalar, ConstantSet, EvalNode};
use crate::eval::schema::DataKind;
use crate::eval::value::Value;

impl<'a> Evaluator<'_, 'a> {
    /// Checks whether a condition holds; a value that is not a bool is an error.
    pub(super) fn holds(&mut self, node: &'a EvalNode, scope: LocalScope<'_, 'a>) -> Eval<bool> {
        match self.test(node, scope) {
            Ok(holds) => Ok(holds),
            Err(Failed) => self.not_bool(),
        }
    }

    /// Evaluates a node to a bool; any other value is a fault.
    pub(super) fn test(&mut self, node: &'a EvalNode, scope: LocalScope<'_, 'a>) -> Eval<bool> {
        match node {
            EvalNode::Constant(Constant::ConstantScalar(ConstantScalar::Bool(value))) => Ok(*value),
            EvalNode::Has(path) => self.has(path, scope),
            EvalNode::Not { site, of } => match self.test(of, scope) {
                Ok(holds) => {
                    self.charge(1)?;
                    Ok(!holds)
                }
                Err(Failed) => {
                    let result = self.apply_to_failed(site);
                    self.bool_of(result)
                }
            },
            EvalNode::And(sides) => {
                let [left, right] = &**sides;
                match self.test(left, scope) {
                    Ok(true) => self.holds(right, scope),
                    Ok(false) => Ok(false),
                    Err(Failed) => self.absorb(false, right, scope),
                }
            }
            EvalNode::Or(sides) => {
                let [left, right] = &**sides;
                match self.test(left, scope) {
                    Ok(true) => Ok(true),
                    Ok(false) => self.holds(right, scope),
                    Err(Failed) => self.absorb(true, right, scope),
                }
            }
            EvalNode::If(parts) => {
                let taken = self.branch(parts, scope)?;
                self.test(taken, scope)
            }
            EvalNode::Ints(call) => self.ints(call, scope),
            EvalNode::Bools(call) => {
                let sides = self.sides(call, scope, Evaluator::test, Value::Bool);
                let Ok((left, right)) = sides else {
                    return self.other_bool();
                };
                self.charge(1)?;
                Ok((left == right) == (call.site.function == Function::Equals))
            }
            EvalNode::Durations(call) => {
                let read = |run: &mut Self, node, scope: LocalScope<'_, 'a>| run.duration(node, scope);
                match self.sides(call, scope, read, Value::Duration) {
                    Ok((left, right)) => self.compared(call, left, right),
                    Err(Failed) => self.other_bool(),
                }
            }
            EvalNode::Texts(call) => self.texts(call, scope),
            EvalNode::In { set, value } => self.is_in(set, value, scope),
            EvalNode::Member(call) => self.is_member(call, scope),
            EvalNode::Form { site, text } => self.has_form(site, text, scope),
            EvalNode::Matches(matches) => self.matches(matches, scope),
            EvalNode::Decided { loop_, value } => self.decided(loop_, *value, scope),
            EvalNode::One(loop_) => self.one(loop_, scope),
            node => self.bool_value(node, scope),
        }
    }

    fn ints(&mut self, call: &'a BinaryCall, scope: LocalScope<'_, 'a>) -> Eval<bool> {
        match self.sides(call, scope, Evaluator::int, Value::Int) {
            Ok((left, right)) => self.compared(call, left, right),
            Err(Failed) => self.other_bool(),
        }
    }

    /// Returns the bool that resulted from the call of a failed node.
    #[cold]
    pub(super) fn other_bool(&mut self) -> Eval<bool> {
        let result = self.other();
        self.bool_of(result)
    }

    #[inline]
    fn compared(&mut self, call: &'a BinaryCall, left: i64, right: i64) -> Eval<bool> {
        self.charge(1)?;
        match call.site.function.holds(left.cmp(&right)) {
            Some(result) => Ok(result),
            None => self.error(NO_OVERLOAD),
        }
    }

    /// Evaluates a value of the data or the result of a call to a bool.
    #[inline(never)]
    fn bool_value(&mut self, node: &'a EvalNode, scope: LocalScope<'_, 'a>) -> Eval<bool> {
        if let Some((Value::Bool(value), charge)) = self.borrowed(node, scope) {
            self.charge(charge)?;
            return Ok(*value);
        }
        let value = match self.datum(node, scope)? {
            Datum::Data(Json::Bool(value), schema) if schema.kind == DataKind::Bool => return Ok(*value),
            datum => self.made(datum),
        };
        self.bool_of(value)
    }

    /// Evaluates `&&` or `||` after its left side failed: the right side decides, or the left side's error is the result.
    #[cold]
    fn absorb(&mut self, deciding: bool, right: &'a EvalNode, scope: LocalScope<'_, 'a>) -> Eval<bool> {
        let fault = match self.fault()? {
            Fault::Value(_) => Fault::Error(EvalError::new(NO_OVERLOAD)),
            fault => fault,
        };
        match self.test(right, scope) {
            Ok(right) if right == deciding => return Ok(right),
            Ok(_) => {}
            Err(Failed) => {
                self.fault()?;
            }
        }
        self.fail(fault)
    }

    fn is_in(&mut self, set: &'a ConstantSet, value: &'a EvalNode, scope: LocalScope<'_, 'a>) -> Eval<bool> {
        if let Some((value, charge)) = self.borrowed(value, scope) {
            self.charge(charge)?;
            return Ok(set.contains(value));
        }
        match self.datum(value, scope)? {
            Datum::Data(Json::String(text), schema) if schema.kind.is_text() => Ok(set.contains_text(text)),
            datum => {
                let value = self.made(datum)?;
                Ok(set.contains(&value))
            }
        }
    }
}
