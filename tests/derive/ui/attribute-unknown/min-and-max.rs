use std::collections::BTreeMap;

use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(min = 1, max = 20)]
    number: Option<i32>,
    #[crd(min = 1)]
    name: String,
    #[crd(max = 8)]
    names: Vec<String>,
    #[crd(max = 8)]
    labels: BTreeMap<String, String>,
    #[crd(max = 8)]
    other: Other,
}

#[derive(Schema)]
struct Other {
    number: u16,
}

fn main() {}
