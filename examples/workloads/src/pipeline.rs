//! Jobs, services, volumes and parts of pods.

use std::collections::BTreeMap;

use crd_core::{CustomResource, Schema};
use k8s_openapi::api::batch::v1::JobSpec;
use k8s_openapi::api::core::v1::{
    Affinity, ConfigMapKeySelector, EnvVar, LocalObjectReference, PersistentVolumeClaim,
    ResourceRequirements, SecretKeySelector, ServiceSpec, Toleration, TopologySpreadConstraint,
};
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{MicroTime, Time};
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::{Deserialize, Serialize};

/// Runs jobs one after another.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "workloads.example.com",
    version = "v1",
    kind = "Pipeline",
    namespaced
)]
#[serde(rename_all = "camelCase")]
pub struct PipelineSpec {
    /// The jobs, in order.
    #[crd(list_type = map, list_map_keys("name"))]
    pub steps: Vec<Step>,
    /// Where results are served.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub service: Option<ServiceSpec>,
    /// Volumes that each run gets for itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub volume_claim_templates: Vec<PersistentVolumeClaim>,
    /// Variables of all steps; of two with one name the last counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[crd(list_type = map, list_map_keys("name"))]
    pub env: Vec<EnvVar>,
    /// What the runner itself needs.
    #[serde(default)]
    pub resources: ResourceRequirements,
    /// Where the runner may stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub affinity: Option<Affinity>,
    /// What the runner puts up with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tolerations: Vec<Toleration>,
    /// How runs are spread.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[crd(list_type = map, list_map_keys("topologyKey", "whenUnsatisfiable"))]
    pub spread: Vec<TopologySpreadConstraint>,
    /// The password of the registry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password: Option<SecretKeySelector>,
    /// A file of settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<ConfigMapKeySelector>,
    /// Secrets for pulling images.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[crd(list_type = map, list_map_keys("name"))]
    pub pull_secrets: Vec<LocalObjectReference>,
    /// How many runs may fail, as a number or a share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_failed: Option<IntOrString>,
    /// How much each kind of scratch space may hold.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub scratch: BTreeMap<String, Quantity>,
    /// Nothing is started before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_before: Option<Time>,
    /// The turn of the last run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<MicroTime>,
}

/// A job.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Name of the step.
    #[crd(min_length = 1, max_length = 63)]
    pub name: String,
    /// What is run.
    pub job: JobSpec,
}
