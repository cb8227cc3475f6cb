use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Union)]
enum Storage {
    Tape(Tape),
    Disk(Disk),
}

#[derive(Schema, Serialize, Deserialize)]
struct Tape;

#[derive(Schema, Serialize, Deserialize)]
struct Disk {}

fn main() {}
