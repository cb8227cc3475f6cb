//! Mappings without a type that the type becomes.

use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct OnField {
    #[crd(next(rename = "b"))]
    a: u8,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(added("b"))]
struct Added {
    a: u8,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(moved("a", to = "b.a"))]
struct Moved {
    a: u8,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(unfit = "keep")]
struct Unfit {
    a: u8,
}

#[derive(Schema, Serialize, Deserialize)]
#[crd(variant("B", falls_back = "A"))]
enum Variant {
    A,
}

#[derive(Union)]
enum OnMember {
    #[crd(next(rename = "B"))]
    A,
}

fn main() {}
