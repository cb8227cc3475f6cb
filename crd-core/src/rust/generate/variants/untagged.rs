//! Untagged enums: objects are merged, and scalars must be of one type.

use super::content::{among_others, content, is_closed};
use super::merge_parts;
use crate::model::structural::{
    IntOrStringSpelling, NestedValidation, Object, Structural, StructuralShape, ValueValidation,
};
use crate::rust::generate::context::Context;
use crate::rust::generate::junctor::nested;
use crate::rust::generate::parts::{self, Merged, Part};
use crate::rust::shape::{Content, Tagging, Variant};

/// Content only: objects are merged, scalars must be of one type.
pub(super) fn untagged(cx: &mut Context, variants: &[Variant], closed: bool) -> Structural {
    let mut nullable = false;
    let mut nodes: Vec<(&str, Structural)> = Vec::new();
    for variant in variants {
        match cx.within(variant.name, |cx| content(cx, Tagging::Untagged, variant)) {
            None => nullable = true,
            Some(node) => {
                nullable |= node.generic.nullable;
                nodes.push((variant.name, node));
            }
        }
    }
    let kinds: Vec<&StructuralShape> = nodes.iter().map(|(_, node)| &node.shape).collect();
    let is_object = |shape: &&StructuralShape| matches!(shape, StructuralShape::Object(_));
    let mut node = if let [(_, only)] = nodes.as_slice()
        && is_list_or_map(&only.shape)
    {
        // Nothing stands beside it.
        only.clone()
    } else if kinds.iter().all(is_object) {
        let merged = merge_untagged_objects(cx, variants, closed, Place::Alone).unwrap_or_default();
        let mut node = Structural::new(StructuralShape::Object(Object {
            properties: merged.properties,
            ..Object::default()
        }));
        node.validation.any_of = merged.branches;
        node.preserve_unknown_fields = merged.preserve_unknown_fields;
        node
    } else if let Some(shape @ StructuralShape::IntOrString { .. }) = one_scalar(&kinds) {
        let mut node = Structural::new(shape);
        node.validation = int_or_string(nodes.into_iter().map(|(_, node)| node).collect());
        node
    } else if let Some(shape) = one_scalar(&kinds) {
        let mut node = Structural::new(shape);
        if let Some(((_, first), rest)) = nodes.split_first()
            && rest.iter().all(|(_, other)| other.validation == first.validation)
        {
            node.validation = first.validation.clone();
        } else {
            let mut distinct: Vec<NestedValidation> = Vec::new();
            for (_, node) in &nodes {
                let branch = parts::own_restriction(node);
                if !distinct.contains(&branch) {
                    distinct.push(branch);
                }
            }
            if !distinct.contains(&NestedValidation::default()) {
                node.validation.any_of = distinct;
            }
        }
        node
    } else {
        let names: Vec<String> = nodes.iter().map(|(name, _)| format!("`{name}`")).collect();
        cx.problem(format!(
            "the untagged variants {} are values of different types, which a structural schema cannot say; tag the \
             enum, use `#[derive(Union)]`, `#[crd(int_or_string)]` or `#[crd(preserve_unknown_fields)]`",
            names.join(", ")
        ));
        Structural::new(StructuralShape::Any)
    };
    node.generic.nullable = nullable;
    node
}

/// Whether a value has elements, or members that are not named.
fn is_list_or_map(shape: &StructuralShape) -> bool {
    match shape {
        StructuralShape::Object(object) => object.additional.is_some(),
        StructuralShape::Array(_) | StructuralShape::Any => true,
        _ => false,
    }
}

