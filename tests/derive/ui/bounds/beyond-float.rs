use crd_core::Schema;

#[derive(Schema)]
struct Limits {
    #[crd(maximum = 1e39)]
    share: f32,
}

fn main() {}
