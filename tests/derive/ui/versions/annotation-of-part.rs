//! Annotations and labels belong to the whole object.

mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Place)]
    pub struct Place {
        #[crd(next(label = "zone"))]
        pub zone: Option<String>,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Both", storage = false, next = v2::BothSpec)]
    #[crd(moved("zone", label = "zone", to = "zone"))]
    pub struct BothSpec {
        #[crd(next(annotation = "note", rename = "text"))]
        pub note: Option<String>,
        #[crd(next(annotation = "tier", label = "tier"))]
        pub tier: Option<String>,
        #[crd(next(annotation = "gone", dropped))]
        pub gone: Option<String>,
    }
}

mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Place {}

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Both")]
    pub struct BothSpec {}
}

fn main() {}
