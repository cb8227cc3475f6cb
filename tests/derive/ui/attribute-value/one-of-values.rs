use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Vaccination {
    #[crd(one_of("RAB", "FELV"))]
    vaccine: String,
    #[crd(items(any_of("left", "right")))]
    legs: Vec<String>,
    #[crd(any_of(one_of("a", "b")))]
    lot: String,
}

fn main() {}
