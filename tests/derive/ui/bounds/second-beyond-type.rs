//! Bounds beyond the type, in the second place.

use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct ListenerSpec {
    #[crd(minimum = 1, maximum = 70000)]
    port: u16,
    #[crd(maximum = 10, minimum = -1)]
    weight: u8,
    #[crd(minimum = 1.0, multiple_of = 1e300)]
    ratio: f32,
    #[crd(minimum = 1, maximum = MOST)]
    limit: u8,
}

const MOST: u16 = 300;

fn main() {}