/// What integers and strings that stand in one place must be. `minimum` says nothing of strings and `minLength`
/// nothing of numbers, so that a branch for one of them must also refuse the other.
pub(crate) fn int_or_string(nodes: Vec<Structural>) -> ValueValidation {
    let mut branches: Vec<NestedValidation> = Vec::new();
    let (mut any_integer, mut any_string) = (false, false);
    for node in nodes {
        let mut validation = parts::own_restriction(&node).validation;
        match node.shape {
            StructuralShape::Integer => {
                any_integer |= validation == ValueValidation::default();
                (validation.min_length, validation.max_length) = (Some(1), Some(0));
            }
            StructuralShape::String => {
                any_string |= validation == ValueValidation::default();
                (validation.minimum, validation.maximum) = (Some(1.0), Some(0.0));
            }
            _ => {
                any_integer |= on_integers(&validation) == ValueValidation::default();
                any_string |= on_strings(&validation) == ValueValidation::default();
            }
        }
        let branch = nested(validation);
        if !branches.contains(&branch) {
            branches.push(branch);
        }
    }
    let free_string = nested(ValueValidation {
        minimum: Some(1.0),
        maximum: Some(0.0),
        ..ValueValidation::default()
    });
    match branches.as_slice() {
        _ if any_integer && any_string => ValueValidation::default(),
        // One kind of integer beside any string.
        [integer, string] | [string, integer]
            if *string == free_string && integer.validation.enum_.is_none() =>
        {
            on_integers(&integer.validation)
        }
        _ => ValueValidation {
            any_of: branches,
            ..ValueValidation::default()
        },
    }
}

/// What restricts integers: all but the keywords of strings. Formats of numbers are bounds by now.
fn on_integers(validation: &ValueValidation) -> ValueValidation {
    ValueValidation {
        format: Box::default(),
        pattern: Box::default(),
        min_length: None,
        max_length: None,
        ..validation.clone()
    }
}

/// What restricts strings: all but the keywords of numbers.
fn on_strings(validation: &ValueValidation) -> ValueValidation {
    ValueValidation {
        minimum: None,
        exclusive_minimum: false,
        maximum: None,
        exclusive_maximum: false,
        multiple_of: None,
        ..validation.clone()
    }
}

/// The one scalar shape all of these are, or int-or-string.
fn one_scalar(shapes: &[&StructuralShape]) -> Option<StructuralShape> {
    let first = *shapes.first()?;
    let scalar = |shape: &StructuralShape| {
        matches!(
            shape,
            StructuralShape::String
                | StructuralShape::Integer
                | StructuralShape::Number
                | StructuralShape::Boolean
        )
    };
    if scalar(first) && shapes.iter().all(|shape| *shape == first) {
        return Some(first.clone());
    }
    let int_or_string = |shape: &&StructuralShape| {
        matches!(
            shape,
            StructuralShape::Integer | StructuralShape::String | StructuralShape::IntOrString { .. }
        )
    };
    if shapes.iter().all(int_or_string) {
        return Some(StructuralShape::IntOrString {
            spelled: IntOrStringSpelling::AnyOf,
        });
    }
    let number =
        |shape: &&StructuralShape| matches!(shape, StructuralShape::Integer | StructuralShape::Number);
    shapes.iter().all(number).then_some(StructuralShape::Number)
}

/// Where the members of a variant stand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In an object of their own.
    Alone,
    /// Among those of the struct into which the enum is flattened.
    AmongOthers,
}

pub(super) fn merge_untagged_objects(
    cx: &mut Context,
    variants: &[Variant],
    closed: bool,
    place: Place,
) -> Option<Merged> {
    let mut parts = Vec::new();
    for variant in variants {
        let node = match (place, variant.content) {
            (_, Content::Unit) => continue,
            (Place::Alone, _) => {
                match cx.within(variant.name, |cx| content(cx, Tagging::Untagged, variant)) {
                    Some(node) => node,
                    None => continue,
                }
            }
            (Place::AmongOthers, _) => cx.within(variant.name, |cx| among_others(cx, variant)),
        };
        let StructuralShape::Object(Object {
            properties,
            additional: None,
            ..
        }) = node.shape
        else {
            cx.problem(format!(
                "variant `{}` holds no named fields and so cannot be merged with others",
                variant.name
            ));
            return None;
        };
        parts.push(Part {
            variant: variant.name.into(),
            properties,
            branch: nested(node.validation),
            others: parts::others(node.preserve_unknown_fields, is_closed(variant, closed)),
        });
    }
    let mut merged = merge_parts(cx, parts);
    // A variant that asks for nothing admits everything.
    if merged.branches.contains(&NestedValidation::default()) {
        merged.branches.clear();
    }
    Some(merged)
}
