use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(rule("self.least < self.most"))]
struct Limits {
    #[crd(minimum = 10, maximum = 1)]
    least: u32,
    #[crd(minimum = 1, maximum = 11)]
    most: u32,
}

fn main() {}
