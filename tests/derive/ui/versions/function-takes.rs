mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Spec)]
    pub struct Spec {
        #[crd(next(up = number, down = text))]
        replicas: Option<bool>,
    }

    fn number(text: String) -> Option<i64> {
        text.parse().ok()
    }

    fn text(number: i64) -> String {
        number.to_string()
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
