use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("self.matches(r'a\\1')"))]
    field: String,
}

fn main() {}
