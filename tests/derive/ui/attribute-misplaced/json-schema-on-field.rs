use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(json_schema)]
    size: u8,
}

fn main() {}
