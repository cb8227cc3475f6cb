mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Spec)]
    pub struct Spec {
        #[crd(next(up = number))]
        replicas: Option<String>,
    }

    fn number(text: String) -> Option<i64> {
        text.parse().ok()
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Spec {
        replicas: Option<i64>,
    }
}

fn main() {}
