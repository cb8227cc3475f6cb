use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// Says what is wanted.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "work.example.com",
    version = "v1",
    kind = "WorkerPool",
    namespaced,
    shortname = "wp",
    status = WorkerPoolStatus,
    scale(spec_replicas_path = ".spec.workers", status_replicas_path = ".status.ready")
)]
#[crd(rule("!has(self.queue) || self.workers > 0", message = "a queue needs workers"))]
pub struct WorkerPoolSpec {
    /// How many workers are wanted.
    #[crd(minimum = 0, maximum = 1000, default = 1, printcolumn)]
    pub workers: i32,
    /// The queue that they take work from.
    #[crd(max_length = 63)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<String>,
    pub class: Class,
    #[crd(list_type = map, list_map_keys("name"), max_items = 16)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mounts: Vec<Mount>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug)]
pub enum Class {
    Fast,
    Cheap,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Mount {
    pub name: String,
    pub path: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct WorkerPoolStatus {
    pub ready: i32,
}
