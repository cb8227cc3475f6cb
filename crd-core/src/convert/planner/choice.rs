//! Checks fields whose values are exchanged unchanged if a discriminator chooses them.

use super::{Part, Planner};
use crate::convert::fit::are_alike;
use crate::convert::same::same;
use crate::rust::shape::{DiscriminatorIn, NextChoice, Shape};

impl Planner {
    /// Checks that the fields of a choice have the same values in both versions, and that one that is set was set by a client.
    pub(super) fn choice(
        &mut self,
        choice: &NextChoice,
        [older, newer]: [Part<'_>; 2],
        [from, to]: [&[Vec<Box<str>>]; 2],
    ) {
        let discriminator = (choice.discriminator == DiscriminatorIn::Both).then_some((0, 0));
        let cases = choice.cases.iter().map(|case| (case.from, case.to));
        for (at, there) in discriminator.into_iter().chain(cases) {
            let (Some(path), Some(path_there)) = (from.get(at), to.get(there)) else {
                continue;
            };
            let (Some(a), Some(b)) = (older.at(path), newer.at(path_there)) else {
                continue;
            };
            let problem = if a.shape.is_some_and(Shape::has_mapping) {
                "a nested type has its own mapping, but `when` does not change values"
            } else if !same(a.schema, b.schema) || !are_alike(a.schema, b.schema) {
                "one of the versions restricts it differently, but `when` does not change values"
            } else if discriminator != Some((at, there))
                && (choice.discriminator == DiscriminatorIn::Older && b.schema.generic.default.is_some()
                    || choice.discriminator == DiscriminatorIn::Newer && a.schema.generic.default.is_some())
            {
                "the field that is set determines the value of the discriminator, but a field with a \
                 default is always set: remove the default"
            } else {
                continue;
            };
            self.within(&path.join("."), |planner| {
                planner.problem(&format!(
                    "it cannot be converted to `{}` of the next version: {problem}; or write functions for \
                     all these fields: `moved(…, to(…), up = …, down = …)`",
                    path_there.join(".")
                ));
            });
        }
    }
}
