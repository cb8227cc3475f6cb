//! The module of the next version as a text, in place of its type, and a field that it does not have.

mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Db", storage = false, next = "super::v2", removed("old"))]
    struct DbSpec {
        size: i32,
        old: Option<i32>,
        mode: Mode,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(next = "super::v2")]
    enum Mode {
        Fast,
    }
}

mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Db")]
    struct DbSpec {
        size: i32,
        mode: Mode,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    enum Mode {
        Fast,
    }
}

fn main() {}
