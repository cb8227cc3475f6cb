//! Finds the constants of an expression, which cost nothing (RTC-04).
//!
//! ```text
//! [1, 2, int("3")]          a constant list; the conversion is computed on first use
//! [1, self.x]               no constant
//! ```

use super::Planner;
use super::op::{Constant, Plain};
use crate::ast::{EntryKey, Kind, Literal, NodeId};
use crate::checked::Reference;
use crate::eval::convert::convert;
use crate::eval::function::Function;
use crate::eval::machine::value_of;
use crate::eval::value::Value;
use crate::types::Type;

impl Planner<'_> {
    /// The constant that a node is (RTC-04): literals, lists and maps of them, conversions of them, names of types.
    pub(super) fn fold(&self, node: NodeId, depth: u32) -> Option<Constant> {
        /// Deeper literals are planned as expressions.
        const DEEPEST: u32 = 100;
        if depth > DEEPEST {
            return None;
        }
        match self.ast.kind(node) {
            Kind::Literal(literal) => Some(Constant::Literal(self.plain(literal))),
            Kind::Ident(name) if self.variable(node).is_none() => {
                let is_type = matches!(self.checked.type_of(node), Type::Type(_));
                let name = self.ast.text(name);
                is_type.then(|| Constant::Type(name.trim_start_matches('.').to_owned()))
            }
            Kind::List { elements, optional } if optional.is_empty() => {
                let elements = self.ast.nodes(elements).iter();
                elements
                    .map(|node| self.fold(*node, depth + 1))
                    .collect::<Option<_>>()
                    .map(Constant::List)
            }
            Kind::Map(entries) => {
                let entries = self.ast.entries(entries).iter().map(|entry| match entry.key {
                    EntryKey::Expr(key) if !entry.optional => {
                        Some((self.fold(key, depth + 1)?, self.fold(entry.value, depth + 1)?))
                    }
                    _ => None,
                });
                entries.collect::<Option<_>>().map(Constant::Map)
            }
            Kind::Call {
                function,
                target: None,
                args,
            } => {
                let function = Function::named(self.ast.text(function))?;
                if let (Function::In, [_, list]) = (function, self.ast.nodes(args))
                    && let Kind::List { elements, .. } = self.ast.kind(*list)
                    && elements.is_empty()
                    && matches!(self.checked.reference(node), Reference::Call([only]) if only.id == "in_list")
                {
                    return Some(Constant::Literal(Plain::Bool(false)));
                }
                let [value] = self.ast.nodes(args) else {
                    return None;
                };
                let is_conversion = matches!(
                    function,
                    Function::Bool
                        | Function::Bytes
                        | Function::Double
                        | Function::Duration
                        | Function::Dyn
                        | Function::Int
                        | Function::String
                        | Function::Timestamp
                        | Function::Type
                        | Function::Uint
                );
                if !is_conversion {
                    return None;
                }
                let value = self.fold(*value, depth + 1)?;
                if function == Function::Dyn {
                    return Some(value);
                }
                let converted = scalar(&convert(function, &value_of(&value), self.server));
                Some(converted.unwrap_or_else(|| Constant::Conversion(function, Box::new(value))))
            }
            _ => None,
        }
    }

    fn plain(&self, literal: Literal) -> Plain {
        match literal {
            Literal::Null => Plain::Null,
            Literal::Bool(value) => Plain::Bool(value),
            Literal::Int(value) => Plain::Int(value),
            Literal::Uint(value) => Plain::Uint(value),
            Literal::Double(value) => Plain::Double(value),
            Literal::String(text) => Plain::String(self.ast.text(text).to_owned()),
            Literal::Bytes(blob) => Plain::Bytes(self.ast.bytes(blob).to_owned()),
        }
    }
}

/// The constant that a value without parts is; `None` for any other, and for an error.
fn scalar(value: &Value<'_>) -> Option<Constant> {
    Some(Constant::Literal(match value {
        Value::Null => Plain::Null,
        Value::Bool(value) => Plain::Bool(*value),
        Value::Int(value) => Plain::Int(*value),
        Value::Uint(value) => Plain::Uint(*value),
        Value::Double(value) => Plain::Double(*value),
        Value::String(text) => Plain::String(text.as_str().to_owned()),
        Value::Bytes(bytes) => Plain::Bytes(bytes.to_vec()),
        Value::Type(name) => return Some(Constant::Type(name.as_str().to_owned())),
        Value::Duration(nanos) => return Some(Constant::Duration(*nanos)),
        Value::Timestamp(time) => return Some(Constant::Timestamp(*time)),
        _ => return None,
    }))
}
