use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Db", channel = experimental)]
#[crd(rule("self.size > 0", channel = experimental))]
struct DbSpec {
    size: u32,
    mode: Mode,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
enum Mode {
    Fast,
    #[crd(channel = experimental)]
    Safe,
}

fn main() {}
