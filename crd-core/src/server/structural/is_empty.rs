//! When a schema says nothing, or only a type, in the strict sense of Go's `reflect.DeepEqual`.

use crate::KubeVersion;
use crate::model::changes::Change;
use crate::model::schema::{Items, JsonSchemaProps, SchemaOrBool};

/// Whether `schema` is `{type: NAME}` and nothing else, as an element of an int-or-string pattern.
fn is_only_type(schema: &JsonSchemaProps, name: &str, version: KubeVersion) -> bool {
    *schema.type_ == *name
        && schema.default.is_none()
        && schema.properties.is_none()
        && match schema.additional_properties {
            None => true,
            // Nested `additionalProperties: false` is dropped since 1.31.
            Some(SchemaOrBool::Bool(false)) => version.has(Change::DropsNestedFalse),
            Some(_) => false,
        }
        && says_nothing_else(schema, version)
}

/// Whether `schemas` are `[{type: integer}, {type: string}]`.
pub(super) fn is_int_or_string(schemas: Option<&Vec<JsonSchemaProps>>, version: KubeVersion) -> bool {
    match schemas.map(Vec::as_slice) {
        Some([first, second]) => {
            is_only_type(first, "integer", version) && is_only_type(second, "string", version)
        }
        _ => false,
    }
}

/// Whether `metadata` at the root restricts nothing but `name` and `generateName` (STR-11).
pub(super) fn is_allowed_metadata(schema: &JsonSchemaProps, version: KubeVersion) -> bool {
    let names_only = schema.properties.as_ref().is_none_or(|properties| {
        properties
            .keys()
            .all(|name| name == "name" || name == "generateName")
    });
    names_only && schema.additional_properties.is_none() && says_nothing_else(schema, version)
}

/// Whether all but `type`, `default`, `properties` and `additionalProperties` is unset.
fn says_nothing_else(schema: &JsonSchemaProps, version: KubeVersion) -> bool {
    let documented = version.has(Change::KeepsDocumentation)
        && (schema.example.is_some() || schema.external_docs.is_some());
    !documented
        && schema.description.is_empty()
        && schema.title.is_empty()
        && !schema.nullable
        && matches!(schema.items, None | Some(Items::Neither | Items::List(_)))
        && has_no_bounds(schema)
        && has_no_extensions(schema)
        && has_no_junctors(schema)
}

fn has_no_bounds(schema: &JsonSchemaProps) -> bool {
    let integers = [
        schema.min_length,
        schema.max_length,
        schema.min_items,
        schema.max_items,
        schema.min_properties,
        schema.max_properties,
    ];
    let numbers = [schema.minimum, schema.maximum, schema.multiple_of];
    schema.format.is_empty()
        && schema.pattern.is_empty()
        && !schema.exclusive_minimum
        && !schema.exclusive_maximum
        && !schema.unique_items
        && schema.required.is_none()
        && schema.enum_.as_ref().is_none_or(Vec::is_empty)
        && integers.iter().all(Option::is_none)
        && numbers.iter().all(Option::is_none)
}

fn has_no_extensions(schema: &JsonSchemaProps) -> bool {
    schema.x_preserve_unknown_fields.is_none()
        && !schema.x_embedded_resource
        && !schema.x_int_or_string
        && schema.x_list_map_keys.is_none()
        && schema.x_list_type.is_none()
        && schema.x_map_type.is_none()
        && schema.x_validations.is_none()
}

fn has_no_junctors(schema: &JsonSchemaProps) -> bool {
    let empty = |schemas: &Option<Vec<JsonSchemaProps>>| schemas.as_ref().is_none_or(Vec::is_empty);
    schema.not.is_none() && empty(&schema.all_of) && empty(&schema.any_of) && empty(&schema.one_of)
}
