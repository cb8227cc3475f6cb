use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Part {
    #[crd(merge_strategy = "ListMerge::Set")]
    names: Vec<String>,
}

fn main() {}
