//! Parts of an API that are behind channels or gates, or deprecated: `crd-gen features` lists them, `crd-gen policies` warns of
//! their use.
//!
//! The information comes from the types of Rust packages, and from CRDs with the extension `x-kubernetes-api-lifecycle`, which
//! `crd-gen generate --crd-profile extended` writes ([`read`]).

pub(crate) mod features;
pub(crate) mod policies;
mod read;
mod unused;

pub(crate) use read::{FeatureSources, lifecycles_of, load};

/// What to know about CRDs without lifecycles.
const ONLY_EXTENDED: &str =
    "CRDs in files have this information only if `crd-gen generate --crd-profile extended` wrote them";
