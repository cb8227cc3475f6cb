use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(lifecycle(min_version = "v1.30.1", status = alpha))]
    width: Option<u32>,
}

fn main() {}
