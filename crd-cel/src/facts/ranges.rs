//! Ranges of numbers: of constants, of functions, and of sums, differences, products, quotients and remainders.
//!
//! Durations are in milliseconds, points in time in seconds, and quantities are numbers.

use super::known::{KnownValues, ValueRange};
use super::terms::operand;
use crate::ast::{Ast, Kind, Literal, NodeId};
use crate::go::{parse_duration, parse_timestamp, quantity};

/// Floats represent all integers below this.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Compares two numbers; `None` if the result depends on them.
pub(super) fn compare(operator: &str, one: ValueRange, other: ValueRange) -> Option<bool> {
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

/// Returns the numbers of a range for which a comparison with those of another may be true; `None` if it is never true.
pub(super) fn narrowed(operator: &str, one: ValueRange, other: ValueRange) -> Option<ValueRange> {
    if compare(operator, one, other) == Some(false) {
        return None;
    }
    let step = if one.is_integers() && other.is_integers() {
        1.0
    } else {
        0.0
    };
    let mut found = one;
    match operator {
        "_<_" => found.most = one.most.min(other.most - step),
        "_<=_" => found.most = one.most.min(other.most),
        "_>_" => found.least = one.least.max(other.least + step),
        "_>=_" => found.least = one.least.max(other.least),
        "_==_" => (found.least, found.most) = (one.least.max(other.least), one.most.min(other.most)),
        "_!=_" if other.is_at(other.least) && one.is_integers() => {
            let is_at = |bound: f64| other.is_at(bound);
            found.least += if is_at(one.least) { 1.0 } else { 0.0 };
            found.most -= if is_at(one.most) { 1.0 } else { 0.0 };
        }
        _ => {}
    }
    if found.is_integers() {
        (found.least, found.most) = (found.least.ceil(), found.most.floor());
    }
    (found.least <= found.most).then_some(found)
}

/// Returns the number of a constant.
pub(super) fn constant(ast: &Ast, id: NodeId) -> Option<ValueRange> {
    match ast.kind(id) {
        Kind::Literal(literal) => literal_range(literal),
        _ => match ast.plain_call(id)? {
            (function, [text]) => {
                let number = converted(function, ast.string_literal(*text)?)?;
                Some(ValueRange::reals(number, number))
            }
            _ => None,
        },
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "numbers that a float does not hold are passed over"
)]
fn literal_range(literal: Literal) -> Option<ValueRange> {
    match literal {
        Literal::Int(value) if value.unsigned_abs() < 1 << 53 => {
            Some(ValueRange::integers(value as f64, value as f64))
        }
        Literal::Double(value) if value.is_finite() => Some(ValueRange::reals(value, value)),
        _ => None,
    }
}

/// Converts a text to a number with a function; `None` if it is not valid, or if a float does not hold the number.
#[expect(
    clippy::cast_precision_loss,
    reason = "numbers that a float does not hold are passed over"
)]
pub(super) fn converted(function: &str, text: &str) -> Option<f64> {
    let exact = |number: i64| (number.unsigned_abs() < 1 << 53).then_some(number as f64);
    match function {
        "duration" => {
            let nanoseconds = parse_duration(text).ok()?;
            exact(nanoseconds / 1_000_000).filter(|_| nanoseconds % 1_000_000 == 0)
        }
        "timestamp" => {
            let at = parse_timestamp(text).ok()?;
            exact(at.seconds).filter(|_| at.nanos == 0)
        }
        "quantity" => exact(quantity::whole(text)?),
        _ => None,
    }
}

/// Returns the range of the size of a list, a map or a text.
pub(super) fn of_size(ast: &Ast, values: &dyn KnownValues, of: NodeId) -> ValueRange {
    if let Some(mapped) = ast.mapped_list(of) {
        let all = of_size(ast, values, mapped.range);
        return match mapped.filter {
            Some(_) => ValueRange { least: 0.0, ..all },
            None => all,
        };
    }
    if let Kind::List { elements, optional } = ast.kind(of) {
        let (all, optional) = (ast.nodes(elements).len(), ast.optional_indices(optional).len());
        let size = |count: usize| u32::try_from(count).map_or(f64::INFINITY, f64::from);
        return ValueRange::integers(size(all.saturating_sub(optional)), size(all));
    }
    let known = operand(ast, of).and_then(|of| values.sizes(&of));
    known.unwrap_or(ValueRange::integers(0.0, f64::INFINITY))
}

/// Returns the range of the results of a function.
pub(super) fn of_function(function: &str) -> Option<ValueRange> {
    let (least, most) = match function {
        "getMonth" => (0.0, 11.0),
        "getDate" => (1.0, 31.0),
        "getDayOfMonth" => (0.0, 30.0),
        "getDayOfWeek" => (0.0, 6.0),
        "getDayOfYear" => (0.0, 365.0),
        "compareTo" => (-1.0, 1.0),
        "family" => (4.0, 6.0),
        "prefixLength" => (0.0, 128.0),
        "indexOf" | "lastIndexOf" => (-1.0, f64::INFINITY),
        _ => return None,
    };
    Some(ValueRange::integers(least, most))
}

/// Returns the range of the results of a function of points in time; those of durations have no bound.
#[cfg(feature = "comparisons")]
pub(super) fn of_time(function: &str) -> Option<ValueRange> {
    let most = match function {
        "getHours" => 23.0,
        "getMinutes" | "getSeconds" => 59.0,
        "getMilliseconds" => 999.0,
        _ => return None,
    };
    Some(ValueRange::integers(0.0, most))
}

/// Returns the range of the results of an operator on integers that are no errors: an overflow is one.
pub(super) fn arithmetic(function: &str, one: ValueRange, other: ValueRange) -> Option<ValueRange> {
    if !one.is_integers() || !other.is_integers() {
        return None;
    }
    let (one, other) = (outward(one), outward(other));
    let (least, most) = match function {
        "_+_" => (one.least + other.least, one.most + other.most),
        "_-_" => (one.least - other.most, one.most - other.least),
        "_*_" => {
            let product = |one: f64, other: f64| {
                if one == 0.0 || other == 0.0 {
                    0.0
                } else {
                    one * other
                }
            };
            let products = [
                product(one.least, other.least),
                product(one.least, other.most),
                product(one.most, other.least),
                product(one.most, other.most),
            ];
            let least = products.into_iter().fold(f64::INFINITY, f64::min);
            (least, products.into_iter().fold(f64::NEG_INFINITY, f64::max))
        }
        "_/_" if other.least > 0.0 && other.is_at(other.least) => (
            (one.least / other.least).trunc(),
            (one.most / other.least).trunc(),
        ),
        "_%_" if other.is_at(other.least) && other.least != 0.0 => remainders(one, other.least.abs()),
        _ => return None,
    };
    Some(outward(ValueRange::integers(least, most)))
}

/// Returns the range of the remainders of a division, which have the sign of the dividend.
fn remainders(one: ValueRange, divisor: f64) -> (f64, f64) {
    if one.is_at(one.least) {
        let remainder = one.least % divisor;
        return (remainder, remainder);
    }
    let most = divisor - 1.0;
    (one.least.clamp(-most, 0.0), one.most.clamp(0.0, most))
}

/// Returns a range with bounds that floats hold exactly, since they round large sums and products.
fn outward(range: ValueRange) -> ValueRange {
    let least = match range.least {
        least if least <= -EXACT => f64::NEG_INFINITY,
        least => least.min(EXACT),
    };
    let most = match range.most {
        most if most >= EXACT => f64::INFINITY,
        most => most.max(-EXACT),
    };
    ValueRange { least, most, ..range }
}
