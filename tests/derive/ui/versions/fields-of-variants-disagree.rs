//! One member of the object for two variants, of which two things are said.

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Source)]
    #[serde(tag = "type")]
    pub enum Source {
        Git {
            #[crd(next(rename = "repository"))]
            url: String,
        },
        Archive {
            url: String,
        },
    }

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v2::Source)]
    #[serde(tag = "type")]
    pub enum Dropped {
        #[crd(next(falls_back = "Archive"))]
        Svn {
            #[crd(next(rename = "repository"))]
            address: String,
        },
        Git {
            #[crd(next(rename = "repository"))]
            url: String,
        },
        #[crd(next(dropped))]
        Archive {},
    }
}

mod v2 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[serde(tag = "type")]
    pub enum Source {
        Git { repository: String },
        Archive { url: String },
    }
}

fn main() {}
