use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    outcome: Result<Outcome, String>,
}

struct Outcome;

fn main() {}
