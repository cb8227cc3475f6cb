//! Declare Kubernetes APIs in Rust: structural CRD schemas that the API server is known to accept.
//!
//! Two roads meet in this crate. Rust types become [`Shape`]s, then [`Structural`] schemas, then a [`Crd`] and
//! YAML. YAML becomes a tree with positions, then [`JsonSchemaProps`], then either the errors the API server
//! would list or a [`Structural`] schema.

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod base64;
#[cfg(feature = "check")]
pub mod build;
#[cfg(feature = "check")]
pub mod cel;
pub mod crd;
#[cfg(feature = "check")]
pub mod diagnostic;
pub mod field;
pub mod generate;
pub mod go;
#[cfg(all(any(doc, doctest), feature = "derive", feature = "check"))]
pub mod guide;
#[cfg(feature = "check")]
pub mod instance;
pub mod interop;
pub mod kube_version;
#[cfg(feature = "check")]
mod managers;
pub mod map;
#[cfg(feature = "check")]
mod names;
#[cfg(feature = "check")]
mod owners;
pub mod publish;
#[cfg(feature = "registry")]
pub mod registry;
pub mod schema;
pub mod shape;
pub mod structural;
#[cfg(feature = "check")]
mod time;
pub mod types;
#[cfg(feature = "check")]
pub mod validate;
pub mod yaml;

pub use crd::Crd;
#[cfg(feature = "check")]
pub use diagnostic::Diagnostic;
pub use kube_version::KubeVersion;
pub use schema::JsonSchemaProps;
pub use shape::{CustomResource, Schema, Shape};
pub use structural::Structural;

/// Enters a custom resource in the registry where there is one; nothing otherwise.
#[cfg(feature = "registry")]
#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($type:ty) => {
        $crate::__private::inventory::submit! {
            $crate::registry::Entry(&<$type as $crate::CustomResource>::RESOURCE)
        }
    };
}

/// Enters a custom resource in the registry where there is one; nothing otherwise.
#[cfg(not(feature = "registry"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __register {
    ($type:ty) => {};
}

#[cfg(feature = "derive")]
pub use crd_derive::{CustomResource, Schema, Union};
