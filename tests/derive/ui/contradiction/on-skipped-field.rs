use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Server {
    #[serde(skip)]
    #[crd(minimum = 1)]
    cache: u16,
    #[crd(skip, immutable)]
    secret: Option<String>,
}

fn main() {}
