use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[serde(transparent)]
struct Marker {
    only: std::marker::PhantomData<u32>,
}

fn main() {}
