//! A required field that both versions have is listed as added.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Spec, added("on", "enabled"))]
    pub struct Spec {
        on: bool,
        #[crd(next(rename = "enabled"))]
        active: bool,
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Spec {
        on: bool,
        enabled: bool,
    }
}

fn main() {}
