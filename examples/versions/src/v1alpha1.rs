//! The first version. It is still served, for old clients.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

use crate::v1beta1;

/// A managed database.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(
    kube,
    group = "versions.example.com",
    version = "v1alpha1",
    kind = "Database",
    namespaced,
    shortname = "db",
    status = DatabaseStatus,
    storage = false,
    deprecated,
    derive(PartialEq)
)]
#[crd(next = v1beta1::DatabaseSpec, added("storage.class"))]
#[serde(rename_all = "camelCase")]
pub struct DatabaseSpec {
    /// What runs.
    #[crd(next(rename = "engine"))]
    pub r#type: Engine,
    /// How many gigabytes it holds.
    #[crd(minimum = 1, next(path = "storage.sizeGb"))]
    pub size_gb: u32,
    /// Where clients reach it, such as `db.shop:5432`.
    #[crd(max_length = 260, next(into("host", "port"), up = split, down = join))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// How often it is copied, such as `12h` or `30m`.
    #[crd(max_length = 16)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backup_every: Option<String>,
    /// Whether clients may use passwords in clear text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legacy_auth: Option<bool>,
    /// Who may use it.
    #[crd(list_type = map, list_map_keys("name"), max_items = 64)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub users: Vec<User>,
}

/// What runs.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[crd(next = v1beta1::Engine)]
pub enum Engine {
    /// Postgres.
    #[default]
    Postgres,
    /// Mysql.
    Mysql,
}

/// Somebody who may use a database.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(next = v1beta1::User)]
pub struct User {
    /// Their name.
    #[crd(max_length = 63)]
    pub name: String,
    /// What they may do.
    #[crd(max_length = 63, next(rename = "grant"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
}

/// What the operator found.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(next = v1beta1::DatabaseStatus)]
pub struct DatabaseStatus {
    /// How many instances work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ready: Option<u32>,
}

/// `db.shop:5432` is the host `db.shop` and the port 5432.
#[expect(
    clippy::needless_pass_by_value,
    reason = "a mapping gives its functions values"
)]
fn split(address: String) -> Option<(String, u16)> {
    let (host, port) = address.rsplit_once(':')?;
    let port: u16 = port.parse().ok()?;
    // An address that `join` would write differently is kept unchanged.
    (join(host.to_owned(), port) == address).then(|| (host.to_owned(), port))
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "a mapping gives its functions values"
)]
fn join(host: String, port: u16) -> String {
    format!("{host}:{port}")
}
