//! Two versions of an API; `peer/main.go` has the same.

pub mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "bench.example.com", version = "v1", kind = "Database", namespaced, storage = false)]
    #[crd(next = v2::DatabaseSpec)]
    #[serde(rename_all = "camelCase")]
    pub struct DatabaseSpec {
        #[crd(next(rename = "engine"))]
        pub r#type: String,
        #[crd(next(path = "storage.sizeGb"))]
        pub size_gb: u32,
        #[crd(next(into("host", "port"), up = split, down = join))]
        pub address: Option<String>,
        pub users: Vec<User>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = v2::User)]
    pub struct User {
        pub name: String,
        #[crd(next(rename = "grant"))]
        pub role: String,
        pub comment: String,
    }

    fn split(address: String) -> Option<(String, u16)> {
        let (host, port) = address.rsplit_once(':')?;
        Some((host.to_owned(), port.parse().ok()?))
    }

    fn join(host: String, port: u16) -> String {
        format!("{host}:{port}")
    }
}

pub mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "bench.example.com", version = "v2", kind = "Database", namespaced)]
    pub struct DatabaseSpec {
        pub engine: String,
        pub storage: Storage,
        pub host: Option<String>,
        pub port: Option<u16>,
        pub users: Vec<User>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Storage {
        pub size_gb: u32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct User {
        pub name: String,
        pub grant: String,
        pub comment: String,
    }
}
