//! Conversions of operands whose types an operator does not accept together.
//!
//! ```text
//! self.count < '5'              self.count < 5
//! self.name == self.count       self.name == string(self.count)
//! self.ratio * self.count       self.ratio * double(self.count)
//! self.ratio < self.a / self.b  self.ratio < double(self.a) / double(self.b)
//! self.names + 'a'              self.names + ['a']
//! 'over %d' % self.count        'over %d'.format([self.count])
//! ```

use super::TypeChecker;
use super::advice::Operands;
use crate::ast::{Kind, NodeId};
use crate::proposal::{as_integer, converted, is_literal, short};
use crate::types::{Type, TypeId};

impl TypeChecker<'_, '_> {
    /// Returns the source of an operation with an operand that is converted.
    pub(super) fn with_conversion(
        &self,
        node: NodeId,
        function: &str,
        of: Operands<'_>,
        types: &[TypeId],
    ) -> Option<String> {
        let (&[.., left, right], &[.., left_type, right_type]) = (of.arguments, types) else {
            return None;
        };
        let right_type = match (function, self.types.get(right_type)) {
            ("@in", Type::List(element) | Type::Map(element, _)) => element,
            ("@in", _) => return None,
            _ => right_type,
        };
        // No integer is equal to a number with a fraction.
        let is_fraction = |node: NodeId, ty: TypeId| {
            ty == TypeId::DOUBLE && is_literal(self.ast, node) && as_integer(self.part(node)).is_none()
        };
        if matches!(function, "_==_" | "_!=_" | "@in")
            && ((is_fraction(left, left_type) && right_type == TypeId::INT)
                || (is_fraction(right, right_type) && left_type == TypeId::INT))
        {
            let quotient = self.quotient(left)?;
            let sign = function.trim_matches('_');
            return short(format!("{quotient} {sign} {}", self.part(right)));
        }
        if function == "_%_" && self.is_text(left) {
            return short(format!("{}.format([{}])", self.part(left), self.part(right)));
        }
        if let Some(value) = self.value_of_key(left) {
            // The key is compared as if it were the value.
            let (whole, key) = (self.ast.node(node).span, self.ast.node(left).span);
            let rest = self.ast.source().get(key.end as usize..whole.end as usize)?;
            return short(format!("{value}{rest}")).filter(|text| self.corrects(whole, text));
        }
        if function == "@in"
            && let Kind::List { elements, .. } = self.ast.kind(right)
            && self
                .ast
                .nodes(elements)
                .iter()
                .all(|node| is_literal(self.ast, *node))
        {
            return self.in_converted((left, left_type), self.ast.nodes(elements), right_type);
        }
        let mut operands = [(left, left_type, right_type), (right, right_type, left_type)];
        operands.sort_by_key(|(node, ty, _)| self.conversion_rank(function, *node, *ty));
        let (operand, converted) = operands
            .iter()
            // The elements of a list are not converted, and no number is equal to a text that is none.
            .filter(|(node, ..)| match function {
                "@in" => *node == left,
                "_?_:_" => true,
                _ => !self.is_text(if *node == left { right } else { left }) || left_type == TypeId::BYTES,
            })
            .find_map(|(node, from, to)| Some((*node, self.as_type(function, *node, *from, *to)?)))?;
        let (whole, part) = (self.ast.node(node).span, self.ast.node(operand).span);
        let source = self.ast.source();
        let before = source.get(whole.start as usize..part.start as usize)?;
        let after = source.get(part.end as usize..whole.end as usize)?;
        let (before, after) = match (before.strip_suffix('('), after.strip_prefix(')')) {
            (Some(before), Some(after)) => (before, after),
            _ => (before, after),
        };
        short(format!("{before}{converted}{after}"))
    }

    /// Returns `x in [0.0, 1.0]` for `x in [0, 1]`: the value itself is not converted, since `int(x)` drops fractions and fails for
    /// texts that are no numbers.
    fn in_converted(
        &self,
        (value, ty): (NodeId, TypeId),
        elements: &[NodeId],
        from: TypeId,
    ) -> Option<String> {
        let (from, to) = (self.types.get(from), self.types.get(ty));
        let elements: Option<Vec<String>> = elements
            .iter()
            .map(|element| converted(self.ast, *element, from, to))
            .collect();
        short(format!("{} in [{}]", self.part(value), elements?.join(", ")))
    }

    /// Returns `double(x) / 2.0` for `int(x) / 2`.
    fn quotient(&self, node: NodeId) -> Option<String> {
        let Some(("_/_", &[left, right])) = self.ast.plain_call(node) else {
            return None;
        };
        let as_double = |operand| {
            let inner = match self.ast.plain_call(operand) {
                Some(("int", &[inner])) => inner,
                _ => operand,
            };
            converted(self.ast, inner, self.types.get(self.type_of(inner)), Type::Double)
        };
        Some(format!("{} / {}", as_double(left)?, as_double(right)?))
    }

    /// Returns a lower number for the operand that is converted first.
    fn conversion_rank(&self, function: &str, node: NodeId, ty: TypeId) -> u8 {
        match self.types.get(ty) {
            // A fraction is meant.
            Type::Int if self.quotient(node).is_some() => 0,
            _ if is_literal(self.ast, node) => 1,
            Type::String if !is_for_texts(function) => 2,
            // Only integers have remainders.
            Type::Double if function == "_%_" => 2,
            Type::Int | Type::Uint => 3,
            Type::Double => 4,
            _ => 5,
        }
    }

    /// Returns the source of a value, converted to another type.
    fn as_type(&self, function: &str, node: NodeId, from: TypeId, to: TypeId) -> Option<String> {
        let source = self.part(node);
        let to = self.types.get(to);
        // The quotient of two integers has lost its fraction.
        if from == TypeId::INT
            && to == Type::Double
            && let Some(quotient) = self.quotient(node)
        {
            let is_torn = matches!(function, "_*_" | "_/_" | "_-_");
            return Some(if is_torn {
                format!("({quotient})")
            } else {
                quotient
            });
        }
        if function == "_+_" && to == Type::List(from) {
            return Some(format!("[{source}]"));
        }
        let is_accepted = match to {
            // The numbers of days and months are no texts.
            Type::String => is_for_texts(function) && !source.contains(".get"),
            Type::Double => function != "_%_",
            // A quotient of integers has no fraction, and a number with one is in no list of integers.
            Type::Int => !matches!(function, "_/_" | "@in") || from != TypeId::DOUBLE,
            _ => true,
        };
        if !is_accepted || to == self.types.get(from) {
            return None;
        }
        converted(self.ast, node, self.types.get(from), to)
    }
}

/// Whether an operation accepts texts in place of numbers.
fn is_for_texts(function: &str) -> bool {
    matches!(function, "_==_" | "_!=_" | "_?_:_" | "@in")
}
