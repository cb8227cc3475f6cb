//! The keywords that the root of a schema may have when the status subresource is enabled (SCH-01, SCH-02).

use crate::go::quote;
use crate::model::field::{FieldError, Path};
use crate::model::rules;
use crate::model::schema::{JsonSchemaProps, Keyword};

/// The keywords that the server allows, in the order of its error text.
const ALLOWED: [Keyword; 22] = [
    Keyword::Description,
    Keyword::Type,
    Keyword::Format,
    Keyword::Title,
    Keyword::Maximum,
    Keyword::ExclusiveMaximum,
    Keyword::Minimum,
    Keyword::ExclusiveMinimum,
    Keyword::MaxLength,
    Keyword::MinLength,
    Keyword::Pattern,
    Keyword::MaxItems,
    Keyword::MinItems,
    Keyword::UniqueItems,
    Keyword::MultipleOf,
    Keyword::Required,
    Keyword::Items,
    Keyword::Properties,
    Keyword::ExternalDocs,
    Keyword::Example,
    Keyword::XPreserveUnknownFields,
    Keyword::XValidations,
];

/// The error of the first member, in the order of the server's struct, that is not allowed.
pub(super) fn check(schema: &JsonSchemaProps, path: &Path<'_>) -> Option<FieldError> {
    for keyword in Keyword::IN_GO {
        if keyword == Keyword::Type && !schema.type_.is_empty() && &*schema.type_ != "object" {
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
    let allowed = ALLOWED.map(Keyword::go_name).join(" ");
    let detail = format!(
        "only [{allowed}] fields are allowed at the root of the schema if the status subresource is enabled"
    );
    FieldError::invalid(rules::SCH_02, path, schema.go_json(), detail)
}
