use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(printcolumn(priority = 3000000000))]
    size: u32,
    #[crd(printcolumn(priority = -2147483649))]
    count: u32,
    #[crd(printcolumn(priority = -1))]
    weight: u32,
}

fn main() {}
