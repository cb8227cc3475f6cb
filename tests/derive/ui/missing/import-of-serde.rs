use crd_core::Schema;

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    size: u32,
}

fn main() {}
