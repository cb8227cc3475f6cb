use crd_core::{Schema};
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Db {
    #[validate(range(min = 1))]
    size: u32,
}

fn main() {}
