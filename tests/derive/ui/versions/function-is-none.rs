mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Spec)]
    pub struct Spec {
        #[crd(next(up = UP, down = down))]
        replicas: Option<String>,
    }

    const UP: i64 = 3;

    fn down(replicas: i64) -> String {
        replicas.to_string()
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
