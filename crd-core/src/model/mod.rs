//! The data types of a CRD: schemas as in a manifest and structural schemas, the CRD itself, paths, errors, versions.
//!
//! Nothing here judges and nothing here reads or writes files. Every other wing of the crate may use this one;
//! it uses only [`go`](crate::go).

#[cfg(feature = "check")]
pub(crate) mod cache;
pub(crate) mod changes;
pub mod crd;
pub mod field;
#[cfg(feature = "check")]
pub(crate) mod groups;
pub(crate) mod kube_version;
pub(crate) mod map;
#[cfg(any(feature = "check", feature = "convert", feature = "registry"))]
pub(crate) mod mapping;
pub(crate) mod metadata;
pub mod rules;
pub mod schema;
#[doc(hidden)]
pub mod sort;
pub mod structural;
pub(crate) mod text;
