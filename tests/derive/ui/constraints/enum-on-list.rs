use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Archive {
    #[crd(enum("gzip", "zstd"))]
    formats: Vec<String>,
}

fn main() {}
