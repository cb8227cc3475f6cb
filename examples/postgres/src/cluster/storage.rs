//! Storage of data.

use crd_core::types::Quantity;
use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

/// Where data lives.
#[derive(Union, Clone, Debug, PartialEq)]
#[crd(discriminator = "type")]
pub enum Storage {
    /// A directory that goes away with the pod; for tests.
    EmptyDir(EmptyDir),
    /// A volume claim for each instance.
    VolumeClaim(VolumeClaim),
    /// A directory of the node.
    HostPath(HostPath),
}

/// A directory that goes away with the pod.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct EmptyDir {
    /// The most it may hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size_limit: Option<Quantity>,
}

/// A claim of a volume.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(rule(
    "!has(oldSelf.storageClassName) || has(self.storageClassName)",
    message = "storageClassName may not be removed once set"
))]
#[serde(rename_all = "camelCase")]
pub struct VolumeClaim {
    /// How large the volume is.
    pub size: Quantity,
    /// Class of the volume.
    #[crd(max_length = 253)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub storage_class_name: Option<String>,
    /// How the volume may be mounted.
    #[crd(list_type = set, max_items = 3)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub access_modes: Vec<AccessMode>,
}

/// How a volume may be mounted.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessMode {
    /// By one node.
    ReadWriteOnce,
    /// By one pod.
    ReadWriteOncePod,
    /// By many nodes.
    ReadWriteMany,
}

/// A directory of the node.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct HostPath {
    /// The directory.
    #[crd(pattern = "^/.*", max_length = 4096)]
    pub path: String,
}
