//! Containment of places in each other.

use serde_json::Value;

use crate::model::field::{FieldPath, Segment};

/// Whether one place equals another or is within it.
pub(crate) fn is_within(inner: &[Segment], outer: &[Segment]) -> bool {
    inner.len() >= outer.len() && inner.iter().zip(outer).all(|(one, other)| is_same(one, other))
}

fn is_same(one: &Segment, other: &Segment) -> bool {
    match (one, other) {
        (Segment::Index(one), Segment::Index(other)) => one == other,
        (one, other) => one.name().is_some() && one.name() == other.name(),
    }
}

pub(crate) fn value_at<'v>(object: &'v Value, place: &FieldPath) -> Option<&'v Value> {
    place
        .segments
        .iter()
        .try_fold(object, |value, segment| match segment {
            Segment::Index(index) => value.get(*index),
            Segment::Field(name) | Segment::Key(name) => value.get(&**name),
        })
}

pub(crate) fn value_at_mut<'v>(object: &'v mut Value, place: &FieldPath) -> Option<&'v mut Value> {
    place
        .segments
        .iter()
        .try_fold(object, |value, segment| match segment {
            Segment::Index(index) => value.get_mut(*index),
            Segment::Field(name) | Segment::Key(name) => value.get_mut(&**name),
        })
}

/// Removes the member or element at a place; returns whether there was one.
pub(crate) fn remove_at(object: &mut Value, path: &FieldPath) -> bool {
    let Some(last) = path.segments.last() else {
        return false;
    };
    match (value_at_mut(object, &path.ancestor(1)), last) {
        (Some(Value::Object(members)), segment) => {
            segment.name().is_some_and(|name| members.remove(name).is_some())
        }
        (Some(Value::Array(elements)), Segment::Index(index)) if *index < elements.len() => {
            elements.remove(*index);
            true
        }
        _ => false,
    }
}

/// Counts a value and all values in it.
pub(crate) fn values_in(value: &Value) -> usize {
    match value {
        Value::Object(members) => 1 + members.values().map(values_in).sum::<usize>(),
        Value::Array(items) => 1 + items.iter().map(values_in).sum::<usize>(),
        _ => 1,
    }
}
