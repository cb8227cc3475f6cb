use crd_core::Schema;
use serde::Serialize;

#[derive(Schema, Serialize)]
enum Mode {
    Level(#[crd(pattern = "a")] u32),
}

fn main() {}
