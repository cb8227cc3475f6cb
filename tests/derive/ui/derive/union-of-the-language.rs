use crd_core::Schema;

#[derive(Schema)]
union Bits {
    a: u32,
    b: f32,
}

fn main() {}
