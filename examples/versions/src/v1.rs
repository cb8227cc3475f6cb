//! The storage version.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

pub use crate::v1beta1::{Storage, User};

/// A managed database.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(
    kube,
    group = "versions.example.com",
    version = "v1",
    kind = "Database",
    namespaced,
    shortname = "db",
    status = DatabaseStatus,
    derive(PartialEq),
    conversion(
        service = "versions-webhook",
        namespace = "versions-system",
        path = "/convert/databases.versions.example.com"
    )
)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseSpec {
    /// What runs.
    pub engine: Engine,
    /// Where data lives.
    pub storage: Storage,
    /// The host at which clients reach it.
    #[crd(max_length = 253)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The port at which clients reach it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
    /// After how many minutes it is copied again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backup_every: Option<u32>,
    /// What its owner pays for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<Tier>,
    /// Who may use it.
    #[crd(list_type = map, list_map_keys("name"), max_items = 64)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub users: Vec<User>,
}

/// What runs.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Engine {
    /// Postgres.
    #[default]
    Postgres,
    /// Mysql.
    Mysql,
    /// Cockroach, which speaks the protocol of Postgres.
    Cockroach,
}

/// What an owner pays for.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// One instance.
    Small,
    /// Three instances.
    Large,
}

/// What the operator found.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseStatus {
    /// How many instances work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready_replicas: Option<u32>,
}
