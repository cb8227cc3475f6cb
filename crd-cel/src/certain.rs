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
#[derive(Clone, Copy, Debug)]
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

/// `self`, or a member of it.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a> {
    /// `self`
    Whole,
    /// `self.name`
    Member(&'a str),
}

/// What is known about every value of `self`, or of a member of it.
pub trait KnownValues {
    /// Returns the range of an integer: of `self`, or of a member that is always present and never null.
    fn integers(&self, of: Operand<'_>) -> Option<ValueRange>;

    /// Returns the range of the size of a string, a list or a map: of `self`, or of a member that is always present and never null.
    fn sizes(&self, of: Operand<'_>) -> Option<ValueRange>;

    /// Whether a member is always present and never null.
    fn has(&self, member: &str) -> bool;

    /// Returns all strings that `self`, or a member of it, can be; `None` if they are not known.
    fn texts(&self, _: Operand<'_>) -> Option<Vec<String>> {
        None
    }
}

/// Returns the result of an expression if it is the same for all values of `self`; `None` if that is not known.
pub fn certain_result(ast: &Ast, id: NodeId, values: &dyn KnownValues) -> Option<bool> {
    match ast.kind(id) {
        Kind::Literal(Literal::Bool(value)) => Some(value),
        Kind::Select {
            operand,
            field,
            test_only: true,
        } if is_self(ast, operand) => values.has(ast.text(field)).then_some(true),
        Kind::Call {
            function,
            target,
            args,
        } => call(ast, values, ast.text(function), target, ast.nodes(args)),
        _ => None,
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
        (operator, None, [one, other]) => {
            let one = range(ast, *one, values)?;
            let other = range(ast, *other, values)?;
            compare(operator, one, other)
        }
        _ => None,
    }
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

/// Returns the range of numbers of an expression: a literal, a bounded number, or a size.
fn range(ast: &Ast, id: NodeId, values: &dyn KnownValues) -> Option<ValueRange> {
    if let Some(of) = size_operand(ast, id) {
        return values.sizes(operand(ast, of)?);
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
        _ => values.integers(operand(ast, id)?),
    }
}

pub(crate) fn operand(ast: &Ast, id: NodeId) -> Option<Operand<'_>> {
    match ast.kind(id) {
        _ if is_self(ast, id) => Some(Operand::Whole),
        Kind::Select {
            operand,
            field,
            test_only: false,
        } if is_self(ast, operand) => Some(Operand::Member(ast.text(field))),
        _ => None,
    }
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
