//! Evaluates integers and durations.

use serde_json::Value as Json;

use super::failures::Failure;
use super::run::{Bound, Scope, Tree, made};
use super::{Node, Place};
use crate::eval::arithmetic;
use crate::eval::data::DataKind;
use crate::eval::error::EvalError;
use crate::eval::function::Function;
use crate::eval::plan::{Constant, Plain};
use crate::eval::value::Value;
use crate::go::parse_duration;

impl<'p: 'a, 'a> Tree<'_, 'a> {
    /// The integer that a node is.
    pub(super) fn int(&mut self, node: &'p Node, scope: Scope<'_, 'a>) -> Option<i64> {
        match node {
            Node::Constant(Constant::Literal(Plain::Int(value))) => Some(*value),
            Node::Size(of) => {
                self.charge(1)?;
                let size = self.size(of, scope)?;
                i64::try_from(size).ok()
            }
            Node::Count(loop_) => {
                self.charge(1)?;
                self.count(loop_, scope)
            }
            Node::Arithmetic { function, sides } => {
                let [left, right] = &**sides;
                self.charge(1)?;
                let Some(left) = self.int(left, scope) else {
                    return self.left_failed(|tree| tree.int(right, scope));
                };
                let right = self.int(right, scope)?;
                let result = match function {
                    Function::Add => left.checked_add(right),
                    Function::Subtract => left.checked_sub(right),
                    Function::Multiply => left.checked_mul(right),
                    Function::Divide => left.checked_div(right),
                    Function::Modulo => left.checked_rem(right),
                    _ => None,
                };
                result.or_else(|| self.not_computed(*function, left, right))
            }
            Node::Path(path) => match self.path(path, scope)? {
                (Json::Number(number), schema)
                    if matches!(schema.kind, DataKind::Int | DataKind::IntOrString) =>
                {
                    number.as_i64()
                }
                _ => None,
            },
            _ => match self.bound(node, scope)? {
                Bound::Data(Json::Number(number), schema)
                    if matches!(schema.kind, DataKind::Int | DataKind::IntOrString) =>
                {
                    number.as_i64()
                }
                bound => match made(bound)? {
                    Value::Int(value) => Some(value),
                    _ => None,
                },
            },
        }
    }

    /// An overflow or a division by zero.
    #[cold]
    fn not_computed(&mut self, function: Function, left: i64, right: i64) -> Option<i64> {
        let (left, right) = (Value::Int(left), Value::Int(right));
        match arithmetic::binary(function, &left, &right, &self.equality) {
            Value::Error(error) => self.fail(Failure::Error(error)),
            _ => None,
        }
    }

    /// The size of a value.
    fn size(&mut self, of: &'p Node, scope: Scope<'_, 'a>) -> Option<u64> {
        if let Node::Variable {
            place: Place::Given(index),
            charge,
        } = of
        {
            self.charge(*charge)?;
            return size_of(self.given.get(*index)?);
        }
        let size = match self.bound(of, scope)? {
            Bound::Data(Json::Array(items), schema) if matches!(schema.kind, DataKind::List(_)) => {
                items.len()
            }
            Bound::Data(Json::Object(map), schema)
                if matches!(schema.kind, DataKind::Map(_) | DataKind::Object(_)) =>
            {
                map.len()
            }
            bound => return size_of(&made(bound)?),
        };
        Some(size as u64)
    }

    /// The nanoseconds of the duration that a node is.
    pub(super) fn duration(&mut self, node: &'p Node, scope: Scope<'_, 'a>) -> Option<i64> {
        match node {
            Node::Constant(Constant::Duration(nanos)) => Some(*nanos),
            Node::Call { site, args } if site.function == Function::Duration => match args.as_slice() {
                [text] if text.is_direct() => {
                    self.charge(1)?;
                    match parse_duration(self.direct_text(text, scope)?) {
                        Ok(nanos) => Some(nanos),
                        Err(_) => self.fail(Failure::Error(EvalError::new(NO_DURATION))),
                    }
                }
                _ => self.computed_duration(node, scope),
            },
            _ => self.computed_duration(node, scope),
        }
    }

    fn computed_duration(&mut self, node: &'p Node, scope: Scope<'_, 'a>) -> Option<i64> {
        match self.value(node, scope)? {
            Value::Duration(nanos) => Some(nanos),
            _ => None,
        }
    }
}

fn size_of(value: &Value<'_>) -> Option<u64> {
    let is_sized = matches!(
        value,
        Value::String(_) | Value::Bytes(_) | Value::List(_) | Value::Map(_) | Value::Object(_)
    );
    is_sized.then(|| value.size())
}

/// The error of a text that is no duration.
const NO_DURATION: &str = "type conversion error from 'string' to 'google.protobuf.Duration'";
