use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Union)]
enum Storage {
    HostPath { path: String },
}

#[derive(Schema, Serialize, Deserialize)]
struct Other {}

fn main() {}
