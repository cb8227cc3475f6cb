use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.storage.type == 'Disk' && self.storage.disk.size > 0"))]
struct Spec {
    storage: Storage,
    backup: Backup,
    tagged: Tagged,
}

#[derive(Union)]
#[crd(rule("!has(self.disk) || self.disk.size > 0"))]
enum Storage {
    Disk(Disk),
    None,
}

#[derive(Union)]
#[crd(discriminator = "type", value = "x")]
enum Backup {
    Disk(Disk),
    None,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Tagged {
    Disk(Disk),
    Other { size: String },
}

#[derive(Schema, Serialize, Deserialize)]
struct Disk {
    #[crd(minimum = 0.5)]
    #[crd(minimum = 1)]
    size: u32,
}

fn main() {}
