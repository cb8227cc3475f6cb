use std::collections::BTreeMap;

use crd_core::Schema;

#[derive(Schema)]
struct Spec {
    #[crd(preserve_unknown_fields)]
    name: Option<String>,
    #[crd(preserve_unknown_fields)]
    sizes: Vec<u8>,
    #[crd(values(preserve_unknown_fields))]
    weights: BTreeMap<String, f64>,
}

fn main() {}
