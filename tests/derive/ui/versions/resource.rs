mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Cache", next = super::v2::CashSpec)]
    pub struct CacheSpec {
        size: Option<i64>,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Disk", next = super::v2::Size)]
    pub struct DiskSpec {
        size: Option<i64>,
    }
}

mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Cash")]
    pub struct CashSpec {
        size: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Size {
        size: Option<i64>,
    }
}

fn main() {}
