use crd_core::Schema;

#[derive(Schema, serde::Serialize)]
#[serde(tag = "type")]
enum Mode {
    Pair(u32, u32),
}

fn main() {}
