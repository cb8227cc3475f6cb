use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Union)]
#[crd(tag = "type")]
enum Storage {
    Disk(Disk),
    None,
}

#[derive(Schema, Serialize, Deserialize)]
struct Disk {}

fn main() {}
