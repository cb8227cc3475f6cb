use crd_core::Schema;

#[derive(Schema)]
struct Server {
    #[crd(nullable)]
    port: u16,
    #[crd(nullable)]
    address: Address,
    #[crd(nullable)]
    name: Option<String>,
}

#[derive(Schema)]
struct Address {
    host: String,
}

fn main() {}
