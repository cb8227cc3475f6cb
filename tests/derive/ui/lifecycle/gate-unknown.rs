use crd_core::Schema;

#[derive(Schema)]
#[crd(feature_gates("WideDatabases", "FastDatabases"))]
struct Spec {
    #[crd(lifecycle(min_version = "v1.30", status = alpha, feature_gate = "WideDatabase"))]
    width: Option<u32>,
}

fn main() {}
