//! Describes the bounds of values as phrases.

use crate::model::structural::{NestedValidation, Structural, StructuralShape, ValueValidation};

/// Returns the bounds of a value as phrases: `1 to 65535`, `at most 63 characters`, `a date-time`. Patterns and lists
/// of values are not included.
#[must_use]
pub fn bounds_of(schema: &Structural) -> Vec<String> {
    let mut found = Vec::new();
    let members = if schema.additional_schema().is_some() {
        ["entry", "entries"]
    } else {
        ["field", "fields"]
    };
    add(&schema.validation, members, &mut found);
    if schema.generic.nullable {
        found.push("may be null".to_owned());
    }
    if matches!(schema.shape, StructuralShape::Object(_)) && schema.preserve_unknown_fields {
        let has_names = schema.properties().next().is_some();
        found.extend(has_names.then(|| "other fields are kept".to_owned()));
    }
    found
}

/// Adds the bounds of a validation. `members` has the singular and plural of what an object has. The recursion depth is that of
/// junctors in a schema.
fn add(validation: &ValueValidation, members: [&str; 2], found: &mut Vec<String>) {
    let ValueValidation {
        minimum,
        maximum,
        exclusive_minimum,
        exclusive_maximum,
        multiple_of,
        ..
    } = validation;
    let phrase = match (*minimum, *maximum) {
        (Some(least), Some(most)) if !exclusive_minimum && !exclusive_maximum => {
            Some(if number_eq(least, most) {
                format!("exactly {least}")
            } else {
                format!("{least} to {most}")
            })
        }
        (least, most) => {
            let phrases = [
                least.map(|least| {
                    if *exclusive_minimum {
                        format!("greater than {least}")
                    } else {
                        format!("at least {least}")
                    }
                }),
                most.map(|most| {
                    if *exclusive_maximum {
                        format!("less than {most}")
                    } else {
                        format!("at most {most}")
                    }
                }),
            ];
            let phrases: Vec<String> = phrases.into_iter().flatten().collect();
            (!phrases.is_empty()).then(|| phrases.join(" and "))
        }
    };
    found.extend(phrase);
    found.extend(multiple_of.map(|step| format!("a multiple of {step}")));
    let counts = [
        (
            validation.min_length,
            validation.max_length,
            ["character", "characters"],
        ),
        (validation.min_items, validation.max_items, ["item", "items"]),
        (validation.min_properties, validation.max_properties, members),
    ];
    for (least, most, nouns) in counts {
        found.extend(count(least, most, nouns));
    }
    if !validation.format.is_empty() {
        found.push(format!("format `{}`", validation.format));
    }
    if validation.unique_items {
        found.push("each at most once".to_owned());
    }
    for NestedValidation { validation, .. } in &validation.all_of {
        add(validation, members, found);
    }
}

/// Bounds are written by hand, so two bounds that look equal are equal.
fn number_eq(one: f64, other: f64) -> bool {
    one.total_cmp(&other).is_eq()
}

fn count(least: Option<i64>, most: Option<i64>, [one, many]: [&str; 2]) -> Option<String> {
    let noun = |number: i64| if number == 1 { one } else { many };
    let least = least.filter(|least| *least > 0);
    match (least, most) {
        (Some(least), Some(most)) if least == most => Some(format!("exactly {least} {}", noun(least))),
        (Some(least), Some(most)) => Some(format!("{least} to {most} {}", noun(most))),
        (Some(least), None) => Some(format!("at least {least} {}", noun(least))),
        (None, Some(most)) => Some(format!("at most {most} {}", noun(most))),
        (None, None) => None,
    }
}
