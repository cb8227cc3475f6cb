use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Pool {
    /// How nodes are replaced.
    #[serde(default)]
    upgrade: Upgrade,
}

#[derive(Schema, Serialize, Deserialize)]
enum Upgrade {
    Rolling,
    Surge,
}

fn main() {}
