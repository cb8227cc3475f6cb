//! Two variants that become one: one of both would come back as the other.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Mode, variant("Serverless", falls_back = "Small"))]
    pub enum TwoRenames {
        #[crd(next(rename = "Shared"))]
        Small,
        #[crd(next(rename = "Shared"))]
        Tiny,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Mode, variant("Serverless", falls_back = "Shared"))]
    pub enum OntoOneThatStays {
        Shared,
        #[crd(next(rename = "Shared"))]
        Tiny,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Mode, variant("Serverless", falls_back = "Shared"))]
    pub enum AddedThoughItStays {
        Shared,
        Serverless,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Mode, variant("Serverless", falls_back = "Shared"))]
    pub enum AddedAndRenamed {
        Shared,
        #[crd(next(rename = "Serverless"))]
        Elastic,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Source)]
    #[serde(tag = "type")]
    pub enum WithData {
        #[crd(next(rename = "Http"))]
        Web { url: String },
        Http { url: String },
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub enum Mode {
        Shared,
        Serverless,
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[serde(tag = "type")]
    pub enum Source {
        Http { url: String },
    }
}

fn main() {}
