//! Functions that return a `Result`: a value without a counterpart is `None`.

mod v1 {
    use crd_core::Schema;
    use crd_core::types::Quantity;
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec)]
    pub struct Spec {
        #[crd(next(up = up, down = down))]
        liters: Option<i64>,
    }

    fn up(liters: i64) -> Result<Quantity, String> {
        Err(liters.to_string())
    }

    fn down(_: Quantity) -> Option<i64> {
        None
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec)]
    pub struct ByText {
        #[crd(next(by = crd_core::inverses::NumberAsText))]
        liters: Option<i64>,
    }
}

mod v2 {
    use crd_core::Schema;
    use crd_core::types::Quantity;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Spec {
        liters: Option<Quantity>,
    }
}

fn main() {}
