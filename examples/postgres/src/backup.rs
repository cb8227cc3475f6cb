//! `PostgresBackup`: one backup of a cluster, in two versions with the same schema.

use crd_core::types::{LocalObjectReference, Quantity, Time};
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// A backup of a cluster.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "postgres.example.com",
    version = "v1",
    kind = "PostgresBackup",
    namespaced,
    shortname = "pgb",
    status = PostgresBackupStatus,
    // The first version, for clients that still use it. It differs only in its name, so the server converts without a webhook.
    also("v1beta1", deprecated = "postgres.example.com/v1beta1 PostgresBackup is deprecated; use v1"),
)]
pub struct PostgresBackupSpec {
    /// The cluster.
    #[crd(
        immutable,
        printcolumn(name = "Cluster", json_path = ".spec.cluster.name", type_ = "string")
    )]
    pub cluster: LocalObjectReference,
    /// Whether it is a full backup or what changed since the last.
    #[crd(default = "Full", enum("Full", "Incremental"))]
    pub method: String,
}

/// How a backup goes.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct PostgresBackupStatus {
    /// When it began.
    #[crd(printcolumn)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started: Option<Time>,
    /// When it was done.
    #[crd(printcolumn)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed: Option<Time>,
    /// How large it is.
    #[crd(printcolumn)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<Quantity>,
}
