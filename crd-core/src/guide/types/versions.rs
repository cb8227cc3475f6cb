/// The version that is stored.
pub mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    /// A cache.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "cache.example.com", version = "v2", kind = "Cache", namespaced)]
    pub struct CacheSpec {
        /// How many megabytes it holds.
        #[crd(minimum = 1)]
        pub megabytes: u32,
        /// What is removed when the cache is full.
        #[crd(enum("lru", "lfu"), default = "lru")]
        pub eviction: String,
        /// Where it listens.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub port: Option<u16>,
    }
}

/// The version that old clients use.
pub mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    /// A cache.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "cache.example.com", version = "v1", kind = "Cache", namespaced)]
    #[crd(storage = false, deprecated = "cache.example.com/v1 Cache is deprecated; use v2")]
    pub struct CacheSpec {
        /// How many megabytes it holds.
        #[crd(minimum = 1)]
        pub megabytes: u32,
    }
}
