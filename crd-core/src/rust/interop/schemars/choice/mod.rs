//! Converts `oneOf` and `anyOf` to structural form. schemars writes them for enums and for flattened `Option`s.
//!
//! ```text
//! {oneOf: [{properties: {kind: {const: A}, a: …}, required: [kind, a]}, {properties: {kind: {const: B}}, …}]}
//! {type: object, properties: {kind: {enum: [A, B]}, a: …}, required: [kind], oneOf: [{required: [a], …}, …]}
//! ```
//!
//! [`Lift::choose`] decides by the types of the branches: objects are merged in `objects`, scalars and lists in `values`.
//! `branches` finds the tag.

mod branches;
mod objects;
mod values;

use super::draft::{Draft, DraftChoice, Types};
use super::lift::{INSTEAD, SchemarsImport};
use crate::model::structural::{StructuralShape, ValueValidation};
use crate::rust::generate::junctor::Junctor;
use crate::rust::generate::variant_schema;

use branches::{external_names, label};

impl SchemarsImport<'_> {
    /// Converts every choice of a schema to structural form.
    pub(super) fn choose(&mut self, draft: &mut Draft) {
        draft.among |= draft.choices.len() > 1;
        // A choice with one branch is merged into the schema, which can add choices.
        while !draft.choices.is_empty() {
            let choice = draft.choices.remove(0);
            self.choose_one(draft, choice);
        }
    }

    fn choose_one(&mut self, draft: &mut Draft, choice: DraftChoice) {
        let DraftChoice {
            junctor,
            mut branches,
            pointer,
        } = choice;
        draft.infer();
        if branches.iter().any(Draft::accepts_null) {
            draft.nullable |= draft.types.has_null();
        }
        draft.types = draft.types.without(Types::NULL);
        let count = branches.len();
        if junctor == Junctor::AnyOf {
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
            self.optional(draft, branches, junctor, &pointer);
            return;
        }
        let all = branches
            .iter()
            .fold(Types::NONE, |all, branch| all.or(branch.types));
        if all == Types::OBJECT
            && junctor == Junctor::OneOf
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
            self.objects(draft, junctor, branches, &pointer);
        } else if all.is_within(Types::SCALARS) {
            self.scalars(draft, junctor, branches, all);
            draft.types = draft.types.and(all);
        } else if all == Types::ARRAY {
            draft.types = Types::ARRAY;
            self.arrays(draft, junctor, branches, &pointer);
        } else {
            let branches: Vec<String> = branches
                .iter()
                .enumerate()
                .map(|(index, branch)| format!("{} ({})", label(branch, index), branch.types.names()))
                .collect();
            self.problem(
                &pointer,
                format!(
                    "the variants {} are values of different types, which a structural schema cannot express; tag the enum, \
                     or {INSTEAD}",
                    branches.join(", ")
                ),
            );
            draft.types = Types::VALUES;
        }
    }

    /// Merges `anyOf: [X, {}]`, which schemars writes for a flattened `Option`: the members of X are declared, and none
    /// is required.
    fn optional(&mut self, draft: &mut Draft, branches: Vec<Draft>, junctor: Junctor, pointer: &str) {
        if branches.is_empty() || branches.iter().any(|branch| branch.types != Types::OBJECT) {
            // A choice between a schema and `{}` accepts everything.
            return;
        }
        let mut inner = Draft::new(pointer.to_owned());
        inner.types = Types::OBJECT;
        inner.among = true;
        inner.choices.push(DraftChoice {
            junctor,
            branches,
            pointer: pointer.to_owned(),
        });
        let mut node = self.finish(inner);
        let validation = &mut node.validation;
        let required = validation.required.take();
        let mut choice = std::mem::take(&mut validation.one_of);
        let mut of_members = Junctor::OneOf;
        if choice.is_empty() {
            of_members = Junctor::AnyOf;
            choice = std::mem::take(&mut validation.any_of);
        }
        if !choice.is_empty() {
            let choice = variant_schema::or_absent(choice, required.as_deref().unwrap_or_default());
            of_members.add(&mut draft.validation, choice);
        }
        if node.validation != ValueValidation::default() {
            self.problem(
                pointer,
                format!(
                    "a flattened `Option` has validations, which a structural schema cannot make \
                    optional; {INSTEAD}"
                ),
            );
        }
        let StructuralShape::Object(object) = node.shape else {
            return;
        };
        self.add_properties(draft, object, pointer);
    }
}
