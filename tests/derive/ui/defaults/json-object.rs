use std::collections::BTreeMap;

use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(default = {"a": 1})]
    limits: BTreeMap<String, u32>,
    #[crd(default = {})]
    labels: BTreeMap<String, String>,
    #[crd(example = [1, {"a": 1}])]
    steps: Vec<u32>,
}

fn main() {}
