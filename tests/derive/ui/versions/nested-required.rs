mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Spec)]
    pub struct Spec {
        #[crd(next(path = "storage.size"))]
        size: Option<i64>,
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Spec {
        storage: Option<Storage>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Storage {
        size: Option<i64>,
        class: String,
    }
}

fn main() {}
