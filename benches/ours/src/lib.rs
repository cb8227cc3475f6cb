//! The API of `../shared/peers/kube-bench`, declared with crd-gen: the same types, fields, docs and constraints.

use std::collections::BTreeMap;

use crd_core::types::{Condition, IntOrString, Quantity};
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// DatabaseCluster is a managed replicated database.
#[derive(CustomResource, Clone, Debug, Serialize, Deserialize, Schema)]
#[crd(
    group = "db.example.dev",
    version = "v1alpha1",
    kind = "DatabaseCluster",
    namespaced,
    status = DatabaseClusterStatus,
    shortname = "dbc",
    category = "all",
    printcolumn(name = "Replicas", type_ = "integer", json_path = ".spec.replicas"),
    printcolumn(name = "Phase", type_ = "string", json_path = ".status.phase"),
    scale(spec_replicas_path = ".spec.replicas", status_replicas_path = ".status.readyReplicas")
)]
#[serde(rename_all = "camelCase")]
#[crd(rule("self.replicas <= self.maxReplicas", message = "replicas must not exceed maxReplicas"))]
pub struct DatabaseClusterSpec {
    /// Number of desired instances.
    #[serde(default = "default_replicas")]
    #[crd(minimum = 1, maximum = 15)]
    pub replicas: i32,
    /// Upper bound for replicas.
    #[serde(default = "default_max_replicas")]
    pub max_replicas: i32,
    /// Engine to run.
    pub engine: Engine,
    /// Engine version.
    #[crd(max_length = 32)]
    #[crd(rule("self == oldSelf", message = "version is immutable"))]
    pub version: String,
    /// Container image override.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Pull policy.
    #[serde(default)]
    pub image_pull_policy: PullPolicy,
    /// Storage settings.
    pub storage: StorageSpec,
    /// Backup settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backup: Option<BackupSpec>,
    /// Network settings.
    #[serde(default)]
    pub network: NetworkSpec,
    /// Compute resources.
    #[serde(default)]
    pub resources: ResourcesSpec,
    /// Database users.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[crd(list_type = map, list_map_keys("name"))]
    pub users: Vec<UserSpec>,
    /// Free-form engine parameters.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, String>,
    /// Pod labels.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pod_labels: BTreeMap<String, String>,
    /// Whether the cluster is paused.
    #[serde(default)]
    pub paused: bool,
}

/// Supported engines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum Engine {
    /// PostgreSQL.
    Postgres,
    /// MySQL.
    Mysql,
    /// MariaDB.
    Mariadb,
}

/// Image pull policy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum PullPolicy {
    Always,
    Never,
    #[default]
    IfNotPresent,
}

/// Storage settings.
#[derive(Clone, Debug, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub struct StorageSpec {
    /// Requested size.
    pub size: Quantity,
    /// Storage class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class_name: Option<String>,
    /// Access modes.
    #[serde(default)]
    pub access_modes: Vec<String>,
    /// Whether to grow automatically.
    #[serde(default)]
    pub auto_grow: bool,
    /// Growth limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_size: Option<Quantity>,
}

/// Backup settings.
#[derive(Clone, Debug, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub struct BackupSpec {
    /// Cron schedule.
    #[crd(min_length = 9, max_length = 128)]
    pub schedule: String,
    /// Number of backups to keep.
    #[serde(default = "default_retention")]
    #[crd(minimum = 1)]
    pub retention: u32,
    /// Where to store backups.
    pub target: BackupTarget,
    /// Whether backups are compressed.
    #[serde(default)]
    pub compress: bool,
}

/// Where to store backups.
#[derive(Clone, Debug, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub enum BackupTarget {
    /// S3 compatible object store.
    S3 {
        /// Bucket.
        bucket: String,
        /// Region.
        region: Option<String>,
        /// Secret with credentials.
        secret_name: String,
    },
    /// Persistent volume claim.
    Pvc {
        /// Claim name.
        claim_name: String,
    },
}

/// Network settings.
#[derive(Clone, Debug, Default, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub struct NetworkSpec {
    /// Port to listen on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<IntOrString>,
    /// Service exposure.
    #[serde(default)]
    pub expose: Expose,
    /// Allowed CIDRs.
    #[serde(default)]
    pub allowed_cidrs: Vec<String>,
    /// Service annotations.
    #[serde(default)]
    pub annotations: BTreeMap<String, String>,
    /// TLS settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tls: Option<TlsSpec>,
}

/// Service exposure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum Expose {
    #[default]
    ClusterIP,
    NodePort,
    LoadBalancer,
}

/// TLS settings.
#[derive(Clone, Debug, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub struct TlsSpec {
    /// Secret with certificate.
    pub secret_name: String,
    /// Whether plaintext is refused.
    #[serde(default)]
    pub required: bool,
    /// Minimum protocol version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_version: Option<String>,
}

/// Compute resources.
#[derive(Clone, Debug, Default, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub struct ResourcesSpec {
    /// Requests.
    #[serde(default)]
    pub requests: BTreeMap<String, Quantity>,
    /// Limits.
    #[serde(default)]
    pub limits: BTreeMap<String, Quantity>,
}

/// A database user.
#[derive(Clone, Debug, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub struct UserSpec {
    /// Login name.
    #[crd(min_length = 1, max_length = 63, pattern = r"^[a-z][a-z0-9_]*$")]
    pub name: String,
    /// Secret with the password.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password_secret: Option<String>,
    /// Granted databases.
    #[serde(default)]
    #[crd(list_type = set)]
    pub databases: Vec<String>,
    /// Superuser flag.
    #[serde(default)]
    pub superuser: bool,
    /// Connection limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connection_limit: Option<i64>,
}

/// Observed state.
#[derive(Clone, Debug, Default, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseClusterStatus {
    /// Phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<String>,
    /// Ready replicas.
    #[serde(default)]
    pub ready_replicas: i32,
    /// Observed generation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Conditions.
    #[serde(default)]
    pub conditions: Vec<Condition>,
    /// Per-instance state.
    #[serde(default)]
    pub instances: BTreeMap<String, InstanceStatus>,
}

/// Per-instance state.
#[derive(Clone, Debug, Default, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub struct InstanceStatus {
    /// Role.
    pub role: String,
    /// Whether ready.
    pub ready: bool,
    /// Replication lag in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lag_bytes: Option<u64>,
}

fn default_replicas() -> i32 {
    3
}
fn default_max_replicas() -> i32 {
    5
}
fn default_retention() -> u32 {
    7
}
