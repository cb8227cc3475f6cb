use crd_core::Union;
use serde::{Deserialize, Serialize};

#[derive(Union)]
enum Storage {
    HostPath(HostPath),
}

#[derive(Serialize, Deserialize)]
struct HostPath {
    path: String,
}

fn main() {}
