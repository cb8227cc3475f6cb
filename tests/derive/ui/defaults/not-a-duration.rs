use crd_core::Schema;
use crd_core::types::Duration;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(default = "5 minutes")]
    ttl: Duration,
    #[crd(default = "1h30m")]
    timeout: Duration,
}

fn main() {}
