use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(minimum = 200)]
    size: Small,
}

#[derive(Schema)]
#[crd(maximum = 100)]
struct Small(u32);

fn main() {}
