//! The keywords that the root of a schema may have when the status subresource is enabled (SCH-01, SCH-02).

use crate::go::quote;
use crate::model::field::{FieldError, Path};
use crate::model::rules;
use crate::model::schema::{JsonSchemaProps, SchemaKeyword};

/// The keywords that the server allows, in the order of its error text.
const ALLOWED: [SchemaKeyword; 22] = [
    SchemaKeyword::Description,
    SchemaKeyword::Type,
    SchemaKeyword::Format,
    SchemaKeyword::Title,
    SchemaKeyword::Maximum,
    SchemaKeyword::ExclusiveMaximum,
    SchemaKeyword::Minimum,
    SchemaKeyword::ExclusiveMinimum,
    SchemaKeyword::MaxLength,
    SchemaKeyword::MinLength,
    SchemaKeyword::Pattern,
    SchemaKeyword::MaxItems,
    SchemaKeyword::MinItems,
    SchemaKeyword::UniqueItems,
    SchemaKeyword::MultipleOf,
    SchemaKeyword::Required,
    SchemaKeyword::Items,
    SchemaKeyword::Properties,
    SchemaKeyword::ExternalDocs,
    SchemaKeyword::Example,
    SchemaKeyword::XPreserveUnknownFields,
    SchemaKeyword::XValidations,
];

/// Whether a keyword is not allowed at the root.
pub(crate) fn is_forbidden(name: &str) -> bool {
    let is_it = |keyword: &SchemaKeyword| keyword.wire() == name;
    SchemaKeyword::IN_GO.iter().any(is_it) && !ALLOWED.iter().any(is_it)
}

/// Returns the error of the first member, in the order of the server's struct, that is not allowed.
pub(crate) fn check(schema: &JsonSchemaProps, path: &Path<'_>) -> Option<FieldError> {
    for keyword in SchemaKeyword::IN_GO {
        if keyword == SchemaKeyword::Type && !schema.type_.is_empty() && &*schema.type_ != "object" {
            return Some(FieldError::invalid(
                rules::SCH_01,
                &path.child("type"),
                quote(&schema.type_),
                "only \"object\" is allowed as the type at the root of the schema if the status subresource is enabled",
            ));
        }
        if keyword.is_set(schema) && !ALLOWED.contains(&keyword) {
            return Some(not_allowed(schema, path));
        }
    }
    None
}

#[cold]
fn not_allowed(schema: &JsonSchemaProps, path: &Path<'_>) -> FieldError {
    let allowed = ALLOWED.map(SchemaKeyword::go_name).join(" ");
    let detail = format!(
        "only [{allowed}] fields are allowed at the root of the schema if the status subresource is enabled"
    );
    FieldError::invalid(rules::SCH_02, path, schema.go_json(), detail)
}
