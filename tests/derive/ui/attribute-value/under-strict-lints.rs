#![deny(unused_qualifications)]

use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(minimum = "one")]
    size: u32,
}

fn main() {}
