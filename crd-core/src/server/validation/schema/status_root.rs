//! What a root may say when the status subresource is enabled (rules SCH-01, SCH-02).

use crate::go::quote;
use crate::model::field::{FieldError, Path};
use crate::model::rules;
use crate::model::schema::JsonSchemaProps;

/// The first member, in the order of the server's struct, that is not allowed.
pub(super) fn check(schema: &JsonSchemaProps, path: &Path<'_>) -> Option<FieldError> {
    if before_type(schema) {
        return Some(not_allowed(schema, path));
    }
    if !schema.type_.is_empty() && &*schema.type_ != "object" {
        return Some(FieldError::invalid(
            rules::SCH_01,
            &path.child("type"),
            quote(&schema.type_),
            "only \"object\" is allowed as the type at the root of the schema if the status subresource is enabled",
        ));
    }
    after_type(schema).then(|| not_allowed(schema, path))
}

fn before_type(schema: &JsonSchemaProps) -> bool {
    !schema.id.is_empty() || !schema.schema.is_empty() || schema.reference.is_some()
}

fn after_type(schema: &JsonSchemaProps) -> bool {
    schema.nullable
        || schema.default.is_some()
        || schema.enum_.is_some()
        || schema.max_properties.is_some()
        || schema.min_properties.is_some()
        || schema.all_of.is_some()
        || schema.one_of.is_some()
        || schema.any_of.is_some()
        || schema.not.is_some()
        || schema.additional_properties.is_some()
        || schema.pattern_properties.is_some()
        || schema.dependencies.is_some()
        || schema.additional_items.is_some()
        || schema.definitions.is_some()
        || schema.x_embedded_resource
        || schema.x_int_or_string
        || schema.x_list_map_keys.is_some()
        || schema.x_list_type.is_some()
        || schema.x_map_type.is_some()
}

#[cold]
fn not_allowed(schema: &JsonSchemaProps, path: &Path<'_>) -> FieldError {
    FieldError::invalid(
        rules::SCH_02,
        path,
        schema.go_json(),
        "only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled",
    )
}
