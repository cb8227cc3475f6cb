mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Mode)]
    pub enum Mode {
        Shared,
        Single,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Mode, variant("Serverles", falls_back = "Shared"))]
    pub enum Misspelt {
        Shared,
        #[crd(next(rename = "Dedicate"))]
        Single,
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub enum Mode {
        Shared,
        Dedicated,
        Serverless,
    }
}

fn main() {}
