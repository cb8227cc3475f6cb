use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Pool {
    source: Source,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type", rename_all_fields(serialize = "camelCase", deserialize = "camel_case"))]
enum Source {
    #[serde(rename_all = "Camel")]
    Disk { disk_size: u32 },
}

fn main() {}
