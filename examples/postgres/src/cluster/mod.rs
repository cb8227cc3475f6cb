//! `PostgresCluster`: a replicated PostgreSQL server.

mod backup;
mod content;
mod storage;

use std::collections::{BTreeMap, BTreeSet};

use crd_core::types::{
    Condition, Duration, EmbeddedResource, IntOrString, LabelSelector, LocalObjectReference, Quantity,
};
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

pub use self::backup::{BackupPolicy, BackupReference, BackupTarget, ExternalServer, ReplicaSource};
pub use self::content::{Database, Extension, User, UserAttribute};
pub use self::storage::{AccessMode, EmptyDir, HostPath, Storage, VolumeClaim};

/// A replicated PostgreSQL server with its users, databases, storage and backups.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "postgres.example.com",
    version = "v1",
    kind = "PostgresCluster",
    plural = "postgresclusters",
    singular = "postgrescluster",
    list_kind = "PostgresClusterList",
    namespaced,
    shortname = "pg",
    shortname = "pgc",
    category = "all",
    category = "databases",
    status = PostgresClusterStatus,
    scale(
        spec_replicas_path = ".spec.instances",
        status_replicas_path = ".status.readyInstances",
        label_selector_path = ".status.selector"
    ),
    annotation("postgres.example.com/docs", "https://postgres.example.com/docs"),
    label("app.kubernetes.io/part-of", "postgres-operator"),
    printcolumn(name = "Phase", type_ = "string", json_path = ".status.phase"),
    printcolumn(name = "Age", type_ = "date", json_path = ".metadata.creationTimestamp"),
    root_rule("self.metadata.name.size() <= 50", message = "names of services are made from the name: at most 50 characters")
)]
#[crd(rule(
    "self.instances <= self.maxInstances",
    message = "instances must not exceed maxInstances"
))]
#[crd(at_most_one_of("bootstrapFrom", "replicaOf"))]
#[crd(feature_gates("LogicalFailover"))]
#[serde(rename_all = "camelCase")]
pub struct PostgresClusterSpec {
    /// How many instances run, the primary among them.
    #[crd(minimum = 1, maximum = 50, default = 3, printcolumn(name = "Instances"))]
    pub instances: u32,

    /// The most instances an autoscaler may ask for.
    #[crd(minimum = 1, maximum = 50, default = 5)]
    pub max_instances: u32,

    /// Major version of PostgreSQL.
    #[crd(
        minimum = 14,
        maximum = 18,
        printcolumn(name = "Version"),
        rule("self >= oldSelf", message = "downgrades are not possible")
    )]
    pub postgres_version: u8,

    /// Image with the server; the operator has one for each version.
    #[crd(
        max_length = 512,
        pattern = r"^[^\s]+$",
        example = "registry.example.com/postgres:18.1"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,

    /// When images are pulled.
    #[serde(default)]
    pub image_pull_policy: PullPolicy,

    /// Secrets for pulling images.
    #[crd(list_type = map, list_map_keys("name"), max_items = 16)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub image_pull_secrets: Vec<LocalObjectReference>,

    /// Where data lives. It cannot be changed later.
    #[crd(immutable)]
    pub storage: Storage,

    /// Where the write-ahead log lives, if not beside the data.
    #[crd(immutable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wal_storage: Option<VolumeClaim>,

    /// Requests and limits of each instance.
    #[serde(default)]
    pub resources: Resources,

    /// Port of the server, by number or by name.
    #[crd(default = 5432, any_of((minimum = 1024, maximum = 65535), (pattern = "^[a-z][a-z0-9-]{0,14}$")))]
    pub port: IntOrString,

    /// Users the operator keeps.
    #[crd(list_type = map, list_map_keys("name"), max_items = 64)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub users: Vec<User>,

    /// Databases the operator keeps.
    #[crd(list_type = map, list_map_keys("name"), max_items = 128)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub databases: Vec<Database>,

    /// Settings of `postgresql.conf`.
    #[crd(max_properties = 200, map_type = granular, values(max_length = 4096))]
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, String>,

    /// Libraries loaded when the server starts.
    #[crd(max_items = 20, items(min_length = 1, max_length = 63))]
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub shared_preload_libraries: BTreeSet<String>,

    /// Lines of `pg_hba.conf`, in order.
    #[crd(list_type = atomic, max_items = 100, items(max_length = 1024))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub host_based_authentication: Vec<String>,

    /// Encryption of connections.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tls: Option<Tls>,

    /// Continuous backup.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backup: Option<BackupPolicy>,

    /// Starts from a backup instead of an empty server.
    #[crd(immutable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bootstrap_from: Option<BackupReference>,

    /// Follows another cluster.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replica_of: Option<ReplicaSource>,

    /// How many replicas must confirm a commit.
    #[crd(lifecycle(min_version = "v1.31", status = beta))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub synchronous_replicas: Option<u8>,

    /// Keeps logical replication slots over a failover.
    #[crd(lifecycle(project = "postgres-operator", min_version = "v2.1.0", status = alpha, feature_gate = "LogicalFailover"))]
    #[serde(default)]
    pub logical_failover: bool,

    /// How long the operator waits for a primary before it elects another.
    #[crd(default = "30s")]
    pub failover_delay: Duration,

    /// Nodes the instances may run on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_selector: Option<LabelSelector>,

    /// Labels of all pods and services.
    #[crd(
        max_properties = 32,
        values(max_length = 63, pattern = "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$")
    )]
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,

    /// A pod that is merged with the one the operator makes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pod_template: Option<EmbeddedResource>,

    /// Configuration of sidecars, passed through as it is.
    #[crd(preserve_unknown_fields)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sidecars: Option<serde_json::Value>,

    /// When maintenance may interrupt the service.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[crd(max_items = 7, list_type = map, list_map_keys("day"))]
    pub maintenance_windows: Vec<MaintenanceWindow>,

    /// Which team owns the cluster.
    #[crd(selectable, max_length = 63, title = "Owning team")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,

    /// Stops all instances and keeps their volumes.
    #[serde(default)]
    pub hibernated: bool,
}

