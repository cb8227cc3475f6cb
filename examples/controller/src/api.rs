//! The API: a cache, which becomes a `ConfigMap`.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// A cache of some size in memory.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    kube,
    group = "cache.example.com",
    version = "v1",
    kind = "Cache",
    namespaced,
    shortname = "ca",
    status = CacheStatus,
    derive(PartialEq),
    printcolumn(name = "Ready", type_ = "boolean", json_path = ".status.ready")
)]
#[crd(rule(
    "self.megabytes >= self.shards",
    message = "a shard takes at least one megabyte"
))]
pub struct CacheSpec {
    /// Size of all shards together.
    #[crd(minimum = 1, maximum = 65536, printcolumn(name = "Megabytes"))]
    pub megabytes: u32,
    /// Number of parts.
    #[crd(minimum = 1, maximum = 64)]
    #[serde(default = "one")]
    pub shards: u32,
    /// What goes when the cache is full.
    #[serde(default)]
    pub eviction: Eviction,
}

/// What goes when the cache is full.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(tag = "policy", rename_all = "camelCase")]
pub enum Eviction {
    /// What was not used for the longest time.
    #[default]
    LeastRecentlyUsed,
    /// What is older than this.
    OlderThan {
        /// Age in seconds.
        #[crd(minimum = 1)]
        seconds: u32,
    },
}

/// What the controller found.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct CacheStatus {
    /// Whether the `ConfigMap` is as the spec says.
    pub ready: bool,
    /// The generation of the spec that was seen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
}

fn one() -> u32 {
    1
}
