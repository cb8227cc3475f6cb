use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};

#[derive(Union, Serialize)]
enum Storage {
    Local(Local),
}

#[derive(Schema, Serialize, Deserialize)]
struct Local {}

fn main() {}
