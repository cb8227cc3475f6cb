use crd_core::Schema;

#[derive(Schema)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
struct DatabaseSpec {
    replicas: u32,
}

fn main() {}
