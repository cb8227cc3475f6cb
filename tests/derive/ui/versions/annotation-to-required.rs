//! An annotation, which may be absent, becomes a required field.

mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Cache", storage = false, next = super::v2::CacheSpec)]
    #[crd(moved(annotation = "example.com/tier", to = "tier"))]
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
        pub tier: String,
    }
}

fn main() {}
