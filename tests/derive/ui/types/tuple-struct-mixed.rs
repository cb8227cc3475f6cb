use crd_core::Schema;

#[derive(Schema)]
struct Pair(String, u32);

fn main() {}
