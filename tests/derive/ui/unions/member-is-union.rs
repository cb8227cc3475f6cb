use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Disk {
    path: String,
}

#[derive(Union)]
enum Store {
    Disk(Disk),
    Memory,
}

#[derive(Schema, Serialize, Deserialize)]
struct Queue {
    #[crd(union)]
    store: Option<Store>,
}

fn main() {}
