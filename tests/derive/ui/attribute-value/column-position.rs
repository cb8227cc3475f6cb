use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(printcolumn(position = 0))]
    size: u8,
}

fn main() {}
