//! The module of the newer version is missing.

mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Cache", storage = false, next = CacheSpec, added("tier"))]
    pub struct CacheSpec {
        pub megabytes: u32,
    }
}

mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Cache")]
    pub struct CacheSpec {
        pub megabytes: u32,
        pub tier: Option<String>,
    }
}

fn main() {}
