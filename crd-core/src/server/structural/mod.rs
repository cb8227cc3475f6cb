//! From [`JsonSchemaProps`](crate::JsonSchemaProps) to a [`Structural`](crate::Structural) schema, or to the errors
//! that the server reports instead.

pub(crate) mod check;
mod complete;
pub(crate) mod from_schema;
mod is_empty;
pub(crate) mod unsupported;
