//! Types of other crates that have schemas here, each behind the feature that is named for it.

#[cfg(feature = "k8s-openapi")]
mod k8s;
#[cfg(feature = "schemars")]
pub mod schemars;
