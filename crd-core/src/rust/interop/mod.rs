//! Types of other crates that have schemas here, each behind the feature that is named for it.
//!
//! | feature | type | schema | differences |
//! |---|---|---|---|
//! | `chrono` | `DateTime<Tz>` | `date-time` | the server rejects years outside of 0 to 9999 and leap seconds |
//! | | `NaiveDate` | `date` | |
//! | | `NaiveDateTime`, `NaiveTime` | a pattern | a day that does not exist in its month is accepted |
//! | | `TimeDelta` | a list of two integers | |
//! | | `Weekday`, `Month` | an enum | other spellings that serde reads are rejected |
//! | `jiff` | `Timestamp` | `date-time` | as `DateTime` |
//! | | `civil::Date` | `date` | |
//! | | `civil::DateTime`, `civil::Time`, `Zoned` | a pattern | as `NaiveDateTime`; any name of a time zone is accepted |
//! | | `Span`, `SignedDuration` | a string | any string is accepted: the server's `duration` is Go's, not ISO 8601 |
//! | `time` | all | a compile error | their serde writes lists of numbers; the error names an alternative |
//! | `url` | `Url` | `uri`, with a scheme | a `%` without two hexadecimal digits is rejected |
//! | `uuid` | `Uuid`, `NonNilUuid` | `uuid` | URNs and braces are rejected |
//! | `semver` | `Version`, `VersionReq` | a pattern | numbers above 2^64 are accepted; only the start of a requirement is checked |
//! | `ipnet` | `IpNet`, `Ipv4Net`, `Ipv6Net` | `cidr` and a pattern | |
//! | `secrecy` | `SecretString`, `SecretBox<T>` | that of `T`; the description says "Write-only" | |
//! | `indexmap` | `IndexMap<K, V>`, `IndexSet<T>` | a map, a set | |
//! | `smallvec` | `SmallVec<[T; N]>` | a list | |
//! | `bytes` | `Bytes`, `BytesMut` | a list of bytes, as `serde_json` writes them | base64 text is rejected, though serde reads it |
//! | `either` | `Either<L, R>` | `{Left: …}` or `{Right: …}` | |
//! | | `interop::Untagged<L, R>` | either, for fields with `#[serde(with = "either::serde_untagged")]` | |
//! | `k8s-openapi` | `Quantity`, `PodSpec` … | the one that Kubernetes publishes | |
//! | `schemars` | any type with `JsonSchema`, by `#[crd(schemars)]` | | |
//!
//! The server also accepts a list for any string with a format: it does not check the type if a format is given.
//!
//! ```
//! # #[cfg(all(feature = "derive", feature = "url"))] {
//! use crd_core::Schema;
//!
//! #[derive(Schema)]
//! struct Mirror {
//!     // `{type: string, format: uri, pattern: …}`
//!     endpoint: url::Url,
//! }
//! # }
//! ```
#![cfg_attr(
    all(feature = "time", feature = "derive"),
    doc = r#"
A field of the crate `time` needs a serialization format:
`#[serde(with = "time::serde::rfc3339")]` and `#[crd(schema_as = crd_core::types::Time)]`. Without it, the code does not compile:

```compile_fail,E0080
#[derive(crd_core::Schema)]
struct Meeting {
    at: time::OffsetDateTime,
}
const _: crd_core::Shape = <Meeting as crd_core::Schema>::SHAPE;
```
"#
)]

#[cfg(any(feature = "chrono", feature = "jiff"))]
mod chrono_jiff;
#[cfg(any(
    feature = "indexmap",
    feature = "smallvec",
    feature = "bytes",
    feature = "either"
))]
mod containers;
mod json;
#[cfg(feature = "k8s-openapi")]
mod k8s;
mod metadata;
#[cfg(feature = "schemars")]
pub mod schemars;
#[cfg(feature = "secrecy")]
mod secrecy;
#[cfg(any(feature = "url", feature = "uuid", feature = "semver", feature = "ipnet"))]
mod string_types;
#[cfg(feature = "time")]
mod time_crate;

#[cfg(feature = "either")]
pub use containers::Untagged;
pub use json::schema_from_json;
pub use metadata::{embedded_metadata, pruned_metadata};

/// Returns the JSON Schema of a type, for its descriptions.
#[cfg(feature = "schemars")]
pub fn json_schema<T: ::schemars::JsonSchema + ?Sized>() -> serde_json::Value {
    ::schemars::generate::SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

/// Implements `JsonSchema` for the root type of kube's derive, with the schemas of our types; requires the feature `schemars`.
#[cfg(not(feature = "schemars"))]
#[macro_export]
macro_rules! json_schema {
    ($($tokens:tt)*) => {
        ::core::compile_error!(
            "`json_schema!` needs the feature `schemars` of crd-core, which is not enabled: `crd-core = { \
             …, features = [\"schemars\"] }` [CRD0907]"
        );
    };
}
