use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.names.any(name, name == 'live')"))]
struct Spec {
    names: Vec<String>,
}

fn main() {}
