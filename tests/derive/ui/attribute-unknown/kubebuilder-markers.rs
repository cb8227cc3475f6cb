//! Markers of controller-gen in doc comments.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// A worker pool.
///
/// +kubebuilder:resource:scope=Namespaced,shortName=wp
/// +kubebuilder:subresource:status
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "WorkerPool")]
struct WorkerPoolSpec {
    /// The number of workers.
    /// +kubebuilder:validation:Minimum=1
    /// +optional
    workers: i32,
    /// +kubebuilder:validation:Enum=Fast;Cheap
    /// +kubebuilder:validation:XValidation:rule="self != ''"
    mode: String,
    /// +listType=map
    /// +listMapKey=name
    ports: Vec<Port>,
    /// +kubebuilder:validation:Unheard
    other: Option<Mode>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Port {
    /// +required
    name: String,
    /// +1 for each, or
    /// + a list
    /// +optional, as all others say
    number: u16,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
enum Mode {
    /// +kubebuilder:default
    Fast,
}

fn main() {}
