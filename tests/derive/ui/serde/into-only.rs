use crd_core::Schema;
use serde::Serialize;

#[derive(Schema, Serialize, Clone)]
#[serde(into = "String")]
struct Name(u32);

impl From<Name> for String {
    fn from(name: Name) -> String {
        name.0.to_string()
    }
}

fn main() {}
