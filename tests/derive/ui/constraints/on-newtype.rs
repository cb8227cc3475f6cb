use crd_core::Schema;

#[derive(Schema)]
#[crd(max_length = 3)]
struct Size(u32);

fn main() {}
