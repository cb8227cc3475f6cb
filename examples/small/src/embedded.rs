//! Embedded objects, any JSON, and fields that preserve unknown members.

use std::collections::BTreeMap;

use crd_core::types::{EmbeddedResource, RawExtension};
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// Makes objects from templates.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "small.example.com", version = "v1", kind = "ObjectTemplate")]
#[serde(rename_all = "camelCase")]
pub struct ObjectTemplateSpec {
    /// Any Kubernetes object.
    pub template: EmbeddedResource,
    /// Any JSON object.
    pub values: RawExtension,
    /// Any JSON.
    pub extra: serde_json::Value,
    /// Any JSON by name; nothing is pruned.
    pub by_name: BTreeMap<String, serde_json::Value>,
    /// A tree: a structural schema cannot recurse, so what is below is left open.
    #[crd(preserve_unknown_fields)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub children: Option<serde_json::Value>,
}
