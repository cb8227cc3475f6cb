//! Checks one node (rules OAS-01 to OAS-42).

use super::context::{ForbiddenDefaults, NodeContext};
use crate::model::field::{FieldError, Path};
use crate::model::rules;
use crate::model::schema::{JsonSchemaProps, SchemaOrBool};
use crate::server::validation::lists;
use crate::server::validation::options::{ValidationOptions, is_type};

/// Appends the errors of the node itself.
pub(super) fn check(
    schema: &JsonSchemaProps,
    path: &Path<'_>,
    context: NodeContext<'_, '_>,
    options: &ValidationOptions,
    errors: &mut Vec<FieldError>,
) {
    check_type(&schema.type_, path, options, errors);
    if let Some(reason) = context.forbidden_defaults.filter(|_| schema.default.is_some()) {
        errors.push(forbidden_default(reason, path));
    }
    check_unsupported(schema, path, errors);
    if context.inside_resource_meta && schema.x_embedded_resource {
        errors.push(FieldError::forbidden(
            rules::OAS_13,
            &path.child("x-kubernetes-embedded-resource"),
            "must not be used inside of resource meta",
        ));
    }
    check_combinations(schema, path, errors);
    lists::check(schema, path, options, errors);
    if options.require_list_map_keys {
        lists::check_nullable_keys(schema, path, errors);
    }
}

/// Checks the type (OAS-01, OAS-07).
fn check_type(type_: &str, path: &Path<'_>, options: &ValidationOptions, errors: &mut Vec<FieldError>) {
    if type_.is_empty() || is_type(type_) {
        return;
    }
    let path = path.child("type");
    if options.require_valid_type {
        errors.push(FieldError::not_supported(
            rules::OAS_01,
            &path,
            type_,
            r#""array", "boolean", "integer", "number", "object", "string""#,
        ));
    }
    if type_ == "null" {
        errors.push(FieldError::forbidden(
            rules::OAS_07,
            &path,
            "type cannot be set to null, use nullable as an alternative",
        ));
    }
}

/// Creates the error of a forbidden default (OAS-02).
#[cold]
fn forbidden_default(reason: ForbiddenDefaults<'_>, path: &Path<'_>) -> FieldError {
    let detail = match reason {
        ForbiddenDefaults::TopLevel(member) => format!("must not be set in top-level {member}"),
        ForbiddenDefaults::ObjectMetadata => {
            "must not be set inside additionalProperties applying to object metadata".into()
        }
    };
    FieldError::forbidden(rules::OAS_02, &path.child("default"), detail)
}

/// Checks for unsupported keywords (OAS-03 to OAS-08).
fn check_unsupported(schema: &JsonSchemaProps, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    let not_empty = |map: &Option<crate::model::map::Map<JsonSchemaProps>>| {
        map.as_ref().is_some_and(|map| !map.is_empty())
    };
    for (rule, member, set, detail) in [
        (rules::OAS_03, "id", !schema.id.is_empty(), "id is not supported"),
        (
            rules::OAS_04,
            "additionalItems",
            schema.additional_items.is_some(),
            "additionalItems is not supported",
        ),
        (
            rules::OAS_05,
            "patternProperties",
            not_empty(&schema.pattern_properties),
            "patternProperties is not supported",
        ),
        (
            rules::OAS_05D,
            "definitions",
            not_empty(&schema.definitions),
            "definitions is not supported",
        ),
        (
            rules::OAS_05E,
            "dependencies",
            schema.dependencies.is_some(),
            "dependencies is not supported",
        ),
        (
            rules::OAS_06,
            "$ref",
            schema.reference.is_some(),
            "$ref is not supported",
        ),
        (
            rules::OAS_08,
            "items",
            !schema.item_schemas().is_empty(),
            "items must be a schema object and not an array",
        ),
    ] {
        if set {
            errors.push(FieldError::forbidden(rule, &path.child(member), detail));
        }
    }
}

/// Checks keywords that exclude each other or are restricted (OAS-14 to OAS-16).
fn check_combinations(schema: &JsonSchemaProps, path: &Path<'_>, errors: &mut Vec<FieldError>) {
    if schema.unique_items {
        errors.push(FieldError::forbidden(
            rules::OAS_14,
            &path.child("uniqueItems"),
            "uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
        ));
    }
    let closed = !matches!(
        schema.additional_properties,
        None | Some(SchemaOrBool::Bool(true))
    );
    if closed && schema.properties.as_ref().is_some_and(|map| !map.is_empty()) {
        let error = FieldError::forbidden(
            rules::OAS_15,
            &path.child("additionalProperties"),
            "additionalProperties and properties are mutual exclusive",
        );
        errors.push(error.with_related(path.child("properties").to_field_path(), "the properties"));
    }
    if schema.x_preserve_unknown_fields == Some(false) {
        errors.push(FieldError::invalid(
            rules::OAS_16,
            &path.child("x-kubernetes-preserve-unknown-fields"),
            "false".into(),
            "must be true or undefined",
        ));
    }
}
