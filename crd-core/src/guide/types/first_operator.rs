use crd_core::types::Time;
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// Regular backups of a volume.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "backup.example.com",
    version = "v1",
    kind = "BackupPlan",
    namespaced,
    shortname = "plan",
    status = BackupPlanStatus
)]
#[crd(rule(
    "self.interval != 'Hourly' || self.keep >= 24",
    message = "hourly backups need `keep` to be at least 24"
))]
#[serde(rename_all = "camelCase")]
pub struct BackupPlanSpec {
    /// Name of the volume claim to back up.
    #[crd(min_length = 1, max_length = 63, immutable, printcolumn)]
    pub claim: String,
    /// How often a backup is made.
    #[crd(printcolumn)]
    pub interval: Interval,
    /// How many backups are kept.
    #[crd(minimum = 1, maximum = 100, default = 7)]
    pub keep: u32,
    /// Paths in the volume that are left out.
    #[crd(max_items = 16, items(pattern = "^/"))]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,
}

/// The time between two backups.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interval {
    Hourly,
    Daily,
    Weekly,
}

/// What the operator reports.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub struct BackupPlanStatus {
    /// How many backups there are.
    #[crd(printcolumn)]
    #[serde(default)]
    pub backups: u32,
    /// When the last backup was finished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_backup: Option<Time>,
}
