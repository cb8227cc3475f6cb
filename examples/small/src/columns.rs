//! Printer columns, selectable fields and the scale subresource, declared at the field.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// A number of workers.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "small.example.com",
    version = "v1",
    kind = "WorkerPool",
    namespaced,
    status = WorkerPoolStatus,
    scale(spec_replicas_path = ".spec.workers", status_replicas_path = ".status.ready"),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp")
)]
pub struct WorkerPoolSpec {
    /// How many workers are wanted.
    #[crd(printcolumn, maximum = 1000)]
    pub workers: u32,
    /// The queue they take work from.
    #[crd(printcolumn(name = "Queue"), selectable)]
    pub queue: String,
}

/// What is there.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct WorkerPoolStatus {
    /// How many workers are ready.
    #[crd(printcolumn(priority = 1))]
    pub ready: u32,
}
