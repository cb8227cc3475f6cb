use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Union)]
#[crd(discriminator = "hostPath")]
enum Storage {
    HostPath(HostPath),
    None,
}

#[derive(Schema, Serialize, Deserialize)]
struct HostPath {
    path: String,
}

fn main() {}
