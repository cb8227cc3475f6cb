//! An allowance says why.

use crd_core::Schema;

#[derive(Schema)]
#[crd(allow(reason = "all of it"))]
struct Ports {
    #[crd(allow("list-type-absent"))]
    hosts: Vec<String>,
    #[crd(allow("list-type-absent", reason = " "))]
    names: Vec<String>,
}

fn main() {}
