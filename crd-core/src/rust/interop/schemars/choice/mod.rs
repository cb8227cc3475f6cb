//! `oneOf` and `anyOf`: what serde's enums become.
//!
//! [`Lift::choose`] tells by the types of the branches which of three it is: objects (`objects`), scalars or lists
//! (`values`), or what a flattened `Option` leaves. What tells the branches apart, `branches` knows.

mod branches;
mod objects;
mod values;

use super::draft::{Choice, Draft, Types};
use super::lift::{INSTEAD, Lift};
use crate::model::structural::{StructuralShape, ValueValidation};
use crate::rust::generate::junctor::{add_any_of, add_one_of};
use crate::rust::generate::parts;

use branches::{external_names, label};

impl Lift<'_> {
    /// Brings every choice of a schema into structural form.
    pub(super) fn choose(&mut self, draft: &mut Draft) {
        draft.among |= draft.choices.len() > 1;
        // A branch that is the only one is taken in, with choices of its own.
        while !draft.choices.is_empty() {
            let choice = draft.choices.remove(0);
            self.choose_one(draft, choice);
        }
    }

    fn choose_one(&mut self, draft: &mut Draft, choice: Choice) {
        let Choice {
            exclusive,
            mut branches,
            pointer,
        } = choice;
        draft.infer();
        if branches.iter().any(Draft::accepts_null) {
            draft.nullable |= draft.types.has_null();
        }
        draft.types = draft.types.without(Types::NULL);
        let count = branches.len();
        if !exclusive {
            branches.retain(|branch| !branch.is_anything());
        }
        let optional = branches.len() < count;
        for branch in &mut branches {
            branch.infer();
            branch.types = branch.possible_types().without(Types::NULL).and(draft.types);
            branch.nullable = false;
        }
        branches.retain(|branch| branch.types != Types::NONE);
        if optional {
            self.optional(draft, branches, exclusive, &pointer);
            return;
        }
        let all = branches
            .iter()
            .fold(Types::NONE, |all, branch| all.or(branch.types));
        if all == Types::OBJECT
            && exclusive
            && (branches.len() > 1 || branches.iter().all(|one| one.closed))
            && let Some(names) = external_names(&branches)
        {
            self.external(draft, &names, branches);
            return;
        }
        if branches.len() == 1 {
            if let Some(only) = branches.pop() {
                draft.intersect(only);
            }
            return;
        }
        if branches.is_empty() {
            draft.types = Types::NONE;
        } else if all == Types::OBJECT {
            draft.types = Types::OBJECT;
            self.objects(draft, exclusive, branches, &pointer);
        } else if all.is_within(Types::SCALARS) {
            self.scalars(draft, exclusive, branches, all);
            draft.types = draft.types.and(all);
        } else if all == Types::ARRAY {
            draft.types = Types::ARRAY;
            self.arrays(draft, exclusive, branches, &pointer);
        } else {
            let branches: Vec<String> = branches
                .iter()
                .enumerate()
                .map(|(index, branch)| format!("{} ({})", label(branch, index), branch.types.names()))
                .collect();
            self.problem(
                &pointer,
                format!(
                    "the variants {} are values of different types, which a structural schema cannot say; tag the enum, \
                     or {INSTEAD}",
                    branches.join(", ")
                ),
            );
            draft.types = Types::VALUES;
        }
    }

    /// `anyOf: [X, {}]`, as a flattened `Option` is written: the members of X are known, but none must be there.
    fn optional(&mut self, draft: &mut Draft, branches: Vec<Draft>, exclusive: bool, pointer: &str) {
        if branches.is_empty() || branches.iter().any(|branch| branch.types != Types::OBJECT) {
            // A choice between something and anything is anything.
            return;
        }
        let mut inner = Draft::new(pointer.to_owned());
        inner.types = Types::OBJECT;
        inner.among = true;
        inner.choices.push(Choice {
            exclusive,
            branches,
            pointer: pointer.to_owned(),
        });
        let mut node = self.finish(inner);
        let validation = &mut node.validation;
        let required = validation.required.take();
        let mut choice = std::mem::take(&mut validation.one_of);
        let is_one = !choice.is_empty();
        if !is_one {
            choice = std::mem::take(&mut validation.any_of);
        }
        if !choice.is_empty() {
            let choice = parts::or_nothing(choice, required.as_deref().unwrap_or_default());
            if is_one {
                add_one_of(&mut draft.validation, choice);
            } else {
                add_any_of(&mut draft.validation, choice);
            }
        }
        if node.validation != ValueValidation::default() {
            self.problem(
                pointer,
                format!("what may be left out as a whole is restricted; {INSTEAD}"),
            );
        }
        let StructuralShape::Object(object) = node.shape else {
            return;
        };
        self.add_properties(draft, object, pointer);
    }
}
