mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Spec)]
    pub struct Spec {
        #[crd(next(path = "network/host"))]
        address: Option<String>,
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Spec {
        network: Option<Network>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Network {
        host: Option<String>,
    }
}

fn main() {}
