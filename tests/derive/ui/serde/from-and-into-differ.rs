use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize, Clone)]
#[serde(from = "u32", into = "String")]
struct Name(u32);

impl From<u32> for Name {
    fn from(name: u32) -> Name {
        Name(name)
    }
}

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0.to_string()
    }
}

fn main() {}
