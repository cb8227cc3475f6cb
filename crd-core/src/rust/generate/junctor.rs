//! Adds junctors (`anyOf`, `oneOf`, `not`) to a validation. If it already has one of that kind, the second goes under
//! `allOf`, so that both apply.

use serde_json::Value;

use crate::model::structural::{NestedValidation, ValueValidation};

/// Returns a branch that restricts only the value itself.
pub(crate) fn nested(validation: ValueValidation) -> NestedValidation {
    NestedValidation {
        validation,
        ..NestedValidation::default()
    }
}

/// Number of branches of a choice that must match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Junctor {
    /// At least one.
    AnyOf,
    /// Exactly one.
    OneOf,
}

impl Junctor {
    /// Adds the branches to a validation.
    pub(crate) fn add(self, to: &mut ValueValidation, branches: Vec<NestedValidation>) {
        let own = match self {
            Junctor::AnyOf => &mut to.any_of,
            Junctor::OneOf => &mut to.one_of,
        };
        if own.is_empty() {
            *own = branches;
        } else if !branches.is_empty() {
            let mut second = ValueValidation::default();
            match self {
                Junctor::AnyOf => second.any_of = branches,
                Junctor::OneOf => second.one_of = branches,
            }
            to.all_of.push(nested(second));
        }
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

/// Returns the argument of a `not` that rejects all of these branches.
pub(crate) fn none_of(mut branches: Vec<NestedValidation>) -> NestedValidation {
    if branches.len() == 1 {
        return branches.pop().unwrap_or_default();
    }
    nested(ValueValidation {
        any_of: branches,
        ..ValueValidation::default()
    })
}

/// Returns a branch that only requires members.
pub(crate) fn requires(names: &[&str]) -> NestedValidation {
    nested(ValueValidation {
        required: Some(names.iter().map(|name| (*name).into()).collect()),
        ..ValueValidation::default()
    })
}

/// Returns a restriction to some values.
pub(crate) fn admits(values: Vec<Value>) -> ValueValidation {
    ValueValidation {
        enum_: Some(values),
        ..ValueValidation::default()
    }
}
