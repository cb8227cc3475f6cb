use crd_core::Schema;
use serde::Serialize;

#[derive(Schema, Serialize)]
#[serde(tag = "type")]
enum Mode {
    Fast {
        #[crd(default = "x")]
        level: u32,
    },
}

fn main() {}
