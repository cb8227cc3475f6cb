use crd_core::Schema;

#[derive(Schema)]
struct Server {
    #[crd(rule("self.low <= self.high", field_path = ".hgih"))]
    ports: Ports,
}

#[derive(Schema)]
struct Ports {
    low: u16,
    high: u16,
}

fn main() {}
