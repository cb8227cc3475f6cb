use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(printcolumn(nme = "Size"))]
    size: u32,
}

fn main() {}
