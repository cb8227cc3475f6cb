use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(items(printcolumn))]
    sizes: Vec<u32>,
}

fn main() {}
