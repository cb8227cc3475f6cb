//! Functions that return a `Result` with an error that serde does not write.

mod v1 {
    use std::num::ParseIntError;

    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Spec)]
    pub struct Spec {
        #[crd(next(up = number, down = text, lossy))]
        liters: String,
    }

    fn number(liters: String) -> Result<u32, ParseIntError> {
        liters.parse()
    }

    fn text(liters: u32) -> String {
        liters.to_string()
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Spec {
        liters: u32,
    }
}

fn main() {}
