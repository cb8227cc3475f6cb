use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(printcolumn(format = "int16"))]
    size: u32,
}

fn main() {}
