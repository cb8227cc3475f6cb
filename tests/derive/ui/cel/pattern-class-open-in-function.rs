use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("matches(self, '[a')"))]
    field: String,
}

fn main() {}
