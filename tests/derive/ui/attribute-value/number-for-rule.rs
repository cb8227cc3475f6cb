use crd_core::Schema;

const LIMIT: usize = 3;

#[derive(Schema)]
struct Server {
    #[crd(rule(LIMIT))]
    name: String,
}

fn main() {}
