use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(exactly_one_of("name", "id"))]
struct Spec {
    #[serde(skip)]
    name: Option<String>,
    id: Option<String>,
}

fn main() {}
