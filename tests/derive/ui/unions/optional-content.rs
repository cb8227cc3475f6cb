//! The content of a variant is optional, so serde writes null for `None`.

use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Bucket {
    name: String,
}

#[derive(Union)]
#[crd(discriminator = "type")]
enum Storage {
    S3(Option<Bucket>),
    Memory,
}

fn main() {}
