mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Spec)]
    pub struct Spec {
        #[crd(next(up = up, down = down))]
        replicas: Option<u32>,
    }

    fn up(replicas: &u32) -> Option<i64> {
        Some(i64::from(*replicas))
    }

    fn down(replicas: i64) -> u32 {
        replicas as u32
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
