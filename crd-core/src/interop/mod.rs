//! Types of other crates that have schemas here, each behind the feature that is named for it.

#[cfg(any(feature = "indexmap", feature = "smallvec", feature = "bytes", feature = "either"))]
mod containers;
#[cfg(feature = "k8s-openapi")]
mod k8s;
#[cfg(feature = "schemars")]
pub mod schemars;
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
mod times;
#[cfg(any(feature = "url", feature = "uuid", feature = "semver", feature = "ipnet", feature = "secrecy"))]
mod words;

#[cfg(feature = "either")]
pub use containers::Untagged;

/// The JSON Schema of a type, for its descriptions.
#[cfg(feature = "schemars")]
pub fn json_schema<T: ::schemars::JsonSchema + ?Sized>() -> serde_json::Value {
    ::schemars::generate::SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}
