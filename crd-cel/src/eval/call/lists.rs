//! Functions of lists.

use std::cmp::Ordering;

use super::{CallContext, named, optionals, unknown_to};
use crate::eval::arithmetic;
use crate::eval::convert;
use crate::eval::equal::NO_OVERLOAD;
use crate::eval::error::AbortReason;
use crate::eval::function::Function;
use crate::eval::lib::lists;
use crate::eval::value::{List, Value};

/// Calls a function of a list; `None` if no overload accepts the other arguments.
pub(super) fn of_list<'a>(
    function: Function,
    list: &List<'a>,
    rest: &[Value<'a>],
    cx: &CallContext<'_>,
) -> Option<Value<'a>> {
    use Function as F;
    Some(match (function, rest) {
        (F::IsSorted, []) => lists::is_sorted(list),
        (F::Sum, []) => sum(list, cx),
        (F::Min, []) => lists::extreme(list, Ordering::Less, "min"),
        (F::Max, []) => lists::extreme(list, Ordering::Greater, "max"),
        (F::IndexOf, [wanted]) => lists::first_place(list, wanted, cx.equality),
        (F::LastIndexOf, [wanted]) => lists::last_place(list, wanted, cx.equality),
        (F::Slice, [Value::Int(start), Value::Int(end)]) => lists::slice(list, *start, *end),
        (F::Reverse, []) => lists::reverse(list),
        (F::First, []) => optionals::optional(list.get(0)),
        (F::Last, []) => optionals::optional(list.len().checked_sub(1).and_then(|last| list.get(last))),
        (F::SetsContains, [Value::List(other)]) => lists::contains_all(list, other, cx.equality),
        (F::SetsEquivalent, [Value::List(other)]) => match lists::contains_all(list, other, cx.equality) {
            Value::Bool(true) => lists::contains_all(other, list, cx.equality),
            other => other,
        },
        (F::SetsIntersects, [Value::List(other)]) => Value::Bool(lists::intersects(list, other, cx.equality)),
        (F::OptionalUnwrap | F::UnwrapOpt, []) => optionals::unwrap(list, cx.server),
        (F::OptionalOf, []) => Value::some(Value::List(list.clone())),
        (F::OptionalOfNonZero, []) => optionals::of_non_zero(&Value::List(list.clone())),
        _ => return None,
    })
}

/// Calls the functions whose cost tracking fails on the server if the receiver is not a list.
pub(super) fn sorting<'a>(
    function: Function,
    args: &[Value<'a>],
    cx: &CallContext<'_>,
) -> Result<Value<'a>, AbortReason> {
    use Function as F;
    let value = match (function, args) {
        (F::Sort, [Value::List(list)]) => lists::sort_by(list, list),
        (F::SortByKeys, [Value::List(list), Value::List(keys)]) => lists::sort_by(list, keys),
        (F::Distinct, [Value::List(list)]) => lists::distinct(list, cx.equality),
        (F::Flatten, [Value::List(list)]) => return lists::flatten(list, 1),
        (F::Flatten, [Value::List(list), Value::Int(depth)]) => return lists::flatten(list, *depth),
        (F::Sort | F::SortByKeys | F::Distinct, _) => unknown_to(function, args),
        (_, [receiver, rest @ ..]) => {
            let printed = |value: &Value<'a>| convert::printed_type(value.type_name(), cx.server);
            let types: Vec<String> = rest.iter().map(printed).collect();
            Value::error(format!(
                "{NO_OVERLOAD}: {}.{}({})",
                printed(receiver),
                function.name(),
                types.join(", ")
            ))
        }
        _ => named(function),
    };
    Ok(value)
}

/// Returns the integers from 0 up to `count`. The caller rejects a count that the cost limit does not allow.
pub(super) fn range<'a>(count: i64, server: u8) -> Value<'a> {
    /// Servers from 1.37 on reject longer lists.
    const MOST: i64 = 1_000_000;
    if server >= 37 && count < 0 {
        return Value::error(format!("lists.range: size must be non-negative, got {count}"));
    }
    if server >= 37 && count > MOST {
        return Value::error(format!(
            "lists.range: size {count} exceeds maximum allowed ({MOST})"
        ));
    }
    Value::list((0..count).map(Value::Int).collect())
}

/// Checks whether values of this type have Go's method `Add`.
pub(in crate::eval) fn can_add(value: &Value<'_>) -> bool {
    matches!(
        value,
        Value::Int(_)
            | Value::Uint(_)
            | Value::Double(_)
            | Value::String(_)
            | Value::Bytes(_)
            | Value::Duration(_)
            | Value::Timestamp(_)
    )
}

fn sum<'a>(list: &List<'a>, cx: &CallContext<'_>) -> Value<'a> {
    let mut total: Option<Value<'a>> = None;
    for item in list.iter() {
        if item.is_error() {
            return item;
        }
        let next = match &total {
            None => match item {
                Value::Double(value) => Value::Double(0.0 + value),
                Value::Int(_) | Value::Uint(_) | Value::Duration(_) => item,
                _ => return Value::error(NO_OVERLOAD),
            },
            Some(total) => arithmetic::binary(Function::Add, total, &item, cx.equality),
        };
        if next.is_error() {
            return next;
        }
        total = Some(next);
    }
    total.unwrap_or(match cx.overload {
        Some("list_uint_sum_uint") => Value::Uint(0),
        Some("list_double_sum_double") => Value::Double(0.0),
        Some("list_duration_sum_duration") => Value::Duration(0),
        _ => Value::Int(0),
    })
}
