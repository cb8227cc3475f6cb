//! Converts [`JsonSchemaProps`](crate::JsonSchemaProps) to [`Structural`](crate::Structural) schemas, with
//! the structural checks that come first.

pub(crate) mod check;
mod complete;
pub(crate) mod from_schema;
mod is_empty;
pub(crate) mod unsupported;
