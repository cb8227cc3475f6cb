use crd_core::{Schema};
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.size > 1"), msg = "too small")]
struct Db {
    size: u32,
}

fn main() {}
