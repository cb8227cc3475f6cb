//! Lifecycle markers (KEP-2558): a sentence in descriptions for servers, `x-kubernetes-api-lifecycle` in the extended profile.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// A frobber.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "small.example.com", version = "v1", kind = "Frobber")]
#[crd(feature_gates("Frobber2D"))]
pub struct FrobberSpec {
    /// How high it is.
    pub height: i32,
    /// How wide it is.
    #[crd(lifecycle(project = "kubernetes", min_version = "v1.20", status = alpha, feature_gate = "Frobber2D"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<i32>,
}
