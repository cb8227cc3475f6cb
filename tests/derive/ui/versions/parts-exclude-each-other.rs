//! Parts of a mapping that have no effect beside others.

mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "db.example.com", version = "v1", kind = "Database", storage = false)]
    #[crd(next = v2::DatabaseSpec)]
    pub struct DatabaseSpec {
        #[crd(next(dropped, rename = "owner"))]
        pub contact: String,
        #[crd(next(annotation = "db.example.com/fax", dropped))]
        pub fax: Option<String>,
        #[crd(next(into("host", "port"), lossy))]
        pub address: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next(v2::Backup))]
    pub struct Backup {}
}

mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "db.example.com", version = "v2", kind = "Database")]
    pub struct DatabaseSpec {
        pub owner: Option<String>,
        pub host: Option<String>,
        pub port: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Backup {}
}

fn main() {}
