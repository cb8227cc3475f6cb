//! Fields of variants that are renamed, and mappings of them that contradict each other.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    use super::v2;

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Source)]
    #[serde(tag = "type")]
    pub enum Unsaid {
        Git { url: String },
        Archive { address: String },
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Source)]
    #[serde(tag = "type")]
    pub enum Misspelt {
        Git {
            #[crd(next(rename = "repositry"))]
            url: String,
        },
        Archive {
            address: String,
        },
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = v2::Named)]
    pub enum OfMembers {
        Git {
            url: String,
        },
        Archive {
            address: String,
        },
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[serde(tag = "type")]
    pub enum Source {
        Git { repository: String },
        Archive { address: String },
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub enum Named {
        Git { url: String, depth: Option<u32> },
        Archive { address: String },
    }
}

fn main() {}
