//! Keywords that structural schemas do not support at all: the server stops at the first one (STC-01 to STC-09).

use crate::model::rules::{self, RuleId};
use crate::model::schema::JsonSchemaProps;

/// The first keyword that is not supported, in the server's order; its error has no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unsupported {
    pub(crate) rule: RuleId,
    pub(crate) text: &'static str,
}

const fn unsupported(rule: RuleId, text: &'static str) -> Unsupported {
    Unsupported { rule, text }
}

/// Checks for unsupported keywords (STC-01 to STC-09).
pub(crate) fn check(schema: &JsonSchemaProps) -> Result<(), Unsupported> {
    own_members(schema)?;
    schema.not.as_deref().map_or(Ok(()), check)?;
    for schemas in [&schema.all_of, &schema.any_of, &schema.one_of] {
        schemas.iter().flatten().try_for_each(check)?;
    }
    if schema.x_preserve_unknown_fields == Some(false) {
        return Err(unsupported(
            rules::STC_09,
            "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined",
        ));
    }
    if !schema.item_schemas().is_empty() {
        return Err(unsupported(
            rules::STC_08,
            "OpenAPIV3Schema 'items' must be a schema, but is an array",
        ));
    }
    schema.item_schema().map_or(Ok(()), check)?;
    if let Some(properties) = &schema.properties {
        properties.values().try_for_each(check)?;
    }
    schema.additional_schema().map_or(Ok(()), check)
}

fn own_members(schema: &JsonSchemaProps) -> Result<(), Unsupported> {
    let found = if !schema.id.is_empty() {
        unsupported(rules::STC_01, "OpenAPIV3Schema 'id' is not supported")
    } else if !schema.schema.is_empty() {
        unsupported(rules::STC_02, "OpenAPIV3Schema 'schema' is not supported")
    } else if schema.reference.as_ref().is_some_and(|text| !text.is_empty()) {
        unsupported(rules::STC_03, "OpenAPIV3Schema '$ref' is not supported")
    } else if schema
        .pattern_properties
        .as_ref()
        .is_some_and(|map| !map.is_empty())
    {
        unsupported(
            rules::STC_04,
            "OpenAPIV3Schema 'patternProperties' is not supported",
        )
    } else if schema.dependencies.as_ref().is_some_and(|map| !map.is_empty()) {
        unsupported(rules::STC_05, "OpenAPIV3Schema 'dependencies' is not supported")
    } else if schema.additional_items.is_some() {
        unsupported(
            rules::STC_06,
            "OpenAPIV3Schema 'additionalItems' is not supported",
        )
    } else if schema.definitions.as_ref().is_some_and(|map| !map.is_empty()) {
        unsupported(rules::STC_07, "OpenAPIV3Schema 'definitions' is not supported")
    } else {
        return Ok(());
    };
    Err(found)
}
