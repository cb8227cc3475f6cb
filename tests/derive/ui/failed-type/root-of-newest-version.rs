mod v1beta1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "backup.example.com", version = "v1beta1", kind = "Backup", storage = false)]
    #[crd(next = super::v1::BackupSpec)]
    pub struct BackupSpec {
        schedule: String,
    }
}

mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "Backup.example.com", version = "v1", kind = "Backup")]
    pub struct BackupSpec {
        schedule: String,
    }
}

fn main() {}
