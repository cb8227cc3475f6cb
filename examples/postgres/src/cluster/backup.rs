//! Backups, and the initial data of a cluster.

use crd_core::Schema;
use crd_core::types::{LocalObjectReference, Time};
use serde::{Deserialize, Serialize};

/// Continuous backup.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct BackupPolicy {
    /// When full backups are made, in the syntax of cron.
    #[crd(min_length = 9, max_length = 128, example = "0 3 * * *")]
    pub schedule: String,
    /// How many full backups are kept.
    #[crd(minimum = 1, default = 7)]
    pub keep: u16,
    /// Where backups go.
    pub target: BackupTarget,
    /// Share of the disk's speed a backup may take.
    #[crd(exclusive_minimum = 0, maximum = 1, default = 0.5)]
    pub throttle: f64,
    /// How many bytes are written at once, in steps of 4096.
    #[crd(multiple_of = 4096, default = 1048576)]
    pub chunk_size: u32,
}

/// Where backups go.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum BackupTarget {
    /// A bucket that speaks S3.
    S3 {
        /// Address of the service.
        #[crd(format = "uri", max_length = 512)]
        endpoint: String,
        /// Name of the bucket.
        #[crd(min_length = 3, max_length = 63)]
        bucket: String,
        /// The keys.
        credentials: LocalObjectReference,
    },
    /// A volume claim.
    VolumeClaim {
        /// Its name.
        #[crd(max_length = 253)]
        claim_name: String,
    },
}

/// A backup to start from.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct BackupReference {
    /// Name of a `PostgresBackup` in the same namespace.
    #[crd(max_length = 253)]
    pub backup_name: String,
    /// The time to recover to; the end of the backup without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_time: Option<Time>,
}

/// A cluster to follow. One of the members is set, as `kind` says.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct ReplicaSource {
    /// What is followed.
    #[crd(discriminator)]
    pub kind: String,
    /// A cluster of the same namespace.
    #[crd(union)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cluster: Option<LocalObjectReference>,
    /// Any PostgreSQL server.
    #[crd(union)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external: Option<ExternalServer>,
}

/// Any PostgreSQL server.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct ExternalServer {
    /// Its address.
    #[crd(max_length = 253)]
    pub host: String,
    /// Its port.
    #[crd(minimum = 1, default = 5432)]
    pub port: u16,
}
