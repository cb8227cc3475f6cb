use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Archive {
    #[crd(default = "Compression::Gzip")]
    compression: Compression,
}

#[derive(Schema, Serialize, Deserialize)]
enum Compression {
    Gzip,
    Zstd,
}

fn main() {}
