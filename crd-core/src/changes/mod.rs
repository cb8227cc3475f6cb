//! Compares two schemas or two CRDs. Each difference is a typed value.
//!
//! ```text
//! old: spec {size: integer, mode: string}     new: spec {size: string, tier: string}
//! ->   spec.size  Type(integer, string)
//!      spec.mode  Removed
//!      spec.tier  Added
//! ```
//!
//! There is one comparison, which does not rate the differences. Their effect on objects depends on the caller:
//! conversion with strategy `None` compares two versions of a CRD, an update compares one version before and after. The
//! callers are `check --old`, the lints of conversion, migration plans, and the compatibility of CRDs.

#[cfg(feature = "compat")]
mod crds;
#[cfg(feature = "compat")]
mod keywords;
mod narrowing;
mod schemas;
mod unlisted;
mod versions;

#[cfg(feature = "compat")]
pub(crate) use crds::crds;
#[cfg(feature = "compat")]
pub(crate) use keywords::{
    KeywordChange, ListMerge, MemberBefore, ValueSet, is_same_node, keyword_changes, moved_to,
};
pub(crate) use narrowing::Narrowing;
#[cfg(feature = "compat")]
pub(crate) use schemas::{NodePair, PairDifference, is_open, pairs};
pub(crate) use schemas::{
    Openness, SchemaChange, SchemaDifference, Side, ValueType, nodes, objects, path_in_objects,
};
pub(crate) use versions::{
    has_webhook, preferred_version, storage_version, stored_versions, version, versions,
};
