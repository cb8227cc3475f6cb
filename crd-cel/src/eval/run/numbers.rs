//! Evaluates integers and durations.

use serde_json::Value as Json;

use super::state::{Datum, Eval, Evaluator, Failed, Fault, LocalScope, LocalValue};
use crate::eval::arithmetic;
use crate::eval::error::EvalError;
use crate::eval::function::Function;
use crate::eval::node::{BinaryCall, CallSite, Constant, ConstantScalar, EvalNode, VariableRef};
use crate::eval::schema::DataKind;
use crate::eval::value::Value;
use crate::go::parse_duration;

impl<'a> Evaluator<'_, 'a> {
    /// Evaluates a node to an integer; any other value is a fault.
    pub(super) fn int(&mut self, node: &'a EvalNode, scope: LocalScope<'_, 'a>) -> Eval<i64> {
        let value = match node {
            EvalNode::Constant(Constant::ConstantScalar(ConstantScalar::Int(value))) => return Ok(*value),
            EvalNode::Path(path) => match self.path(path, scope) {
                Ok((json, schema)) => {
                    if let (true, Json::Number(number)) = (schema.kind.is_int(), json)
                        && let Some(number) = number.as_i64()
                    {
                        return Ok(number);
                    }
                    self.checked(schema.value(json))
                }
                Err(Failed) => self.other(),
            },
            EvalNode::Size { site, of } => return self.size(site, of, scope),
            EvalNode::Count(loop_) => {
                let result = self.count(loop_, scope);
                return self.charged(result, 1);
            }
            EvalNode::Arithmetic(call) => return self.arithmetic(call, scope),
            EvalNode::Variable { variable, charge } => {
                if let VariableRef::Local(hops) = variable
                    && let Some(local) = scope.at(*hops)
                    && let LocalValue::Data(Json::Number(number), schema) = local.value
                    && schema.kind.is_int()
                    && let Some(number) = number.as_i64()
                {
                    self.charge(*charge)?;
                    return Ok(number);
                }
                if let Some((Value::Int(value), charge)) = self.borrowed(node, scope) {
                    self.charge(charge)?;
                    return Ok(*value);
                }
                self.value(node, scope)
            }
            EvalNode::Select { .. } | EvalNode::Index { .. } => match self.datum(node, scope)? {
                Datum::Data(Json::Number(number), schema) if schema.kind.is_int() && number.is_i64() => {
                    return Ok(number.as_i64().unwrap_or_default());
                }
                datum => self.made(datum),
            },
            node => self.value(node, scope),
        };
        self.int_of(value)
    }

    fn arithmetic(&mut self, call: &'a BinaryCall, scope: LocalScope<'_, 'a>) -> Eval<i64> {
        let sides = self.sides(call, scope, Evaluator::int, Value::Int);
        let Ok((left, right)) = sides else {
            let result = self.other();
            return self.int_of(result);
        };
        self.charge(1)?;
        arithmetic::int(call.site.function, left, right).or_else(|text| self.error(text))
    }

    /// Evaluates the size of a value.
    fn size(&mut self, site: &'a CallSite, of: &'a EvalNode, scope: LocalScope<'_, 'a>) -> Eval<i64> {
        let size = if let Some((value, charge)) = self.borrowed(of, scope)
            && let Some(size) = size_of(value)
        {
            self.charge(charge)?;
            Some(size)
        } else {
            match self.datum(of, scope) {
                Ok(Datum::Data(Json::Array(items), schema)) if matches!(schema.kind, DataKind::List(_)) => {
                    Some(items.len() as u64)
                }
                Ok(Datum::Data(Json::Object(map), schema))
                    if matches!(schema.kind, DataKind::Map(_) | DataKind::Object(_)) =>
                {
                    Some(map.len() as u64)
                }
                Ok(datum) => match self.made(datum) {
                    Ok(value) => {
                        let size = size_of(&value);
                        if size.is_none() {
                            self.fail(Fault::Value(value)).unwrap_or(());
                        }
                        size
                    }
                    Err(Failed) => None,
                },
                Err(Failed) => None,
            }
        };
        let Some(size) = size else {
            let result = self.apply_to_failed(site);
            return self.int_of(result);
        };
        self.charge(1)?;
        Ok(i64::try_from(size).unwrap_or(i64::MAX))
    }

    /// Evaluates a node to the nanoseconds of a duration; any other value is a fault.
    pub(super) fn duration(&mut self, node: &'a EvalNode, scope: LocalScope<'_, 'a>) -> Eval<i64> {
        match node {
            EvalNode::Constant(Constant::Duration(nanos)) => return Ok(*nanos),
            EvalNode::Call { site, args } if site.function == Function::Duration => {
                if let [text] = args.as_slice()
                    && text.is_direct()
                {
                    return match self.direct_text(text, scope) {
                        Ok(text) => {
                            let nanos = parse_duration(text);
                            self.charge(1)?;
                            nanos.or_else(|_| self.fail(Fault::Error(EvalError::new(NO_DURATION))))
                        }
                        Err(Failed) => {
                            let result = self.apply_to_failed(site);
                            self.duration_of(result)
                        }
                    };
                }
            }
            _ => {}
        }
        let value = self.value(node, scope);
        self.duration_of(value)
    }

    fn duration_of(&mut self, value: Eval<Value<'a>>) -> Eval<i64> {
        match value? {
            Value::Duration(nanos) => Ok(nanos),
            value => self.fail(Fault::Value(value)),
        }
    }
}

/// Returns the size of a value, if it has one.
fn size_of(value: &Value<'_>) -> Option<u64> {
    let is_sized = matches!(
        value,
        Value::String(_) | Value::Bytes(_) | Value::List(_) | Value::Map(_) | Value::Object(_)
    );
    is_sized.then(|| value.size())
}

/// The error of a text that is not a duration.
const NO_DURATION: &str = "type conversion error from 'string' to 'google.protobuf.Duration'";
