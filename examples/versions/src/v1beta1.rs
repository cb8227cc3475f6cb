//! The second version.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

use crate::v1;

/// A managed database.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(
    kube,
    group = "versions.example.com",
    version = "v1beta1",
    kind = "Database",
    namespaced,
    shortname = "db",
    status = DatabaseStatus,
    storage = false,
    derive(PartialEq)
)]
#[crd(next = v1::DatabaseSpec, added("tier"))]
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
    /// How often it is copied, such as `12h` or `30m`.
    #[crd(max_length = 16, next(up = minutes, down = text))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backup_every: Option<String>,
    /// Whether clients may use passwords in clear text.
    #[crd(next(dropped))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legacy_auth: Option<bool>,
    /// Who may use it.
    #[crd(list_type = map, list_map_keys("name"), max_items = 64)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub users: Vec<User>,
}

/// What runs.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[crd(next = v1::Engine, variant("Cockroach", falls_back = "Postgres"))]
pub enum Engine {
    /// Postgres.
    #[default]
    Postgres,
    /// Mysql.
    Mysql,
}

/// Where data lives.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Storage {
    /// How many gigabytes it holds.
    #[crd(minimum = 1)]
    pub size_gb: u32,
    /// The class of its volumes.
    #[crd(max_length = 253)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
}

/// Somebody who may use a database.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct User {
    /// Their name.
    #[crd(max_length = 63)]
    pub name: String,
    /// What they may do.
    #[crd(max_length = 63)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grant: Option<String>,
}

/// What the operator found.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(next = v1::DatabaseStatus)]
pub struct DatabaseStatus {
    /// How many instances work.
    #[crd(next(rename = "readyReplicas"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready: Option<u32>,
}

/// `12h` is 720 minutes. What is no duration, such as `daily`, has no number, and is kept as it is.
#[expect(
    clippy::needless_pass_by_value,
    reason = "a mapping gives its functions values"
)]
fn minutes(text: String) -> Option<u32> {
    let number = |text: &str| text.parse::<u32>().ok();
    let minutes = match text.strip_suffix('h') {
        Some(hours) => number(hours)?.checked_mul(60)?,
        None => number(text.strip_suffix('m')?)?,
    };
    (self::text(minutes) == text).then_some(minutes)
}

/// Formats minutes: 720 becomes `12h`, and 90 becomes `90m`.
fn text(minutes: u32) -> String {
    if minutes > 0 && minutes.is_multiple_of(60) {
        format!("{}h", minutes / 60)
    } else {
        format!("{minutes}m")
    }
}
