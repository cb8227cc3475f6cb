//! Conversion of schemas from and to [schemars](https://docs.rs/schemars) (feature `schemars`).
//!
//! `#[crd(schemars)]` on a field takes the schema of its type from [`JsonSchema`](::schemars::JsonSchema). The schema
//! is generated and converted to structural form when the CRD is generated. A part without a structural form is
//! reported as a [`Problem`](crate::generate::Problem) with the Rust type, the place and the JSON pointer.
//!
//! `#[crd(json_schema)]` on a type with `#[derive(Schema)]` or `#[derive(Union)]` implements `JsonSchema` for it, so
//! that it can be a field of a type of kube's derive; [`json_schema!`](crate::json_schema!) does so for the root that kube's
//! derive makes with `schema = "manual"`. The types of [`crate::types`] implement it.

mod annotations;
mod choice;
mod draft;
mod finish;
mod json_schema;
mod keywords;
mod lift;
mod root;

use std::marker::PhantomData;

use ::schemars::JsonSchema;
use ::schemars::generate::SchemaSettings;
pub use json_schema::{json_schema, schema_name};
pub use root::{Root, RootWithStatus};
use serde_json::Value;

use crate::model::structural::Structural;
use crate::rust::shape::{ForeignError, Kind, Schema, Shape};

/// A type with the schema that schemars generates for `T`. `OPTIONAL` is true if serde reads an absent field as a value
/// of `T`.
pub struct SchemarsType<T: ?Sized, const OPTIONAL: bool>(PhantomData<T>);

impl<T: JsonSchema + ?Sized, const OPTIONAL: bool> Schema for SchemarsType<T, OPTIONAL> {
    const SHAPE: Shape = Shape {
        optional: OPTIONAL,
        ..Shape::new("value with a schema of schemars", Kind::Foreign(structural::<T>))
    };
}

/// Returns the structural schema of a type that implements `JsonSchema`.
///
/// Annotations without a counterpart in CRDs (`$comment`, `contentEncoding`, other examples than the first,
/// formats that the API server does not know or understands otherwise) are dropped; everything else that would
/// be lost is an error.
///
/// # Errors
/// Every part without a structural form, each with its JSON pointer.
pub fn structural<T: JsonSchema + ?Sized>() -> Result<Structural, Vec<ForeignError>> {
    let mut schema = SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<T>();
    // schemars puts the name of the type there.
    if schema.get("title").and_then(Value::as_str) == Some(&*T::schema_name()) {
        schema.remove("title");
    }
    from_json_schema(schema.as_value(), std::any::type_name::<T>())
}

/// Converts a JSON Schema (draft 2020-12, as schemars writes it) to structural form; `name` is for messages.
///
/// # Errors
/// Every part without a structural form, each with its JSON pointer.
pub fn from_json_schema(schema: &Value, name: &str) -> Result<Structural, Vec<ForeignError>> {
    lift::SchemarsImport::new(schema, name).run()
}
