//! Merges a choice between objects: tagged and untagged enums. The branches are merged like the variants of
//! an enum with `#[derive(Schema)]`.

use super::branches::{Tagged, holder, label, tag, unknown_members};
use crate::model::map::Map;
use crate::model::structural::{NestedValidation, Object, Structural, StructuralShape, ValueValidation};
use crate::rust::generate::junctor::{Junctor, nested, requires};
use crate::rust::generate::variant_schema::{
    self, MergedVariants, PropertyConflict, UnknownMembers, VariantContent, VariantSchema,
    branches_beyond_tag,
};
use crate::rust::generate::variants::guard;
use crate::rust::interop::schemars::draft::{Draft, Types, restrict};
use crate::rust::interop::schemars::lift::{INSTEAD, SchemarsImport};

impl SchemarsImport<'_> {
    /// Merges `{variant: content}`: exactly one of the properties is set.
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
            // The object has no other properties, so a count is enough, and its errors are easier to read than `oneOf`'s.
            draft.validation.min_properties = Some(1);
            draft.validation.max_properties = Some(1);
        } else {
            let branches = names.iter().map(|name| requires(&[name])).collect();
            Junctor::OneOf.add(&mut draft.validation, branches);
        }
    }

    /// Merges tagged and untagged enums of objects.
    pub(super) fn objects(
        &mut self,
        draft: &mut Draft,
        junctor: Junctor,
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
            merged.branches = branches_beyond_tag(merged.branches, tag);
            merged.required = vec![tag.clone()];
            merged
        } else {
            self.untagged(draft, branches, &mut conflicts, pointer)
        };
        for PropertyConflict {
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
        let junctor = if tag.is_some() { Junctor::OneOf } else { junctor };
        if junctor == Junctor::AnyOf && merged.branches.contains(&NestedValidation::default()) {
            // A variant that requires nothing accepts every object.
            merged.branches.clear();
        }
        self.take_merged(draft, merged, junctor, pointer);
    }

    /// Merges `{tag: variant, …content}`.
    fn internal(
        &mut self,
        draft: &mut Draft,
        tag: &str,
        variants: Vec<Tagged>,
        conflicts: &mut Vec<PropertyConflict>,
        pointer: &str,
    ) -> MergedVariants {
        let mut parts = Vec::new();
        for Tagged {
            name,
            mut branch,
            content,
            ..
        } in variants
        {
            let Some((node, properties)) = self.variant(draft, &name, content, pointer) else {
                continue;
            };
            let unknown_members = UnknownMembers::Ignored.unless_preserved_by(&node);
            branch.validation = node.validation;
            draft
                .rules
                .extend(node.rules.into_iter().map(|rule| guard(rule, tag, &[&name])));
            parts.push(VariantSchema {
                variant: name.into(),
                properties,
                branch,
                unknown_members,
            });
        }
        variant_schema::merge(parts, conflicts)
    }

    /// Merges `{tag: variant, holder: content}`.
    fn adjacent(
        &mut self,
        holder: &str,
        variants: Vec<Tagged>,
        conflicts: &mut Vec<PropertyConflict>,
    ) -> MergedVariants {
        let held = variants
            .into_iter()
            .map(|mut variant| {
                let node = variant
                    .content
                    .properties
                    .remove(holder)
                    .map(|content| self.finish(content));
                VariantContent {
                    variant: variant.name.into(),
                    branch: variant.branch,
                    unknown_members: UnknownMembers::Ignored,
                    optional: node.as_ref().is_some_and(|node| node.generic.nullable),
                    node,
                }
            })
            .collect();
        variant_schema::adjacent(holder, held, conflicts)
    }

    fn untagged(
        &mut self,
        draft: &mut Draft,
        branches: Vec<Draft>,
        conflicts: &mut Vec<PropertyConflict>,
        pointer: &str,
    ) -> MergedVariants {
        let mut parts = Vec::new();
        for (index, branch) in branches.into_iter().enumerate() {
            let name = label(&branch, index);
            let unknown_members = unknown_members(&branch);
            let Some((node, properties)) = self.variant(draft, &name, branch, pointer) else {
                continue;
            };
            let unknown_members = unknown_members.unless_preserved_by(&node);
            if !node.rules.is_empty() {
                self.problem(
                    pointer,
                    format!(
                        "variant `{name}` has rules, but no tag distinguishes it from the others; {INSTEAD}"
                    ),
                );
            }
            parts.push(VariantSchema {
                variant: name.into(),
                properties,
                branch: nested(node.validation),
                unknown_members,
            });
        }
        variant_schema::merge(parts, conflicts)
    }

    /// Returns the schema of the content of a variant without its properties, and the properties.
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
                format!("variant `{name}` is a map, which cannot be merged with other variants; {INSTEAD}"),
            );
        }
        let properties = std::mem::take(&mut object.properties);
        draft.preserve |= node.preserve_unknown_fields;
        Some((node, properties))
    }

    fn take_merged(&mut self, draft: &mut Draft, merged: MergedVariants, junctor: Junctor, pointer: &str) {
        let MergedVariants {
            properties,
            required,
            required_members: _,
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
        junctor.add(&mut draft.validation, branches);
        self.add_properties(
            draft,
            Object {
                properties,
                ..Object::default()
            },
            pointer,
        );
    }

    /// Adds the properties that the branches declare to those of the schema itself.
    pub(super) fn add_properties(&mut self, draft: &mut Draft, object: Object, pointer: &str) {
        for (name, node) in object.properties {
            if draft.properties.contains_key(&name)
                || draft.done.get(&name).is_some_and(|other| *other != node)
            {
                self.problem(
                    pointer,
                    format!("`{name}` is a property of several subschemas with different types; {INSTEAD}"),
                );
            }
            draft.done.insert(name, node);
        }
    }
}

/// Moves each property of the schema itself that some branch restricts further into all branches.
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
