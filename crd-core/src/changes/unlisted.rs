//! The treatment of members that an object's schema does not list.
//!
//! ```text
//! additionalProperties: true, object {a: 1, b: {c: 2}, d: [{e: 3}]}   ->   {a: 1, b: {}, d: [{}]}
//! ```

use crate::model::schema::{JsonSchemaProps, SchemaOrBool};

/// The treatment of members that a schema does not list.
#[derive(Clone, Copy)]
pub(super) enum Unlisted<'s> {
    /// Pruning drops them.
    Dropped,
    /// With `additionalProperties: true`, pruning keeps them, and drops all members of the objects within them.
    Emptied,
    /// They are kept.
    Kept,
    /// They have this schema.
    Valid(&'s JsonSchemaProps),
}

impl<'s> Unlisted<'s> {
    pub(super) fn of(schema: &'s JsonSchemaProps) -> Self {
        match &schema.additional_properties {
            Some(SchemaOrBool::Schema(values)) => Unlisted::Valid(values),
            Some(SchemaOrBool::Bool(true)) => Unlisted::Emptied,
            None if schema.x_preserve_unknown_fields == Some(true) => Unlisted::Kept,
            // With `additionalProperties: false`, such members are rejected, so no stored object has any.
            Some(SchemaOrBool::Bool(false)) | None => Unlisted::Dropped,
        }
    }

    /// Whether pruning drops a part of the values of a schema, but not all.
    pub(super) fn empties(self, values: &JsonSchemaProps) -> bool {
        matches!(self, Unlisted::Emptied) && holds_objects(values)
    }
}

/// Whether values of a schema may be objects or lists of objects.
fn holds_objects(schema: &JsonSchemaProps) -> bool {
    match &*schema.type_ {
        "string" | "integer" | "number" | "boolean" => false,
        "array" => schema.item_schema().is_none_or(holds_objects),
        _ => !schema.x_int_or_string,
    }
}
