//! Which restrictions have attributes.

use crd_core::structural::{NestedValidation, Structural, StructuralShape, ValueValidation};

use super::scalar::is_literal;

/// Why no attributes say these restrictions, if they do not.
pub(super) fn unsaid(validation: &ValueValidation) -> Option<&'static str> {
    if validation.unique_items {
        return Some("`uniqueItems` has no attribute");
    }
    if (validation.exclusive_minimum && validation.minimum.is_none())
        || (validation.exclusive_maximum && validation.maximum.is_none())
    {
        return Some("an exclusive bound without the bound");
    }
    if let Some(values) = &validation.enum_
        && (values.is_empty() || !values.iter().all(is_literal))
    {
        return Some("an `enum` of null or objects");
    }
    let counts = [
        validation.min_length,
        validation.max_length,
        validation.min_items,
        validation.max_items,
        validation.min_properties,
        validation.max_properties,
    ];
    if counts.into_iter().flatten().any(|count| count < 0) {
        return Some("a negative length");
    }
    if nested(validation).any(|nested| *nested == NestedValidation::default()) {
        return Some("an empty schema in a combination");
    }
    nested(validation).find_map(unsaid_nested)
}

/// Why restrictions say nothing of values of a shape, which the macros refuse.
pub(super) fn unsuited(node: &Structural) -> Option<&'static str> {
    let v = &node.validation;
    let of_texts = v.min_length.or(v.max_length).is_some() || !v.pattern.is_empty();
    let of_numbers = v.minimum.or(v.maximum).or(v.multiple_of).is_some();
    let of_lists = v.min_items.or(v.max_items).is_some();
    let of_objects = v.min_properties.or(v.max_properties).is_some();
    let has_format = !v.format.is_empty();
    let is_unsuited = match &node.shape {
        StructuralShape::Object(_) => of_texts || of_numbers || of_lists || has_format,
        StructuralShape::Array(_) => of_texts || of_numbers || of_objects || has_format,
        StructuralShape::String => of_numbers || of_lists || of_objects,
        StructuralShape::Integer | StructuralShape::Number => of_texts || of_lists || of_objects,
        StructuralShape::Boolean => of_texts || of_numbers || of_lists || of_objects || has_format,
        StructuralShape::IntOrString { .. } => of_lists || of_objects,
        _ => false,
    };
    is_unsuited.then_some("it has restrictions for values of another type")
}

fn nested(validation: &ValueValidation) -> impl Iterator<Item = &NestedValidation> {
    let junctors = [&validation.all_of, &validation.any_of, &validation.one_of];
    junctors.into_iter().flatten().chain(validation.not.as_deref())
}

fn unsaid_nested(nested: &NestedValidation) -> Option<&'static str> {
    if nested.closed {
        return Some("`additionalProperties: false` in a combination");
    }
    let is_identifier = |name: &str| crate::names::is_identifier(name);
    if nested.properties.keys().any(|name| !is_identifier(name)) {
        return Some("a combination with the name of a member that is no identifier");
    }
    let below = nested.properties.values().chain(nested.items.as_deref());
    unsaid(&nested.validation).or_else(|| below.into_iter().find_map(unsaid_nested))
}
