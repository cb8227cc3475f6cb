use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(lifecycle(version = "v1.30", status = alpha))]
    width: Option<u32>,
}

fn main() {}
