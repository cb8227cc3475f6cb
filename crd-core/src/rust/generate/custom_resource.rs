//! The trait of custom resources. It is beside the generator, which it calls; shapes are data that the generator reads
//! and must not depend on it.

use super::{Problems, Profile};
use crate::model::crd::Crd;
use crate::rust::shape::Resource;

/// A custom resource: a root type with its CRD.
///
/// Derive it with `#[derive(CustomResource)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a custom resource",
    label = "does not implement `crd_core::CustomResource`",
    note = "`#[derive(CustomResource)]` on a spec, such as `LockSpec`, generates the custom resource `Lock`: name that type"
)]
pub trait CustomResource {
    /// The parts of the CRD other than the schemas: names, scope, subresources, printer columns.
    const RESOURCE: Resource;

    /// Returns the CRD with this one version, in the profile [`Profile::ApiServer`].
    ///
    /// # Errors
    /// Problems that the compiler cannot see: those of schemas computed at run time and of generic types.
    fn crd() -> Result<Crd, Problems> {
        super::crd(&Self::RESOURCE, Profile::ApiServer)
    }
}
