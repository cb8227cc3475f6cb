//! Merges a choice between scalars or between lists: one type, with the restrictions of the branches under `oneOf` or
//! `anyOf`.

use crate::model::structural::{Generic, NestedValidation, Structural, StructuralShape, ValueValidation};
use crate::rust::generate::junctor::Junctor;
use crate::rust::generate::variants::untagged::int_or_string;
use crate::rust::interop::schemars::draft::{Draft, Types, restrict};
use crate::rust::interop::schemars::finish::restrictions;
use crate::rust::interop::schemars::lift::{INSTEAD, SchemarsImport};

impl SchemarsImport<'_> {
    /// Merges scalars: they must have one type, or form an int-or-string.
    pub(super) fn scalars(&mut self, draft: &mut Draft, junctor: Junctor, branches: Vec<Draft>, all: Types) {
        let mut values = Vec::new();
        let listed = branches.iter().all(|branch| {
            let only = ValueValidation {
                enum_: branch.validation.enum_.clone(),
                ..ValueValidation::default()
            };
            branch.validation == only
                && only.enum_.is_some()
                && branch.choices.is_empty()
                && branch.nots.is_empty()
        });
        if listed {
            // The unit variants of an enum; schemars writes one branch for each that has docs.
            for value in branches
                .into_iter()
                .filter_map(|branch| branch.validation.enum_)
                .flatten()
            {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
            let also = ValueValidation {
                enum_: Some(values),
                ..ValueValidation::default()
            };
            restrict(&mut draft.validation, also);
            return;
        }
        let one_type = [Types::BOOLEAN, Types::INTEGER, Types::NUMBER, Types::STRING]
            .iter()
            .any(|types| all.is_within(*types));
        if all == Types::INT_OR_STRING {
            // The server ignores the keywords of numbers on strings and those of strings on numbers.
            let apart = |types| branches.iter().filter(|branch| branch.types == types).count() == 1;
            let free = branches
                .iter()
                .all(|branch| branch.validation.enum_.is_none() && branch.choices.is_empty());
            if branches.len() == 2 && apart(Types::INTEGER) && apart(Types::STRING) && free {
                for branch in branches {
                    let mut node = self.finish(branch);
                    if &*std::mem::take(&mut node.validation.format) == "int32" {
                        node.validation.minimum.get_or_insert(f64::from(i32::MIN));
                        node.validation.maximum.get_or_insert(f64::from(i32::MAX));
                    }
                    restrict(&mut draft.validation, node.validation);
                }
                return;
            }
            let nodes = branches.into_iter().map(|branch| self.finish(branch)).collect();
            let mut validation = int_or_string(nodes);
            Junctor::AnyOf.add(&mut draft.validation, std::mem::take(&mut validation.any_of));
            restrict(&mut draft.validation, validation);
            return;
        } else if !one_type {
            // `finish` reports it.
            return;
        }
        let nodes: Vec<Structural> = branches.into_iter().map(|branch| self.finish(branch)).collect();
        alternatives(draft, junctor, nodes);
    }

    /// Merges lists: their elements must have one type.
    pub(super) fn arrays(
        &mut self,
        draft: &mut Draft,
        junctor: Junctor,
        branches: Vec<Draft>,
        pointer: &str,
    ) {
        let nodes: Vec<Structural> = branches
            .iter()
            .cloned()
            .map(|branch| self.finish(branch))
            .collect();
        let items = |node: &Structural| match &node.shape {
            StructuralShape::Array(array) => Some(array.items.shape.clone()),
            _ => None,
        };
        if let [first, rest @ ..] = nodes.as_slice()
            && rest.iter().any(|node| items(node) != items(first))
        {
            self.problem(
                pointer,
                format!("the variants are lists of different elements, which a structural schema cannot express; {INSTEAD}"),
            );
        }
        if let Some(mut items) = branches.into_iter().next().and_then(|branch| branch.items) {
            items.validation = ValueValidation::default();
            items.generic = Generic::default();
            draft.items.get_or_insert(items);
        }
        alternatives(draft, junctor, nodes);
    }
}

/// Adds the restrictions of branches whose values have one type.
fn alternatives(draft: &mut Draft, junctor: Junctor, nodes: Vec<Structural>) {
    let mut branches: Vec<NestedValidation> = Vec::new();
    for node in nodes {
        let branch = restrictions(node);
        if junctor == Junctor::OneOf || !branches.contains(&branch) {
            branches.push(branch);
        }
    }
    if junctor == Junctor::AnyOf && branches.contains(&NestedValidation::default()) {
        return;
    }
    if let [only] = branches.as_slice()
        && only.items.is_none()
    {
        let mut validation = only.validation.clone();
        Junctor::AnyOf.add(&mut draft.validation, std::mem::take(&mut validation.any_of));
        Junctor::OneOf.add(&mut draft.validation, std::mem::take(&mut validation.one_of));
        restrict(&mut draft.validation, validation);
    } else {
        junctor.add(&mut draft.validation, branches);
    }
}
