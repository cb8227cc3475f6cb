//! Finds rules that are true for every value.
//!
//! ```text
//! minItems: 1   size(self) > 0
//! maximum: 10   !(self > 10)
//! required: [a] has(self.a)
//! maximum: 10   !has(self.list) || self.list.all(x, x <= 10)    of the elements
//! ```

use crate::ast::{Ast, Kind, Literal, NodeId};

use super::known::{KnownValues, MemberPresence, ValueRange};
use super::reader::RuleReader;
use super::terms::{operand, size_operand, tested};
use super::{KnownFacts, Truth, ranges};

/// Whether a rule is true for every value of `self`: its evaluation is never an error, and its result is never false.
pub fn is_always_true(ast: &Ast, values: &dyn KnownValues) -> bool {
    let Some(root) = ast.root() else { return false };
    let mut results = ResultReader {
        ast,
        values,
        present: Vec::new(),
    };
    results.has_result(root) && RuleReader::read(ast, values, KnownFacts::default(), Truth::False).is_none()
}

/// Whether the evaluation of a message expression is an error for every value for which its rule is false.
pub fn is_message_never_evaluated(rule: &Ast, message: &Ast, values: &dyn KnownValues) -> bool {
    let of_false = RuleReader::read(rule, values, KnownFacts::default(), Truth::False);
    of_false.is_some_and(|(facts, _)| !RuleReader::may_have_result(message, values, facts))
}

/// Finds expressions whose evaluation is never an error.
struct ResultReader<'a> {
    ast: &'a Ast,
    values: &'a dyn KnownValues,
    /// The members that are present where an expression is evaluated, because of a condition before it.
    present: Vec<Vec<&'a str>>,
}

