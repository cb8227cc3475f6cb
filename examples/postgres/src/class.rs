//! `PostgresClass`: defaults that administrators set for clusters.

use std::collections::BTreeMap;

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

use crate::cluster::Resources;

/// Defaults that administrators set for clusters.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "postgres.example.com",
    version = "v1alpha1",
    kind = "PostgresClass",
    plural = "postgresclasses"
)]
#[serde(rename_all = "camelCase")]
pub struct PostgresClassSpec {
    /// Requests and limits for clusters that say none.
    #[serde(default)]
    pub resources: Resources,
    /// Settings that clusters may not change.
    #[crd(max_properties = 100)]
    #[serde(default)]
    pub enforced_parameters: BTreeMap<String, String>,
    /// How eager the operator is.
    #[crd(one_of((maximum = 10), (minimum = 90)), nullable = false)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eagerness: Option<u8>,
}
