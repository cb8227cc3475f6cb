use crd_core::Schema;
use serde::Serialize;

struct Other {
    size: u32,
}

#[derive(Schema, Serialize)]
#[serde(remote = "Other")]
struct OtherDef {
    size: u32,
}

fn main() {}
