use crd_core::Schema;

#[derive(Schema)]
#[crd(json_schema)]
struct Spec {
    size: u8,
}

fn main() {}
