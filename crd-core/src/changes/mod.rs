//! What differs between two schemas or two CRDs, as values.
//!
//! ```text
//! old: spec {size: integer, mode: string}     new: spec {size: string, tier: string}
//! ->   spec.size  Type(integer, string)
//!      spec.mode  Removed
//!      spec.tier  Added
//! ```
//!
//! There is one comparison, which judges nothing. What a difference does to objects depends on who asks: conversion with strategy
//! `None` compares two versions of a CRD, an update compares one version before and after. The readers are `check --old`,
//! the lints of conversion, and migration plans.

mod crds;
mod narrowing;
mod schemas;

pub(crate) use crds::{
    crds, has_webhook, preferred_version, storage_version, stored_versions, version, versions,
};
pub(crate) use narrowing::Narrowing;
pub(crate) use schemas::{Openness, SchemaChange, SchemaDifference, Side, nodes, objects};
