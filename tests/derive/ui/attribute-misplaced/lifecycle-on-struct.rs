use crd_core::Schema;

#[derive(Schema)]
#[crd(lifecycle(min_version = "v1.30", status = alpha))]
struct Spec {
    size: u32,
}

fn main() {}
