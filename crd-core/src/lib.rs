//! Declare Kubernetes APIs in Rust: structural CRD schemas that the API server is known to accept.
//!
//! Two roads meet in this crate. Rust types become [`Shape`]s, then [`Structural`] schemas, then a [`Crd`] and
//! YAML. YAML becomes a tree with positions, then [`JsonSchemaProps`], then either the errors the API server
//! would list or a [`Structural`] schema.

#[cfg(feature = "check")]
pub mod build;
#[cfg(feature = "check")]
pub mod check;
pub mod go;
#[cfg(all(any(doc, doctest), feature = "derive", feature = "check"))]
pub mod guide;
mod model;
mod rust;
#[cfg(feature = "check")]
mod server;
pub mod yaml;

#[cfg(feature = "check")]
pub use check::Diagnostic;
pub use model::changes::Change;
pub use model::crd::Crd;
pub use model::kube_version::KubeVersion;
pub use model::map::Map;
pub use model::schema::JsonSchemaProps;
pub use model::structural::Structural;
pub use model::{field, kube_version, map, rules, schema, structural};
pub use rust::generate::{self, CustomResource};
pub use rust::interop;
#[doc(hidden)]
pub use rust::private as __private;
#[cfg(feature = "registry")]
pub use rust::registry;
pub use rust::shape::{Schema, Shape};
pub use rust::{shape, types};
#[cfg(feature = "check")]
pub use server::validation as validate;
#[cfg(feature = "check")]
pub use server::{cel, decode, formats, objects, publish};

/// The CRD itself.
pub mod crd {
    pub use crate::model::crd::*;
    #[cfg(feature = "check")]
    pub use crate::server::decode::{DecodeError, Decoded, StrictError, decode, decode_for};
}

/// The former name of [`objects`].
#[cfg(feature = "check")]
pub mod instance {
    pub use crate::server::formats as format;
    pub use crate::server::objects::*;
}

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
