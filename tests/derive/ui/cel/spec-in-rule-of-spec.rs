//! `self.spec` in a rule of the spec, the path of an entry in a map, and the field of the elements of a list.

use std::collections::BTreeMap;

use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.spec.minSize <= self.spec.maxSize"))]
#[crd(rule("!self.headers.exists(h, h.key == 'Host')"))]
#[crd(rule("self.minSize <= self.maxSize;"))]
#[serde(rename_all = "camelCase")]
struct DiskSpec {
    min_size: u8,
    #[crd(rule("oldSelf == null || self >= oldSelf"))]
    max_size: u8,
    headers: BTreeMap<String, String>,
    #[crd(rule("self.name != 'admin'"))]
    parts: Vec<Part>,
}

#[derive(Schema)]
struct Part {
    name: String,
}

fn main() {}
