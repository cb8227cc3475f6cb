//! Generic types: each instance has its own schema.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// Something with a fallback.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct WithFallback<T> {
    /// What is tried first.
    pub preferred: T,
    /// What is tried then.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback: Option<T>,
}

/// Resolves names.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "small.example.com", version = "v1", kind = "Resolver")]
pub struct ResolverSpec {
    /// Addresses of servers.
    pub servers: WithFallback<Vec<String>>,
    /// Their port.
    pub port: WithFallback<u16>,
}
