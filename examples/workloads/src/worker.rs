//! A custom resource with a whole pod template.

use crd_core::{CustomResource, Schema};
use k8s_openapi::api::core::v1::PodTemplateSpec;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, LabelSelector};
use serde::{Deserialize, Serialize};

/// Runs a number of pods.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "workloads.example.com",
    version = "v1",
    kind = "Worker",
    namespaced,
    status = WorkerStatus,
    scale(spec_replicas_path = ".spec.replicas", status_replicas_path = ".status.replicas")
)]
#[serde(rename_all = "camelCase")]
pub struct WorkerSpec {
    /// Number of pods.
    #[crd(minimum = 0, maximum = 1000, default = 1)]
    pub replicas: i32,
    /// Which pods belong to the worker.
    pub selector: LabelSelector,
    /// The pods.
    pub template: PodTemplateSpec,
}

/// Observed state.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub struct WorkerStatus {
    /// Number of running pods.
    #[serde(default)]
    pub replicas: i32,
    /// What is the matter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[crd(list_type = map, list_map_keys("type"))]
    pub conditions: Vec<Condition>,
}
