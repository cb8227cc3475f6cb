use crd_core::Schema;

const LOWEST: &str = "1";

#[derive(Schema)]
struct Spec {
    #[crd(minimum = LOWEST, maximum = Some(5))]
    field: u32,
}

fn main() {}
