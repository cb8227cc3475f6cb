use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Union)]
enum Storage {
    HostPath(HostPath),
    #[crd(value = "HostPath")]
    Other(HostPath),
}

#[derive(Schema, Serialize, Deserialize)]
struct HostPath {
    path: String,
}

fn main() {}
