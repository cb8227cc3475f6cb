//! Functions of lists.

use std::cmp::Ordering;

use super::printed;
use crate::eval::equal::{self, Equality, NO_OVERLOAD, compare};
use crate::eval::error::{AbortReason, MAX_ITEMS, MAX_TEXT};
use crate::eval::value::{List, Value};
use crate::go::sort::sort;

/// Compares two elements that must have the same type.
fn order<'a>(a: &Value<'a>, b: &Value<'a>) -> Result<Ordering, Value<'a>> {
    compare(a, b, "_<_")
}

pub(crate) fn is_sorted<'a>(list: &List<'a>) -> Value<'a> {
    let mut previous: Option<Value<'a>> = None;
    for item in list.iter() {
        if let Some(error) = incomparable(&item) {
            return error;
        }
        // Elements that cannot be compared with the previous one are skipped.
        if let Some(previous) = &previous
            && order(previous, &item).is_ok_and(Ordering::is_gt)
        {
            return Value::Bool(false);
        }
        previous = Some(item);
    }
    Value::Bool(true)
}

/// Returns the smallest or largest element.
pub(crate) fn extreme<'a>(list: &List<'a>, wanted: Ordering, name: &str) -> Value<'a> {
    let mut items = list.iter();
    let Some(mut best) = items.next() else {
        return Value::error(format!("{name} called on empty list"));
    };
    if let Some(error) = incomparable(&best) {
        return error;
    }
    for item in items {
        if let Some(error) = incomparable(&item) {
            return error;
        }
        // Elements that cannot be compared with the current result are skipped.
        if order(&item, &best).is_ok_and(|found| found == wanted) {
            best = item;
        }
    }
    best
}

/// Returns the error for an element whose type has no order.
fn incomparable<'a>(item: &Value<'a>) -> Option<Value<'a>> {
    match item {
        Value::Error(_) => Some(item.clone()),
        Value::Bool(_)
        | Value::Int(_)
        | Value::Uint(_)
        | Value::Double(_)
        | Value::String(_)
        | Value::Bytes(_)
        | Value::Duration(_)
        | Value::Timestamp(_) => None,
        _ => Some(Value::error(NO_OVERLOAD)),
    }
}

/// Returns the index of the first element that equals `wanted`; -1 if there is none.
pub(crate) fn first_place<'a>(list: &List<'a>, wanted: &Value<'a>, equality: &Equality) -> Value<'a> {
    place(list, wanted, &mut (0..list.len()), equality)
}

/// Returns the index of the last element that equals `wanted`; -1 if there is none.
pub(crate) fn last_place<'a>(list: &List<'a>, wanted: &Value<'a>, equality: &Equality) -> Value<'a> {
    place(list, wanted, &mut (0..list.len()).rev(), equality)
}

fn place<'a>(
    list: &List<'a>,
    wanted: &Value<'a>,
    order: &mut dyn Iterator<Item = usize>,
    equality: &Equality,
) -> Value<'a> {
    for index in order {
        let Some(item) = list.get(index) else { break };
        if equality.is_equal(&item, wanted) {
            return Value::Int(i64::try_from(index).unwrap_or(i64::MAX));
        }
    }
    Value::Int(-1)
}

pub(crate) fn distinct<'a>(list: &List<'a>, equality: &Equality) -> Value<'a> {
    // A list without elements is returned unchanged, with its list type.
    if list.is_empty() {
        return Value::List(list.clone());
    }
    let mut found: Vec<Value<'a>> = Vec::new();
    for item in list.iter() {
        if !found.iter().any(|known| equality.is_equal(&item, known)) {
            found.push(item);
        }
    }
    Value::list(found)
}

