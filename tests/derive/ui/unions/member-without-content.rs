use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Union)]
enum Storage {
    S3(S3),
    Nothing {},
}

#[derive(Schema, Serialize, Deserialize)]
struct S3 {
    bucket: String,
}

fn main() {}
