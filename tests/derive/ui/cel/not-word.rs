use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(rule("not (self == 'a')"))]
    field: String,
}

fn main() {}
