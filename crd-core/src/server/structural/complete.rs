//! Checks completeness: a property or an item that a junctor at the root restricts must be specified outside
//! of it (STR-40, STR-41).
//!
//! ```text
//! {type: object, anyOf: [{properties: {a: {minimum: 1}}}]}
//! properties[a]: Required value: because it is defined in anyOf[0].properties[a]
//! ```
//!
//! The server checks only junctors of the root node.

use crate::model::field::{FieldError, Path};
use crate::model::rules::{self, RuleId};
use crate::model::schema::JsonSchemaProps;

/// Appends the errors of missing parts.
pub(super) fn check(root: &JsonSchemaProps, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    junctors(root, Some(root), path, path, errors);
}

/// Checks `validation` at the path `at`; its structural counterpart is, or should be, at the path `expected`.
fn junctors(
    validation: &JsonSchemaProps,
    counterpart: Option<&JsonSchemaProps>,
    expected: &Path<'_>,
    at: &Path<'_>,
    errors: &mut Vec<FieldError>,
) {
    if let Some(not) = &validation.not {
        nested(not, counterpart, expected, &at.child("not"), errors);
    }
    for (name, schemas) in [
        ("allOf", &validation.all_of),
        ("anyOf", &validation.any_of),
        ("oneOf", &validation.one_of),
    ] {
        let at = at.child(name);
        for (index, schema) in schemas.iter().flatten().enumerate() {
            nested(schema, counterpart, expected, &at.index(index), errors);
        }
    }
}

fn nested(
    validation: &JsonSchemaProps,
    counterpart: Option<&JsonSchemaProps>,
    expected: &Path<'_>,
    at: &Path<'_>,
    errors: &mut Vec<FieldError>,
) {
    let Some(specified) = counterpart else {
        errors.push(missing(rules::STR_41, expected, at));
        return;
    };
    junctors(validation, counterpart, expected, at, errors);
    if let Some(items) = validation.item_schema() {
        nested(
            items,
            specified.item_schema(),
            &expected.child("items"),
            &at.child("items"),
            errors,
        );
    }
    let Some(properties) = &validation.properties else {
        return;
    };
    let (expected, at) = (expected.child("properties"), at.child("properties"));
    for (name, property) in properties.iter() {
        let (expected, at) = (expected.key(name), at.key(name));
        match specified.property(name) {
            Some(found) => nested(property, Some(found), &expected, &at, errors),
            None => errors.push(missing(rules::STR_40, &expected, &at)),
        }
    }
}

#[cold]
fn missing(rule: RuleId, expected: &Path<'_>, at: &Path<'_>) -> FieldError {
    let at = at.to_field_path();
    FieldError::required(rule, expected, format!("because it is defined in {at}"))
        .with_related(at, "defined here")
}
