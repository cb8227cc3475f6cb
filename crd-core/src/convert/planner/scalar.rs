//! Plans scalars, whose values the other version may reject.

use super::{Part, Planner};
use crate::convert::fit::{FitPolicy, ScalarDifference, can_saturate, scalar_difference};
use crate::convert::plan::Plan;
use crate::model::structural::Structural;
use crate::rust::shape::UnfitPolicy;

impl Planner {
    /// Creates the plan of a scalar.
    pub(super) fn scalar(&mut self, older: &Structural, newer: &Structural) -> Plan {
        let difference = scalar_difference(older, newer);
        match (difference, self.unfit) {
            (ScalarDifference::None, _) | (_, Some(UnfitPolicy::Pass)) => Plan::Same,
            (ScalarDifference::Texts, _) => {
                self.problem(
                    "its patterns or formats differ, so objects of one version may have values that the \
                     other rejects: convert them with functions that return `None` for these (`next(up = …, \
                     down = …)`), or pass them unchanged (`next(unfit = \"pass\")`) [CRD0934]",
                );
                Plan::Same
            }
            (ScalarDifference::Bounds, unfit) => {
                self.judges = true;
                Plan::Fit(FitPolicy {
                    unfit: unfit.unwrap_or(UnfitPolicy::Keep),
                })
            }
        }
    }

    /// Reports required members whose values the other version may reject, since these cannot be omitted.
    pub(super) fn stands_in(
        &mut self,
        plan: &Plan,
        [older, newer]: [Part<'_>; 2],
        [a, b]: [Part<'_>; 2],
        names: [&str; 2],
    ) {
        let Plan::Fit(policy) = plan else { return };
        for (object, member, name) in [(older, a, names[0]), (newer, b, names[1])] {
            let required = object.schema.validation.required.as_deref().unwrap_or_default();
            let is_required = required.iter().any(|other| **other == *name);
            let has_stand_in = member.schema.generic.default.is_some()
                || policy.unfit == UnfitPolicy::Saturate && can_saturate(member.schema);
            if is_required
                && !has_stand_in
                && matches!(policy.unfit, UnfitPolicy::Keep | UnfitPolicy::Saturate)
            {
                self.within(name, |planner| {
                    planner.problem(
                        "one of the versions requires it, but values that do not fit would be omitted: \
                         write `next(unfit = \"saturate\")` for the nearest value, `\"refuse\"` or \
                         `\"pass\"`, or give it a default [CRD0934]",
                    );
                });
                return;
            }
        }
    }
}
