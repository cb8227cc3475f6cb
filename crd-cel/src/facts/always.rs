//! Finds rules that are true for every value.
//!
//! ```text
//! minItems: 1   size(self) > 0
//! maximum: 10   !(self > 10)
//! required: [a] has(self.a)
//! ```

use crate::ast::{Ast, Kind, Literal, NodeId};

use super::known::{KnownValues, MemberPresence, ValueRange};
use super::reader::RuleReader;
use super::terms::{operand, size_operand, tested};
use super::{KnownFacts, Truth, ranges};

/// Whether a rule is true for every value of `self`: its evaluation is never an error, and its result is never false.
pub fn is_always_true(ast: &Ast, values: &dyn KnownValues) -> bool {
    let Some(root) = ast.root() else { return false };
    has_result(ast, root, values)
        && RuleReader::read(ast, values, KnownFacts::default(), Truth::False).is_none()
}

/// Whether the evaluation of a condition is never an error.
fn has_result(ast: &Ast, id: NodeId, values: &dyn KnownValues) -> bool {
    let has_result = |id: NodeId| has_result(ast, id, values);
    let has_value = |id: NodeId| value(ast, id, values).is_some();
    match ast.kind(id) {
        Kind::Literal(Literal::Bool(_)) => true,
        Kind::Select { test_only: true, .. } => tested(ast, id).is_some_and(|member| {
            let above = member.split_last().map_or(&[][..], |(_, above)| above);
            is_present(above, values)
        }),
        Kind::Call {
            function,
            target,
            args,
        } => match (ast.text(function), target, ast.nodes(args)) {
            ("!_" | "_&&_" | "_||_" | "_?_:_", None, args) => args.iter().copied().all(has_result),
            ("_==_" | "_!=_", None, [one, other]) if has_result(*one) => has_result(*other),
            ("_<_" | "_<=_" | "_>_" | "_>=_" | "_==_" | "_!=_", None, [one, other]) => {
                has_value(*one) && has_value(*other)
            }
            ("startsWith" | "endsWith" | "contains", Some(of), [text]) => has_value(of) && has_value(*text),
            ("@in", None, [of, list]) => match ast.kind(*list) {
                Kind::List { elements, .. } => {
                    has_value(*of) && ast.nodes(elements).iter().copied().all(has_value)
                }
                _ => false,
            },
            _ => false,
        },
        _ => operand(ast, id)
            .is_some_and(|of| is_present(&of, values) && values.type_name(&of) == Some("bool")),
    }
}

/// A value of an expression whose evaluation is never an error.
enum Evaluated {
    Number(ValueRange),
    Other,
}

/// Returns the value of a number or string, if the evaluation is never an error.
fn value(ast: &Ast, id: NodeId, values: &dyn KnownValues) -> Option<Evaluated> {
    if let Some(of) = size_operand(ast, id) {
        let of = operand(ast, of).filter(|of| is_present(of, values))?;
        return values.sizes(&of).map(Evaluated::Number);
    }
    if let Some(of) = operand(ast, id).filter(|of| is_present(of, values)) {
        return match values.numbers(&of) {
            Some(range) => Some(Evaluated::Number(range)),
            None => values.type_name(&of).map(|_| Evaluated::Other),
        };
    }
    match ast.kind(id) {
        Kind::Literal(_) => Some(ranges::constant(ast, id).map_or(Evaluated::Other, Evaluated::Number)),
        _ => {
            // A number that is not bounded may overflow.
            let number = |id: NodeId| match value(ast, id, values)? {
                Evaluated::Number(range) => is_bounded(range).then_some(range),
                Evaluated::Other => None,
            };
            let range = match ast.plain_call(id)? {
                ("-_", [one]) => ranges::arithmetic("_-_", ValueRange::integers(0.0, 0.0), number(*one)?)?,
                (operator @ ("_+_" | "_-_" | "_*_" | "_%_"), [one, other]) => {
                    ranges::arithmetic(operator, number(*one)?, number(*other)?)?
                }
                _ => return None,
            };
            is_bounded(range).then_some(Evaluated::Number(range))
        }
    }
}

fn is_bounded(range: ValueRange) -> bool {
    range.least.is_finite() && range.most.is_finite()
}

fn is_present(of: &[&str], values: &dyn KnownValues) -> bool {
    (1..=of.len()).all(|count| {
        of.get(..count)
            .is_some_and(|of| values.presence(of) == MemberPresence::Always)
    })
}
