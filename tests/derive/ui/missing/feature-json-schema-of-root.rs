use crd_core::Schema;

#[derive(Schema)]
struct DatabaseSpec {
    replicas: u32,
}

struct Database;

crd_core::json_schema!(Database: DatabaseSpec);

fn main() {}
