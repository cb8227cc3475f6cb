//! The order of values.

use std::cmp::Ordering;

use super::{NO_OVERLOAD, no_overload};
use crate::eval::value::Value;

const UNORDERED: &str = "NaN values cannot be ordered";

/// Compares numbers of any types; `None` if one is NaN.
#[expect(
    clippy::cast_precision_loss,
    reason = "as cel-go, which compares with doubles as doubles"
)]
pub(in crate::eval) fn compare_numbers(a: &Value<'_>, b: &Value<'_>) -> Option<Ordering> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a.cmp(b)),
        (Value::Uint(a), Value::Uint(b)) => Some(a.cmp(b)),
        (Value::Int(a), Value::Uint(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
        (Value::Uint(a), Value::Int(b)) => Some(i128::from(*a).cmp(&i128::from(*b))),
        _ => {
            let double = |value: &Value<'_>| match value {
                Value::Int(value) => *value as f64,
                Value::Uint(value) => *value as f64,
                Value::Double(value) => *value,
                _ => f64::NAN,
            };
            double(a).partial_cmp(&double(b))
        }
    }
}

/// Compares two values, or returns the error of an ordering operator on them; `operator` is named where cel-go names it.
pub(in crate::eval) fn compare<'a>(
    a: &Value<'a>,
    b: &Value<'a>,
    operator: &str,
) -> Result<Ordering, Value<'a>> {
    let ordering = match (a, b) {
        (Value::Double(a), _) if a.is_nan() => return Err(Value::error(UNORDERED)),
        (Value::Bool(a), Value::Bool(b)) => Some(a.cmp(b)),
        (Value::String(a), Value::String(b)) => Some(a.as_str().cmp(b.as_str())),
        (Value::Bytes(a), Value::Bytes(b)) => Some(a.cmp(b)),
        (Value::Duration(a), Value::Duration(b)) => Some(a.cmp(b)),
        (Value::Timestamp(a), Value::Timestamp(b)) => Some((a.seconds, a.nanos).cmp(&(b.seconds, b.nanos))),
        (
            Value::Int(_) | Value::Uint(_) | Value::Double(_),
            Value::Int(_) | Value::Uint(_) | Value::Double(_),
        ) => {
            return compare_numbers(a, b).ok_or_else(|| Value::error(UNORDERED));
        }
        _ => None,
    };
    ordering.ok_or_else(|| match a {
        Value::Bool(_)
        | Value::String(_)
        | Value::Bytes(_)
        | Value::Duration(_)
        | Value::Timestamp(_)
        | Value::Int(_)
        | Value::Uint(_)
        | Value::Double(_) => no_overload(),
        _ => Value::error(format!("{NO_OVERLOAD}: {operator}")),
    })
}
