//! Merges the variants of an enum into one object schema and one branch of value validation for each variant.
//!
//! ```text
//! #[serde(tag = "kind")] enum Check { Http { port: u16, path: String }, Tcp { port: u8 } }
//! ```
//! gives the properties of both variants, without restrictions where they differ, and two branches:
//! ```text
//! properties: {port: {type: integer}, path: {type: string}}
//! - {properties: {kind: {enum: [Http]}, port: {minimum: 0, maximum: 65535}}, required: [port, path]}
//! - {properties: {kind: {enum: [Tcp]},  port: {minimum: 0, maximum: 255}},   required: [port]}
//! ```
//!
//! A structural schema has one structure for all values, so properties of the same name must have the same
//! type in all variants; only restrictions may stand in branches.

use std::borrow::Cow;

use super::junctor::{self, admits, nested, none_of, requires};
use super::simple::object_of;
use crate::model::map::Map;
use crate::model::schema::ValidationRule;
use crate::model::structural::{
    Additional, IntOrStringSpelling, NestedValidation, Object, Structural, StructuralShape, ValueValidation,
};
use crate::rust::shape::Attrs;

/// The schema of one variant whose content is an object.
pub(crate) struct VariantSchema {
    /// The name of the variant, for messages.
    pub(crate) variant: Cow<'static, str>,
    pub(crate) properties: Map<Structural>,
    /// The validation of this variant only: its tag and the restrictions on its members.
    pub(crate) branch: NestedValidation,
    pub(crate) unknown_members: UnknownMembers,
}

/// How serde treats members of an object that a variant does not declare.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum UnknownMembers {
    /// Ignored; the server may prune them.
    #[default]
    Ignored,
    /// Kept, in a flattened map.
    Kept,
    /// Rejected: `deny_unknown_fields`.
    Refused,
}

impl UnknownMembers {
    /// Returns the policy of a type by its attributes.
    pub(crate) fn of_attrs(attrs: &Attrs) -> Self {
        if attrs.closed {
            UnknownMembers::Refused
        } else {
            UnknownMembers::Ignored
        }
    }

    /// Returns this policy, unless the schema preserves unknown members.
    pub(crate) fn unless_preserved_by(self, node: &Structural) -> Self {
        if node.preserve_unknown_fields {
            UnknownMembers::Kept
        } else {
            self
        }
    }
}

/// The variants of an enum, merged.
#[derive(Default)]
pub(crate) struct MergedVariants {
    pub(crate) preserve_unknown_fields: bool,
    pub(crate) properties: Map<Structural>,
    /// The tag, if there is one.
    pub(crate) required: Vec<Box<str>>,
    /// The members that every variant requires, other than those that the branches require.
    pub(crate) required_members: Vec<Box<str>>,
    /// One for each variant, in order.
    pub(crate) branches: Vec<NestedValidation>,
    pub(crate) rules: Vec<ValidationRule>,
}

/// Two variants that declare a property with different types.
pub(crate) struct PropertyConflict {
    pub(crate) first: Cow<'static, str>,
    pub(crate) second: Cow<'static, str>,
    pub(crate) property: String,
}

/// A variant of an adjacently tagged enum: `{tag: variant, content: …}`.
pub(crate) struct VariantContent {
    pub(crate) variant: Cow<'static, str>,
    /// The restriction on the tag.
    pub(crate) branch: NestedValidation,
    /// The content; `None` for a unit variant.
    pub(crate) node: Option<Structural>,
    /// How serde treats unknown members of the content.
    pub(crate) unknown_members: UnknownMembers,
    /// Whether the content may be absent.
    pub(crate) optional: bool,
}

