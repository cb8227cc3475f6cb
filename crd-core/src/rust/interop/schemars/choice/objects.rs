//! A choice between objects: enums tagged in any way, and untagged ones. What the branches hold is merged as it is for
//! enums of our own derive.

use super::branches::{Tagged, holder, is_closed, label, tag};
use crate::model::map::Map;
use crate::model::structural::{NestedValidation, Object, Structural, StructuralShape, ValueValidation};
use crate::rust::generate::junctor::{add_any_of, add_one_of, nested, requires};
use crate::rust::generate::parts::{self, Conflict, Held, Merged, Part, worthwhile};
use crate::rust::generate::variants::guard;
use crate::rust::interop::schemars::draft::{Draft, Types, restrict};
use crate::rust::interop::schemars::lift::{INSTEAD, Lift};

impl Lift<'_> {
    /// `{variant: content}`, one of them.
    pub(super) fn external(&mut self, draft: &mut Draft, names: &[Box<str>], branches: Vec<Draft>) {
        let alone =
            !draft.among && draft.properties.is_empty() && draft.done.is_empty() && draft.rest.is_none();
        let mut properties = Map::new();
        for branch in branches {
            let description = branch.generic.description;
            for (name, property) in branch.properties {
                let mut node = self.finish(property);
                if !description.is_empty() {
                    node.generic.description.clone_from(&description);
                }
                properties.insert(name, node);
            }
        }
        draft.types = Types::OBJECT;
        let pointer = draft.pointer.clone();
        self.add_properties(
            draft,
            Object {
                properties,
                ..Object::default()
            },
            &pointer,
        );
        if alone {
            // Without other members a count says it all, and its errors read better than a junctor's.
            draft.validation.min_properties = Some(1);
            draft.validation.max_properties = Some(1);
        } else {
            let branches = names.iter().map(|name| requires(&[name])).collect();
            add_one_of(&mut draft.validation, branches);
        }
    }

    /// Tagged and untagged enums of objects.
    pub(super) fn objects(
        &mut self,
        draft: &mut Draft,
        exclusive: bool,
        mut branches: Vec<Draft>,
        pointer: &str,
    ) {
        share(draft, &mut branches);
        let tag = tag(&branches);
        let mut conflicts = Vec::new();
        let mut merged = if let Some(tag) = &tag {
            let variants: Vec<Tagged> = branches
                .into_iter()
                .enumerate()
                .map(|(index, branch)| Tagged::new(branch, tag, index))
                .collect();
            let values = variants
                .iter()
                .flat_map(|variant| variant.values.clone())
                .collect();
            let mut merged = self.internal(draft, tag, variants.clone(), &mut conflicts, pointer);
            if !conflicts.is_empty()
                && let Some(holder) = holder(&variants)
            {
                conflicts.clear();
                merged = self.adjacent(&holder, variants, &mut conflicts);
            }
            let mut node = Structural::new(StructuralShape::String);
            node.validation.enum_ = Some(values);
            merged.properties.insert(tag.clone(), node);
            merged.branches = worthwhile(merged.branches, tag);
            merged.required = vec![tag.clone()];
            merged
        } else {
            self.untagged(draft, branches, &mut conflicts, pointer)
        };
        for Conflict {
            first,
            second,
            property,
        } in conflicts
        {
            self.problem(
                pointer,
                format!(
                    "variants `{first}` and `{second}` disagree on the type of `{property}`; rename it in one of them, \
                     or {INSTEAD}"
                ),
            );
        }
        let exclusive = exclusive || tag.is_some();
        if !exclusive && merged.branches.contains(&NestedValidation::default()) {
            // A variant that asks for nothing admits everything.
            merged.branches.clear();
        }
        self.take_merged(draft, merged, exclusive, pointer);
    }

    /// `{tag: variant, …content}`.
    fn internal(
        &mut self,
        draft: &mut Draft,
        tag: &str,
        variants: Vec<Tagged>,
        conflicts: &mut Vec<Conflict>,
        pointer: &str,
    ) -> Merged {
        let mut parts = Vec::new();
        for Tagged {
            name,
            mut said,
            content,
            ..
        } in variants
        {
            let Some((node, properties)) = self.variant(draft, &name, content, pointer) else {
                continue;
            };
            said.validation = node.validation;
            draft
                .rules
                .extend(node.rules.into_iter().map(|rule| guard(rule, tag, &[&name])));
            parts.push(Part {
                variant: name.into(),
                properties,
                branch: said,
                others: parts::others(node.preserve_unknown_fields, false),
            });
        }
        parts::merge(parts, conflicts)
    }

    /// `{tag: variant, holder: content}`.
    fn adjacent(&mut self, holder: &str, variants: Vec<Tagged>, conflicts: &mut Vec<Conflict>) -> Merged {
        let held = variants
            .into_iter()
            .map(|mut variant| {
                let node = variant
                    .content
                    .properties
                    .remove(holder)
                    .map(|content| self.finish(content));
                Held {
                    variant: variant.name.into(),
                    branch: variant.said,
                    closed: false,
                    optional: node.as_ref().is_some_and(|node| node.generic.nullable),
                    node,
                }
            })
            .collect();
        parts::adjacent(holder, held, conflicts)
    }

    fn untagged(
        &mut self,
        draft: &mut Draft,
        branches: Vec<Draft>,
        conflicts: &mut Vec<Conflict>,
        pointer: &str,
    ) -> Merged {
        let mut parts = Vec::new();
        for (index, branch) in branches.into_iter().enumerate() {
            let name = label(&branch, index);
            let closed = is_closed(&branch);
            let Some((node, properties)) = self.variant(draft, &name, branch, pointer) else {
                continue;
            };
            if !node.rules.is_empty() {
                self.problem(
                    pointer,
                    format!("variant `{name}` has rules, but nothing tells it from the others; {INSTEAD}"),
                );
            }
            parts.push(Part {
                variant: name.into(),
                properties,
                branch: nested(node.validation),
                others: parts::others(node.preserve_unknown_fields, closed),
            });
        }
        parts::merge(parts, conflicts)
    }

    /// What a variant holds, and its properties apart.
    fn variant(
        &mut self,
        draft: &mut Draft,
        name: &str,
        content: Draft,
        pointer: &str,
    ) -> Option<(Structural, Map<Structural>)> {
        let mut node = self.finish(content);
        let StructuralShape::Object(object) = &mut node.shape else {
            return None;
        };
        if object.additional.is_some() {
            self.problem(
                pointer,
                format!("variant `{name}` is a map, which cannot stand beside other variants; {INSTEAD}"),
            );
        }
        let properties = std::mem::take(&mut object.properties);
        draft.preserve |= node.preserve_unknown_fields;
        Some((node, properties))
    }

    fn take_merged(&mut self, draft: &mut Draft, merged: Merged, exclusive: bool, pointer: &str) {
        let Merged {
            properties,
            required,
            branches,
            rules: _,
            preserve_unknown_fields: _,
        } = merged;
        if !required.is_empty() {
            let also = ValueValidation {
                required: Some(required),
                ..ValueValidation::default()
            };
            restrict(&mut draft.validation, also);
        }
        if exclusive {
            add_one_of(&mut draft.validation, branches);
        } else {
            add_any_of(&mut draft.validation, branches);
        }
        self.add_properties(
            draft,
            Object {
                properties,
                ..Object::default()
            },
            pointer,
        );
    }

    /// Properties that come out of alternatives stand beside the schema's own.
    pub(super) fn add_properties(&mut self, draft: &mut Draft, object: Object, pointer: &str) {
        for (name, node) in object.properties {
            if draft.properties.contains_key(&name)
                || draft.done.get(&name).is_some_and(|other| *other != node)
            {
                self.problem(
                    pointer,
                    format!("`{name}` is a property of several parts that are not of one form; {INSTEAD}"),
                );
            }
            draft.done.insert(name, node);
        }
    }
}

/// A property of the schema itself that branches say more about moves into all of them.
fn share(draft: &mut Draft, branches: &mut [Draft]) {
    let names: Vec<String> = draft
        .properties
        .keys()
        .filter(|name| branches.iter().any(|branch| branch.properties.contains_key(name)))
        .map(str::to_owned)
        .collect();
    for name in names {
        let Some(own) = draft.properties.remove(&name) else {
            continue;
        };
        for branch in &mut *branches {
            match branch.properties.get_mut(&name) {
                Some(here) => here.intersect(own.clone()),
                None => drop(branch.properties.insert(name.as_str(), own.clone())),
            }
        }
    }
}
