//! Two versions that become each other.

mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Cache", storage = false, next = super::v2::CacheSpec)]
    pub struct CacheSpec {
        pub megabytes: u32,
    }
}

mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Cache", next = super::v1::CacheSpec)]
    pub struct CacheSpec {
        pub megabytes: u32,
    }
}

fn main() {}
