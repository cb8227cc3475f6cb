//! Recognizes objects of which exactly one member is set, which become enums with data.
//!
//! ```text
//! {minProperties: 1, maxProperties: 1, properties: {disk: …, net: …}}     enum Place { Disk(Disk), Net(Net) }
//! {required: [type], properties: {type: {enum: [Disk, Net]}, disk: …, net: …}, with rules}     a union
//! ```
//!
//! `predict` compares the schema that the derive would generate for the enum with that of the CRD; if they differ, the object becomes a
//! struct.

mod texts;

use crd_core::sort::sort;
use std::collections::{BTreeMap, BTreeSet};

use crd_core::structural::{NestedValidation, Object, Structural, ValueValidation};

use super::{TypePlanner, scalar};
use crate::model::{
    Alternative, Attrs, Choice, Definition, Discriminator, Enforcement, Presence, RustType, TypeId,
};
use crate::options::UnionTypes;
use crate::place::SchemaPosition;
use crate::table::TypeRole;

/// An enum with data, as it was planned.
pub(crate) struct PlannedChoice {
    place: SchemaPosition,
    id: TypeId,
    enforcement: Enforcement,
}

/// The next form of an enum whose schema differs from the CRD.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OtherChoice {
    /// An enum whose restrictions are attributes.
    Attributes,
    /// A struct.
    Struct,
}

/// Returns the next form of enums at the places that differ, and removes these places. All places of a type have the same form.
pub(crate) fn refused(
    choices: &[PlannedChoice],
    found: &mut BTreeSet<SchemaPosition>,
) -> BTreeMap<SchemaPosition, OtherChoice> {
    let differs = |choice: &&PlannedChoice| found.contains(&choice.place.nearest_field());
    let types: BTreeSet<TypeId> = choices.iter().filter(differs).map(|choice| choice.id).collect();
    let mut refused = BTreeMap::new();
    for choice in choices.iter().filter(|choice| types.contains(&choice.id)) {
        let other = match choice.enforcement {
            Enforcement::Derived => OtherChoice::Attributes,
            Enforcement::Attributes => OtherChoice::Struct,
        };
        found.remove(&choice.place.nearest_field());
        refused.insert(choice.place.clone(), other);
    }
    refused
}

/// The members of an object of which exactly one is set.
struct ExclusiveMembers<'a> {
    discriminator: Option<&'a str>,
    /// The values of the discriminator, or the names of the members, with their members.
    members: Vec<(String, Option<&'a str>)>,
    /// The rules of the node that the derive writes for the enum, word for word.
    derived: Vec<usize>,
    enforcement: Enforcement,
}

impl TypePlanner<'_> {
    /// Returns an enum with data for an object, if its schema admits exactly one member.
    pub(super) fn choice(
        &mut self,
        node: &Structural,
        object: &Object,
        place: &SchemaPosition,
        role: TypeRole,
    ) -> Option<RustType> {
        let other = self.other_choices.get(place).copied();
        if self.options.unions == UnionTypes::Structs
            || other == Some(OtherChoice::Struct)
            || !has_plain_members(node, object)
            || self.is_configured(place, object)
        {
            return None;
        }
        let mut found = with_discriminator(node, object).or_else(|| externally_tagged(node, object))?;
        if other == Some(OtherChoice::Attributes) {
            found.enforcement = Enforcement::Attributes;
        }
        let mut attrs = self.attrs(node, Attrs::default(), place);
        if found.enforcement == Enforcement::Derived {
            let mut index = 0;
            attrs.rules.retain(|_| {
                index += 1;
                !found.derived.contains(&(index - 1))
            });
            attrs.validation.one_of.clear();
            attrs.validation.min_properties = None;
            attrs.validation.max_properties = None;
        }
        if found.discriminator.is_some() && !has_attributes_of_unions(&attrs) {
            return None;
        }
        let discriminator = found.discriminator.and_then(|wire| {
            let description = &object.properties.get(wire)?.generic.description;
            Some(Discriminator {
                wire: wire.to_owned(),
                doc: description.trim().to_owned(),
            })
        });
        let alternatives = found.members.into_iter().map(|(value, wire)| Alternative {
            value,
            content: wire.and_then(|wire| {
                let member = object.properties.get(wire)?;
                Some(self.field(wire, member, Presence::Required, place))
            }),
        });
        let definition = Definition::Choice(Box::new(Choice {
            discriminator,
            alternatives: alternatives.collect(),
            enforcement: found.enforcement,
            attrs,
        }));
        let ty = self.enter(definition, node, place, role);
        if let RustType::Own(id) = ty {
            self.choices.push(PlannedChoice {
                place: place.clone(),
                id,
                enforcement: found.enforcement,
            });
        }
        Some(ty)
    }

    /// Whether the configuration excludes members, or gives them types.
    fn is_configured(&self, place: &SchemaPosition, object: &Object) -> bool {
        object.properties.keys().any(|name| {
            self.options.leaves_out(place, name)
                || self.options.types.contains_key(&place.member(name).to_string())
        })
    }
}

