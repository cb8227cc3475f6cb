//! `metadata` of CRDs, custom resources and embedded resources, as apimachinery decodes and validates it.
//!
//! ```text
//! {name: a, generateName: B-}   ->  decode    ->  ObjectMeta { name: "a", generate_name: "B-", .. }
//!                                   validate  ->  metadata.generateName: Invalid value: "B-": a lowercase RFC 1123 …
//!                                   to_value  ->  {name: a, generateName: B-}, without unknown members
//! ```

mod decode;
mod managers;
mod owners;
#[cfg(feature = "eval")]
mod plain;
mod request;
mod to_value;
mod validate;

pub(crate) use crd_cel::names;

pub(crate) use decode::decode;
#[cfg(feature = "eval")]
pub(crate) use managers::are_readable;
pub(crate) use owners::split_api_version;
#[cfg(feature = "eval")]
pub(crate) use plain::{normal_generation, plain};
#[cfg(feature = "eval")]
pub(crate) use request::{OwnersSeen, drop_repeated_owners};
pub(crate) use request::{receive, unstorable};
pub(crate) use to_value::to_value;
pub use validate::ResourceScope;
pub(crate) use validate::{
    MetadataOwner, keep_server_fields, validate_create, validate_stored, validate_update,
};