/// Sorts the list by `keys`, which has the same length.
pub(crate) fn sort_by<'a>(list: &List<'a>, keys: &List<'a>) -> Value<'a> {
    if list.len() != keys.len() {
        return Value::error(format!(
            "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got {} and {} \
             elements respectively",
            list.len(),
            keys.len()
        ));
    }
    let keys: Vec<Value<'a>> = keys.iter().collect();
    let Some(first) = keys.first() else {
        return Value::List(list.clone());
    };
    if incomparable(first).is_some() {
        return Value::error("list elements must be comparable");
    }
    if keys.iter().any(|key| key.type_name() != first.type_name()) {
        return Value::error("list elements must have the same type");
    }
    let mut places: Vec<usize> = (0..keys.len()).collect();
    // Values that have no order, such as NaN, are not less.
    sort(&mut places, &mut |a, b| match (keys.get(a), keys.get(b)) {
        (Some(a), Some(b)) => order(a, b).is_ok_and(Ordering::is_lt),
        _ => false,
    });
    Value::list(places.into_iter().filter_map(|place| list.get(place)).collect())
}

/// Flattens the lists in a list, down to `depth`.
pub(crate) fn flatten<'a>(list: &List<'a>, depth: i64) -> Result<Value<'a>, AbortReason> {
    if depth < 0 {
        return Ok(Value::error("level must be non-negative"));
    }
    let mut found = Vec::new();
    // The lists that are still to be read: the list, the next index in it, and the depth to which its own lists are flattened.
    let mut open: Vec<(List<'a>, usize, i64)> = vec![(list.clone(), 0, depth)];
    while let Some((list, at, depth)) = open.last_mut() {
        let Some(item) = list.get(*at) else {
            open.pop();
            continue;
        };
        *at += 1;
        match item {
            Value::List(inner) if *depth > 0 => {
                let depth = *depth - 1;
                open.push((inner, 0, depth));
            }
            other => found.push(other),
        }
        if found.len() > MAX_ITEMS {
            return Err(AbortReason::TooLarge);
        }
    }
    Ok(Value::list(found))
}

pub(crate) fn slice<'a>(list: &List<'a>, start: i64, end: i64) -> Value<'a> {
    let length = i64::try_from(list.len()).unwrap_or(i64::MAX);
    if start < 0 || end < 0 {
        return Value::error(format!(
            "cannot slice({start}, {end}), negative indexes not supported"
        ));
    }
    if start > end {
        return Value::error(format!(
            "cannot slice({start}, {end}), start index must be less than or equal to end index"
        ));
    }
    if length < end {
        return Value::error(format!("cannot slice({start}, {end}), list is length {length}"));
    }
    let items = (start..end).filter_map(|index| list.get(usize::try_from(index).ok()?));
    Value::list(items.collect())
}

pub(crate) fn reverse<'a>(list: &List<'a>) -> Value<'a> {
    let items = (0..list.len()).rev().filter_map(|index| list.get(index));
    Value::list(items.collect())
}

/// Concatenates the elements with `separator`.
pub(crate) fn join<'a>(list: &List<'a>, separator: &str, server: u8) -> Result<Value<'a>, AbortReason> {
    let mut out = String::new();
    for (index, item) in list.iter().enumerate() {
        if index > 0 {
            out.push_str(separator);
        }
        match &item {
            Value::String(text) => out.push_str(text.as_str()),
            Value::Error(error) => {
                return Ok(Value::error(format!("join: invalid input: {}", error.text())));
            }
            other => {
                let shown = printed::printed(other, server);
                return Ok(Value::error(format!("join: invalid input: {shown}")));
            }
        }
        if out.len() > MAX_TEXT {
            return Err(AbortReason::TooLarge);
        }
    }
    Ok(Value::owned(out))
}

/// Checks whether every element of `wanted` is in `list`.
pub(crate) fn contains_all<'a>(list: &List<'a>, wanted: &List<'a>, equality: &Equality) -> Value<'a> {
    for item in wanted.iter() {
        match equal::contained(&item, &Value::List(list.clone()), equality) {
            Value::Bool(true) => {}
            other => return other,
        }
    }
    Value::Bool(true)
}

pub(crate) fn intersects<'a>(a: &List<'a>, b: &List<'a>, equality: &Equality) -> bool {
    let b = Value::List(b.clone());
    a.iter()
        .any(|item| matches!(equal::contained(&item, &b, equality), Value::Bool(true)))
}
