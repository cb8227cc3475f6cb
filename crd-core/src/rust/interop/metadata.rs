//! The metadata of embedded templates as controller-gen writes it, which is not that of `ObjectMeta`.

use crate::Structural;
use crate::model::structural::{Object, StructuralShape};
use crate::rust::shape::ForeignError;
use crate::rust::types::EmbeddedObjectMeta;

/// Returns the schema of the metadata of a template as controller-gen writes it by default: an object without members, all
/// of which the server prunes.
///
/// ```
/// # #[cfg(all(feature = "derive", feature = "k8s-openapi"))] {
/// use crd_core::Schema;
/// use k8s_openapi::api::core::v1::PodTemplateSpec;
///
/// #[derive(Schema)]
/// struct Spec {
///     #[crd(at("metadata", schema_with = crd_core::interop::pruned_metadata))]
///     template: PodTemplateSpec,
/// }
/// # }
/// ```
///
/// # Errors
/// None; the type is that of functions for `schema_with`.
pub fn pruned_metadata() -> Result<Structural, ForeignError> {
    Ok(Structural::new(StructuralShape::Object(Object::default())))
}

/// Returns the schema of the metadata of a template as controller-gen writes it with `generateEmbeddedObjectMeta`: that of
/// [`EmbeddedObjectMeta`] without descriptions.
///
/// # Errors
/// None; the type is that of functions for `schema_with`.
pub fn embedded_metadata() -> Result<Structural, ForeignError> {
    let mut schema = Structural::of::<EmbeddedObjectMeta>()?;
    if let StructuralShape::Object(object) = &mut schema.shape {
        for (_, member) in object.properties.iter_mut() {
            member.generic.description = "".into();
        }
    }
    Ok(schema)
}
