//! `oneOf` and `anyOf`: what serde's enums become.

use super::draft::{Choice, Draft, Types, restrict};
use super::finish::restrictions;
use super::lift::{INSTEAD, Lift};
use serde_json::Value;

use crate::generate::junctor::{add_any_of, add_one_of, nested, requires};
use crate::generate::parts::{self, Conflict, Held, Merged, Part, worthwhile};
use crate::generate::variants::{guard, int_or_string};
use crate::map::Map;
use crate::structural::{NestedValidation, Object, Structural, StructuralShape, ValueValidation};

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

    /// `{variant: content}`, one of them.
    fn external(&mut self, draft: &mut Draft, names: &[Box<str>], branches: Vec<Draft>) {
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
    fn objects(&mut self, draft: &mut Draft, exclusive: bool, mut branches: Vec<Draft>, pointer: &str) {
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
    fn add_properties(&mut self, draft: &mut Draft, object: Object, pointer: &str) {
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

    fn scalars(&mut self, draft: &mut Draft, exclusive: bool, branches: Vec<Draft>, all: Types) {
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
            // Units of an enum, some with docs of their own.
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
            // Restrictions of numbers do not touch strings, nor the other way round.
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
            add_any_of(&mut draft.validation, std::mem::take(&mut validation.any_of));
            restrict(&mut draft.validation, validation);
            return;
        } else if !one_type {
            // `finish` says so.
            return;
        }
        let nodes: Vec<Structural> = branches.into_iter().map(|branch| self.finish(branch)).collect();
        alternatives(draft, exclusive, nodes);
    }

    fn arrays(&mut self, draft: &mut Draft, exclusive: bool, branches: Vec<Draft>, pointer: &str) {
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
                format!("the variants are lists of different elements, which a structural schema cannot say; {INSTEAD}"),
            );
        }
        if let Some(mut items) = branches.into_iter().next().and_then(|branch| branch.items) {
            items.validation = ValueValidation::default();
            items.generic = crate::structural::Generic::default();
            draft.items.get_or_insert(items);
        }
        alternatives(draft, exclusive, nodes);
    }
}

/// The restrictions of values that are of one form.
fn alternatives(draft: &mut Draft, exclusive: bool, nodes: Vec<Structural>) {
    let mut branches: Vec<NestedValidation> = Vec::new();
    for node in nodes {
        let branch = restrictions(node);
        if exclusive || !branches.contains(&branch) {
            branches.push(branch);
        }
    }
    if !exclusive && branches.contains(&NestedValidation::default()) {
        return;
    }
    if let [only] = branches.as_slice()
        && only.items.is_none()
    {
        let mut validation = only.validation.clone();
        add_any_of(&mut draft.validation, std::mem::take(&mut validation.any_of));
        add_one_of(&mut draft.validation, std::mem::take(&mut validation.one_of));
        restrict(&mut draft.validation, validation);
    } else if exclusive {
        add_one_of(&mut draft.validation, branches);
    } else {
        add_any_of(&mut draft.validation, branches);
    }
}

/// What a variant is called in messages.
fn label(branch: &Draft, index: usize) -> String {
    let property = branch.properties.keys().next();
    if !branch.generic.title.is_empty() {
        branch.generic.title.clone().into()
    } else if let Some(property) = property {
        format!("{{{property}…}}")
    } else {
        format!("#{}", index + 1)
    }
}

/// Whether other members than a variant's own are refused: said so, or since the variant is one of the variants of an
/// externally tagged enum, which is a member by itself.
fn is_closed(variant: &Draft) -> bool {
    variant.closed
        || matches!(&*variant.choices, [choice] if choice.exclusive && external_names(&choice.branches).is_some())
}

/// The names of externally tagged variants: each branch has one property of its own, which must be there.
fn external_names(branches: &[Draft]) -> Option<Vec<Box<str>>> {
    let mut names: Vec<Box<str>> = Vec::new();
    for branch in branches {
        let mut keys = branch.properties.keys();
        let (Some(name), None) = (keys.next(), keys.next()) else {
            return None;
        };
        let only = ValueValidation {
            required: Some(vec![name.into()]),
            ..ValueValidation::default()
        };
        let plain = branch.validation == only
            && branch.choices.is_empty()
            && branch.nots.is_empty()
            && branch.rest.is_none()
            && branch.rules.is_empty();
        if !plain || names.iter().any(|other| **other == *name) {
            return None;
        }
        names.push(name.into());
    }
    Some(names)
}

/// The property that tells all branches apart.
fn tag(branches: &[Draft]) -> Option<Box<str>> {
    let first = branches.first()?;
    first
        .properties
        .keys()
        .find(|name| is_tag(branches, name))
        .map(Into::into)
}

fn is_tag(branches: &[Draft], name: &str) -> bool {
    let mut seen = Vec::new();
    branches.iter().all(|branch| {
        let required = branch.validation.required.as_ref();
        let values = branch
            .properties
            .get(name)
            .and_then(|property| property.validation.enum_.as_ref());
        required.is_some_and(|names| names.iter().any(|other| **other == *name))
            && values.is_some_and(|values| {
                values.iter().all(|value| {
                    let is_new = value.is_string() && !seen.contains(value);
                    seen.push(value.clone());
                    is_new
                })
            })
    })
}

/// A variant that a tag tells apart.
#[derive(Clone)]
struct Tagged {
    name: String,
    values: Vec<Value>,
    /// A branch that says the tag.
    said: NestedValidation,
    /// Everything but the tag.
    content: Draft,
}

impl Tagged {
    fn new(mut branch: Draft, tag: &str, index: usize) -> Tagged {
        let property = branch.properties.remove(tag);
        let values = property
            .and_then(|property| property.validation.enum_)
            .unwrap_or_default();
        let name = values.first().and_then(Value::as_str);
        let name = name.map_or_else(|| label(&branch, index), str::to_owned);
        let required = branch.validation.required.take().unwrap_or_default();
        let required: Vec<_> = required.into_iter().filter(|name| **name != *tag).collect();
        branch.validation.required = Some(required).filter(|names| !names.is_empty());
        branch.among = true;
        let mut said = NestedValidation::default();
        let only = ValueValidation {
            enum_: Some(values.clone()),
            ..ValueValidation::default()
        };
        said.properties.insert(tag, nested(only));
        Tagged {
            name,
            values,
            said,
            content: branch,
        }
    }
}

/// The property that holds the content of every adjacently tagged variant.
fn holder(variants: &[Tagged]) -> Option<Box<str>> {
    let mut holder: Option<&str> = None;
    for Tagged { content, .. } in variants {
        let mut validation = content.validation.clone();
        let required = validation.required.take().unwrap_or_default();
        let plain = validation == ValueValidation::default()
            && content.choices.is_empty()
            && content.nots.is_empty()
            && content.rest.is_none();
        if !plain || content.properties.len() > 1 {
            return None;
        }
        if let Some((name, property)) = content.properties.iter().next() {
            let must = required.iter().any(|other| **other == *name) || property.accepts_null();
            if !must || holder.is_some_and(|other| other != name) {
                return None;
            }
            holder = Some(name);
        }
    }
    holder.map(Into::into)
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
