//! Longhorn's `Node`, from `v1beta1` to `v1beta2`.
//!
//! Conditions of the node and of its disks were maps by their type, and became lists; two requests of processors were replaced by a
//! third; disks got a type.

/// Types that both versions share.
pub mod shared {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Condition {
        pub r#type: String,
        pub status: Option<String>,
        pub last_probe_time: Option<String>,
        pub last_transition_time: Option<String>,
        pub reason: Option<String>,
        pub message: Option<String>,
    }
}

pub mod v1beta1 {
    use std::collections::BTreeMap;

    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::shared::Condition;
    use super::v1beta2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "longhorn.io", version = "v1beta1", kind = "Node", namespaced, status = NodeStatus, storage = false)]
    #[crd(next = v1beta2::NodeSpec, added("instanceManagerCPURequest"))]
    #[serde(rename_all = "camelCase")]
    pub struct NodeSpec {
        pub name: Option<String>,
        pub disks: Option<BTreeMap<String, DiskSpec>>,
        pub allow_scheduling: Option<bool>,
        pub eviction_requested: Option<bool>,
        pub tags: Option<Vec<String>>,
        #[crd(next(dropped))]
        #[serde(rename = "engineManagerCPURequest")]
        pub engine_manager_cpu_request: Option<i64>,
        #[crd(next(dropped))]
        #[serde(rename = "replicaManagerCPURequest")]
        pub replica_manager_cpu_request: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1beta2::DiskSpec, added("diskType"))]
    #[serde(rename_all = "camelCase")]
    pub struct DiskSpec {
        pub path: Option<String>,
        pub allow_scheduling: Option<bool>,
        pub eviction_requested: Option<bool>,
        pub storage_reserved: Option<i64>,
        pub tags: Option<Vec<String>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(next = v1beta2::NodeStatus, added("snapshotCheckStatus", "autoEvicting"))]
    #[serde(rename_all = "camelCase")]
    pub struct NodeStatus {
        #[crd(next(keyed_by = "type"))]
        pub conditions: Option<BTreeMap<String, Condition>>,
        pub disk_status: Option<BTreeMap<String, DiskStatus>>,
        pub region: Option<String>,
        pub zone: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1beta2::DiskStatus, added("diskType", "filesystemType"))]
    #[serde(rename_all = "camelCase")]
    pub struct DiskStatus {
        #[crd(next(keyed_by = "type"))]
        pub conditions: Option<BTreeMap<String, Condition>>,
        pub storage_available: Option<i64>,
        pub storage_scheduled: Option<i64>,
        pub storage_maximum: Option<i64>,
        pub scheduled_replica: Option<BTreeMap<String, i64>>,
        #[serde(rename = "diskUUID")]
        pub disk_uuid: Option<String>,
    }
}

pub mod v1beta2 {
    use std::collections::BTreeMap;

    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::shared::Condition;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "longhorn.io", version = "v1beta2", kind = "Node", namespaced, status = NodeStatus)]
    #[crd(conversion(service = "webhook", namespace = "longhorn", path = "/convert"))]
    #[serde(rename_all = "camelCase")]
    pub struct NodeSpec {
        pub name: Option<String>,
        pub disks: Option<BTreeMap<String, DiskSpec>>,
        pub allow_scheduling: Option<bool>,
        pub eviction_requested: Option<bool>,
        pub tags: Option<Vec<String>>,
        #[serde(rename = "instanceManagerCPURequest")]
        pub instance_manager_cpu_request: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct DiskSpec {
        pub disk_type: Option<String>,
        pub path: Option<String>,
        pub allow_scheduling: Option<bool>,
        pub eviction_requested: Option<bool>,
        pub storage_reserved: Option<i64>,
        pub tags: Option<Vec<String>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[serde(rename_all = "camelCase")]
    pub struct NodeStatus {
        #[crd(list_type = map, list_map_keys("type"))]
        pub conditions: Option<Vec<Condition>>,
        pub disk_status: Option<BTreeMap<String, DiskStatus>>,
        pub region: Option<String>,
        pub zone: Option<String>,
        pub snapshot_check_status: Option<SnapshotCheckStatus>,
        pub auto_evicting: Option<bool>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct SnapshotCheckStatus {
        #[crd(format = "date-time")]
        pub last_periodic_checked_at: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct DiskStatus {
        #[crd(list_type = map, list_map_keys("type"))]
        pub conditions: Option<Vec<Condition>>,
        pub storage_available: Option<i64>,
        pub storage_scheduled: Option<i64>,
        pub storage_maximum: Option<i64>,
        pub scheduled_replica: Option<BTreeMap<String, i64>>,
        #[serde(rename = "diskUUID")]
        pub disk_uuid: Option<String>,
        pub disk_type: Option<String>,
        pub filesystem_type: Option<String>,
    }
}
