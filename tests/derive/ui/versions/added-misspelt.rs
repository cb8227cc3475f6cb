mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Spec, added("teir"))]
    pub struct Spec {
        size: Option<i64>,
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Spec {
        size: Option<i64>,
        tier: Option<String>,
    }
}

fn main() {}
