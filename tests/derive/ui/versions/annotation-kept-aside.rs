//! An annotation with the form of those in which conversions keep values.

mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Job", storage = false, next = v2::JobSpec)]
    #[crd(moved(annotation = "example.com/v1.00000000000000ff", to = "tier"))]
    pub struct JobSpec {
        #[crd(next(annotation = "example.com/v2.0123456789abcdef"))]
        pub note: Option<String>,
        #[crd(next(annotation = "example.com/v2.0123456789abcde"))]
        pub short: Option<String>,
        #[crd(next(label = "example.com/v2.0123456789abcdef"))]
        pub label: Option<String>,
    }
}

mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Job")]
    pub struct JobSpec {
        pub tier: Option<String>,
    }
}

fn main() {}
