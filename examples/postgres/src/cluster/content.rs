//! Users and databases.

use crd_core::Schema;
use crd_core::types::{SecretKeySelector, Time};
use serde::{Deserialize, Serialize};

/// A user of the server.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// The name.
    #[crd(
        min_length = 1,
        max_length = 63,
        pattern = "^[a-z_][a-z0-9_]*$",
        not(enum("postgres", "replication"))
    )]
    pub name: String,
    /// The key of a secret with the password.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub password: Option<SecretKeySelector>,
    /// What the user may do.
    #[crd(list_type = set, max_items = 8)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<UserAttribute>,
    /// The most connections at once; -1 for no limit.
    #[crd(minimum = -1, default = -1)]
    pub connection_limit: i32,
    /// When the password stops working.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_until: Option<Time>,
}

/// What a user may do.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum UserAttribute {
    /// Everything.
    Superuser,
    /// Make databases.
    #[serde(rename = "CREATEDB")]
    CreateDatabase,
    /// Make users.
    #[serde(rename = "CREATEROLE")]
    CreateRole,
    /// Replicate.
    Replication,
}

/// A database of the server.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Database {
    /// The name.
    #[crd(min_length = 1, max_length = 63)]
    pub name: String,
    /// The user that owns it.
    #[crd(max_length = 63)]
    pub owner: String,
    /// Its encoding.
    #[crd(default = "UTF8", enum("UTF8", "LATIN1", "SQL_ASCII"))]
    pub encoding: String,
    /// Extensions to install.
    #[crd(list_type = map, list_map_keys("name"), max_items = 64)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub extensions: Vec<Extension>,
}

/// An extension of a database.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Extension {
    /// The name.
    #[crd(max_length = 63)]
    pub name: String,
    /// The version; the newest without it.
    #[crd(max_length = 31)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}
