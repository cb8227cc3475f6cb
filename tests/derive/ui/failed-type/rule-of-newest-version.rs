// The fields of a type with a wrong rule are known: `v1beta1` has an error of its own.
mod v1beta1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(next = super::v1::BackupSpec, added("timezone"))]
    pub struct BackupSpec {
        keep: u32,
    }
}

mod v1 {
    use crd_core::Schema;
    use serde::{Deserialize, Serialize};

    #[derive(Schema, Serialize, Deserialize)]
    #[crd(rule("self.keep >= 1 and self.keep < 9"))]
    #[serde(rename_all = "camelCase")]
    pub struct BackupSpec {
        keep: u32,
        time_zone: Option<String>,
    }
}

fn main() {}
