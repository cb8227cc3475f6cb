//! Finds rules with the same result for every value, by what is known about the values.
//!
//! ```text
//! minItems: 1   size(self) > 0         true
//! maximum: 10   self > 10              false
//! required: [a] has(self.a)            true
//! ```
//!
//! Values that may be absent or null are not considered, since these cause an error and not a result.

use crate::ast::{Ast, Kind, Literal, NodeId};

/// The minimum and the maximum of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueRange {
    /// The minimum; may be infinite.
    pub least: f64,
    /// The maximum; may be infinite.
    pub most: f64,
}

impl ValueRange {
    /// Whether it contains only this number.
    fn is_at(self, number: f64) -> bool {
        self.least >= number && self.most <= number
    }
}

/// What is known about every value of `self`, or of a member of it.
///
/// A member is given by the names on the way to it: `self` has none, `self.a.b` has `a` and `b`. Something is known of it only if it is
/// always present and never null.
pub trait KnownValues {
    /// Returns the range of an integer.
    fn integers(&self, of: &[&str]) -> Option<ValueRange>;

    /// Returns the range of the size of a string, a list or a map.
    fn sizes(&self, of: &[&str]) -> Option<ValueRange>;

    /// Whether a member is always present and never null.
    fn has(&self, member: &[&str]) -> bool;

    /// Returns all strings that a value can be; `None` if they are not known.
    fn texts(&self, _: &[&str]) -> Option<Vec<String>> {
        None
    }

    /// Returns the only boolean that a value can be.
    fn boolean(&self, _: &[&str]) -> Option<bool> {
        None
    }
}

/// Returns the result of an expression if it is the same for all values of `self`; `None` if that is not known.
pub fn certain_result(ast: &Ast, id: NodeId, values: &dyn KnownValues) -> Option<bool> {
    match ast.kind(id) {
        Kind::Literal(Literal::Bool(value)) => Some(value),
        Kind::Select { test_only: true, .. } => values.has(&tested(ast, id)?).then_some(true),
        Kind::Call {
            function,
            target,
            args,
        } => call(ast, values, ast.text(function), target, ast.nodes(args)),
        _ => values.boolean(&operand(ast, id)?),
    }
}

fn call(
    ast: &Ast,
    values: &dyn KnownValues,
    function: &str,
    target: Option<NodeId>,
    args: &[NodeId],
) -> Option<bool> {
    let result = |id: NodeId| certain_result(ast, id, values);
    match (function, target, args) {
        ("!_", None, [one]) => result(*one).map(|value| !value),
        ("_&&_", None, [one, other]) => match (result(*one), result(*other)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        ("_||_", None, [one, other]) => match (result(*one), result(*other)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        ("_?_:_", None, [condition, one, other]) => match result(*condition) {
            Some(true) => result(*one),
            Some(false) => result(*other),
            // It may be an error.
            None => None,
        },
        ("@in", None, [one, list]) => {
            let texts = values.texts(&operand(ast, *one)?)?;
            let Kind::List { elements, .. } = ast.kind(*list) else {
                return None;
            };
            let listed: Option<Vec<&str>> = ast
                .nodes(elements)
                .iter()
                .map(|element| ast.string_literal(*element))
                .collect();
            let listed = listed?;
            certain_of(&texts, |text| listed.contains(&text))
        }
        ("_==_" | "_!=_", None, [one, other]) => equality(ast, values, *one, *other)
            .map(|equal| equal == (function == "_==_"))
            .or_else(|| compare(function, range(ast, *one, values)?, range(ast, *other, values)?)),
        (operator, None, [one, other]) => {
            let one = range(ast, *one, values)?;
            let other = range(ast, *other, values)?;
            compare(operator, one, other)
        }
        _ => None,
    }
}

/// Returns whether two booleans are equal, or a string and a literal.
fn equality(ast: &Ast, values: &dyn KnownValues, one: NodeId, other: NodeId) -> Option<bool> {
    if let (Some(one), Some(other)) = (
        certain_result(ast, one, values),
        certain_result(ast, other, values),
    ) {
        return Some(one == other);
    }
    let (of, literal) = match (ast.string_literal(one), ast.string_literal(other)) {
        (None, Some(literal)) => (one, literal),
        (Some(literal), None) => (other, literal),
        _ => return None,
    };
    certain_of(&values.texts(&operand(ast, of)?)?, |text| text == literal)
}

/// Returns a result that is the same for all texts.
fn certain_of(texts: &[String], result: impl Fn(&str) -> bool) -> Option<bool> {
    let mut results = texts.iter().map(|text| result(text));
    let first = results.next()?;
    results.all(|result| result == first).then_some(first)
}

pub(crate) fn compare(operator: &str, one: ValueRange, other: ValueRange) -> Option<bool> {
    let certain = |always: bool, never: bool| match (always, never) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    };
    match operator {
        "_<_" => certain(one.most < other.least, one.least >= other.most),
        "_<=_" => certain(one.most <= other.least, one.least > other.most),
        "_>_" => certain(one.least > other.most, one.most <= other.least),
        "_>=_" => certain(one.least >= other.most, one.most < other.least),
        "_==_" => certain(
            one.is_at(other.least) && other.is_at(one.least),
            one.most < other.least || one.least > other.most,
        ),
        "_!=_" => compare("_==_", one, other).map(|equal| !equal),
        _ => None,
    }
}

/// Returns the range of numbers of an expression: a literal, a bounded number, a size, or sums, differences and products of these.
fn range(ast: &Ast, id: NodeId, values: &dyn KnownValues) -> Option<ValueRange> {
    if let Some(of) = size_operand(ast, id) {
        return values.sizes(&operand(ast, of)?);
    }
    match ast.kind(id) {
        #[expect(
            clippy::cast_precision_loss,
            reason = "numbers that a float does not hold are passed over"
        )]
        Kind::Literal(Literal::Int(value)) if value.unsigned_abs() < 1 << 53 => Some(ValueRange {
            least: value as f64,
            most: value as f64,
        }),
        Kind::Call {
            function,
            target: None,
            args,
        } => {
            let (function, args) = (ast.text(function), ast.nodes(args));
            let [one, other] = match args {
                [one, other] => [range(ast, *one, values)?, range(ast, *other, values)?],
                [one] if function == "-_" => [
                    ValueRange {
                        least: 0.0,
                        most: 0.0,
                    },
                    range(ast, *one, values)?,
                ],
                _ => return None,
            };
            arithmetic(function, one, other)
        }
        _ => values.integers(&operand(ast, id)?),
    }
}

