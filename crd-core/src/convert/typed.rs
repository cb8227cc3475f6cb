//! Converts between the Rust types of two versions, with the same mapping.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::chain::{Chain, Scratch};
use super::json::Document;
use super::reviewer::BuildError;
use crate::rust::generate::CustomResource;
use crate::rust::shape::Resource;

/// Converts an object of one version to another, older or newer one, like the webhook.
///
/// Values without a field in the other version are kept in annotations, and restored from there. The plan is compiled on the
/// first use. [`impl_try_from!`](crate::impl_try_from) implements `TryFrom` with it.
///
/// ```
/// # mod v1 {
/// #     use crd_core::{CustomResource, Schema};
/// #     use serde::{Deserialize, Serialize};
/// #     #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// #     #[crd(group = "cache.example.com", version = "v1", kind = "Cache", storage = false)]
/// #     #[crd(next = super::v2::CacheSpec)]
/// #     pub struct CacheSpec { #[crd(next(rename = "size"))] pub megabytes: u32 }
/// # }
/// # mod v2 {
/// #     use crd_core::{CustomResource, Schema};
/// #     use serde::{Deserialize, Serialize};
/// #     #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// #     #[crd(group = "cache.example.com", version = "v2", kind = "Cache")]
/// #     pub struct CacheSpec { pub size: u32 }
/// # }
/// # fn main() -> Result<(), crd_core::convert::TypedError> {
/// let old = v1::Cache::new("shop", v1::CacheSpec { megabytes: 64 });
/// let new: v2::Cache = crd_core::convert::between(&old)?;
/// assert_eq!(new.spec.size, 64);
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// If neither type leads to the other by `#[crd(next = …)]`, if the mapping rejects a value, and if the converted object cannot be
/// deserialized as the other type, because a required field has no value.
pub fn between<A, B>(object: &A) -> Result<B, TypedError>
where
    A: CustomResource + Serialize,
    B: CustomResource + DeserializeOwned,
{
    let chain = chain(&A::RESOURCE, &B::RESOURCE)?;
    let text = serde_json::to_string(object).map_err(TypedError::Write)?;
    let document = Document::read(&text).map_err(|problem| TypedError::Conversion(problem.to_string()))?;
    let spots = [A::RESOURCE.version, B::RESOURCE.version].map(|version| chain.position(version));
    let [Some(from), Some(to)] = spots else {
        return Err(TypedError::Unrelated(unrelated(&A::RESOURCE, &B::RESOURCE)));
    };
    let converted = chain
        .convert(document.root(), from, to, &mut Scratch::default())
        .map_err(|failure| TypedError::Conversion(failure.to_string()))?;
    serde_json::from_str(&converted.text).map_err(TypedError::Read)
}

/// Implements `TryFrom` between the types of two versions, in both directions, by their mapping.
///
/// ```
/// # mod v1 {
/// #     use crd_core::{CustomResource, Schema};
/// #     use serde::{Deserialize, Serialize};
/// #     #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// #     #[crd(group = "cache.example.com", version = "v1", kind = "Cache", storage = false)]
/// #     #[crd(next = super::v2::CacheSpec)]
/// #     pub struct CacheSpec { #[crd(next(rename = "size"))] pub megabytes: u32 }
/// # }
/// # mod v2 {
/// #     use crd_core::{CustomResource, Schema};
/// #     use serde::{Deserialize, Serialize};
/// #     #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// #     #[crd(group = "cache.example.com", version = "v2", kind = "Cache")]
/// #     pub struct CacheSpec { pub size: u32 }
/// # }
/// crd_core::impl_try_from!(v1::Cache, v2::Cache);
///
/// # fn main() -> Result<(), crd_core::convert::TypedError> {
/// let old = v1::Cache::new("shop", v1::CacheSpec { megabytes: 64 });
/// assert_eq!(v2::Cache::try_from(old)?.spec.size, 64);
/// # Ok(())
/// # }
/// ```
#[macro_export]
macro_rules! impl_try_from {
    ($older:ty, $newer:ty $(,)?) => {
        impl ::core::convert::TryFrom<$older> for $newer {
            type Error = $crate::convert::TypedError;

            fn try_from(older: $older) -> ::core::result::Result<Self, Self::Error> {
                $crate::convert::between(&older)
            }
        }

        impl ::core::convert::TryFrom<$newer> for $older {
            type Error = $crate::convert::TypedError;

            fn try_from(newer: $newer) -> ::core::result::Result<Self, Self::Error> {
                $crate::convert::between(&newer)
            }
        }
    };
}

/// The reason why an object cannot be converted to the type of another version.
#[derive(Debug)]
#[non_exhaustive]
pub enum TypedError {
    /// Neither of the types leads to the other.
    Unrelated(String),
    /// The versions are incompatible.
    Build(BuildError),
    /// serde could not serialize the object.
    Write(serde_json::Error),
    /// The object cannot be converted.
    Conversion(String),
    /// The converted object cannot be deserialized as the other type.
    Read(serde_json::Error),
}

impl fmt::Display for TypedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TypedError::Unrelated(what) | TypedError::Conversion(what) => f.write_str(what),
            TypedError::Build(error) => error.fmt(f),
            TypedError::Write(error) => write!(f, "the object cannot be written as JSON: {error}"),
            TypedError::Read(error) => write!(f, "the converted object cannot be read: {error}"),
        }
    }
}

impl std::error::Error for TypedError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TypedError::Write(error) | TypedError::Read(error) => Some(error),
            TypedError::Build(error) => Some(error),
            TypedError::Unrelated(_) | TypedError::Conversion(_) => None,
        }
    }
}

/// The used chains, by the path of the oldest type.
static CHAINS: Mutex<Vec<(&'static str, Chain)>> = Mutex::new(Vec::new());

/// Returns the chain with both versions.
fn chain(one: &'static Resource, other: &'static Resource) -> Result<Chain, TypedError> {
    let oldest = if leads(one, other) {
        one
    } else if leads(other, one) {
        other
    } else {
        return Err(TypedError::Unrelated(unrelated(one, other)));
    };
    let mut chains = CHAINS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, known)) = chains.iter().find(|(path, _)| *path == oldest.rust_path) {
        return Ok(known.clone());
    }
    let made = Chain::new(oldest).map_err(|problems| TypedError::Build(BuildError::new(problems)))?;
    chains.push((oldest.rust_path, made.clone()));
    Ok(made)
}

/// Whether a version leads to another by mappings.
fn leads(from: &'static Resource, to: &Resource) -> bool {
    let mut next = Some(from);
    while let Some(resource) = next {
        if resource.rust_path == to.rust_path {
            return true;
        }
        next = resource.next;
    }
    false
}

fn unrelated(one: &Resource, other: &Resource) -> String {
    format!(
        "there is no conversion between `{}` and `{}`: declare it with `#[crd(next = …)]` on the older type",
        one.rust_path, other.rust_path
    )
}
