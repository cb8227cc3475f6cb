//! Builds the schemas of untagged enums: objects are merged, and scalars must have one type.
//!
//! ```text
//! enum Port { Number(u16), Name(String) }
//! {x-kubernetes-int-or-string: true, minimum: 0, maximum: 65535}
//!
//! enum Address { Ip { ip: String }, Host { host: String } }
//! {type: object, properties: {ip: …, host: …}, anyOf: [{required: [ip]}, {required: [host]}]}
//! ```

use super::content::{content, members, unknown_members};
use super::merge_schemas;
use crate::model::structural::{
    IntOrStringSpelling, NestedValidation, Object, Structural, StructuralShape, ValueValidation,
};
use crate::model::text::InternedText;
use crate::rust::generate::context::Context;
use crate::rust::generate::junctor::nested;
use crate::rust::generate::simple::object_of;
use crate::rust::generate::variant_schema::{self, MergedVariants, UnknownMembers, VariantSchema};
use crate::rust::shape::{Content, Variant};

/// Returns the schema of an untagged enum that is a value of its own.
pub(super) fn untagged(cx: &mut Context, variants: &[Variant], of_enum: UnknownMembers) -> Structural {
    let mut nullable = false;
    let mut nodes: Vec<(&str, Structural)> = Vec::new();
    for variant in variants {
        match cx.within(variant.name, |cx| cx.losing_rules(|cx| content(cx, variant))) {
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
        // There is no other variant to merge it with.
        only.clone()
    } else if kinds.iter().all(is_object) {
        let merged = merge_untagged_objects(cx, variants, of_enum, EnumPosition::Alone).unwrap_or_default();
        let mut node = object_of(merged.properties);
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
                let branch = variant_schema::own_restriction(node);
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
            "the untagged variants {} are values of different types, which a structural schema cannot express; tag the \
             enum, use `#[derive(Union)]`, `#[crd(int_or_string)]` or `#[crd(preserve_unknown_fields)]`",
            names.join(", ")
        ));
        Structural::new(StructuralShape::Any)
    };
    node.generic.nullable = nullable;
    node
}

/// Whether a schema is of a list, a map, or any value: those cannot be merged with others.
fn is_list_or_map(shape: &StructuralShape) -> bool {
    match shape {
        StructuralShape::Object(object) => object.additional.is_some(),
        StructuralShape::Array(_) | StructuralShape::Any => true,
        _ => false,
    }
}

/// Returns the validation of a value that is one of several integers and strings.
///
/// The server ignores `minimum` on strings and `minLength` on integers. So a branch for integers must also reject
/// strings, which `minLength: 1, maxLength: 0` does, and a branch for strings must reject integers.
pub(crate) fn int_or_string(nodes: Vec<Structural>) -> ValueValidation {
    let mut branches: Vec<NestedValidation> = Vec::new();
    let (mut any_integer, mut any_string) = (false, false);
    for node in nodes {
        let mut validation = variant_schema::own_restriction(&node).validation;
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
        // Restricted integers and any string: bounds alone do not reject strings, so no branches are needed.
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

/// Returns the restrictions on integers: all except the keywords of strings. Number formats have been replaced by bounds.
fn on_integers(validation: &ValueValidation) -> ValueValidation {
    ValueValidation {
        format: InternedText::default(),
        pattern: InternedText::default(),
        min_length: None,
        max_length: None,
        ..validation.clone()
    }
}

/// Returns the restrictions on strings: all except the keywords of numbers.
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

/// Returns the scalar type that includes all these types: the type itself, `number` for numbers and integers, or
/// int-or-string.
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

/// Position of the members of a variant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EnumPosition {
    /// In an object that is the value of the enum.
    Alone,
    /// In the struct into which the enum is flattened.
    Flattened,
}

/// Merges variants that are objects. `None` after a problem.
pub(super) fn merge_untagged_objects(
    cx: &mut Context,
    variants: &[Variant],
    of_enum: UnknownMembers,
    position: EnumPosition,
) -> Option<MergedVariants> {
    let mut schemas = Vec::new();
    for variant in variants {
        let node = match (position, variant.content) {
            (_, Content::Unit) => continue,
            (EnumPosition::Alone, _) => {
                match cx.within(variant.name, |cx| cx.losing_rules(|cx| content(cx, variant))) {
                    Some(node) => node,
                    None => continue,
                }
            }
            (EnumPosition::Flattened, _) => {
                cx.within(variant.name, |cx| cx.losing_rules(|cx| members(cx, variant)))
            }
        };
        let unknown_members = unknown_members(variant, of_enum).unless_preserved_by(&node);
        let StructuralShape::Object(Object {
            properties,
            additional: None,
            ..
        }) = node.shape
        else {
            cx.problem(format!(
                "variant `{}` has no named fields, so it cannot be merged with others",
                variant.name
            ));
            return None;
        };
        schemas.push(VariantSchema {
            variant: variant.name.into(),
            properties,
            branch: nested(node.validation),
            unknown_members,
        });
    }
    let mut merged = merge_schemas(cx, schemas);
    // A variant that requires nothing accepts every object.
    if merged.branches.contains(&NestedValidation::default()) {
        merged.branches.clear();
    }
    Some(merged)
}
