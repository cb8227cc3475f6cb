mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Spec)]
    pub struct Spec {
        #[crd(next(path = "labels.team"))]
        team: Option<String>,
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};
    use std::collections::BTreeMap;

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Spec {
        labels: Option<BTreeMap<String, String>>,
    }
}

fn main() {}
