//! Junctors: what stands already is never lost, a second one moves under `allOf`.

use crate::model::structural::{NestedValidation, ValueValidation};

/// A restriction under a junctor, on the value itself.
pub(crate) fn nested(validation: ValueValidation) -> NestedValidation {
    NestedValidation {
        validation,
        ..NestedValidation::default()
    }
}

/// Adds `anyOf` branches.
pub(crate) fn add_any_of(to: &mut ValueValidation, any_of: Vec<NestedValidation>) {
    if to.any_of.is_empty() {
        to.any_of = any_of;
    } else if !any_of.is_empty() {
        to.all_of.push(nested(ValueValidation {
            any_of,
            ..ValueValidation::default()
        }));
    }
}

/// Adds `oneOf` branches.
pub(crate) fn add_one_of(to: &mut ValueValidation, one_of: Vec<NestedValidation>) {
    if to.one_of.is_empty() {
        to.one_of = one_of;
    } else if !one_of.is_empty() {
        to.all_of.push(nested(ValueValidation {
            one_of,
            ..ValueValidation::default()
        }));
    }
}

/// Adds a `not`.
pub(crate) fn add_not(to: &mut ValueValidation, not: NestedValidation) {
    if to.not.is_none() {
        to.not = Some(Box::new(not));
    } else {
        to.all_of.push(nested(ValueValidation {
            not: Some(Box::new(not)),
            ..ValueValidation::default()
        }));
    }
}

/// None of these holds.
pub(crate) fn none_of(mut branches: Vec<NestedValidation>) -> NestedValidation {
    if branches.len() == 1 {
        return branches.pop().unwrap_or_default();
    }
    nested(ValueValidation {
        any_of: branches,
        ..ValueValidation::default()
    })
}

/// A restriction under a junctor that only lists required members.
pub(crate) fn requires(names: &[&str]) -> NestedValidation {
    let required = Some(names.iter().map(|name| (*name).into()).collect());
    NestedValidation {
        validation: ValueValidation {
            required,
            ..ValueValidation::default()
        },
        ..Default::default()
    }
}
