//! Finds the constants of an expression, which cost nothing (RTC-04).
//!
//! ```text
//! [1, 2, int("3")]          a constant list; the conversion is computed on first use
//! [1, self.x]               not a constant
//! ```

use super::ExprPlanner;
use crate::ast::{EntryKey, Kind, Literal, NodeId};
use crate::checked::Reference;
use crate::eval::convert::convert;
use crate::eval::function::Function;
use crate::eval::node::{Constant, ConstantScalar};
use crate::literal::is_type_name;
use crate::types::Type;

impl ExprPlanner<'_> {
    /// Returns the constant value of a node (RTC-04): literals, lists and maps of them, conversions of them, names of types.
    pub(super) fn fold(&self, node: NodeId, depth: u32) -> Option<Constant> {
        /// Literals nested more deeply are planned as expressions.
        const DEEPEST: u32 = 100;
        if depth > DEEPEST {
            return None;
        }
        match self.ast.kind(node) {
            Kind::Literal(literal) => Some(Constant::ConstantScalar(self.scalar(literal))),
            // The server first looks for a type with the name, even if a macro has a variable of this name.
            Kind::Ident(name) if matches!(self.checked.type_of(node), Type::Type(_)) => {
                let name = self.ast.text(name).trim_start_matches('.');
                let is_type = is_type_name(name) || self.variable(node).is_none();
                is_type.then(|| Constant::Type(name.to_owned()))
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
                    return Some(Constant::ConstantScalar(ConstantScalar::Bool(false)));
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
                let converted = Constant::of(&convert(function, &value.value(), self.server));
                Some(converted.unwrap_or_else(|| Constant::Conversion(function, Box::new(value))))
            }
            _ => None,
        }
    }

    fn scalar(&self, literal: Literal) -> ConstantScalar {
        match literal {
            Literal::Null => ConstantScalar::Null,
            Literal::Bool(value) => ConstantScalar::Bool(value),
            Literal::Int(value) => ConstantScalar::Int(value),
            Literal::Uint(value) => ConstantScalar::Uint(value),
            Literal::Double(value) => ConstantScalar::Double(value),
            Literal::String(text) => ConstantScalar::String(self.ast.text(text).to_owned()),
            Literal::Bytes(blob) => ConstantScalar::Bytes(self.ast.bytes(blob).to_owned()),
        }
    }
}
