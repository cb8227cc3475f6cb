// Written by `crd-gen import`, which overwrites it: change names in the table below, and the rest with `[import]` of `crd-gen.toml`.

//! `Worker` of `workloads.example.com`.

#![allow(
    clippy::doc_lazy_continuation,
    clippy::doc_overindented_list_items,
    clippy::enum_variant_names,
    clippy::large_enum_variant
)]
#![allow(
    rustdoc::bare_urls,
    rustdoc::broken_intra_doc_links,
    rustdoc::invalid_html_tags
)]

use crd_core::{CustomResource, Schema};
use k8s_openapi::api::core::v1::PodTemplateSpec;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, LabelSelector};
use serde::{Deserialize, Serialize};

/// Runs a number of pods.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "workloads.example.com",
    version = "v1",
    kind = "Worker",
    plural = "workers",
    namespaced,
    status = WorkerStatus,
    scale(
        spec_replicas_path = ".spec.replicas",
        status_replicas_path = ".status.replicas"
    ),
    derive(PartialEq)
)]
pub struct WorkerSpec {
    /// Number of pods.
    #[crd(minimum = 0, maximum = 1000, default = 1)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replicas: Option<i32>,
    /// Which pods belong to the worker.
    pub selector: LabelSelector,
    /// The pods.
    #[crd(
        at("spec.containers[].envFrom[].configMapRef", map_type = atomic),
        at("spec.containers[].envFrom[].secretRef", map_type = atomic)
    )]
    pub template: PodTemplateSpec,
}

/// Observed state.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct WorkerStatus {
    /// What is the matter.
    #[crd(list_type = map, list_map_keys("type"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<Condition>>,
    /// Number of running pods.
    #[crd(default = 0)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replicas: Option<i32>,
}
