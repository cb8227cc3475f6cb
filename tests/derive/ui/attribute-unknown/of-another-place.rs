use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
#[crd(required_one_of("room", "phone"))]
#[crd(max_lenght = 3)]
struct Vet {
    room: Option<String>,
    phone: Option<String>,
    #[crd(shortnme = "v")]
    name: String,
}

fn main() {}
