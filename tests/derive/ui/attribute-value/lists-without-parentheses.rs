use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Names {
    #[crd(items = max_length(30))]
    called: Vec<String>,
    #[crd(items{max_length = 30})]
    braces: Vec<String>,
    #[crd(items = {max_length = 30})]
    assigned: Vec<String>,
    #[crd(items(max_length, 30))]
    comma: Vec<String>,
    #[crd(max_length, 30)]
    name: String,
}

fn main() {}
