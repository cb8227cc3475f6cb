//! Completeness: a property or an item that a junctor at the root restricts must be specified outside of it (STR-40,
//! STR-41).
//!
//! ```text
//! {type: object, anyOf: [{properties: {a: {minimum: 1}}}]}
//! properties[a]: Required value: because it is defined in anyOf[0].properties[a]
//! ```
//!
//! The server checks junctors of the root node only.

use crate::model::field::{FieldError, Path};
use crate::model::rules::{self, RuleId};
use crate::model::schema::JsonSchemaProps;

/// Appends what is missing.
pub(super) fn check(root: &JsonSchemaProps, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    junctors(root, Some(root), path, path, errors);
}

/// `validation` is at the path `said` in a junctor, its structural counterpart at the path `place`.
fn junctors(
    validation: &JsonSchemaProps,
    counterpart: Option<&JsonSchemaProps>,
    place: &Path<'_>,
    said: &Path<'_>,
    errors: &mut Vec<FieldError>,
) {
    if let Some(not) = &validation.not {
        nested(not, counterpart, place, &said.child("not"), errors);
    }
    for (name, schemas) in [
        ("allOf", &validation.all_of),
        ("anyOf", &validation.any_of),
        ("oneOf", &validation.one_of),
    ] {
        let said = said.child(name);
        for (index, schema) in schemas.iter().flatten().enumerate() {
            nested(schema, counterpart, place, &said.index(index), errors);
        }
    }
}

fn nested(
    validation: &JsonSchemaProps,
    counterpart: Option<&JsonSchemaProps>,
    place: &Path<'_>,
    said: &Path<'_>,
    errors: &mut Vec<FieldError>,
) {
    let Some(specified) = counterpart else {
        errors.push(missing(rules::STR_41, place, said));
        return;
    };
    junctors(validation, counterpart, place, said, errors);
    if let Some(items) = validation.item_schema() {
        nested(
            items,
            specified.item_schema(),
            &place.child("items"),
            &said.child("items"),
            errors,
        );
    }
    let Some(properties) = &validation.properties else {
        return;
    };
    let (place, said) = (place.child("properties"), said.child("properties"));
    for (name, property) in properties.iter() {
        let (place, said) = (place.key(name), said.key(name));
        match specified.property(name) {
            Some(found) => nested(property, Some(found), &place, &said, errors),
            None => errors.push(missing(rules::STR_40, &place, &said)),
        }
    }
}

#[cold]
fn missing(rule: RuleId, place: &Path<'_>, said: &Path<'_>) -> FieldError {
    let said = said.to_field_path();
    FieldError::required(rule, place, format!("because it is defined in {said}"))
        .with_related(said, "defined here")
}
