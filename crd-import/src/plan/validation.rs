//! Determines which restrictions attributes can express.

use crd_core::structural::{NestedValidation, StructuralShape, ValueValidation};
use serde_json::Value;

/// Returns the reason why attributes cannot express these restrictions, if there is one.
pub(super) fn unsaid(validation: &ValueValidation) -> Option<&'static str> {
    if validation.unique_items {
        return Some("there is no attribute for `uniqueItems`");
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
    if contradict(validation) {
        return Some(CONTRADICTION);
    }
    nested(validation).find_map(unsaid_nested)
}

/// The reason for keywords that no value satisfies, or that repeat themselves, which the macros reject.
pub(super) const CONTRADICTION: &str = "its keywords contradict each other";

/// Whether no text may have the pattern and the length of a node. The macros do not know that integers can be valid nevertheless.
pub(super) fn may_exclude_texts(v: &ValueValidation) -> bool {
    !v.pattern.is_empty() && (v.min_length.is_some() || v.max_length.is_some())
}

/// Whether bounds exclude every value, or an `enum` has a value twice.
fn contradict(v: &ValueValidation) -> bool {
    let is_exclusive = v.exclusive_minimum || v.exclusive_maximum;
    let excludes = |low: f64, high: f64| low > high || (is_exclusive && low >= high);
    let are_swapped =
        |low: Option<i64>, high: Option<i64>| low.zip(high).is_some_and(|(low, high)| low > high);
    let mut seen = std::collections::BTreeSet::new();
    v.minimum
        .zip(v.maximum)
        .is_some_and(|(low, high)| excludes(low, high))
        || v.multiple_of.is_some_and(|factor| factor <= 0.0)
        || are_swapped(v.min_length, v.max_length)
        || are_swapped(v.min_items, v.max_items)
        || are_swapped(v.min_properties, v.max_properties)
        || v.enum_
            .iter()
            .flatten()
            .any(|value| !seen.insert(value.to_string()))
}

/// Removes and returns the restrictions for values of other types, which the macros would reject.
pub(super) fn take_unsuited(shape: &StructuralShape, v: &mut ValueValidation) -> ValueValidation {
    let mut unsuited = ValueValidation::default();
    let is_any = matches!(shape, StructuralShape::Any);
    let is_text = matches!(shape, StructuralShape::String);
    let is_number = matches!(shape, StructuralShape::Integer | StructuralShape::Number);
    let is_either = matches!(shape, StructuralShape::IntOrString { .. });
    if !is_any && !is_text && !is_either {
        unsuited.min_length = v.min_length.take();
        unsuited.max_length = v.max_length.take();
        unsuited.pattern = std::mem::take(&mut v.pattern);
    }
    if !is_any && !is_number && !is_either {
        unsuited.minimum = v.minimum.take();
        unsuited.maximum = v.maximum.take();
        unsuited.exclusive_minimum = std::mem::take(&mut v.exclusive_minimum);
        unsuited.exclusive_maximum = std::mem::take(&mut v.exclusive_maximum);
        unsuited.multiple_of = v.multiple_of.take();
    }
    let is_scalar = is_text || is_number || is_either;
    let is_for_numbers = ["int32", "int64", "float", "double"].contains(&&*v.format);
    if !is_any && (!is_scalar || (is_text && is_for_numbers)) {
        unsuited.format = std::mem::take(&mut v.format);
    }
    if !is_any && !matches!(shape, StructuralShape::Array(_)) {
        unsuited.min_items = v.min_items.take();
        unsuited.max_items = v.max_items.take();
    }
    if !is_any && !matches!(shape, StructuralShape::Object(_)) {
        unsuited.min_properties = v.min_properties.take();
        unsuited.max_properties = v.max_properties.take();
    }
    unsuited
}

fn nested(validation: &ValueValidation) -> impl Iterator<Item = &NestedValidation> {
    let junctors = [&validation.all_of, &validation.any_of, &validation.one_of];
    junctors.into_iter().flatten().chain(validation.not.as_deref())
}

fn unsaid_nested(nested: &NestedValidation) -> Option<&'static str> {
    if nested.closed {
        return Some("`additionalProperties: false` in `allOf`, `anyOf`, `oneOf` or `not`");
    }
    if nested.properties.keys().any(|name| !crate::words::is_word(name)) {
        return Some("`allOf`, `anyOf`, `oneOf` or `not` with a property whose name is not an identifier");
    }
    let below = nested.properties.values().chain(nested.items.as_deref());
    unsaid(&nested.validation).or_else(|| below.into_iter().find_map(unsaid_nested))
}

/// Whether a value can be an argument of `enum(…)`.
fn is_literal(value: &Value) -> bool {
    match value {
        Value::Null | Value::Object(_) => false,
        Value::Array(values) => values.iter().all(is_literal),
        Value::Number(number) => number.is_i64() || number.is_f64(),
        Value::Bool(_) | Value::String(_) => true,
    }
}
