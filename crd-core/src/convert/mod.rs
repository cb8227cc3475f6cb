//! Converts objects between the versions of a resource: the part of a conversion webhook that does no input or output.
//!
//! Each version is a type; the older one declares its mapping to the next with `#[crd(next = v2::DatabaseSpec)]`. A
//! [`Reviewer`] is built once from the oldest version of each resource and responds to the `ConversionReview`s of the API
//! server: bytes in, bytes out.
//!
//! ```
//! use crd_core::convert::Reviewer;
//!
//! mod v1 {
//!     use crd_core::{CustomResource, Schema};
//!     use serde::{Deserialize, Serialize};
//!
//!     #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
//!     #[crd(group = "cache.example.com", version = "v1", kind = "Cache", namespaced, storage = false)]
//!     #[crd(next = super::v2::CacheSpec)]
//!     pub struct CacheSpec {
//!         pub megabytes: u32,
//!     }
//! }
//!
//! mod v2 {
//!     use crd_core::{CustomResource, Schema};
//!     use serde::{Deserialize, Serialize};
//!
//!     #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
//!     #[crd(group = "cache.example.com", version = "v2", kind = "Cache", namespaced)]
//!     pub struct CacheSpec {
//!         pub megabytes: u32,
//!     }
//! }
//!
//! # fn main() {
//! let reviewer = Reviewer::builder().resource::<v1::Cache>().build().unwrap();
//! let answer = reviewer.review(
//!     br#"{"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","request":{
//!         "uid":"1","desiredAPIVersion":"cache.example.com/v2",
//!         "objects":[{"apiVersion":"cache.example.com/v1","kind":"Cache","metadata":{"name":"a"},"spec":{"megabytes":64}}]}}"#,
//! );
//! let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
//! assert_eq!(answer["response"]["result"]["status"], "Success");
//! assert_eq!(answer["response"]["convertedObjects"][0]["apiVersion"], "cache.example.com/v2");
//! # }
//! ```
//!
//! # Guarantees
//!
//! Objects may be partial: server-side apply sends objects without required members, without `spec`, even without
//! `metadata`. Conversion therefore never deserializes a whole object. It works on the text: members that both versions
//! share are copied byte for byte.
//!
//! A review fails as a whole only if it is not a review of a known resource: each failure is a response with the `uid` and
//! a message. No input causes a panic, and a panic of a function of the mapping becomes such a response.

mod chain;
mod direction;
mod entry;
mod facts;
mod fit;
#[cfg(feature = "registry")]
pub mod harness;
mod json;
mod list_with;
mod most;
mod out;
mod parts;
mod path;
mod plan;
mod planner;
mod proof;
mod prune;
mod restore;
mod review;
mod reviewer;
mod run;
mod same;
#[cfg(test)]
mod tests;
mod typed;
#[cfg(feature = "registry")]
mod undeclared;

pub use crate::model::mapping::{KeptDataLimit, MappedField, MappedPlace, MappedStep, Mapping};
pub use facts::mapping_of;
#[doc(hidden)]
pub use proof::__assert_round_trip;
pub use proof::{FieldValues, RoundTripError, RoundTripOptions, RoundTripReport, round_trip, round_trip_of};
pub use review::{Conversions, Failure, ReviewResponse};
pub use reviewer::{BuildError, Builder, Reviewer};
pub use typed::{TypedError, between};
