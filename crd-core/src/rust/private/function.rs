//! The functions of `schema_with`.

use crate::Structural;
use crate::rust::shape::ForeignError;

/// What a function of `schema_with` may return.
#[diagnostic::on_unimplemented(
    message = "a function of `schema_with` returns a `Structural` schema, not `{Self}` [CRD0905]",
    label = "must return `Result<crd_core::Structural, crd_core::shape::ForeignError>`",
    note = "for a schema in JSON, call `crd_core::interop::schema_from_json(r#\"{{\"type\": \"string\"}}\"#)`, which returns it"
)]
pub trait ReturnedSchema {
    /// Returns the schema.
    ///
    /// # Errors
    /// If the schema has no structural form.
    fn returned(self) -> Result<Structural, ForeignError>;
}

impl ReturnedSchema for Result<Structural, ForeignError> {
    fn returned(self) -> Result<Structural, ForeignError> {
        self
    }
}

impl ReturnedSchema for Structural {
    fn returned(self) -> Result<Structural, ForeignError> {
        Ok(self)
    }
}
