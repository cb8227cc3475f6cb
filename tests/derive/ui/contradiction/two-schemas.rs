use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(schema_as = String, schemars)]
    size: u32,
}

fn main() {}
