use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Union)]
enum Storage {
    #[crd(rename = "AmazonS3")]
    S3(S3),
    None,
}

#[derive(Schema, Serialize, Deserialize)]
struct S3 {}

fn main() {}
