use crd_core::{Schema};
use serde::{Deserialize, Serialize};

const MAX_NAME: u32 = 63;

#[derive(Schema, Serialize, Deserialize)]
struct Db {
    #[crd(max_length = MAX_NAMES)]
    name: String,
}

fn main() {}
