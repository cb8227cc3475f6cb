//! `skip` on fields without which serde cannot read an object.

use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Spec {
    #[crd(skip)]
    required: u32,
    #[crd(skip)]
    optional: Option<u32>,
    #[crd(skip)]
    #[serde(default)]
    defaulted: u32,
    #[crd(skip)]
    #[serde(skip)]
    skipped: u32,
    kept: u32,
}

#[derive(Schema, Serialize, Deserialize, Default)]
#[serde(default)]
struct WithDefaults {
    #[crd(skip)]
    defaulted: u32,
    kept: u32,
}

fn main() {}
