//! serde's attributes in `#[crd(…)]`: nothing that would follow from their absence is reported.

use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(rename_all = "camelCase", rule("self.minSize <= self.maxSize"))]
struct Range {
    min_size: u32,
    max_size: u32,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(tag = "type")]
enum Storage {
    Bucket { name: String },
    Nothing,
}

fn main() {}
