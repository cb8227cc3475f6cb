mod v1beta1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "backup.example.com", version = "v1beta1", kind = "Backup", storage = false)]
    #[crd(next = super::v1::BackupSpec, added("timeZone"))]
    pub struct BackupSpec {
        schedule: String,
        #[crd(next(path = "retention.keep"))]
        keep: u32,
    }
}

mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "backup.example.com", version = "v1", kind = "Backup", short_name = "bk")]
    #[serde(rename_all = "camelCase")]
    pub struct BackupSpec {
        schedule: String,
        time_zone: Option<String>,
        retention: Retention,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Retention {
        keep: u32,
    }
}

fn main() {}
