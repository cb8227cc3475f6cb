use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.größe > 1"))]
#[crd(rule("self.size ≥ 1"))]
#[crd(rule("self.name != “a”"))]
struct Server {
    größe: u16,
    size: u16,
    name: String,
}

fn main() {}
