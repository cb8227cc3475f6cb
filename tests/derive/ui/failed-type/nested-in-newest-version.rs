mod v1beta1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v1::BackupSpec)]
    pub struct BackupSpec {
        #[crd(next(path = "retention.keep"))]
        keep: u32,
        sources: Vec<Source>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Source {
        name: String,
    }
}

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    pub struct BackupSpec {
        retention: Retention,
        sources: Vec<Source>,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Retention {
        #[crd(minimum = "1")]
        keep: u32,
    }

    #[derive(Schema, Serialize, Deserialize)]
    pub struct Source {
        #[crd(pattern = "[a-")]
        name: String,
    }
}

fn main() {}
