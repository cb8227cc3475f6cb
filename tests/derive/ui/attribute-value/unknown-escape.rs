//! A string literal with an escape that Rust does not know: only the compiler reports it.

use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(pattern = "^\d+$")]
    digits: String,
    #[crd(rule("self.matches('^\w+$')", message = "must be a word"))]
    word: String,
}

fn main() {}
