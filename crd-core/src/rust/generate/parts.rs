//! What the variants of an enum come to together: the structure of all of them, and a branch of value validation
//! for each.

use std::borrow::Cow;

use super::junctor::{self, nested, none_of, requires};
use crate::model::map::Map;
use crate::model::schema::ValidationRule;
use crate::model::structural::{
    Additional, IntOrStringSpelling, NestedValidation, Object, Structural, StructuralShape, ValueValidation,
};

/// What one variant brings along: its name, its properties, its branch.
pub(crate) struct Part {
    pub(crate) variant: Cow<'static, str>,
    pub(crate) properties: Map<Structural>,
    pub(crate) branch: NestedValidation,
    pub(crate) others: Others,
}

/// What a variant does with members that it does not know.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Others {
    /// They are passed over, and the server may prune them.
    #[default]
    Ignored,
    /// They are kept, as in a flattened map.
    Kept,
    /// They are refused: `deny_unknown_fields`.
    Refused,
}

/// What the variants come to.
#[derive(Default)]
pub(crate) struct Merged {
    pub(crate) preserve_unknown_fields: bool,
    pub(crate) properties: Map<Structural>,
    pub(crate) required: Vec<Box<str>>,
    pub(crate) branches: Vec<NestedValidation>,
    pub(crate) rules: Vec<ValidationRule>,
}

/// Two variants that give one property different types.
pub(crate) struct Conflict {
    pub(crate) first: Cow<'static, str>,
    pub(crate) second: Cow<'static, str>,
    pub(crate) property: String,
}

/// What a variant of an adjacently tagged enum holds beside its tag, which is in `branch` already.
pub(crate) struct Held {
    pub(crate) variant: Cow<'static, str>,
    pub(crate) branch: NestedValidation,
    /// Nothing for a unit variant.
    pub(crate) node: Option<Structural>,
    /// Whether its content refuses members it does not know.
    pub(crate) closed: bool,
    /// Whether its content may be absent.
    pub(crate) optional: bool,
}

/// Merges the properties of all variants. Where two have one of the same name and type but other restrictions,
/// the restrictions go into the branches.
pub(crate) fn merge(parts: Vec<Part>, conflicts: &mut Vec<Conflict>) -> Merged {
    let mut together: Map<Vec<(usize, Cow<'static, str>, Structural)>> = Map::new();
    let mut branches = Vec::with_capacity(parts.len());
    let preserve_unknown_fields = parts.iter().any(|part| part.others == Others::Kept);
    let that = |others: Others| -> Vec<(usize, Vec<Box<str>>)> {
        (0..)
            .zip(&parts)
            .filter(|(_, part)| part.others == others)
            .map(|(position, part)| (position, part.properties.keys().map(Into::into).collect()))
            .collect()
    };
    let (closed, open) = (that(Others::Refused), that(Others::Kept));
    for (position, part) in parts.into_iter().enumerate() {
        branches.push(part.branch);
        for (name, node) in part.properties {
            let entry = (position, part.variant.clone(), node);
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
            conflicts.push(Conflict {
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
        // The server would fill in a default for every variant, and one of them refuses it or takes it as its own.
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
    Merged {
        preserve_unknown_fields,
        properties,
        branches,
        ..Merged::default()
    }
}

/// `{tag: variant, content: …}`. Contents that are objects are merged as internally tagged ones are; others must
/// be of one type.
pub(crate) fn adjacent(holder: &str, contents: Vec<Held>, conflicts: &mut Vec<Conflict>) -> Merged {
    let objects = contents.iter().filter_map(|held| held.node.as_ref()).all(|node| {
        matches!(
            &node.shape,
            StructuralShape::Object(Object { additional: None, .. })
        ) && node.rules.is_empty()
    });
    let mut parts = Vec::new();
    let mut inner = Vec::new();
    for Held {
        variant,
        mut branch,
        node,
        closed,
        optional,
    } in contents
    {
        let mut properties = Map::new();
        match node {
            None => branch.validation.not = Some(Box::new(requires(&[holder]))),
            Some(node) => {
                if !optional {
                    branch.validation.required = Some(vec![holder.into()]);
                }
                match node.shape {
                    StructuralShape::Object(object) if objects => inner.push((
                        parts.len(),
                        Part {
                            variant: variant.clone(),
                            properties: object.properties,
                            branch: nested(node.validation),
                            others: others(node.preserve_unknown_fields, closed),
                        },
                        node.generic.nullable,
                    )),
                    shape => {
                        properties.insert(holder, Structural { shape, ..node });
                    }
                }
            }
        }
        parts.push(Part {
            variant,
            properties,
            branch,
            others: Others::Ignored,
        });
    }
    let mut merged = merge(parts, conflicts);
    if inner.is_empty() {
        return merged;
    }
    let nullable = inner.iter().any(|(_, _, nullable)| *nullable);
    let places: Vec<usize> = inner.iter().map(|(place, ..)| *place).collect();
    let mut within = Vec::new();
    let content = merge(inner.into_iter().map(|(_, part, _)| part).collect(), &mut within);
    conflicts.extend(within.into_iter().map(|conflict| Conflict {
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
    let mut node = Structural::new(StructuralShape::Object(Object {
        properties: content.properties,
        ..Object::default()
    }));
    node.generic.nullable = nullable;
    node.preserve_unknown_fields = content.preserve_unknown_fields;
    merged.properties.insert(holder, node);
    merged
}

pub(crate) fn others(preserve_unknown_fields: bool, closed: bool) -> Others {
    match (preserve_unknown_fields, closed) {
        (true, _) => Others::Kept,
        (false, true) => Others::Refused,
        (false, false) => Others::Ignored,
    }
}

/// Branches, unless none says more than its tag, which the tag's own enum says already.
pub(crate) fn worthwhile(branches: Vec<NestedValidation>, tag: &str) -> Vec<NestedValidation> {
    let says_more = branches.iter().any(|branch| {
        let mut rest = branch.clone();
        rest.properties.remove(tag);
        rest != NestedValidation::default()
    });
    if says_more { branches } else { Vec::new() }
}

/// The branches of an enum that may be left out, and one for its absence. `required` is the tag, if there is one:
/// without it a branch would hold of an object that lacks the tag.
pub(crate) fn or_nothing(
    mut branches: Vec<NestedValidation>,
    required: &[Box<str>],
) -> Vec<NestedValidation> {
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

/// Whether two nodes have one structure. What may differ is brought together in the first: a default that is not
/// the same in both is left to serde, and lists that are sets in one place only are none.
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
                // Nothing under a junctor can restrict the values of a map.
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

/// What restricts the value of a node itself, as it stands under a junctor. The server does not know the formats of
/// numbers there, where no type stands beside them; what they say are bounds.
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

/// What restricts the values of a node and of those in it, as it stands under a junctor.
fn restrictions_of(node: &Structural) -> NestedValidation {
    let mut restriction = own_restriction(node);
    if node.generic.nullable
        && let Some(values) = restriction.validation.enum_.take()
    {
        // Null is in no enum, but passes junctors.
        let enum_ = Some(values);
        restriction.validation.all_of.push(nested(ValueValidation {
            enum_,
            ..ValueValidation::default()
        }));
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
