//! Lists are compared by order.

use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.soft <= self.hard"))]
struct Limits<T> {
    soft: T,
    hard: T,
}

#[derive(Schema)]
struct Spec {
    limits: Limits<Vec<u8>>,
}

fn main() {}
