use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(printcolumn(type_ = "int"))]
    size: u32,
}

fn main() {}
