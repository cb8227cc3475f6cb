//! Adds the constraints of attributes to those of a schema. Constraints that both have are combined: the tighter bound,
//! both patterns.

use super::junctor::{self, Junctor, admits, nested};
use super::simple::value;
use crate::model::map::Map;
use crate::model::structural::{NestedValidation, ValueValidation};
use crate::rust::shape::Validation;

/// Adds constraints to existing ones: the keywords that the table of keywords marks as `by_hand`, and the counts.
pub(super) fn restrict(to: &mut ValueValidation, from: &Validation) {
    if let Some(format) = from.format {
        to.format = format.into();
    }
    lower_bound(to, from);
    upper_bound(to, from);
    to.multiple_of = from.multiple_of.or(to.multiple_of);
    to.restrict_counts(from.counts());
    if !from.pattern.is_empty() {
        let earlier = std::mem::replace(&mut to.pattern, from.pattern.into());
        if !earlier.is_empty() && earlier != to.pattern {
            to.all_of.push(nested(ValueValidation {
                pattern: earlier,
                ..ValueValidation::default()
            }));
        }
    }
    if !from.enumeration.is_empty() {
        let values = from.enumeration.iter().filter_map(value).collect();
        if let Some(earlier) = to.enum_.replace(values) {
            to.all_of.push(nested(admits(earlier)));
        }
    }
    if !from.required.is_empty() {
        let required = to.required.get_or_insert_default();
        required.extend(from.required.iter().map(|name| (*name).into()));
    }
    to.all_of.extend(from.all_of.iter().map(nest));
    Junctor::AnyOf.add(to, from.any_of.iter().map(nest).collect());
    Junctor::OneOf.add(to, from.one_of.iter().map(nest).collect());
    if let Some(not) = from.not {
        junctor::add_not(to, nest(not));
    }
}

fn lower_bound(to: &mut ValueValidation, from: &Validation) {
    let Some(bound) = from.minimum else { return };
    let exclusive = from.exclusive_minimum;
    match to.minimum {
        Some(here) if here > bound => {}
        #[expect(clippy::float_cmp, reason = "equal bounds differ in exclusiveness only")]
        Some(here) if here == bound => to.exclusive_minimum |= exclusive,
        _ => (to.minimum, to.exclusive_minimum) = (Some(bound), exclusive),
    }
}

fn upper_bound(to: &mut ValueValidation, from: &Validation) {
    let Some(bound) = from.maximum else { return };
    let exclusive = from.exclusive_maximum;
    match to.maximum {
        Some(here) if here < bound => {}
        #[expect(clippy::float_cmp, reason = "equal bounds differ in exclusiveness only")]
        Some(here) if here == bound => to.exclusive_maximum |= exclusive,
        _ => (to.maximum, to.exclusive_maximum) = (Some(bound), exclusive),
    }
}

/// Converts constant restrictions to a branch of a junctor.
pub(super) fn nest(from: &Validation) -> NestedValidation {
    let mut validation = ValueValidation::default();
    restrict(&mut validation, from);
    let properties: Map<NestedValidation> = from
        .properties
        .iter()
        .map(|(name, nested)| (*name, nest(nested)))
        .collect();
    NestedValidation {
        validation,
        items: from.items.map(|items| Box::new(nest(items))),
        properties,
        closed: false,
    }
}
