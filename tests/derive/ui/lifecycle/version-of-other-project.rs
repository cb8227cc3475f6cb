use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(lifecycle(project = "istio", min_version = "v3", status = beta))]
    width: Option<u32>,
}

fn main() {}