/// When images are pulled.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PullPolicy {
    /// Every time an instance starts.
    Always,
    /// If the node does not have the image.
    #[default]
    IfNotPresent,
    /// Never.
    Never,
}

/// Requests and limits.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Resources {
    /// What is set aside.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub requests: BTreeMap<String, Quantity>,
    /// What may be used at most.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub limits: BTreeMap<String, Quantity>,
}

/// Encryption of connections.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(exactly_one_of("secret", "issuer"))]
#[serde(rename_all = "camelCase")]
pub struct Tls {
    /// A secret with `tls.crt`, `tls.key` and `ca.crt`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<LocalObjectReference>,
    /// An issuer that makes certificates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub issuer: Option<Issuer>,
    /// The oldest protocol that is spoken.
    #[crd(default = "TLSv1.3", enum("TLSv1.2", "TLSv1.3"))]
    pub min_protocol: String,
    /// Names the certificates are for, besides those of the services.
    #[crd(max_items = 20, items(format = "hostname", max_length = 253))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alternative_names: Vec<String>,
}

/// An issuer of certificates.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Issuer {
    /// Its name.
    #[crd(max_length = 253)]
    pub name: String,
    /// Its kind.
    #[crd(default = "Issuer", enum("Issuer", "ClusterIssuer"))]
    pub kind: String,
}

/// When maintenance may interrupt the service.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct MaintenanceWindow {
    /// The day of the week.
    #[crd(enum("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"))]
    pub day: String,
    /// The hour it starts, in UTC.
    #[crd(maximum = 23)]
    pub hour: u8,
    /// How long it lasts.
    pub duration: Duration,
}

/// What the operator sees.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase", default)]
pub struct PostgresClusterStatus {
    /// What the cluster is doing, in a word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// How many instances are ready.
    pub ready_instances: u32,
    /// Selects the pods, for autoscalers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
    /// The instance that takes writes.
    #[crd(printcolumn(name = "Primary", priority = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary: Option<String>,
    /// The generation that this status describes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Aspects of the state.
    #[crd(list_type = map, list_map_keys("type"))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Condition>,
    /// Each instance by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub instances: BTreeMap<String, InstanceStatus>,
}

/// What a cluster is doing.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// It is being made.
    Creating,
    /// It serves.
    Running,
    /// A new primary is being elected.
    FailingOver,
    /// It is stopped.
    Hibernated,
    /// It cannot serve.
    Failed,
}

/// What is known of an instance.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct InstanceStatus {
    /// Whether it takes connections.
    pub ready: bool,
    /// How far it is behind the primary, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lag_bytes: Option<u64>,
}
