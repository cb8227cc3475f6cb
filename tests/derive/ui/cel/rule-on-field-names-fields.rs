use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Range {
    #[crd(rule("zone != ''"))]
    zone: String,
    #[crd(rule("self <= self.max_size"))]
    min_size: u8,
    #[crd(rule("minSize < maxSize"))]
    max_size: u8,
    #[crd(max_items = 4, items(rule("self <= self.maxSize"), rule("sizes > 0")))]
    sizes: Vec<u8>,
    #[crd(max_properties = 4, values(rule("names != ''")))]
    names: std::collections::BTreeMap<String, String>,
    #[crd(rule("self.limit > 3"))]
    limit: u8,
}

fn main() {}
