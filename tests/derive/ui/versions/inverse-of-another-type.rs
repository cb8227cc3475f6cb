//! The inverse, named by its path, returns another type than the field has.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec)]
    pub struct Spec {
        #[crd(next(rename = "wait", by = crd_core::inverses::MillisAsQuantity))]
        seconds: Option<u32>,
    }
}

mod v2 {
    use crd_core::Schema;
    use crd_core::types::Duration;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Spec {
        wait: Option<Duration>,
    }
}

fn main() {}
