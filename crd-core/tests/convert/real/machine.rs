//! Cluster API's `Machine`, from `v1alpha3` (2020) to `v1beta2` (2025).
//!
//! | from | change |
//! |---|---|
//! | `v1alpha3` | `bootstrap.data` was removed; `status.nodeInfo` was added |
//! | `v1alpha4` | `status.version` was removed; two timeouts, `status.certificatesExpiryDate` and `status.v1beta2` were added |
//! | `v1beta1` | timeouts became seconds in `deletion`; references lost all but group, kind and name; conditions and failures went to `status.deprecated.v1beta1`, and `status.v1beta2.conditions` became `status.conditions`; what is ready went to `status.initialization` |

/// Types that several versions share.
pub mod shared {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    use super::v1beta2;

    /// A reference to an object of any kind.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1beta2::ContractReference)]
    #[serde(rename_all = "camelCase")]
    pub struct ObjectReference {
        pub kind: Option<String>,
        pub name: Option<String>,
        #[crd(next(rename = "apiGroup", up = group, down = version, lossy))]
        pub api_version: Option<String>,
        #[crd(next(dropped))]
        pub namespace: Option<String>,
        #[crd(next(dropped))]
        pub uid: Option<String>,
        #[crd(next(dropped))]
        pub resource_version: Option<String>,
        #[crd(next(dropped))]
        pub field_path: Option<String>,
    }

    fn group(api_version: String) -> Option<String> {
        let (group, _) = api_version.split_once('/')?;
        Some(group.to_owned())
    }

    fn version(group: String) -> String {
        format!("{group}/v1beta1")
    }

    /// A reference to a node.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1beta2::NodeReference)]
    #[serde(rename_all = "camelCase")]
    pub struct NodeReference {
        #[crd(next(dropped))]
        pub kind: Option<String>,
        pub name: Option<String>,
        #[crd(next(dropped))]
        pub api_version: Option<String>,
        #[crd(next(dropped))]
        pub uid: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Address {
        pub r#type: AddressType,
        pub address: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub enum AddressType {
        Hostname,
        #[serde(rename = "ExternalIP")]
        ExternalIp,
        #[serde(rename = "InternalIP")]
        InternalIp,
        #[serde(rename = "ExternalDNS")]
        ExternalDns,
        #[serde(rename = "InternalDNS")]
        InternalDns,
    }

    /// A condition of Cluster API's own.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct OldCondition {
        pub r#type: String,
        pub status: String,
        pub severity: Option<String>,
        pub last_transition_time: Option<String>,
        pub reason: Option<String>,
        pub message: Option<String>,
    }

    /// A condition of Kubernetes.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Condition {
        pub r#type: String,
        pub status: String,
        pub observed_generation: Option<i64>,
        pub last_transition_time: String,
        pub reason: String,
        pub message: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct NodeInfo {
        pub architecture: Option<String>,
        pub kernel_version: Option<String>,
        pub kubelet_version: Option<String>,
    }
}

pub mod v1alpha3 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::shared::{Address, NodeReference, ObjectReference, OldCondition};
    use super::v1alpha4;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "cluster.x-k8s.io",
        version = "v1alpha3",
        kind = "Machine",
        namespaced
    )]
    #[crd(storage = false, status = MachineStatus)]
    #[crd(next = v1alpha4::MachineSpec)]
    #[serde(rename_all = "camelCase")]
    pub struct MachineSpec {
        pub cluster_name: String,
        pub bootstrap: Bootstrap,
        pub infrastructure_ref: ObjectReference,
        pub version: Option<String>,
        #[serde(rename = "providerID")]
        pub provider_id: Option<String>,
        pub failure_domain: Option<String>,
        pub node_drain_timeout: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1alpha4::Bootstrap)]
    #[serde(rename_all = "camelCase")]
    pub struct Bootstrap {
        pub config_ref: Option<ObjectReference>,
        #[crd(next(dropped))]
        pub data: Option<String>,
        pub data_secret_name: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1alpha4::MachineStatus, added("nodeInfo"))]
    #[serde(rename_all = "camelCase")]
    pub struct MachineStatus {
        pub node_ref: Option<NodeReference>,
        pub last_updated: Option<String>,
        pub version: Option<String>,
        pub failure_reason: Option<String>,
        pub failure_message: Option<String>,
        pub addresses: Option<Vec<Address>>,
        pub phase: Option<String>,
        pub bootstrap_ready: Option<bool>,
        pub infrastructure_ready: Option<bool>,
        pub observed_generation: Option<i64>,
        pub conditions: Option<Vec<OldCondition>>,
    }
}