/// Returns the range of a sum, a difference or a product, if a float64 holds all numbers of it and of the operands exactly: so no result
/// overflows, and no bound is infinite.
fn arithmetic(function: &str, one: ValueRange, other: ValueRange) -> Option<ValueRange> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let exact = |range: ValueRange| (range.least > -EXACT && range.most < EXACT).then_some(range);
    let (one, other) = (exact(one)?, exact(other)?);
    let (least, most) = match function {
        "_+_" => (one.least + other.least, one.most + other.most),
        "_-_" | "-_" => (one.least - other.most, one.most - other.least),
        "_*_" => {
            let products = [
                one.least * other.least,
                one.least * other.most,
                one.most * other.least,
                one.most * other.most,
            ];
            let least = products.into_iter().fold(f64::INFINITY, f64::min);
            (least, products.into_iter().fold(f64::NEG_INFINITY, f64::max))
        }
        _ => return None,
    };
    exact(ValueRange { least, most })
}

/// Returns the names on the way from `self` to the value of an expression.
pub(crate) fn operand(ast: &Ast, id: NodeId) -> Option<Vec<&str>> {
    match ast.kind(id) {
        _ if is_self(ast, id) => Some(Vec::new()),
        Kind::Select {
            operand: of,
            field,
            test_only: false,
        } => {
            let mut names = operand(ast, of)?;
            names.push(ast.text(field));
            Some(names)
        }
        _ => None,
    }
}

/// Returns the names on the way to the member whose presence an expression is: `has(self.a.b)`.
pub(crate) fn tested(ast: &Ast, id: NodeId) -> Option<Vec<&str>> {
    let Kind::Select {
        operand: of,
        field,
        test_only: true,
    } = ast.kind(id)
    else {
        return None;
    };
    let mut names = operand(ast, of)?;
    names.push(ast.text(field));
    Some(names)
}

/// Whether an expression is `self`.
pub fn is_self(ast: &Ast, id: NodeId) -> bool {
    matches!(ast.kind(id), Kind::Ident(name) if ast.text(name) == "self")
}

/// Returns the expression whose size an expression is.
pub fn size_operand(ast: &Ast, id: NodeId) -> Option<NodeId> {
    let Kind::Call {
        function,
        target,
        args,
    } = ast.kind(id)
    else {
        return None;
    };
    match (target, ast.nodes(args)) {
        _ if ast.text(function) != "size" => None,
        (Some(target), []) => Some(target),
        (None, [of]) => Some(*of),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CompatVersion;

    /// `self.n` is any number, and `self.b` one from 0 to 9.
    struct Values;

    impl KnownValues for Values {
        fn integers(&self, of: &[&str]) -> Option<ValueRange> {
            let [least, most] = match of {
                ["n"] => [f64::NEG_INFINITY, f64::INFINITY],
                ["b"] => [0.0, 9.0],
                _ => return None,
            };
            Some(ValueRange { least, most })
        }

        fn sizes(&self, _: &[&str]) -> Option<ValueRange> {
            None
        }

        fn has(&self, _: &[&str]) -> bool {
            false
        }
    }

    /// A product of infinite bounds is not a number, which says nothing of the product of the values.
    #[test]
    fn results_of_sums_and_products() {
        for (rule, expected) in [
            ("self.b * 2 == 40", Some(false)),
            ("self.b * 0 == 0", Some(true)),
            ("self.b * self.b <= 81", Some(true)),
            ("-self.b > 0", Some(false)),
            ("self.b - 10 < 0", Some(true)),
            ("self.n * 0 == 0", None),
            ("0 * self.n > 1", None),
            ("self.n - self.n == 0", None),
            ("self.n + 1 > self.b", None),
            ("self.b * 9007199254740993 > 1", None),
        ] {
            let ast = crate::parse(rule, CompatVersion::of_server(36)).unwrap();
            assert_eq!(
                certain_result(&ast, ast.root().unwrap(), &Values),
                expected,
                "{rule}"
            );
        }
    }
}