/// Merges the properties of all variants. Where variants restrict a property differently, the restrictions move into
/// the branches. Adds a conflict for each property whose types differ.
pub(crate) fn merge(schemas: Vec<VariantSchema>, conflicts: &mut Vec<PropertyConflict>) -> MergedVariants {
    let mut together: Map<Vec<(usize, Cow<'static, str>, Structural)>> = Map::new();
    let mut branches = Vec::with_capacity(schemas.len());
    let preserve_unknown_fields = schemas
        .iter()
        .any(|schema| schema.unknown_members == UnknownMembers::Kept);
    // The positions and the property names of the variants with this policy.
    let variants_that = |policy: UnknownMembers| -> Vec<(usize, Vec<Box<str>>)> {
        (0..)
            .zip(&schemas)
            .filter(|(_, schema)| schema.unknown_members == policy)
            .map(|(position, schema)| (position, schema.properties.keys().map(Into::into).collect()))
            .collect()
    };
    let (closed, open) = (
        variants_that(UnknownMembers::Refused),
        variants_that(UnknownMembers::Kept),
    );
    for (position, schema) in schemas.into_iter().enumerate() {
        branches.push(schema.branch);
        for (name, node) in schema.properties {
            let entry = (position, schema.variant.clone(), node);
            match together.get_mut(&name) {
                Some(list) => list.push(entry),
                None => drop(together.insert(name, vec![entry])),
            }
        }
    }
    let mut properties = Map::new();
    for (name, list) in together {
        let mut list = list.into_iter();
        let Some((first, first_variant, mut base)) = list.next() else {
            continue;
        };
        let mut restrictions = vec![(first, restrictions_of(&base))];
        let mut conflict = None;
        for (position, variant, node) in list {
            if !unify(&mut base, &node) {
                conflict.get_or_insert(variant);
            }
            restrictions.push((position, restrictions_of(&node)));
        }
        if let Some(second) = conflict {
            conflicts.push(PropertyConflict {
                first: first_variant,
                second,
                property: name.clone().into(),
            });
        }
        let differ = restrictions
            .split_first()
            .is_some_and(|((_, first), rest)| rest.iter().any(|(_, other)| other != first));
        if differ {
            unrestrict(&mut base);
            for (position, restriction) in restrictions {
                if restriction != NestedValidation::default()
                    && let Some(branch) = branches.get_mut(position)
                {
                    branch.properties.insert(name.clone(), restriction);
                }
            }
        }
        // The server sets a default regardless of the variant. A variant without the property would reject it, or keep
        // it as an entry of its flattened map.
        if closed
            .iter()
            .chain(&open)
            .any(|(_, own)| !own.iter().any(|known| **known == *name))
        {
            base.generic.default = None;
        }
        properties.insert(name, base);
    }
    for (position, own) in closed {
        let others: Vec<NestedValidation> = properties
            .keys()
            .filter(|name| !own.iter().any(|known| **known == **name))
            .map(|name| requires(&[name]))
            .collect();
        if let (Some(branch), false) = (branches.get_mut(position), others.is_empty()) {
            junctor::add_not(&mut branch.validation, none_of(others));
        }
    }
    MergedVariants {
        preserve_unknown_fields,
        properties,
        branches,
        ..MergedVariants::default()
    }
}

/// Merges the variants of an adjacently tagged enum, `{tag: variant, holder: content}`. Contents that are all objects
/// are merged member by member; others must have one type.
pub(crate) fn adjacent(
    holder: &str,
    contents: Vec<VariantContent>,
    conflicts: &mut Vec<PropertyConflict>,
) -> MergedVariants {
    let all_objects = contents
        .iter()
        .filter_map(|content| content.node.as_ref())
        .all(|node| {
            matches!(
                &node.shape,
                StructuralShape::Object(Object { additional: None, .. })
            ) && node.rules.is_empty()
        });
    let mut outer = Vec::new();
    let mut inner = Vec::new();
    for VariantContent {
        variant,
        mut branch,
        node,
        unknown_members,
        optional,
    } in contents
    {
        let mut properties = Map::new();
        match node {
            None => branch.validation.not = Some(Box::new(requires(&[holder]))),
            Some(node) => {
                let unknown_members = unknown_members.unless_preserved_by(&node);
                if !optional {
                    branch.validation.required = Some(vec![holder.into()]);
                }
                match node.shape {
                    StructuralShape::Object(object) if all_objects => inner.push((
                        outer.len(),
                        VariantSchema {
                            variant: variant.clone(),
                            unknown_members,
                            properties: object.properties,
                            branch: nested(node.validation),
                        },
                        node.generic.nullable,
                    )),
                    shape => {
                        properties.insert(holder, Structural { shape, ..node });
                    }
                }
            }
        }
        outer.push(VariantSchema {
            variant,
            properties,
            branch,
            unknown_members: UnknownMembers::Ignored,
        });
    }
    let mut merged = merge(outer, conflicts);
    if inner.is_empty() {
        return merged;
    }
    let nullable = inner.iter().any(|(_, _, nullable)| *nullable);
    let places: Vec<usize> = inner.iter().map(|(place, ..)| *place).collect();
    let mut within = Vec::new();
    let content = merge(
        inner.into_iter().map(|(_, schema, _)| schema).collect(),
        &mut within,
    );
    conflicts.extend(within.into_iter().map(|conflict| PropertyConflict {
        property: format!("{holder}.{}", conflict.property),
        ..conflict
    }));
    for (place, branch) in places.into_iter().zip(content.branches) {
        if branch != NestedValidation::default()
            && let Some(outer) = merged.branches.get_mut(place)
        {
            outer.properties.insert(holder, branch);
        }
    }
    let mut node = object_of(content.properties);
    node.generic.nullable = nullable;
    node.preserve_unknown_fields = content.preserve_unknown_fields;
    merged.properties.insert(holder, node);
    merged
}

/// Returns the branches, or none if each of them only restricts the tag, since the `enum` of the tag does so already.
pub(crate) fn branches_beyond_tag(branches: Vec<NestedValidation>, tag: &str) -> Vec<NestedValidation> {
    let beyond_tag = branches.iter().any(|branch| {
        let mut rest = branch.clone();
        rest.properties.remove(tag);
        rest != NestedValidation::default()
    });
    if beyond_tag { branches } else { Vec::new() }
}

/// Returns the branches of a flattened `Option` of an enum: those of the enum, and one for its absence. `required` is the
/// tag, if there is one. Each branch requires it, since an object without a tag satisfies any restriction on the tag.
pub(crate) fn or_absent(mut branches: Vec<NestedValidation>, required: &[Box<str>]) -> Vec<NestedValidation> {
    if branches.is_empty() {
        return branches;
    }
    let any = if required.is_empty() {
        branches.clone()
    } else {
        let names: Vec<&str> = required.iter().map(|name| &**name).collect();
        for branch in &mut branches {
            let names = names.iter().map(|name| Box::from(*name));
            branch.validation.required.get_or_insert_default().extend(names);
        }
        vec![requires(&names)]
    };
    branches.push(nested(ValueValidation {
        not: Some(Box::new(none_of(any))),
        ..ValueValidation::default()
    }));
    branches
}

/// Whether two nodes have the same structure. Differences that are not conflicts are removed from `base`: a default,
/// list type or map type that only one of them has.
fn unify(base: &mut Structural, other: &Structural) -> bool {
    if base.generic.default != other.generic.default {
        base.generic.default = None;
    }
    let same = base.generic.nullable == other.generic.nullable
        && base.preserve_unknown_fields == other.preserve_unknown_fields
        && base.rules == other.rules
        && base.extended == other.extended;
    same && match (&mut base.shape, &other.shape) {
        (StructuralShape::Array(base), StructuralShape::Array(other)) => {
            if base.list_type != other.list_type {
                base.list_type = None;
            }
            unify(&mut base.items, &other.items)
        }
        (StructuralShape::Object(base), StructuralShape::Object(other)) => {
            if base.map_type != other.map_type {
                base.map_type = None;
            }
            let names = base.properties.keys().eq(other.properties.keys());
            let values = match (&mut base.additional, &other.additional) {
                // A branch cannot restrict the values of a map.
                (Some(Additional::Schema(base)), Some(Additional::Schema(other))) => {
                    restrictions_of(base) == restrictions_of(other) && unify(base, other)
                }
                (base, other) => base == other,
            };
            let properties = base
                .properties
                .iter_mut()
                .zip(other.properties.values())
                .fold(true, |same, ((_, base), other)| unify(base, other) && same);
            names && values && properties && base.embedded_resource == other.embedded_resource
        }
        (StructuralShape::IntOrString { spelled }, StructuralShape::IntOrString { spelled: other }) => {
            if spelled != other {
                *spelled = IntOrStringSpelling::AllOf;
            }
            true
        }
        (base, other) => base == other,
    }
}

/// Returns the restrictions of a node on its own value as a branch. The server ignores number formats in branches, which
/// have no type, so `int32` becomes bounds.
pub(crate) fn own_restriction(node: &Structural) -> NestedValidation {
    let mut validation = node.validation.clone();
    if matches!(node.shape, StructuralShape::Integer | StructuralShape::Number)
        && &*std::mem::take(&mut validation.format) == "int32"
    {
        validation.minimum.get_or_insert(f64::from(i32::MIN));
        validation.maximum.get_or_insert(f64::from(i32::MAX));
    }
    nested(validation)
}

/// Returns the restrictions of a node and of all nodes in it, as a branch.
fn restrictions_of(node: &Structural) -> NestedValidation {
    let mut restriction = own_restriction(node);
    if node.generic.nullable
        && let Some(values) = restriction.validation.enum_.take()
    {
        // Null is not among the values of `enum`, but the server accepts it if the `enum` is under `allOf`.
        restriction.validation.all_of.push(nested(admits(values)));
    }
    match &node.shape {
        StructuralShape::Object(object) => {
            for (name, child) in object.properties.iter() {
                let child = restrictions_of(child);
                if child != NestedValidation::default() {
                    restriction.properties.insert(name, child);
                }
            }
        }
        StructuralShape::Array(array) => {
            let items = restrictions_of(&array.items);
            restriction.items = (items != NestedValidation::default()).then(|| Box::new(items));
        }
        _ => {}
    }
    restriction
}

/// Removes all restrictions from a node and from the nodes in it.
fn unrestrict(node: &mut Structural) {
    node.validation = ValueValidation::default();
    match &mut node.shape {
        StructuralShape::Object(object) => {
            object
                .properties
                .iter_mut()
                .for_each(|(_, child)| unrestrict(child));
        }
        StructuralShape::Array(array) => unrestrict(&mut array.items),
        _ => {}
    }
}
