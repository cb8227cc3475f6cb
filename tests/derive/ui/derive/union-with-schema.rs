use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Union, Schema)]
#[crd(discriminator = "type")]
enum Source {
    Disk(Disk),
    Memory,
}

#[derive(Schema, Serialize, Deserialize)]
struct Disk {
    path: String,
}

fn main() {}