pub mod v1alpha4 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::shared::{Address, NodeInfo, NodeReference, ObjectReference, OldCondition};
    use super::v1beta1;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "cluster.x-k8s.io",
        version = "v1alpha4",
        kind = "Machine",
        namespaced
    )]
    #[crd(storage = false, status = MachineStatus)]
    #[crd(next = v1beta1::MachineSpec, added("nodeVolumeDetachTimeout", "nodeDeletionTimeout"))]
    #[serde(rename_all = "camelCase")]
    pub struct MachineSpec {
        pub cluster_name: String,
        pub bootstrap: Bootstrap,
        pub infrastructure_ref: ObjectReference,
        pub version: Option<String>,
        #[serde(rename = "providerID")]
        pub provider_id: Option<String>,
        pub failure_domain: Option<String>,
        pub node_drain_timeout: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = super::v1beta2::Bootstrap)]
    #[serde(rename_all = "camelCase")]
    pub struct Bootstrap {
        pub config_ref: Option<ObjectReference>,
        pub data_secret_name: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1beta1::MachineStatus, added("certificatesExpiryDate", "v1beta2"))]
    #[serde(rename_all = "camelCase")]
    pub struct MachineStatus {
        pub node_ref: Option<NodeReference>,
        pub node_info: Option<NodeInfo>,
        pub last_updated: Option<String>,
        #[crd(next(dropped))]
        pub version: Option<String>,
        pub failure_reason: Option<String>,
        pub failure_message: Option<String>,
        pub addresses: Option<Vec<Address>>,
        pub phase: Option<String>,
        pub bootstrap_ready: Option<bool>,
        pub infrastructure_ready: Option<bool>,
        pub observed_generation: Option<i64>,
        pub conditions: Option<Vec<OldCondition>>,
    }
}

