//! A resource with three versions that differ in every way that a mapping can express.

#![allow(unreachable_pub, reason = "as a library has it")]

pub mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "db.example.com",
        version = "v1",
        kind = "Database",
        namespaced,
        storage = false
    )]
    #[crd(next = v2::DatabaseSpec, status = DatabaseStatus, added("tier", "storage.class"))]
    #[serde(rename_all = "camelCase")]
    pub struct DatabaseSpec {
        /// Renamed.
        #[crd(next(rename = "engine"))]
        pub engine_name: String,
        /// Moved.
        #[crd(next(path = "storage.size"))]
        pub size: Option<i64>,
        /// Split.
        #[crd(next(into("host", "port"), up = split, down = join, lossy))]
        pub address: Option<String>,
        /// Retyped.
        #[crd(next(up = number, down = text, lossy))]
        pub replicas: Option<String>,
        /// Dropped.
        #[crd(next(dropped))]
        pub legacy: Option<String>,
        /// Dropped with all its fields.
        #[crd(next(dropped))]
        pub tuning: Option<Tuning>,
        /// An enum.
        pub mode: Option<Mode>,
        /// Nested types in lists, with and without keys, and in a map.
        #[crd(list_type = map, list_map_keys("name"))]
        #[serde(default)]
        pub users: Vec<User>,
        #[serde(default)]
        pub hosts: Vec<Host>,
        #[serde(default)]
        pub extra: std::collections::BTreeMap<String, Host>,
        /// As it is.
        pub ratio: Option<f64>,
        pub notes: Option<std::collections::BTreeMap<String, String>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Tuning {
        pub memory: Option<i64>,
        pub cpu: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::Mode, variant("Serverless", falls_back = "Shared"))]
    pub enum Mode {
        Shared,
        #[crd(next(rename = "Dedicated"))]
        Single,
        #[crd(next(falls_back = "Shared"))]
        Legacy,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::User, added("shell"))]
    pub struct User {
        pub name: String,
        #[crd(next(rename = "admin"))]
        pub superuser: Option<bool>,
        #[crd(next(dropped))]
        pub quota: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::Host, added("zone"))]
    pub struct Host {
        pub ip: String,
        #[crd(next(dropped))]
        pub rack: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::DatabaseStatus, added("observedGeneration"))]
    pub struct DatabaseStatus {
        #[crd(next(rename = "phase"))]
        pub state: Option<String>,
    }

    pub fn split(address: String) -> Option<(Option<String>, Option<u16>)> {
        match address.split_once(':') {
            Some((host, port)) => Some((Some(host.to_owned()), Some(port.parse().ok()?))),
            None => Some((Some(address), None)),
        }
    }

    pub fn join(host: Option<String>, port: Option<u16>) -> Option<String> {
        match (host, port) {
            (Some(host), Some(port)) => Some(format!("{host}:{port}")),
            (host, _) => host,
        }
    }

    #[expect(clippy::needless_pass_by_value, reason = "mappings take values")]
    pub fn number(text: String) -> Option<i64> {
        assert!(text != "panic", "a mistake in a function");
        text.parse().ok()
    }

    pub fn text(number: i64) -> String {
        number.to_string()
    }
}

pub mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v3;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "db.example.com",
        version = "v2",
        kind = "Database",
        namespaced,
        storage = false
    )]
    #[crd(next = v3::DatabaseSpec, status = DatabaseStatus)]
    pub struct DatabaseSpec {
        pub engine: String,
        pub storage: Option<Storage>,
        pub host: Option<String>,
        pub port: Option<u16>,
        pub replicas: Option<i64>,
        pub mode: Option<Mode>,
        #[crd(list_type = map, list_map_keys("name"))]
        #[serde(default)]
        pub users: Vec<User>,
        #[serde(default)]
        pub hosts: Vec<Host>,
        #[serde(default)]
        pub extra: std::collections::BTreeMap<String, Host>,
        pub ratio: Option<f64>,
        pub notes: Option<std::collections::BTreeMap<String, String>>,
        #[crd(default = "standard", next(rename = "class"))]
        pub tier: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Storage {
        pub size: Option<i64>,
        pub class: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub enum Mode {
        Shared,
        Dedicated,
        Serverless,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct User {
        pub name: String,
        pub admin: Option<bool>,
        pub shell: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Host {
        pub ip: String,
        pub zone: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct DatabaseStatus {
        pub phase: Option<String>,
        pub observed_generation: Option<i64>,
    }
}

pub mod v3 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "db.example.com", version = "v3", kind = "Database", namespaced)]
    #[crd(status = v2::DatabaseStatus)]
    pub struct DatabaseSpec {
        pub engine: String,
        pub storage: Option<v2::Storage>,
        pub host: Option<String>,
        pub port: Option<u16>,
        pub replicas: Option<i64>,
        pub mode: Option<v2::Mode>,
        #[crd(list_type = map, list_map_keys("name"))]
        #[serde(default)]
        pub users: Vec<v2::User>,
        #[serde(default)]
        pub hosts: Vec<v2::Host>,
        #[serde(default)]
        pub extra: std::collections::BTreeMap<String, v2::Host>,
        pub ratio: Option<f64>,
        pub notes: Option<std::collections::BTreeMap<String, String>>,
        #[crd(default = "standard")]
        pub class: String,
    }
}
