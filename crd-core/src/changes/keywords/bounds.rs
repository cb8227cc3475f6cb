//! Compares the bounds of lengths, counts and numbers of two nodes.

use std::cmp::Ordering;

use super::{KeywordChange, ValueSet};
use crate::go;
use crate::model::schema::JsonSchemaProps;

pub(super) fn counts(old: &JsonSchemaProps, new: &JsonSchemaProps, found: &mut Vec<KeywordChange>) {
    let bounds = [
        ("maxLength", old.max_length, new.max_length),
        ("maxItems", old.max_items, new.max_items),
        ("maxProperties", old.max_properties, new.max_properties),
        ("minLength", old.min_length, new.min_length),
        ("minItems", old.min_items, new.min_items),
        ("minProperties", old.min_properties, new.min_properties),
    ];
    for (keyword, before, after) in bounds {
        let is_most = keyword.starts_with("max");
        // A missing bound is wider than any other; a minimum of 0 equals no bound.
        let rank = |bound: Option<i64>| match bound {
            None if is_most => i128::from(i64::MAX) + 1,
            None => 0,
            Some(bound) if is_most => i128::from(bound),
            Some(bound) => -i128::from(bound.max(0)),
        };
        let (old_rank, new_rank) = (rank(before), rank(after));
        if old_rank == new_rank {
            continue;
        }
        found.push(KeywordChange::Bound {
            keyword,
            before: before.map(|bound| bound.to_string()),
            after: after.map(|bound| bound.to_string()),
            set: moved(old_rank.cmp(&new_rank)),
        });
    }
}

/// Returns the change in the set of values when a bound changes, from the order of the old and the new bound.
fn moved(old_to_new: Ordering) -> ValueSet {
    if old_to_new.is_gt() {
        ValueSet::Narrower
    } else {
        ValueSet::Wider
    }
}

/// Returns a bound on numbers as it is written, and whether it is exclusive.
fn written_bound(schema: &JsonSchemaProps, keyword: &str) -> Option<(f64, bool)> {
    Some(if keyword == "maximum" {
        (schema.maximum?, schema.exclusive_maximum)
    } else {
        (schema.minimum?, schema.exclusive_minimum)
    })
}

/// Returns a bound on numbers; exclusive bounds on integers are converted to inclusive ones.
fn number_bound(schema: &JsonSchemaProps, keyword: &str) -> Option<(f64, bool)> {
    let is_integer = &*schema.type_ == "integer";
    let (bound, is_exclusive) = written_bound(schema, keyword)?;
    let inside = if keyword == "maximum" { -1.0 } else { 1.0 };
    if !is_integer {
        return Some((bound, is_exclusive));
    }
    // The server converts the bound to an integer first.
    let whole = bound.trunc();
    Some((if is_exclusive { whole + inside } else { whole }, false))
}

/// Whether a bound on integers has a fraction.
fn has_fraction(schema: &JsonSchemaProps, keyword: &str) -> bool {
    &*schema.type_ == "integer"
        && written_bound(schema, keyword).is_some_and(|(bound, _)| bound.fract() != 0.0)
}

/// Returns the bound that a format sets on integers, which the server enforces.
fn format_bound(schema: &JsonSchemaProps, keyword: &str) -> Option<(f64, bool)> {
    let is_int32 = &*schema.type_ == "integer" && &*schema.format == "int32";
    let bound = if keyword == "maximum" { i32::MAX } else { i32::MIN };
    is_int32.then_some((f64::from(bound), false))
}

pub(super) fn numbers(old: &JsonSchemaProps, new: &JsonSchemaProps, found: &mut Vec<KeywordChange>) {
    for keyword in ["maximum", "minimum"] {
        let (before, after) = (number_bound(old, keyword), number_bound(new, keyword));
        let sign = if keyword == "maximum" { 1.0 } else { -1.0 };
        let is_same = match (before, after) {
            (None, None) => true,
            // The new bound is no narrower than the format is.
            (None, Some((after, false))) => {
                format_bound(old, keyword).is_some_and(|(bound, _)| bound * sign <= after * sign)
            }
            (before, after) => before == after,
        };
        let set = match (before, after) {
            // Servers that check the ranges of bounds reject every integer; others ignore the fraction.
            _ if is_same && has_fraction(old, keyword) != has_fraction(new, keyword) => ValueSet::Same,
            _ if is_same => continue,
            (None, _) => ValueSet::Narrower,
            (Some(_), None) => ValueSet::Wider,
            (Some((old, old_exclusive)), Some((new, new_exclusive))) => {
                let bounds = (old * sign).total_cmp(&(new * sign));
                moved(bounds.then(new_exclusive.cmp(&old_exclusive)))
            }
        };
        let words = |schema: &JsonSchemaProps| {
            let (bound, is_exclusive) = written_bound(schema, keyword)?;
            let bound = go::float_json(bound);
            Some(if is_exclusive {
                format!("{bound} (exclusive)")
            } else {
                bound
            })
        };
        found.push(KeywordChange::Bound {
            keyword,
            before: words(old),
            after: words(new),
            set,
        });
    }
    let (before, after) = (old.multiple_of, new.multiple_of);
    if before != after {
        let is_multiple = |of: f64, by: f64| (of / by).fract().abs() < f64::EPSILON;
        // The server rejects every number if the factor is not positive, and every integer if it has a fraction.
        let has_integers = |factor: f64| factor > 0.0 && factor.fract() == 0.0;
        let is_of = |schema: &JsonSchemaProps, type_: &str| *schema.type_ == *type_;
        let set = match (before, after) {
            (Some(before), _) if before <= 0.0 || is_of(old, "integer") && !has_integers(before) => {
                ValueSet::Wider
            }
            (_, Some(after)) if after <= 0.0 || !is_of(new, "number") && !has_integers(after) => {
                ValueSet::Narrower
            }
            (Some(before), Some(after)) if is_multiple(before, after) => ValueSet::Wider,
            (Some(before), Some(after)) if is_multiple(after, before) => ValueSet::Narrower,
            (Some(_), Some(_)) => ValueSet::Incomparable,
            (None, _) => ValueSet::Narrower,
            (Some(_), None) => ValueSet::Wider,
        };
        found.push(KeywordChange::MultipleOf(before, after, set));
    }
}