impl ResultReader<'_> {
    /// Whether the evaluation of a condition is never an error.
    fn has_result(&mut self, id: NodeId) -> bool {
        let ast = self.ast;
        match ast.kind(id) {
            Kind::Literal(Literal::Bool(_)) => true,
            Kind::Select { test_only: true, .. } => tested(ast, id).is_some_and(|member| {
                let above = member.split_last().map_or(&[][..], |(_, above)| above);
                self.is_present(above)
            }),
            Kind::Call {
                function,
                target,
                args,
            } => match (ast.text(function), target, ast.nodes(args)) {
                ("!_", None, [one]) => self.has_result(*one),
                ("_&&_", None, [one, other]) => {
                    self.has_result(*one) && self.has_result_after(*one, Truth::True, *other)
                }
                ("_||_", None, [one, other]) if is_true(ast, *one) || is_true(ast, *other) => true,
                ("_||_", None, [one, other]) => {
                    self.has_result(*one) && self.has_result_after(*one, Truth::False, *other)
                }
                ("_?_:_", None, [condition, one, other]) => {
                    self.has_result(*condition)
                        && self.has_result_after(*condition, Truth::True, *one)
                        && self.has_result_after(*condition, Truth::False, *other)
                }
                ("_==_" | "_!=_", None, [one, other]) if self.has_result(*one) => self.has_result(*other),
                ("_<_" | "_<=_" | "_>_" | "_>=_" | "_==_" | "_!=_", None, [one, other]) => {
                    self.has_value(*one) && self.has_value(*other)
                }
                ("startsWith" | "endsWith" | "contains", Some(of), [text]) => {
                    self.has_value(of) && self.has_value(*text)
                }
                ("@in", None, [of, list]) => match ast.kind(*list) {
                    Kind::List { elements, .. } => {
                        self.has_value(*of) && ast.nodes(elements).iter().all(|id| self.has_value(*id))
                    }
                    _ => false,
                },
                _ => false,
            },
            Kind::Comprehension(_) => ast
                .quantifier(id)
                .is_some_and(|found| self.has_elements(found.range) && self.has_result(found.predicate)),
            _ => operand(ast, id)
                .is_some_and(|of| self.is_present(&of) && self.values.type_name(&of) == Some("bool")),
        }
    }

    /// Whether the evaluation of a list or map is never an error.
    fn has_elements(&mut self, range: NodeId) -> bool {
        let ast = self.ast;
        match ast.mapped_list(range) {
            Some(mapped) => {
                self.has_elements(mapped.range)
                    && mapped.filter.is_none_or(|filter| self.has_result(filter))
                    && (matches!(ast.kind(mapped.element), Kind::Ident(_)) || self.has_value(mapped.element))
            }
            None => operand(ast, range).is_some_and(|range| self.is_present(&range)),
        }
    }

    /// Whether the evaluation of an expression is never an error where a condition has a result.
    fn has_result_after(&mut self, condition: NodeId, result: Truth, id: NodeId) -> bool {
        let before = self.present.len();
        self.assume(condition, result);
        let has_result = self.has_result(id);
        self.present.truncate(before);
        has_result
    }

    /// Adds the members that are present where a condition has a result.
    fn assume(&mut self, id: NodeId, result: Truth) {
        if let Some(member) = tested(self.ast, id) {
            // Others may be null.
            if result == Truth::True && self.values.presence(&member) == MemberPresence::Sometimes {
                self.present.push(member);
            }
            return;
        }
        match (self.ast.plain_call(id), result) {
            (Some(("!_", [one])), _) => self.assume(*one, result.inverse()),
            (Some(("_&&_", [one, other])), Truth::True) | (Some(("_||_", [one, other])), Truth::False) => {
                self.assume(*one, result);
                self.assume(*other, result);
            }
            _ => {}
        }
    }

    fn has_value(&mut self, id: NodeId) -> bool {
        self.value(id).is_some()
    }

    /// Returns the value of a number or string, if the evaluation is never an error.
    fn value(&mut self, id: NodeId) -> Option<Evaluated> {
        let ast = self.ast;
        if let Some(of) = size_operand(ast, id) {
            if ast.mapped_list(of).is_some() {
                let size = ranges::of_size(ast, self.values, of);
                return self.has_elements(of).then_some(Evaluated::Number(size));
            }
            let of = operand(ast, of).filter(|of| self.is_present(of))?;
            return self.values.sizes(&of).map(Evaluated::Number);
        }
        if let Some(of) = operand(ast, id).filter(|of| self.is_present(of)) {
            return match self.values.numbers(&of) {
                Some(range) => Some(Evaluated::Number(range)),
                None => self.values.type_name(&of).map(|_| Evaluated::Other),
            };
        }
        match ast.kind(id) {
            Kind::Literal(_) => Some(ranges::constant(ast, id).map_or(Evaluated::Other, Evaluated::Number)),
            _ => {
                // A number that is not bounded may overflow.
                let mut number = |id: NodeId| match self.value(id)? {
                    Evaluated::Number(range) => is_bounded(range).then_some(range),
                    Evaluated::Other => None,
                };
                let range = match ast.plain_call(id)? {
                    ("-_", [one]) => {
                        ranges::arithmetic("_-_", ValueRange::integers(0.0, 0.0), number(*one)?)?
                    }
                    (operator @ ("_+_" | "_-_" | "_*_" | "_%_"), [one, other]) => {
                        ranges::arithmetic(operator, number(*one)?, number(*other)?)?
                    }
                    _ => return None,
                };
                is_bounded(range).then_some(Evaluated::Number(range))
            }
        }
    }

    fn is_present(&self, of: &[&str]) -> bool {
        (1..=of.len()).all(|count| {
            of.get(..count).is_some_and(|of| {
                self.values.presence(of) == MemberPresence::Always
                    || self.present.iter().any(|present| present == of)
            })
        })
    }
}

/// A value of an expression whose evaluation is never an error.
enum Evaluated {
    Number(ValueRange),
    Other,
}

fn is_true(ast: &Ast, id: NodeId) -> bool {
    matches!(ast.kind(id), Kind::Literal(Literal::Bool(true)))
}

fn is_bounded(range: ValueRange) -> bool {
    range.least.is_finite() && range.most.is_finite()
}
