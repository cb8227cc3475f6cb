//! Lists of the type are compared by order.

use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.soft <= self.hard"))]
struct Limits {
    soft: Vec<u8>,
    hard: Vec<u8>,
}

fn main() {}