pub mod v1beta1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::shared::{Address, Condition, NodeInfo, NodeReference, ObjectReference, OldCondition};
    use super::v1alpha4::Bootstrap;
    use super::v1beta2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "cluster.x-k8s.io", version = "v1beta1", kind = "Machine", namespaced)]
    #[crd(storage = false, status = MachineStatus)]
    #[crd(next = v1beta2::MachineSpec, added("minReadySeconds"))]
    #[serde(rename_all = "camelCase")]
    pub struct MachineSpec {
        pub cluster_name: String,
        pub bootstrap: Bootstrap,
        pub infrastructure_ref: ObjectReference,
        pub version: Option<String>,
        #[serde(rename = "providerID")]
        pub provider_id: Option<String>,
        pub failure_domain: Option<String>,
        #[crd(next(path = "deletion.nodeDrainTimeoutSeconds", up = seconds, down = duration, lossy))]
        pub node_drain_timeout: Option<String>,
        #[crd(next(path = "deletion.nodeVolumeDetachTimeoutSeconds", up = seconds, down = duration, lossy))]
        pub node_volume_detach_timeout: Option<String>,
        #[crd(next(path = "deletion.nodeDeletionTimeoutSeconds", up = seconds, down = duration, lossy))]
        pub node_deletion_timeout: Option<String>,
    }

    /// Parses a Go duration without fractions to seconds.
    fn seconds(text: String) -> Option<i32> {
        let mut seconds: i32 = 0;
        let mut number = String::new();
        for letter in text.chars() {
            let unit = match letter {
                '0'..='9' => {
                    number.push(letter);
                    continue;
                }
                'h' => 3600,
                'm' => 60,
                's' => 1,
                _ => return None,
            };
            let count: i32 = number.parse().ok()?;
            number.clear();
            seconds = seconds.checked_add(count.checked_mul(unit)?)?;
        }
        (number.is_empty() && !text.is_empty()).then_some(seconds)
    }

    /// Formats seconds like a Go duration.
    fn duration(seconds: i32) -> Option<String> {
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        match seconds {
            ..0 => None,
            0..60 => Some(format!("{rest}s")),
            60..3600 => Some(format!("{minutes}m{rest}s")),
            _ => Some(format!("{hours}h{minutes}m{rest}s")),
        }
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v1beta2::MachineStatus)]
    #[crd(moved("v1beta2.conditions", to = "conditions"))]
    #[serde(rename_all = "camelCase")]
    pub struct MachineStatus {
        pub node_ref: Option<NodeReference>,
        pub node_info: Option<NodeInfo>,
        pub last_updated: Option<String>,
        #[crd(next(path = "deprecated.v1beta1.failureReason"))]
        pub failure_reason: Option<String>,
        #[crd(next(path = "deprecated.v1beta1.failureMessage"))]
        pub failure_message: Option<String>,
        pub addresses: Option<Vec<Address>>,
        pub phase: Option<String>,
        pub certificates_expiry_date: Option<String>,
        #[crd(next(path = "initialization.bootstrapDataSecretCreated"))]
        pub bootstrap_ready: Option<bool>,
        #[crd(next(path = "initialization.infrastructureProvisioned"))]
        pub infrastructure_ready: Option<bool>,
        pub observed_generation: Option<i64>,
        #[crd(next(path = "deprecated.v1beta1.conditions"))]
        pub conditions: Option<Vec<OldCondition>>,
        pub v1beta2: Option<NewConditions>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct NewConditions {
        #[crd(list_type = map, list_map_keys("type"))]
        pub conditions: Option<Vec<Condition>>,
    }
}

pub mod v1beta2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::shared::{Address, Condition, NodeInfo, OldCondition};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "cluster.x-k8s.io", version = "v1beta2", kind = "Machine", namespaced)]
    #[crd(status = MachineStatus)]
    #[serde(rename_all = "camelCase")]
    pub struct MachineSpec {
        pub cluster_name: String,
        pub bootstrap: Bootstrap,
        pub infrastructure_ref: ContractReference,
        pub version: Option<String>,
        #[serde(rename = "providerID")]
        pub provider_id: Option<String>,
        pub failure_domain: Option<String>,
        pub min_ready_seconds: Option<i32>,
        pub deletion: Option<Deletion>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Bootstrap {
        pub config_ref: Option<ContractReference>,
        pub data_secret_name: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct ContractReference {
        pub kind: Option<String>,
        pub name: Option<String>,
        pub api_group: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct NodeReference {
        pub name: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    #[expect(clippy::struct_field_names, reason = "the names of Cluster API")]
    pub struct Deletion {
        pub node_drain_timeout_seconds: Option<i32>,
        pub node_volume_detach_timeout_seconds: Option<i32>,
        pub node_deletion_timeout_seconds: Option<i32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct MachineStatus {
        #[crd(list_type = map, list_map_keys("type"))]
        pub conditions: Option<Vec<Condition>>,
        pub initialization: Option<Initialization>,
        pub node_ref: Option<NodeReference>,
        pub node_info: Option<NodeInfo>,
        pub last_updated: Option<String>,
        pub addresses: Option<Vec<Address>>,
        pub phase: Option<String>,
        pub certificates_expiry_date: Option<String>,
        pub observed_generation: Option<i64>,
        pub deprecated: Option<Deprecated>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Initialization {
        pub infrastructure_provisioned: Option<bool>,
        pub bootstrap_data_secret_created: Option<bool>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Deprecated {
        pub v1beta1: Option<DeprecatedV1beta1>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct DeprecatedV1beta1 {
        pub conditions: Option<Vec<OldCondition>>,
        pub failure_reason: Option<String>,
        pub failure_message: Option<String>,
    }
}
