use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(list_type = map)]
    names: Vec<String>,
}

fn main() {}
