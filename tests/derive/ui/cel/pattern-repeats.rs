use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("self.matches('^a{2000}$')"))]
    field: String,
}

fn main() {}
