//! Scalars that one version admits and the other rejects.
//!
//! A number out of bounds, a string that is too long or a value that is not listed is detected at run time, and handled by the
//! policy of the field ([`UnfitPolicy`]). Patterns and formats of strings, and numbers of elements and members, are not checked here: if
//! they differ, the mapping must pass them unchanged or convert them.

use super::json::{Json, Kind, write_string};
use super::prune::has_types;
use crate::model::structural::{Additional, Structural, StructuralShape, ValueValidation};
use crate::rust::shape::UnfitPolicy;

/// The policy for values of a scalar that the target rejects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FitPolicy {
    pub(super) unfit: UnfitPolicy,
}

/// The difference between the restrictions of two scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScalarDifference {
    None,
    /// In restrictions that are checked at run time.
    Bounds,
    /// In a pattern or format.
    Texts,
}

/// Returns the difference between the restrictions of two scalars.
pub(super) fn scalar_difference(a: &Structural, b: &Structural) -> ScalarDifference {
    let (x, y) = (&a.validation, &b.validation);
    let is_text = matches!(
        a.shape,
        StructuralShape::String | StructuralShape::IntOrString { .. }
    );
    if x.pattern != y.pattern || is_text && x.format != y.format {
        return ScalarDifference::Texts;
    }
    let bounds = |own: &ValueValidation| {
        let range = range(own);
        (
            range.least.map(f64::to_bits),
            range.most.map(f64::to_bits),
            (own.exclusive_minimum, own.exclusive_maximum),
            own.multiple_of.map(f64::to_bits),
            (own.min_length, own.max_length),
        )
    };
    if bounds(x) == bounds(y) && x.enum_ == y.enum_ {
        ScalarDifference::None
    } else {
        ScalarDifference::Bounds
    }
}

/// Whether two schemas allow the same numbers of elements and members.
pub(super) fn have_equal_counts(a: &Structural, b: &Structural) -> bool {
    let counts = |own: &ValueValidation| {
        [
            own.min_items,
            own.max_items,
            own.min_properties,
            own.max_properties,
        ]
    };
    counts(&a.validation) == counts(&b.validation)
}

/// Whether all values of two schemas with the same members have the same restrictions.
pub(super) fn are_alike(a: &Structural, b: &Structural) -> bool {
    have_equal_counts(a, b)
        && match (&a.shape, &b.shape) {
            (StructuralShape::Object(x), StructuralShape::Object(y)) => {
                let mut members = x.properties.iter().zip(y.properties.iter());
                members.all(|((_, one), (_, other))| are_alike(one, other))
                    && match (&x.additional, &y.additional) {
                        (Some(Additional::Schema(x)), Some(Additional::Schema(y))) => are_alike(x, y),
                        _ => true,
                    }
            }
            (StructuralShape::Array(x), StructuralShape::Array(y)) => are_alike(&x.items, &y.items),
            (StructuralShape::Any, _) => true,
            _ => scalar_difference(a, b) == ScalarDifference::None,
        }
}

/// Bounds of numbers, with those of integer formats.
struct Range {
    least: Option<f64>,
    most: Option<f64>,
}

fn range(own: &ValueValidation) -> Range {
    let format: Option<(f64, f64)> = match &*own.format {
        "int32" => Some((f64::from(i32::MIN), f64::from(i32::MAX))),
        _ => None,
    };
    let (lowest, highest) = format.map_or((None, None), |(least, most)| (Some(least), Some(most)));
    Range {
        least: match (own.minimum, lowest) {
            (Some(a), Some(b)) => Some(a.max(b)),
            (a, b) => a.or(b),
        },
        most: match (own.maximum, highest) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        },
    }
}

