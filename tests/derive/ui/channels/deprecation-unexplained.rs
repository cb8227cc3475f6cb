use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(lifecycle(min_version = "v1.30", status = deprecated))]
    width: Option<u32>,
}

fn main() {}
