use crd_core::{Schema};
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(preserve_unknown_fields)]
struct Name(String);

fn main() {}
