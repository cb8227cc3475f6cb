use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Union)]
#[schemars(title = "Storage", tag = "type")]
#[x_kube(validation = "self.type != 'S3'")]
enum Storage {
    #[schemars(title = "A bucket")]
    S3(S3),
    #[schemars(skip)]
    Nothing,
}

#[derive(Schema, Serialize, Deserialize)]
struct S3 {
    bucket: String,
}

fn main() {}
