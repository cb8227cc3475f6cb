//! Shrinks objects while a condition holds.

use crate::model::sort::sort_by_key;
use serde_json::Value;

use crate::model::field::FieldPath;
use crate::values::{is_within, remove_at, value_at};

/// Maximum number of objects that are tried to find a smaller one.
const MOST_ATTEMPTS: usize = 120;

/// Returns a smaller object that still satisfies the condition, without unneeded members and last elements.
pub(crate) fn shrink(object: &Value, place: &FieldPath, shows: impl Fn(&Value) -> bool) -> Value {
    let mut smallest = object.clone();
    let mut attempts = 0;
    let mut is_smaller = true;
    while is_smaller && attempts < MOST_ATTEMPTS {
        is_smaller = false;
        for path in removable(&smallest, place) {
            attempts += 1;
            if attempts > MOST_ATTEMPTS {
                break;
            }
            let mut tried = smallest.clone();
            if remove_at(&mut tried, &path) && shows(&tried) {
                smallest = tried;
                is_smaller = true;
            }
        }
    }
    smallest
}

/// Returns the places that are neither on the path to the given one nor required in every object, outer ones first.
fn removable(object: &Value, place: &FieldPath) -> Vec<FieldPath> {
    let mut found = Vec::new();
    let mut waiting = vec![FieldPath::default()];
    while let Some(path) = waiting.pop() {
        let Some(value) = value_at(object, &path) else {
            continue;
        };
        let below: Vec<FieldPath> = match value {
            Value::Object(members) => {
                let names = members.keys();
                names.map(|name| path.clone().child(name)).collect()
            }
            Value::Array(elements) => {
                let last = elements.len().saturating_sub(1);
                (0..elements.len().min(1) + usize::from(last > 0))
                    .map(|index| path.clone().index(if index == 0 { last } else { 0 }))
                    .collect()
            }
            _ => continue,
        };
        for path in below {
            let is_of_all = path.segments.len() == 1
                && path.segments.first().is_some_and(|first| {
                    ["apiVersion", "kind", "metadata"]
                        .iter()
                        .any(|name| first.is_field(name))
                });
            if is_of_all {
                continue;
            }
            if !is_within(&place.segments, &path.segments) {
                found.push(path.clone());
            }
            waiting.push(path);
        }
    }
    sort_by_key(&mut found, &|path| path.segments.len());
    found
}
