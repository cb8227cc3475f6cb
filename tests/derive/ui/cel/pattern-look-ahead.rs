use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("self.matches('a(?!b)')"))]
    field: String,
}

fn main() {}
