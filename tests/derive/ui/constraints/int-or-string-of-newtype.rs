use crd_core::{Schema};
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(int_or_string)]
struct Port(i32);

fn main() {}
