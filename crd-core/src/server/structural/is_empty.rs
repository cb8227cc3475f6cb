//! Checks whether a schema is empty except for some keywords, in the strict sense of Go's `reflect.DeepEqual`.

use crate::KubeVersion;
use crate::model::changes::Change;
use crate::model::schema::{JsonSchemaProps, SchemaKeyword, SchemaOrBool};

/// Checks whether `schema` is only `{type: NAME}`, as an element of an int-or-string pattern.
fn is_only_type(schema: &JsonSchemaProps, name: &str, version: KubeVersion) -> bool {
    *schema.type_ == *name
        && schema.default.is_none()
        && schema.properties.is_none()
        && match schema.additional_properties {
            None => true,
            Some(SchemaOrBool::Bool(false)) => version.has(Change::DropsNestedFalse),
            Some(_) => false,
        }
        && has_no_other_keyword(schema, version)
}

/// Checks whether `schemas` are `[{type: integer}, {type: string}]`.
pub(super) fn is_int_or_string(schemas: Option<&Vec<JsonSchemaProps>>, version: KubeVersion) -> bool {
    match schemas.map(Vec::as_slice) {
        Some([first, second]) => {
            is_only_type(first, "integer", version) && is_only_type(second, "string", version)
        }
        _ => false,
    }
}

/// Checks whether `metadata` at the root restricts only `name` and `generateName` (STR-11).
pub(super) fn is_allowed_metadata(schema: &JsonSchemaProps, version: KubeVersion) -> bool {
    let names_only = schema.properties.as_ref().is_none_or(|properties| {
        properties
            .keys()
            .all(|name| name == "name" || name == "generateName")
    });
    names_only && schema.additional_properties.is_none() && has_no_other_keyword(schema, version)
}

/// Checks whether all keywords except `type`, `default`, `properties` and `additionalProperties` are unset.
fn has_no_other_keyword(schema: &JsonSchemaProps, version: KubeVersion) -> bool {
    let no_schemas = |schemas: &Option<Vec<JsonSchemaProps>>| schemas.as_ref().is_none_or(Vec::is_empty);
    SchemaKeyword::IN_GO.into_iter().all(|keyword| match keyword {
        // The callers check the first four; a schema with one of the others is not converted to a structural
        // one (STC-01 to STC-07).
        SchemaKeyword::Type
        | SchemaKeyword::Default
        | SchemaKeyword::Properties
        | SchemaKeyword::AdditionalProperties
        | SchemaKeyword::ID
        | SchemaKeyword::Schema
        | SchemaKeyword::Ref
        | SchemaKeyword::PatternProperties
        | SchemaKeyword::Dependencies
        | SchemaKeyword::AdditionalItems
        | SchemaKeyword::Definitions => true,
        SchemaKeyword::Example | SchemaKeyword::ExternalDocs => {
            !version.has(Change::KeepsDocumentation) || !keyword.is_set(schema)
        }
        // A value that is not a single schema is lost in the conversion to the structural schema.
        SchemaKeyword::Items => schema.item_schema().is_none(),
        // An empty list is lost as well.
        SchemaKeyword::Enum => schema.enum_.as_ref().is_none_or(Vec::is_empty),
        SchemaKeyword::AllOf => no_schemas(&schema.all_of),
        SchemaKeyword::AnyOf => no_schemas(&schema.any_of),
        SchemaKeyword::OneOf => no_schemas(&schema.one_of),
        _ => !keyword.is_set(schema),
    })
}