/// Whether an object consists of members that variants can have.
fn has_plain_members(node: &Structural, object: &Object) -> bool {
    let is_plain = |member: &Structural| member.generic.default.is_none() && !member.generic.nullable;
    object.properties.len() > 1
        && object.additional.is_none()
        && object.map_type.is_none()
        && !object.embedded_resource
        && !node.preserve_unknown_fields
        && node.misplaced.is_none()
        && object.properties.iter().all(|(_, member)| is_plain(member))
}

/// Whether `#[derive(Union)]` has all of these attributes.
fn has_attributes_of_unions(attrs: &Attrs) -> bool {
    let rest = Attrs {
        rules: Vec::new(),
        allows: Vec::new(),
        validation: ValueValidation {
            all_of: Vec::new(),
            any_of: Vec::new(),
            one_of: Vec::new(),
            not: None,
            ..attrs.validation.clone()
        },
        ..attrs.clone()
    };
    rest.is_empty()
}

/// Returns the members of an object that has exactly one of all its members.
fn externally_tagged<'a>(node: &Structural, object: &'a Object) -> Option<ExclusiveMembers<'a>> {
    let v = &node.validation;
    if v.required.iter().flatten().next().is_some() {
        return None;
    }
    let all = || object.properties.keys().map(|name| (name.to_owned(), Some(name)));
    let by_attributes = |members: Vec<(String, Option<&'a str>)>| {
        Some(ExclusiveMembers {
            discriminator: None,
            members,
            derived: Vec::new(),
            enforcement: Enforcement::Attributes,
        })
    };
    if (v.min_properties, v.max_properties) == (Some(1), Some(1)) || is_one_of_all(&v.one_of, object) {
        return by_attributes(all().collect());
    }
    node.rules.iter().enumerate().find_map(|(index, rule)| {
        let names = texts::exactly_one(&rule.rule)?;
        let named: Option<Vec<&'a str>> = names
            .iter()
            .map(|name| object.properties.keys().find(|known| known == name))
            .collect();
        let named = named.filter(|named| named.len() == object.properties.len())?;
        let members = named.iter().map(|name| ((*name).to_owned(), Some(*name)));
        if *rule == texts::derived_count(&names) {
            return Some(ExclusiveMembers {
                discriminator: None,
                members: members.collect(),
                derived: vec![index],
                enforcement: Enforcement::Derived,
            });
        }
        by_attributes(members.collect())
    })
}

/// Whether branches require each member of an object alone.
fn is_one_of_all(branches: &[NestedValidation], object: &Object) -> bool {
    let mut names: Vec<&str> = branches.iter().filter_map(only_required).collect();
    sort(&mut names);
    names.dedup();
    names.len() == branches.len()
        && names.len() == object.properties.len()
        && names.iter().all(|name| object.properties.contains_key(name))
}

/// Returns the member that a branch requires, if it restricts nothing else.
fn only_required(branch: &NestedValidation) -> Option<&str> {
    let mut rest = branch.clone();
    let required = rest.validation.required.take()?;
    let [name] = required.as_slice() else {
        return None;
    };
    // `properties: {a: {}}` restricts nothing.
    let is_empty = |member: &NestedValidation| *member == NestedValidation::default();
    if rest.properties.values().all(is_empty) {
        rest.properties = NestedValidation::default().properties;
    }
    let found = branch.validation.required.as_ref()?.first()?;
    (is_empty(&rest) && found == name).then_some(found)
}

/// Returns the members of an object whose discriminator names the member that is set.
fn with_discriminator<'a>(node: &Structural, object: &'a Object) -> Option<ExclusiveMembers<'a>> {
    let required = node.validation.required.as_deref()?;
    let [required] = required else { return None };
    let (discriminator, kind) = object.properties.iter().find(|(name, _)| **name == **required)?;
    let plain = Structural {
        generic: crd_core::structural::Generic {
            description: kind.generic.description.clone(),
            ..Structural::new(kind.shape.clone()).generic
        },
        validation: ValueValidation {
            enum_: kind.validation.enum_.clone(),
            ..ValueValidation::default()
        },
        ..Structural::new(crd_core::structural::StructuralShape::String)
    };
    let values = scalar::values_of_enum(kind)?;
    if *kind != plain || values.len() < 2 {
        return None;
    }
    let mut members: Vec<(String, Option<&'a str>)> = values.into_iter().map(|value| (value, None)).collect();
    let mut derived = Vec::new();
    let mut enforcement = Enforcement::Derived;
    for name in object.properties.keys().filter(|name| *name != discriminator) {
        let mut found = members
            .iter_mut()
            .filter_map(|(value, member)| Some((texts::selected(node, discriminator, value, name)?, member)));
        let (selected, member) = found.next()?;
        if member.is_some() || found.next().is_some() {
            return None;
        }
        *member = Some(name);
        match selected {
            texts::Selected::Derived(index) => derived.push(index),
            texts::Selected::OneOf => {}
            texts::Selected::OtherWords => enforcement = Enforcement::Attributes,
        }
    }
    Some(ExclusiveMembers {
        discriminator: Some(discriminator),
        members,
        derived,
        enforcement,
    })
}