/// Whether a schema admits a scalar, regarding bounds, lengths and listed values.
pub(super) fn admits(value: Json<'_>, schema: &Structural) -> bool {
    let own = &schema.validation;
    if value.is_null() {
        return true;
    }
    let is_listed = own
        .enum_
        .as_deref()
        .is_none_or(|values| values.iter().any(|listed| is_listed(listed, value)));
    if !is_listed {
        return false;
    }
    match value.kind() {
        Kind::String => {
            let length = value.string().map_or(0, |text| text.chars().count());
            let length = i64::try_from(length).unwrap_or(i64::MAX);
            own.min_length.is_none_or(|least| length >= least)
                && own.max_length.is_none_or(|most| length <= most)
        }
        Kind::Number => value
            .raw()
            .parse::<f64>()
            .is_ok_and(|number| is_inside(number, own)),
        _ => true,
    }
}

/// Whether a value has the types of a schema, and the schema admits each of its scalars.
pub(super) fn admits_all(value: Json<'_>, schema: &Structural) -> bool {
    has_types(value, schema) && all_fit(value, schema)
}

fn all_fit(value: Json<'_>, schema: &Structural) -> bool {
    match &schema.shape {
        StructuralShape::Array(array) => value.elements().all(|element| all_fit(element, &array.items)),
        StructuralShape::Object(_) => {
            let required = schema.validation.required.as_deref().unwrap_or_default();
            required
                .iter()
                .all(|name| !value.is_object() || value.get(name).is_some())
                && value
                    .members()
                    .all(|(name, member)| schema.member(&name).is_none_or(|schema| all_fit(member, schema)))
        }
        StructuralShape::Any => true,
        _ => admits(value, schema),
    }
}

fn is_listed(listed: &serde_json::Value, value: Json<'_>) -> bool {
    match listed {
        serde_json::Value::String(text) => value.string().is_some_and(|value| *value == **text),
        other => {
            let text = other.to_string();
            value.raw() == text
        }
    }
}

fn is_inside(number: f64, own: &ValueValidation) -> bool {
    let range = range(own);
    let is_above = range
        .least
        .is_none_or(|least| number > least || !own.exclusive_minimum && number.total_cmp(&least).is_eq());
    let is_below = range
        .most
        .is_none_or(|most| number < most || !own.exclusive_maximum && number.total_cmp(&most).is_eq());
    let is_step = own
        .multiple_of
        .is_none_or(|step| step <= 0.0 || (number % step).abs() < f64::EPSILON * number.abs().max(1.0));
    is_above && is_below && is_step
}

/// Returns the nearest value to a scalar that a schema admits, as JSON; `None` if there is none.
pub(super) fn nearest(value: Json<'_>, schema: &Structural) -> Option<String> {
    let own = &schema.validation;
    if own.enum_.is_some() {
        return None;
    }
    match value.kind() {
        Kind::String => {
            let text = value.string()?;
            let most = own.max_length.and_then(|most| usize::try_from(most).ok())?;
            let cut: String = text.chars().take(most).collect();
            let least = own.min_length.unwrap_or(0);
            if i64::try_from(cut.chars().count()).ok()? < least {
                return None;
            }
            let mut json = String::with_capacity(cut.len() + 2);
            write_string(&mut json, &cut);
            Some(json)
        }
        Kind::Number => {
            let number = value.raw().parse::<f64>().ok()?;
            let range = range(own);
            let is_integer = matches!(
                schema.shape,
                StructuralShape::Integer | StructuralShape::IntOrString { .. }
            );
            let step = if is_integer { 1.0 } else { 0.0 };
            let least = range.least.map(|least| {
                if own.exclusive_minimum {
                    least + step
                } else {
                    least
                }
            });
            let most = range
                .most
                .map(|most| if own.exclusive_maximum { most - step } else { most });
            let near = number
                .max(least.unwrap_or(f64::MIN))
                .min(most.unwrap_or(f64::MAX));
            is_inside(near, own).then(|| {
                if is_integer {
                    format!("{near:.0}")
                } else {
                    serde_json::Value::from(near).to_string()
                }
            })
        }
        _ => None,
    }
}

/// Whether a schema has a nearest admitted value for every value.
pub(super) fn can_saturate(schema: &Structural) -> bool {
    let own = &schema.validation;
    own.enum_.is_none() && own.multiple_of.is_none() && own.min_length.unwrap_or(0) == 0
}
