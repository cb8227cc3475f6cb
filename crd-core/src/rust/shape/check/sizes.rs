//! Checks bounds of counts against the number of fields of a struct, and of the different elements of a set.

use super::CheckResult;
use super::resolve::resolve;
use super::text::Message;
use crate::rust::shape::{Attrs, Kind, ListType, Shape};

/// Checks `min_properties` and `max_properties` against the fields of a struct.
#[inline]
pub(super) const fn members(shape: &'static Shape, (least, most): (Option<i64>, Option<i64>)) -> CheckResult {
    let Kind::Object(fields) = shape.kind else {
        return Ok(());
    };
    let (mut declared, mut required) = (0, 0);
    each!(for field in fields {
        if field.flatten {
            return Ok(());
        }
        declared += 1;
        if field.is_required() && field.attrs.when.is_always() {
            required += 1;
        }
    });
    // The shape of `()` is that of an object that is never valid, since only null is.
    if declared == 0 {
        return Ok(());
    }
    if let Some(least) = least
        && least > declared
    {
        return Err(message!(
            BOUNDS_UNORDERED,
            "`min_properties` {} is greater than the number of fields of `{}`, {}, and the API server \
             prunes other fields; no value is valid",
            [
                Message::number(least as i128).as_str(),
                shape.name,
                Message::number(declared as i128).as_str()
            ]
        ));
    }
    if let Some(most) = most
        && most < required
    {
        return Err(message!(
            BOUNDS_UNORDERED,
            "`max_properties` {} is less than the number of required fields of `{}`, {}; no value is valid",
            [
                Message::number(most as i128).as_str(),
                shape.name,
                Message::number(required as i128).as_str()
            ]
        ));
    }
    Ok(())
}

/// Checks `min_items` of a set against the number of its different elements.
#[inline]
pub(super) const fn of_set(
    shape: &'static Shape,
    attrs: &'static Attrs,
    (least, _): (Option<i64>, Option<i64>),
) -> CheckResult {
    let Some(least) = least else { return Ok(()) };
    let inner = resolve(shape);
    let (items, is_set) = match inner.kind {
        Kind::Set(items) => (items, true),
        Kind::Array(items) => (items, false),
        _ => return Ok(()),
    };
    let is_set = match attrs.list_type {
        Some(list_type) => matches!(list_type, ListType::Set),
        None => is_set || matches!(inner.attrs.list_type, Some(ListType::Set)),
    };
    if !is_set {
        return Ok(());
    }
    let listed = match attrs.items {
        Some(items) => items.validation.enumeration.len(),
        None => 0,
    };
    let different = match resolve(items).kind {
        _ if listed > 0 => listed as i128,
        Kind::Boolean => 2,
        Kind::StringEnum(values) => values.len() as i128,
        Kind::Integer { minimum, maximum } => maximum - minimum + 1,
        _ => return Ok(()),
    };
    if (least as i128) <= different {
        return Ok(());
    }
    Err(message!(
        BOUNDS_UNORDERED,
        "`min_items` is {}, but only {} different elements are possible in the set `{}`; no value is valid",
        [
            Message::number(least as i128).as_str(),
            Message::number(different).as_str(),
            shape.name
        ]
    ))
}
